// Brings a database to the schema of this release: the platform's own SQL first, then the community's.
// Each file runs whole or not at all, and two nodes that start together take turns.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from './connection.ts'

const PLATFORM_FOLDER = join(import.meta.dirname, 'platform')
const COMMUNITY_FOLDER = join(import.meta.dirname, '../../supabase/migrations')
/** Any number will do, as long as every node of every release takes the same. */
const MIGRATION_LOCK = 718_201_126

type Chapter = { version: string; name: string; text: string }

/**
 * Applies every migration that `sql`'s database has not had.
 * @param sql connection of the database's owner
 * @param parts.community whether the community's files are applied besides the platform's
 * @returns the names of the files that were applied now
 * @throws Error naming the file whose SQL failed; that file left nothing behind.
 */
export async function migrate(sql: Sql, parts = { community: true }): Promise<string[]> {
  const connection = await sql.reserve()
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    await connection.unsafe(`
      create schema if not exists platform;
      create table if not exists platform.schema_migrations (version text primary key, name text not null);
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations
        (version text primary key, statements text[], name text);
    `)
    const applied: string[] = []
    const plans = [
      { table: 'platform.schema_migrations', chapters: readChapters(PLATFORM_FOLDER) },
      ...(parts.community
        ? [{ table: 'supabase_migrations.schema_migrations', chapters: readChapters(COMMUNITY_FOLDER) }]
        : []),
    ]
    for (const { table, chapters } of plans) {
      const done = new Set(
        (await connection.unsafe(`select version from ${table}`)).map((row) => row.version),
      )
      for (const chapter of chapters.filter(({ version }) => !done.has(version))) {
        await apply(connection as unknown as Sql, table, chapter)
        applied.push(chapter.name)
      }
    }
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`
    return applied
  } finally {
    connection.release()
  }
}

async function apply(connection: Sql, table: string, chapter: Chapter): Promise<void> {
  try {
    await connection.unsafe('begin')
    await connection.unsafe(`set local lock_timeout = '2s'`)
    await connection.unsafe(chapter.text).simple()
    await connection.unsafe(`insert into ${table} (version, name) values ($1, $2)`, [
      chapter.version,
      chapter.name,
    ])
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
      return { version, name, text: readFileSync(join(folder, file), 'utf8') }
    })
}
