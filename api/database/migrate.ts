// Brings a database to the schema of this release: the platform's own SQL first, then the site's.
// Each file runs whole or not at all, and two nodes that start together take turns.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import type { Sql } from './connection.ts'

const PLATFORM_FOLDER = join(import.meta.dirname, 'platform')
/** Any number will do, as long as every node of every release takes the same. */
const MIGRATION_LOCK = 718_201_126

type Chapter = { version: string; name: string; text: string; checksum: string }

type Plan = { kind: 'platform' | 'community'; table: string; chapters: Chapter[] }

/**
 * Applies every migration that `sql`'s database has not had.
 * @param sql connection of the database's owner
 * @param folder of the files that are applied after the platform's; null: none
 * @returns the names of the files that were applied now
 * @throws Error naming the file whose SQL failed; that file left nothing behind.
 * @throws ConfigError when the database had a file that this release does not have, or has otherwise
 */
export async function migrate(sql: Sql, folder: string | null): Promise<string[]> {
  const connection = await sql.reserve()
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    await connection.unsafe(`
      create schema if not exists platform;
      create table if not exists platform.schema_migrations (version text primary key, name text not null);
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations
        (version text primary key, statements text[], name text);
      create table if not exists platform.migration_checksums
        (kind text, version text, name text not null, sha256 text not null, primary key (kind, version));
    `)
    const applied: string[] = []
    const plans: Plan[] = [
      { kind: 'platform', table: 'platform.schema_migrations', chapters: readChapters(PLATFORM_FOLDER) },
    ]
    if (folder) {
      const chapters = readChapters(folder)
      plans.push({ kind: 'community', table: 'supabase_migrations.schema_migrations', chapters })
    }
    const dones = new Map<Plan, Set<string>>()
    for (const plan of plans) dones.set(plan, await assertUnchanged(connection as unknown as Sql, plan))
    for (const [plan, done] of dones) {
      for (const chapter of plan.chapters.filter(({ version }) => !done.has(version))) {
        await apply(connection as unknown as Sql, plan, chapter)
        applied.push(chapter.name)
      }
    }
    // Nodes of the release before go on for a while, and must plan with the new tables.
    if (applied.length > 0) await connection`select pg_notify('pgrst', 'reload schema')`
    return applied
  } finally {
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined)
    connection.release()
  }
}

/**
 * Compares what was applied with the files of this release, before anything is touched.
 * @returns the versions that the database has had
 */
async function assertUnchanged(connection: Sql, { kind, table, chapters }: Plan): Promise<Set<string>> {
  const done = new Set(
    (await connection.unsafe<{ version: string }[]>(`select version from ${table}`)).map(
      (row) => row.version,
    ),
  )
  const stored = await connection<{ version: string; name: string; sha256: string }[]>`
    select version, name, sha256 from platform.migration_checksums where kind = ${kind} order by version`
  const files = new Map(chapters.map((chapter) => [chapter.version, chapter]))
  for (const { version, name, sha256 } of stored) {
    const file = files.get(version)
    if (!file) {
      throw new ConfigError(
        `The database was migrated by a newer release (${version}_${name} is not part of this one); start that release. Nothing was touched.`,
      )
    }
    if (file.checksum !== sha256) {
      throw new ConfigError(
        `Migration ${version}_${name} was edited after it was applied; put it back and say the change in a new file. Nothing was touched.`,
      )
    }
  }
  // Applied by a release that kept no checksums.
  const known = new Set(stored.map(({ version }) => version))
  for (const chapter of chapters.filter(({ version }) => done.has(version) && !known.has(version))) {
    await noteChecksum(connection, kind, chapter)
  }
  return done
}

async function noteChecksum(connection: Sql, kind: Plan['kind'], chapter: Chapter): Promise<void> {
  await connection`
    insert into platform.migration_checksums (kind, version, name, sha256)
    values (${kind}, ${chapter.version}, ${chapter.name}, ${chapter.checksum})`
}

async function apply(connection: Sql, { kind, table }: Plan, chapter: Chapter): Promise<void> {
  try {
    await connection.unsafe('begin')
    await connection.unsafe(`set local lock_timeout = '2s'`)
    await connection.unsafe(chapter.text).simple()
    await connection.unsafe(`insert into ${table} (version, name) values ($1, $2)`, [
      chapter.version,
      chapter.name,
    ])
    await noteChecksum(connection, kind, chapter)
    await connection.unsafe('commit')
  } catch (error) {
    await connection.unsafe('rollback')
    throw new Error(`Migration ${chapter.version}_${chapter.name} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function readChapters(folder: string): Chapter[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
      const text = readFileSync(join(folder, file), 'utf8')
      // A checkout may turn the ends of lines.
      const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      return { version, name, text, checksum }
    })
}
