// Makes a backup while the site is running. All rows are read in one snapshot, over one connection; nobody waits for it.
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { digestOfParts } from '../crypto.ts'
import type { ReservedSql, Sql } from '../database/connection.ts'
import type { Secrets } from '../secrets.ts'
import { type Backend, FileMissing } from '../storage/backends/backend.ts'
import { type Entry, FORMAT, type Head, type Manifest, writeArchive } from './archive.ts'
import { encrypt } from './encryption.ts'

/** Parts end with a row, so that each is a COPY of its own. */
const PART_BYTES = 4 * 1024 * 1024
const NEW_LINE = 0x0a

/**
 * Left out: what `migrate` and the queue's library write by themselves, the job queue unless it is wanted (a restored
 * site must not send its mails again), unlogged tables, which PostgreSQL itself empties after a crash, and rows with
 * transaction ids, which mean nothing in another database.
 */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array(
      select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum
    ) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p'
    and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'supabase_migrations')
    and (n.nspname <> 'graphile_worker' or ($1 and c.relname <> 'migrations'))
    and (n.nspname, c.relname) not in (('platform', 'schema_migrations'), ('platform', 'migration_checksums'))
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    and not exists (select from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'xid8'::regtype and a.attnum > 0)
  order by 1`

export async function tablesOf(connection: Sql | ReservedSql, withQueue: boolean): Promise<Head['tables']> {
  return [...(await connection.unsafe<Head['tables']>(TABLES, [withQueue]))]
}

/**
 * @param options.sql connection of the database's owner
 * @param options.backend holds the files; null: they are left out, for they stay where they are
 * @param options.withQueue adds the queued jobs and e-mails, for a site that goes on elsewhere
 * @param options.passphrase encrypts the archive; null: it is not encrypted
 * @param options.secrets the site's keys, to be encrypted with a passphrase; null: none, and whoever restores needs them
 *   from elsewhere
 * @returns what the archive holds, and its size
 */
export async function writeBackup(options: {
  sql: Sql
  backend: Backend | null
  output: Writable
  withQueue: boolean
  secrets: { keys: Secrets; passphrase: string } | null
  passphrase?: string | null
}): Promise<{ manifest: Manifest; bytes: number }> {
  const manifest: Manifest = {
    tables: {},
    files: { count: 0, bytes: 0, sha256: '' },
    missingFiles: 0,
    sequences: {},
  }
  return inSnapshot(options.sql, async (connection) => {
    const entries = entriesOf(connection, options, manifest)
    const bytes = await writeArchive(entries, options.output, options.passphrase ?? null)
    return { manifest, bytes }
  })
}

/** Runs `read` on one connection that sees all rows of one moment, whatever is written meanwhile. */
export async function inSnapshot<T>(sql: Sql, read: (connection: ReservedSql) => Promise<T>): Promise<T> {
  const connection = await sql.reserve()
  try {
    await connection.unsafe('begin isolation level repeatable read read only')
    await connection.unsafe(`set local statement_timeout = 0; set local row_security = off`).simple()
    const result = await read(connection)
    await connection.unsafe('commit')
    return result
  } catch (error) {
    await connection.unsafe('rollback').catch(() => undefined)
    throw error
  } finally {
    connection.release()
  }
}

async function* entriesOf(
  connection: ReservedSql,
  { backend, withQueue, secrets }: Parameters<typeof writeBackup>[0],
  manifest: Manifest,
): AsyncGenerator<Entry> {
  const [server] = await connection<{ version: number }[]>`
    select current_setting('server_version_num')::int / 10000 as version`
  const migrations = await connection<Head['migrations']>`
    select kind, version, name, sha256 from platform.migration_checksums order by kind, version`
  const tables = await tablesOf(connection, withQueue)
  const head: Head = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    postgres: server?.version ?? 0,
    migrations: [...migrations],
    tables,
  }
  yield json('backup.json', head)
  for (const table of tables) {
    const content = new Content()
    let part = 0
    for await (const rows of rowsOf(connection, table)) {
      content.add(rows)
      part += 1
      yield { name: `data/${table.name}/${part}.copy`, content: rows }
    }
    manifest.tables[table.name] = content.sum()
  }
  const sequences = await connection<{ name: string; value: string; isCalled: boolean }[]>`
    select format('%I.%I', schemaname, sequencename) as name,
      coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
    from pg_sequences where schemaname !~ '^pg_' and (schemaname <> 'graphile_worker' or ${withQueue}) order by 1`
  for (const { name, value, isCalled } of sequences) manifest.sequences[name] = { value, isCalled }
  const files = digestOfParts()
  const stored = await connection<{ version: string }[]>`
    select version from storage.objects where version is not null and ${backend !== null} order by version`
  for (const { version } of stored) {
    const content = backend ? await contentOf(backend, version) : null
    if (content === null) {
      manifest.missingFiles += 1
      continue
    }
    files.update(content)
    manifest.files.count += 1
    manifest.files.bytes += content.length
    yield { name: `files/${version}`, content }
  }
  manifest.files.sha256 = files.digest('hex')
  if (secrets) {
    const keys = Buffer.from(JSON.stringify(secrets.keys))
    yield { name: 'secrets.json', content: encrypt(keys, secrets.passphrase) }
  }
  yield json('manifest.json', manifest)
}

function json(name: string, value: unknown): Entry {
  return { name, content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

/** Rows of COPY's text, counted and hashed. */
export class Content {
  #count = 0
  readonly #hash = digestOfParts()

  add(rows: Buffer): void {
    for (let at = rows.indexOf(NEW_LINE); at >= 0; at = rows.indexOf(NEW_LINE, at + 1)) this.#count += 1
    this.#hash.update(rows)
  }

  sum(): { count: number; sha256: string } {
    return { count: this.#count, sha256: this.#hash.copy().digest('hex') }
  }
}

/** @returns a table's rows in COPY's text format, in parts of whole rows */
export async function* rowsOf(
  connection: Sql | ReservedSql,
  { name, columns }: Head['tables'][number],
): AsyncGenerator<Buffer> {
  const rows: Readable = await connection.unsafe(`copy ${name} (${columns.join(', ')}) to stdout`).readable()
  let chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    // PostgreSQL sends a row a message, so that each chunk ends with one.
    if (bytes < PART_BYTES || chunk.at(-1) !== NEW_LINE) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
  }
  // The driver pauses its socket while this is full, and resumes it when it is asked for more, which the end of a table may
  // precede: the answer to the next statement would never be read.
  rows._read(0)
  if (bytes > 0) yield Buffer.concat(chunks)
}

/** @returns null when the file was deleted after the snapshot, or had been lost before */
export async function contentOf(backend: Backend, version: string): Promise<Buffer | null> {
  try {
    return await buffer(await backend.read(version, null))
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}
