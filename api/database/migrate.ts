// Brings a database to the schema of this release: the platform's own SQL first, then the site's.
// Each file runs whole or not at all, and two nodes that start together take turns.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ConfigError } from '../config.ts'
import { digest } from '../crypto.ts'
import type { Sql } from './connection.ts'

/** Beside the services that need it; the numbers order the files of all folders. */
const PLATFORM: Migrations = {
  folders: ['database', 'auth', 'rest', 'realtime', 'storage', 'backup'].map((service) =>
    join(import.meta.dirname, '..', service, 'sql'),
  ),
  // 22 files, one after the other, were merged into one a subject.
  replaces: {
    last: '060',
    checksum: 'cdf9c4702e88c7ded0aacb09f8fcaafc34615fc60f0dd99ed6490a126e67f49a',
    becomes: '0500',
    upgrade: join(import.meta.dirname, 'upgrades/060.sql'),
  },
}
/** Any number will do, as long as every node of every release takes the same. */
export const MIGRATION_LOCK = 718_201_126

/** A schema as folders of SQL files, which are applied in the order of their names. */
export type Migrations = { folders: string[]; replaces?: ReplacedHistory }

/** Files of earlier releases that were merged: a database that has had all of them is upgraded instead of refused. */
type ReplacedHistory = {
  /** The last of them; a database that stopped before it is refused. */
  last: string
  /** SHA-256 of their versions and checksums (historyChecksum). */
  checksum: string
  /** The last of the files that replace them: these are recorded as applied, of their SQL only REPEATABLE runs. */
  becomes: string
  /** A file of SQL for everything else that the schemas differ in; runs first. */
  upgrade?: string
}

/** A file that a database has had, as `platform.migration_checksums` records it. */
export type AppliedFile = { kind: string; version: string; name: string; sha256: string }

type MigrationFile = { version: string; name: string; text: string; checksum: string }

type Plan = {
  kind: 'platform' | 'community'
  table: string
  files: MigrationFile[]
  replaces: ReplacedHistory | undefined
}

/** What a database has had of a plan. */
type Progress = {
  done: Set<string>
  /** All of `replaces`, still to be upgraded. */
  replaced: string[]
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
  for (const [plan, { done, replaced }] of progress) {
    if (replaced.length > 0) applied.push(await upgrade(connection, plan, replaced, done))
    for (const file of plan.files.filter(({ version }) => !done.has(version))) {
      await whole(connection, `Migration ${file.version}_${file.name}`, async () => {
        await connection.unsafe(file.text).simple()
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
      const { done, replaced } = await assertUnchanged(connection, plan)
      if (replaced.length > 0) pending.push(`upgrade_from_${plan.replaces?.last}`)
      else pending.push(...plan.files.filter(({ version }) => !done.has(version)).map(({ name }) => name))
    }
    return pending
  } finally {
    await connection.unsafe('rollback')
    reserved.release()
  }
}

/** @throws ConfigError when the plans do not have all of `files` */
function restrict(plans: Plan[], files: readonly AppliedFile[]): void {
  for (const { kind, version, name, sha256 } of files) {
    const known = plans.find((plan) => plan.kind === kind)?.files.find((file) => file.version === version)
    if (known?.checksum !== sha256) {
      throw new ConfigError(`Migration ${version}_${name} is ${known ? 'another' : 'not part of it'}`)
    }
  }
  for (const plan of plans) {
    plan.files = plan.files.filter(({ version }) =>
      files.some((file) => file.kind === plan.kind && file.version === version),
    )
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

function planOf(kind: Plan['kind'], table: string, { folders, replaces }: Migrations): Plan {
  return { kind, table, files: readFiles(folders), replaces }
}

/** Compares what was applied with the files of this release, before anything is touched. */
async function assertUnchanged(connection: Sql, plan: Plan): Promise<Progress> {
  const { kind, table, files, replaces } = plan
  const done = new Set(
    (await connection.unsafe<{ version: string }[]>(`select version from ${table}`)).map(
      (row) => row.version,
    ),
  )
  const stored = await connection<{ version: string; name: string; sha256: string }[]>`
    select version, name, sha256 from platform.migration_checksums where kind = ${kind} order by version`
  const known = new Map(files.map((file) => [file.version, file]))
  const unknown = [...done].filter((version) => !known.has(version)).sort()
  if (replaces && unknown.some((version) => version <= replaces.last)) {
    assertWhole(replaces, unknown, stored)
    return { done: new Set([...done].filter((version) => known.has(version))), replaced: unknown }
  }
  for (const { version, name, sha256 } of stored) {
    const file = known.get(version)
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
  const checked = new Set(stored.map(({ version }) => version))
  for (const file of files.filter(({ version }) => done.has(version) && !checked.has(version))) {
    await noteChecksum(connection, kind, file)
  }
  return { done, replaced: [] }
}

/** @throws ConfigError unless the database has had the replaced history to its end, and nothing else */
function assertWhole(
  { last, checksum }: ReplacedHistory,
  versions: readonly string[],
  stored: readonly { version: string; sha256: string }[],
): void {
  const reached = versions.at(-1) ?? ''
  if (reached < last) {
    throw new ConfigError(
      `The database stopped at migration ${reached}, and this release upgrades from ${last} only: start the release whose last migration is ${last} once, then this one. Nothing was touched.`,
    )
  }
  if (historyChecksum(stored.filter(({ version }) => versions.includes(version))) !== checksum) {
    throw new ConfigError(
      `The database's migrations up to ${reached} are not those that this release upgrades from. Nothing was touched.`,
    )
  }
}

/** Tells one history of migrations from every other: their versions, and what their files said. */
function historyChecksum(files: readonly { version: string; sha256: string }[]): string {
  const lines = files.map(({ version, sha256 }) => `${version} ${sha256}\n`).sort()
  return digest(lines.join(''), 'hex')
}

/**
 * Brings a database of the replaced history to the schema of the files that replace it, and records these in `done`.
 * @returns the name of the upgrade
 */
async function upgrade(connection: Sql, plan: Plan, replaced: string[], done: Set<string>): Promise<string> {
  const { upgrade: script, becomes, last } = plan.replaces as ReplacedHistory
  const files = plan.files.filter(({ version }) => version <= becomes)
  await inTransaction(connection, `The upgrade from migration ${last}`, async () => {
    if (script) await connection.unsafe(readFileSync(script, 'utf8')).simple()
    for (const { text } of files) await connection.unsafe(repeatable(text)).simple()
    await connection.unsafe(`delete from ${plan.table} where version = any ($1)`, [replaced])
    await connection`
      delete from platform.migration_checksums where kind = ${plan.kind} and version = any (${replaced})`
    for (const file of files) await record(connection, plan, file)
  })
  for (const { version } of files) done.add(version)
  return `upgrade_from_${last}`
}

/** Functions and comments, which may be defined again. */
const REPEATABLE = /^(?:create function .*?^(?:\$\w*\$;|return .*?;$|end;)|comment on .*?';$)/gms

function repeatable(text: string): string {
  const statements = text.match(REPEATABLE) ?? []
  return statements.join('\n').replaceAll(/^create function /gm, 'create or replace function ')
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
    .map((path) => {
      const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(basename(path)) ?? []
      const text = readFileSync(path, 'utf8')
      // A checkout may turn the ends of lines.
      const checksum = digest(text.replaceAll('\r\n', '\n'), 'hex')
      return { version, name, text, checksum }
    })
}
