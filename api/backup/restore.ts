// Loads a backup into an empty database and an empty data folder. Schema and rows go in as one transaction, which commits
// only when the counts and hashes of the manifest are right. What is refused leaves nothing behind.
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { runMigrations, Logger as WorkerLogger } from 'graphile-worker'
import type { z } from 'zod'
import { digestOfParts } from '../crypto.ts'
import type { Sql } from '../database/connection.ts'
import { type Migrations, migrate, migrateWithin } from '../database/migrate.ts'
import { type Secrets, storeSecrets } from '../secrets.ts'
import type { Backend } from '../storage/backends/backend.ts'
import { type Entry, HEAD, type Head, MANIFEST, type Manifest, readArchive } from './archive.ts'
import { Content, rowsOf, tablesOf } from './backup.ts'
import { decrypt } from './encryption.ts'

/** A reason not to restore; the message is for the operator. Nothing was left behind. */
export class RestoreError extends Error {}

/**
 * @param options.ownerUrl address of the database, for its owner
 * @param options.sql connection to it
 * @param options.backend gets the files; null: those of the archive, which has none, are where they were
 * @param options.dataDir folder that gets the site's keys, if the archive has them
 * @param options.passphrase of the keys; null: they are left out
 * @returns what was restored, and whether the keys were
 * @throws RestoreError
 */
export async function restoreBackup(options: {
  input: Readable
  ownerUrl: string
  sql: Sql
  backend: Backend | null
  dataDir: string
  passphrase: string | null
  migrations: Migrations
}): Promise<{ head: Head; manifest: Manifest; hasKeys: boolean }> {
  const { sql, migrations } = options
  await assertEmpty(sql)
  const entries = readArchive(options.input, options.passphrase)
  const head = parsed(HEAD, await next(entries), 'backup.json')
  const loaded = await load().catch(async (error: unknown) => {
    await sql`drop schema if exists graphile_worker cascade`
    throw error
  })
  await migrate(sql, migrations)
  await sql`analyze`
  return { head, ...loaded }

  async function load() {
    // The library uses connections of its own.
    if (head.tables.some(({ name }) => name.startsWith('graphile_worker.'))) {
      await installQueue(options.ownerUrl)
    }
    const prepare = (work: Sql) =>
      migrateWithin(work, migrations, head.migrations).catch((error: Error) => {
        throw new RestoreError(`The backup does not fit this release: ${error.message}`)
      })
    return loadEntries({ ...options, head, entries, prepare })
  }
}

/**
 * Restores the files of a backup, reads its keys, and leaves its rows.
 * @param options as those of `restoreBackup`
 * @returns when it was made, how many files it had, the keys if it has them and `passphrase` is right, and what takes the files away again
 * @throws RestoreError
 */
export async function restoreFiles(options: {
  input: Readable
  backend: Backend
  dataDir: string
  passphrase: string | null
}): Promise<{ createdAt: string; files: number; keys: Secrets | null; undo: () => Promise<void> }> {
  const { backend, dataDir, passphrase } = options
  const entries = readArchive(options.input, options.passphrase)
  const head = parsed(HEAD, await next(entries), 'backup.json')
  const loaded = new Loaded()
  const stored: string[] = []
  let keys: Secrets | null = null
  try {
    for (;;) {
      const entry = await next(entries)
      const [kind, name = ''] = entry.name.split('/')
      if (entry.name === 'manifest.json') {
        const manifest = parsed(MANIFEST, entry, 'manifest.json')
        loaded.assertWhole(head, manifest)
        return {
          createdAt: head.createdAt,
          files: manifest.files.count,
          keys,
          undo: () => backend.remove(stored),
        }
      }
      if (kind === 'files') {
        if (await putFile(backend, dataDir, name, entry.content)) stored.push(name)
      } else if (entry.name === 'secrets.json' && passphrase !== null) {
        keys = readKeys(entry.content, passphrase)
      }
      loaded.add(kind, name, entry.content)
    }
  } catch (error) {
    await backend.remove(stored)
    throw error
  }
}

/**
 * Replaces the rows of a database whose migrations are those of `head`, in one transaction.
 * @param options.entries what follows the head
 * @param options.prepare runs first in the transaction
 * @throws RestoreError
 */
export async function loadEntries(options: {
  head: Head
  entries: AsyncGenerator<Entry>
  sql: Sql
  backend: Backend | null
  dataDir: string
  passphrase: string | null
  prepare?: (transaction: Sql) => Promise<void>
}): Promise<{ manifest: Manifest; hasKeys: boolean }> {
  const { head, entries, sql, backend, dataDir, passphrase, prepare } = options
  const files: string[] = []
  let keys: Secrets | null = null
  try {
    const manifest = await sql.begin(async (transaction) => {
      const work = transaction as unknown as Sql
      await prepare?.(work)
      await enterReplicaRole(work)
      await work
        .unsafe(`set local statement_timeout = 0; set local lock_timeout = 0; set local row_security = off`)
        .simple()
      await assertTables(work, head)
      await work.unsafe(`truncate ${head.tables.map(({ name }) => name).join(', ')}`)
      const indexes = await dropIndexes(work)
      const loaded = new Loaded()
      for (;;) {
        const entry = await next(entries)
        const [kind, name = ''] = entry.name.split('/')
        if (entry.name === 'manifest.json') {
          const found = parsed(MANIFEST, entry, 'manifest.json')
          loaded.assertWhole(head, found)
          await assertStored(work, head, found)
          for (const definition of indexes) await work.unsafe(definition)
          for (const [sequence, { value, isCalled }] of Object.entries(found.sequences)) {
            await work`select setval(${sequence}, ${value}::bigint, ${isCalled})`
          }
          // The files have moved to another folder, which gets an id of its own.
          if (backend) await work`delete from platform.key_fingerprints where name = 'files'`
          // None of them was made by the installation that this becomes.
          if (backend) await work`delete from platform.backups`
          // Before the commit: rows without the keys that they were encrypted with would be lost.
          if (keys) storeSecrets(dataDir, keys)
          return found
        }
        if (kind === 'data') await copyIn(work, head, name, entry.content)
        else if (kind === 'files' && backend) {
          if (await putFile(backend, dataDir, name, entry.content)) files.push(name)
        } else if (entry.name === 'secrets.json' && passphrase !== null) {
          keys = readKeys(entry.content, passphrase)
        }
        loaded.add(kind, name, entry.content)
      }
    })
    return { manifest, hasKeys: keys !== null }
  } catch (error) {
    await backend?.remove(files)
    if (error instanceof RestoreError) throw error
    throw new RestoreError((error as Error).message, { cause: error })
  }
}

/** Counts and hashes of what has been read. */
class Loaded {
  readonly #tables = new Map<string, Content>()
  readonly #files = { count: 0, bytes: 0, hash: digestOfParts() }

  add(kind: string | undefined, name: string, content: Buffer): void {
    if (kind === 'files') {
      this.#files.count += 1
      this.#files.bytes += content.length
      this.#files.hash.update(content)
    } else if (kind === 'data') {
      const table = this.#tables.get(name) ?? new Content()
      table.add(content)
      this.#tables.set(name, table)
    }
  }

  /** @throws RestoreError */
  assertWhole(head: Head, { tables, files }: Manifest): void {
    for (const { name } of head.tables) {
      if (differs(tables[name], this.#tables.get(name) ?? new Content())) {
        throw new RestoreError(`The backup is damaged: the rows of ${name} are not those that were saved.`)
      }
    }
    const sha256 = this.#files.hash.digest('hex')
    if (files.count !== this.#files.count || files.sha256 !== sha256) {
      throw new RestoreError('The backup is damaged: its files are not those that were saved.')
    }
  }
}

/**
 * Reads every table again: what counts is what the database has, not what was sent to it.
 * @throws RestoreError
 */
async function assertStored(work: Sql, head: Head, { tables }: Manifest): Promise<void> {
  // A scan that joins another one halfway would read the same rows in another order.
  await work`set local synchronize_seqscans = off`
  for (const table of head.tables) {
    const content = new Content()
    for await (const rows of rowsOf(work, table)) content.add(rows)
    if (differs(tables[table.name], content)) {
      throw new RestoreError(`The database has other rows in ${table.name} than were saved.`)
    }
  }
}

function differs(saved: Manifest['tables'][string] | undefined, content: Content): boolean {
  const { count, sha256 } = content.sum()
  return saved?.count !== count || saved.sha256 !== sha256
}

async function next(entries: AsyncGenerator<Entry>): Promise<Entry> {
  const { value, done } = await entries.next().catch((error: Error) => {
    throw new RestoreError(`The backup cannot be read: ${error.message}.`)
  })
  if (done) throw new RestoreError('The backup is cut off: it has no manifest.')
  return value
}

function parsed<Schema extends z.ZodType>(schema: Schema, entry: Entry, name: string): z.infer<Schema> {
  try {
    if (entry.name !== name) throw new Error(`it begins with ${entry.name}`)
    return schema.parse(JSON.parse(entry.content.toString('utf8')))
  } catch (error) {
    throw new RestoreError(`This is no backup that this release can read (${(error as Error).message}).`)
  }
}

/** The library makes its tables by itself, otherwise when the site starts. */
async function installQueue(connectionString: string): Promise<void> {
  await runMigrations({ connectionString, logger: new WorkerLogger(() => () => undefined) })
}

/** @throws RestoreError when something is in the database already */
async function assertEmpty(sql: Sql): Promise<void> {
  // The queue's own tables are made outside the restore's transaction: one that was killed leaves them, empty.
  const [queue] = await sql<{ found: boolean }[]>`
    select to_regclass('graphile_worker._private_jobs') is not null as found`
  const [job] = queue?.found ? await sql`select 1 from graphile_worker._private_jobs limit 1` : []
  const hasJobs = job !== undefined
  const [found] = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and (n.nspname <> 'graphile_worker' or ${hasJobs})
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    limit 1`
  if (found) throw new RestoreError(`The database is not empty: it has a table ${found.name}.`)
}

/** Triggers and foreign keys do nothing while rows are loaded: they did when the rows were written. */
async function enterReplicaRole(work: Sql): Promise<void> {
  await work`set local session_replication_role = replica`.catch((error: Error) => {
    throw new RestoreError(
      `The database's user may not load rows without triggers (${error.message}); as a superuser: ` +
        'grant set on parameter session_replication_role to that user',
    )
  })
}

/**
 * The names of tables and columns become SQL, so each must be one that this database has.
 * @throws RestoreError
 */
async function assertTables(work: Sql, head: Head): Promise<void> {
  const known = new Map((await tablesOf(work, true)).map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of head.tables) {
    const missing = columns.filter((column) => !known.get(name)?.has(column))
    if (missing.length === 0 && known.has(name)) continue
    throw new RestoreError(
      `The backup has ${known.has(name) ? `columns of ${name}` : `a table ${name}`} that no migration of this site makes${missing.length > 0 ? ` (${missing.join(', ')})` : ''}.`,
    )
  }
}

/**
 * An index is built in one sort in a tenth of the time that filling it row by row takes.
 * @returns the statements that make them again
 */
async function dropIndexes(work: Sql): Promise<string[]> {
  const indexes = await work<{ name: string; definition: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(c.oid) as definition
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`
  await work`set local maintenance_work_mem = '256MB'`
  for (const { name } of indexes) await work.unsafe(`drop index ${name}`)
  return indexes.map(({ definition }) => definition)
}

async function copyIn(work: Sql, head: Head, name: string, content: Buffer): Promise<void> {
  const table = head.tables.find((known) => known.name === name)
  if (!table) throw new RestoreError(`The backup is damaged: ${name} is not among its tables.`)
  const rows = await work.unsafe(`copy ${table.name} (${table.columns.join(', ')}) from stdin`).writable()
  await pipeline(Readable.from([content]), rows)
}

/** @returns whether there was no such file: one of a bucket that is in use must outlive a restore that fails */
async function putFile(
  backend: Backend,
  dataDir: string,
  version: string,
  content: Buffer,
): Promise<boolean> {
  const found = await backend.read(version, null).catch(() => null)
  found?.destroy()
  const folder = join(dataDir, 'storage')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const beside = join(folder, `restoring-${randomUUID()}`)
  await writeFile(beside, content, { mode: 0o600 })
  await backend.put(version, beside, content.length).finally(() => rm(beside, { force: true }))
  return found === null
}

function readKeys(content: Buffer, passphrase: string): Secrets {
  try {
    return JSON.parse(decrypt(content, passphrase).toString('utf8')) as Secrets
  } catch {
    throw new RestoreError(
      'BACKUP_PASSPHRASE is not the one that the keys in the backup were encrypted with.',
    )
  }
}
