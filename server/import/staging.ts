// Staging tables of a running import. A dump has its rows in any order and across several tables; PostgreSQL joins and
// sorts them. The tables are unlogged, not part of backups, and dropped when the import is complete. A killed import
// finds them again and continues.
import { statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql } from '../../api/database/connection.ts'
import { ImportError, KINDS, type Kind, type Note, type RawRow, type Source } from './records.ts'

const COPY_BYTES = 256 * 1024
/** Free space that PostgreSQL and the site need. */
const FREE_BYTES = 1024 ** 3
const CHECK_ROWS = 20_000
/** Rows buffered in memory until they are written, at least every CHECK_ROWS rows. */
const MOST_NOTES = 20_000

/**
 * @param options.fingerprint of the source's file: completely staged rows of the same file are reused
 * @returns whether they were
 */
export async function isStaged(sql: Sql, fingerprint: string): Promise<boolean> {
  const [found] = await sql<{ comment: string | null }[]>`
    select obj_description(to_regclass('private.import_queue')) as comment`
  return found?.comment === fingerprint
}

/** Reads `rows` and creates the queue of records. */
export async function stage(
  sql: Sql,
  source: Source,
  rows: AsyncIterable<RawRow>,
  options: { fingerprint: string; folder: string; progress: (count: number) => Promise<void> },
): Promise<void> {
  await dropStaging(sql)
  await sql.unsafe(`
    create unlogged table private.import_rows (tbl text not null, key text not null, data jsonb not null);
    create unlogged table private.import_queue (
      kind text not null, place bigint not null, id text not null, record jsonb not null
    );
    create unlogged table private.import_notes (kind text not null, id text not null, note text not null);
    comment on table private.import_rows is '${new Date().toISOString()}';
    revoke all on private.import_rows, private.import_queue, private.import_notes from public, anon, authenticated, service_role;
  `)
  const target = await sql.unsafe('copy private.import_rows (tbl, key, data) from stdin').writable()
  await pipeline(Readable.from(copyText(rows, options)), target)
  await sql.unsafe(`
    create index on private.import_rows (tbl, key);
    analyze private.import_rows;
  `)
  await sql.begin(async (transaction) => {
    // Without statistics of replies per thread, the planner would compare every pair.
    await transaction.unsafe(`set local enable_nestloop = off; set local work_mem = '64MB'`)
    for (const kind of KINDS) {
      await transaction.unsafe(
        `insert into private.import_queue (kind, place, id, record)
         select '${kind}', row_number() over (order by place), id, record from (${expand(source.records[kind])}) r`,
      )
    }
    for (const [note, query] of Object.entries(source.leftOut)) {
      await transaction.unsafe(
        `insert into private.import_notes (kind, id, note)
         select 'left out', found.count::text, $1 from (${expand(query)}) found (count) where found.count > 0`,
        [note],
      )
    }
  })
  await sql.unsafe(`
    create unique index on private.import_queue (kind, place);
    analyze private.import_queue;
  `)
  await sql.unsafe(`comment on table private.import_queue is '${options.fingerprint.replaceAll("'", "''")}'`)
}

export async function dropStaging(sql: Sql): Promise<void> {
  await sql.unsafe('drop table if exists private.import_rows, private.import_queue, private.import_notes')
}

/** The next records of a kind, including those that are imported already. */
export async function nextRecords(
  sql: Sql,
  kind: Kind,
  after: number,
  limit: number,
): Promise<{ place: number; id: string; record: unknown }[]> {
  return sql`
    select q.place::int as place, q.id, q.record
    from private.import_queue q
    where q.kind = ${kind} and q.place > ${after}
    order by q.place
    limit ${limit}`
}

/** Notes of the report, written together with the batches. */
export function noteTaker(sql: Sql): { note: Note; flush: () => Promise<void> } {
  let waiting: { kind: string; id: string; note: string }[] = []
  let more = 0
  return {
    note: (kind, id, note) => {
      if (waiting.length >= MOST_NOTES) more += 1
      else waiting.push({ kind, id: wellFormed(id).slice(0, 200), note: wellFormed(note).slice(0, 500) })
    },
    flush: async () => {
      if (more > 0) waiting.push({ kind: 'file', id: '', note: `${more} more rows in a row cannot be read` })
      const rows = waiting
      waiting = []
      more = 0
      if (rows.length > 0) {
        await sql`
          insert into private.import_notes (kind, id, note)
          select kind, id, note from jsonb_to_recordset(${sql.json(rows)}) as n (kind text, id text, note text)`
      }
    },
  }
}

/** Removes characters that jsonb and text cannot store: NUL, and unpaired surrogates. */
function wellFormed(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function expand(query: string): string {
  return query.replace(/raw\('([a-z_]+)'\)/g, `(select key, data from private.import_rows where tbl = '$1')`)
}

async function* copyText(
  rows: AsyncIterable<RawRow>,
  { folder, progress }: { folder: string; progress: (count: number) => Promise<void> },
): AsyncGenerator<string> {
  let text = ''
  let count = 0
  for await (const { table, key, data } of rows) {
    const json = JSON.stringify(data, (_key, value) =>
      typeof value === 'string' ? wellFormed(value) : value,
    )
    text += `${table}\t${escapeCopy(wellFormed(key))}\t${json.replaceAll('\\', '\\\\')}\n`
    if (text.length > COPY_BYTES) {
      yield text
      text = ''
    }
    count += 1
    if (count % CHECK_ROWS === 0) {
      await progress(count)
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < FREE_BYTES) {
        throw new ImportError(`Less than 1 GiB is free on the disk of ${folder}, and the file goes on.`)
      }
    }
  }
  yield text
}

function escapeCopy(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (sign) => `\\${{ '\\': '\\', '\t': 't', '\n': 'n', '\r': 'r' }[sign]}`)
}
