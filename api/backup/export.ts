// Writes the site's content as JSON lines for other programs: every exposed table, accounts without their secrets, and
// the list of files. docs/operations/export-format.md is generated from the same list of types.
import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ReservedSql, Sql } from '../database/connection.ts'
import { inSnapshot } from './backup.ts'

const FORMAT = 1
const ROWS_AT_ONCE = 500

/** Left out of accounts: tokens of pending e-mails give access to them. */
const SECRETS = [
  ...[
    'instance_id',
    'confirmation_token',
    'recovery_token',
    'email_change_token_new',
    'email_change_token_current',
  ],
  ...['phone_change_token', 'reauthentication_token', 'email_change_session_id'],
]
const PASSWORD = 'encrypted_password'

export type ExportType = { type: string; table: string; comment: string; columns: ExportColumn[] }
type ExportColumn = { name: string; type: string; isNullable: boolean; comment: string }

/** What is exported, in this order. @param schemas those that the API exposes */
export async function exportTypes(
  sql: Sql | ReservedSql,
  schemas: readonly string[],
  { withPasswords }: { withPasswords: boolean },
): Promise<ExportType[]> {
  return sql<ExportType[]>`
    select case format('%I.%I', n.nspname, c.relname) when 'auth.users' then 'accounts' when 'storage.objects' then 'files' else c.relname end as type,
      format('%I.%I', n.nspname, c.relname) as table, coalesce(obj_description(c.oid, 'pg_class'), '') as comment,
      (
        select jsonb_agg(jsonb_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', not a.attnotnull,
          'comment', coalesce(col_description(c.oid, a.attnum), '')
        ) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and not (c.oid = 'auth.users'::regclass and a.attname = any (${SECRETS}))
          and (a.attname <> ${PASSWORD} or c.oid <> 'auth.users'::regclass or ${withPasswords})
      ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = any (${[...schemas]}) or c.oid in ('auth.users'::regclass, 'storage.objects'::regclass))
    order by n.nspname, c.relname`
}

type Options = { sql: Sql; schemas: readonly string[]; withPasswords: boolean }

/**
 * Writes all types into one stream, compressed.
 * @returns rows by type
 */
export function exportToStream(options: Options, output: Writable): Promise<Record<string, number>> {
  return inSnapshot(options.sql, async (connection) => {
    const types = await exportTypes(connection, options.schemas, options)
    const counts: Record<string, number> = {}
    const lines = async function* () {
      yield head(types, options)
      for (const type of types) yield* linesOf(connection, type, counts)
      yield foot(counts)
    }
    await pipeline(Readable.from(lines()), createGzip(), output)
    return counts
  })
}

/**
 * Gives `write` a stream of lines for each type, and the versions of files with their names.
 * @returns rows by type
 */
export function exportParts(
  options: Options,
  write: {
    part: (name: string, lines: AsyncIterable<string>) => Promise<void>
    file: (bucket: string, name: string, version: string) => Promise<void>
  },
): Promise<Record<string, number>> {
  return inSnapshot(options.sql, async (connection) => {
    const types = await exportTypes(connection, options.schemas, options)
    const counts: Record<string, number> = {}
    for (const type of types) await write.part(type.type, linesOf(connection, type, counts))
    const stored = connection<{ bucket: string; name: string; version: string }[]>`
      select bucket_id as bucket, name, version from storage.objects where version is not null`
    for await (const files of stored.cursor(ROWS_AT_ONCE)) {
      for (const { bucket, name, version } of files) await write.file(bucket, name, version)
    }
    // The last line: without it the export is incomplete.
    await write.part('export', Readable.from([head(types, options), foot(counts)]))
    return counts
  })
}

async function* linesOf(
  connection: ReservedSql,
  { type, table, columns }: ExportType,
  counts: Record<string, number>,
): AsyncGenerator<string> {
  counts[type] = 0
  const names = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`).join(', ')
  const rows = connection.unsafe<{ line: string }[]>(
    `select row_to_json(r)::text as line from (select ${names} from ${table}) r`,
  )
  for await (const some of rows.cursor(ROWS_AT_ONCE)) {
    counts[type] += some.length
    yield some.map(({ line }) => `{"type":"${type}","row":${line}}\n`).join('')
  }
}

function head(types: ExportType[], { withPasswords }: Options): string {
  const made = new Date().toISOString()
  return `${JSON.stringify({ type: 'export', format: FORMAT, made_at: made, with_passwords: withPasswords, types: types.map(({ type }) => type) })}\n`
}

function foot(counts: Record<string, number>): string {
  return `${JSON.stringify({ type: 'end', counts })}\n`
}
