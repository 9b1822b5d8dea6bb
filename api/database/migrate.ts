// Brings a database to the schema of this release: the platform's own SQL first, then the site's.
// Each file runs whole or not at all, and two nodes that start together take turns.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ConfigError } from '../config.ts'
import { digest } from '../crypto.ts'
import type { Sql } from './connection.ts'

/** Beside the services that need it; the numbers order the files of all folders. */
const PLATFORM: Migrations = {
  folders: ['database', 'auth', 'rest', 'realtime', 'storage', 'backup'].map((service) =>
    join(import.meta.dirname, '..', service, 'sql'),
  ),
}
/** Any number will do, as long as every node of every release takes the same. */
export const MIGRATION_LOCK = 718_201_126
/** The last migration of the last release that upgrades databases from before the first merge. */
const UPGRADES_OLDER = '20261222080000'

/** A schema as folders of SQL files, which are applied in the order of their names. */
export type Migrations = { folders: string[]; replaced?: ReplacedHistory }

/** Files of earlier releases that were merged into one, the baseline. A database that has had some of them gets the others first. */
type ReplacedHistory = {
  /** JSON in gzip: the text of each file by its name. */
  archive: string
  /** The version of the baseline, which a database that has had all of them is recorded to have. */
  baseline: string
}

/** A file that a database has had, as `platform.migration_checksums` records it. */
export type AppliedFile = { kind: string; version: string; name: string; sha256: string }

type MigrationFile = { version: string; name: string; text: string; checksum: string }

type Plan = {
  kind: 'platform' | 'community'
  table: string
  files: MigrationFile[]
  /** Read only for a database that has had files which are not among `files`. */
  replaced: () => MigrationFile[]
  baseline: string | undefined
}

/** What a database has had of a plan, and what it is to get. */
type Progress = {
  pending: MigrationFile[]
  /** All files of the replaced history, if the database has had some of them. */
  replaced: MigrationFile[]
}

/**
 * Applies every migration that `sql`'s database has not had.
 * @param sql connection of the database's owner
 * @param migrations that are applied after the platform's; null: none
 * @returns the names of the files that were applied now
 * @throws Error naming the file whose SQL failed; that file left nothing behind.
 * @throws ConfigError when the database had a file that this release does not have, or has otherwise
 */
export async function migrate(sql: Sql, migrations: Migrations | null): Promise<string[]> {
  const plans = plansOf(migrations)
  const reserved = await sql.reserve()
  const connection = reserved as unknown as Sql
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    return await applyPending(connection, plans, inTransaction)
  } finally {
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => undefined)
    reserved.release()
  }
}

/**
 * Brings an empty database to the schema of an older release, all of it or nothing.
 * @param transaction open, of the database's owner; what fails here must end it
 * @param exactly the files that are applied
 * @throws ConfigError when this release lacks one of these, or has another
 */
export async function migrateWithin(
  transaction: Sql,
  migrations: Migrations,
  exactly: readonly AppliedFile[],
): Promise<void> {
  const plans = plansOf(migrations)
  restrict(plans, exactly)
  await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
  await applyPending(transaction, plans, (_connection, _what, work) => work())
}

/** @param whole runs what must happen whole or not at all */
async function applyPending(connection: Sql, plans: Plan[], whole: typeof inTransaction): Promise<string[]> {
  await connection.unsafe(HISTORY)
  // All are checked before the first is touched.
  const progress = new Map<Plan, Progress>()
  for (const plan of plans) progress.set(plan, await assertUnchanged(connection, plan))
  const applied: string[] = []
  for (const [plan, { pending, replaced }] of progress) {
    for (const file of pending) {
      await whole(connection, `Migration ${file.version}_${file.name}`, async () => {
        if (file.version === plan.baseline && replaced.length > 0) await forget(connection, plan, replaced)
        else await connection.unsafe(file.text).simple()
        await record(connection, plan, file)
      })
      applied.push(file.name)
    }
  }
  // Nodes of the release before go on for a while, and must plan with the new tables.
  if (applied.length > 0) await connection`select pg_notify('pgrst', 'reload schema')`
  return applied
}

/**
 * What `migrate` would do, without a trace in the database.
 * @returns the names of the files that it would apply
 * @throws ConfigError as `migrate` does
 */
export async function pendingMigrations(sql: Sql, migrations: Migrations | null): Promise<string[]> {
  const reserved = await sql.reserve()
  const connection = reserved as unknown as Sql
  try {
    await connection.unsafe('begin')
    await connection.unsafe(HISTORY)
    const pending: string[] = []
    for (const plan of plansOf(migrations)) {
      const progress = await assertUnchanged(connection, plan)
      pending.push(...progress.pending.map(({ name }) => name))
    }
    return pending
  } finally {
    await connection.unsafe('rollback')
    reserved.release()
  }
}

/**
 * Leaves of `plans` what `files` are. A replaced history stands for its own files.
 * @throws ConfigError when the plans do not have all of `files`
 */
function restrict(plans: Plan[], files: readonly AppliedFile[]): void {
  for (const plan of plans) {
    const wanted = files.filter(({ kind }) => kind === plan.kind)
    const isOld = wanted.some(({ version }) => plan.files.every((file) => file.version !== version))
    const known = isOld ? [...plan.replaced(), ...plan.files] : plan.files
    for (const { version, name, sha256 } of wanted) {
      const file = known.find((candidate) => candidate.version === version)
      if (file?.checksum !== sha256) {
        throw new ConfigError(`Migration ${version}_${name} is ${file ? 'another' : 'not part of it'}`)
      }
    }
    plan.files = known.filter(({ version }) => wanted.some((file) => file.version === version))
  }
}

/** Where a database records what it has had. */
const HISTORY = `
  create schema if not exists platform;
  create table if not exists platform.schema_migrations (version text primary key, name text not null);
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations
    (version text primary key, statements text[], name text);
  create table if not exists platform.migration_checksums
    (kind text, version text, name text not null, sha256 text not null, primary key (kind, version));
`

function plansOf(migrations: Migrations | null): Plan[] {
  const plans = [planOf('platform', 'platform.schema_migrations', PLATFORM)]
  if (migrations) plans.push(planOf('community', 'supabase_migrations.schema_migrations', migrations))
  return plans
}

function planOf(kind: Plan['kind'], table: string, { folders, replaced }: Migrations): Plan {
  return {
    kind,
    table,
    files: readFiles(folders),
    replaced: () => (replaced ? readArchive(replaced.archive) : []),
    baseline: replaced?.baseline,
  }
}

/** Compares what was applied with the files of this release, before anything is touched. */
async function assertUnchanged(connection: Sql, plan: Plan): Promise<Progress> {
  const { kind, table, files } = plan
  const rows = await connection.unsafe<{ version: string }[]>(`select version from ${table}`)
  const done = new Set(rows.map(({ version }) => version))
  const stored = await connection<{ version: string; name: string; sha256: string }[]>`
    select version, name, sha256 from platform.migration_checksums where kind = ${kind} order by version`
  const own = new Set(files.map(({ version }) => version))
  const isOld = [...stored, ...rows].some(({ version }) => !own.has(version))
  const history = isOld ? plan.replaced() : []
  const replaced = history.some(({ version }) => done.has(version)) ? history : []
  const known = new Map([...replaced, ...files].map((file) => [file.version, file]))
  for (const { version, name, sha256 } of stored) {
    const file = known.get(version)
    if (!file) throw new ConfigError(`${unknownMigration(version, name, files)} Nothing was touched.`)
    if (file.checksum !== sha256) {
      throw new ConfigError(
        `Migration ${version}_${name} was edited after it was applied; put it back and say the change in a new file. Nothing was touched.`,
      )
    }
  }
  for (const list of [replaced, files]) assertOrder(list, done)
  // Applied by a release that kept no checksums.
  const checked = new Set(stored.map(({ version }) => version))
  for (const file of known.values()) {
    if (done.has(file.version) && !checked.has(file.version)) await noteChecksum(connection, kind, file)
  }
  return { pending: [...replaced, ...files].filter(({ version }) => !done.has(version)), replaced }
}

function unknownMigration(version: string, name: string, files: MigrationFile[]): string {
  const isNewer = files.every((file) => file.version < version)
  return isNewer
    ? `The database was migrated by a newer release (${version}_${name} is not part of this one); start that release.`
    : `The database was migrated by a release that this one cannot upgrade (${version}_${name}): start the release whose last migration is ${UPGRADES_OLDER} once, then this one.`
}

/** @throws ConfigError when a file sorts before one that the database has had: other databases have the two in the other order */
function assertOrder(files: MigrationFile[], done: ReadonlySet<string>): void {
  const newest = files.findLast(({ version }) => done.has(version))
  const late = files.find(({ version }) => !done.has(version))
  if (!newest || !late || late.version > newest.version) return
  throw new ConfigError(
    `Migration ${late.version}_${late.name} is older than ${newest.version}_${newest.name}, which the database has had: give it the time of today. Nothing was touched.`,
  )
}

/** Removes the records of a replaced history. */
async function forget(connection: Sql, { kind, table }: Plan, files: MigrationFile[]): Promise<void> {
  const versions = files.map(({ version }) => version)
  await connection.unsafe(`delete from ${table} where version = any ($1)`, [versions])
  await connection`
    delete from platform.migration_checksums where kind = ${kind} and version = any (${versions})`
}

async function inTransaction(connection: Sql, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await connection.unsafe('begin')
    await connection.unsafe(`set local lock_timeout = '2s'`)
    await work()
    await connection.unsafe('commit')
  } catch (error) {
    await connection.unsafe('rollback')
    throw new Error(`${what} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function record(connection: Sql, { kind, table }: Plan, file: MigrationFile): Promise<void> {
  await connection.unsafe(`insert into ${table} (version, name) values ($1, $2)`, [file.version, file.name])
  await noteChecksum(connection, kind, file)
}

async function noteChecksum(connection: Sql, kind: Plan['kind'], file: MigrationFile): Promise<void> {
  await connection`
    insert into platform.migration_checksums (kind, version, name, sha256)
    values (${kind}, ${file.version}, ${file.name}, ${file.checksum})`
}

function readFiles(folders: string[]): MigrationFile[] {
  return folders
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((path) => path.endsWith('.sql'))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .map((path) => migrationFile(basename(path), readFileSync(path, 'utf8')))
}

function readArchive(archive: string): MigrationFile[] {
  const texts: Record<string, string> = JSON.parse(gunzipSync(readFileSync(archive)).toString())
  return Object.entries(texts).map(([file, text]) => migrationFile(file, text))
}

function migrationFile(file: string, text: string): MigrationFile {
  const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
  // A checkout may turn the ends of lines.
  const checksum = digest(text.replaceAll('\r\n', '\n'), 'hex')
  return { version, name, text, checksum }
}
