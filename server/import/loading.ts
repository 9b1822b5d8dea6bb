// Shared by the loaders of all kinds: the mapping of ids, and transactions that cause no notifications, e-mails or
// change events.
import { digest } from '../../api/crypto.ts'
import type { Sql } from '../../api/database/connection.ts'
import type { Pictures } from './pictures.ts'
import type { Kind, Note, Queued, Source } from './records.ts'

export type ImportContext = { sql: Sql; source: Source; note: Note; pictures: Pictures }

/**
 * Loads some records in one transaction.
 * @throws Error of the database if one of them is refused; none is loaded then
 */
export type Loader<T> = (work: ImportContext, records: Queued<T>[]) => Promise<void>

/** Deadlock, lock not available, serialization: conflicts with members of the live site. */
const TRY_AGAIN = new Set(['40P01', '55P03', '40001'])
const TRIES = 6

export async function inBatch(sql: Sql, write: (transaction: Sql) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await sql.begin(async (transaction) => {
        const work = transaction as unknown as Sql
        await work.unsafe(
          `set local arthachowk.importing = 'on'; set local statement_timeout = 0; set local lock_timeout = '5s'`,
        )
        await write(work)
      })
      return
    } catch (error) {
      if (tries === TRIES || !TRY_AGAIN.has(String((error as { code?: unknown }).code))) throw error
    }
  }
}

export type Mapping = { foreignId: string; id: string; address?: string | null }

export async function remember(transaction: Sql, source: Source, mappings: Mapping[]): Promise<void> {
  await transaction`
    insert into private.imported (source, foreign_id, id, old_address)
    select ${source.name}, m.foreign_id, m.id, m.address
    from jsonb_to_recordset(${transaction.json(
      mappings.map(({ foreignId, id, address = null }) => ({ foreign_id: foreignId, id, address })),
    )}) as m (foreign_id text, id uuid, address text)
    on conflict (source, foreign_id) do nothing`
}

/** Ids here of the rows that a batch refers to, by their foreign ids; deleted rows are left out. */
export function referredIds<R>(
  work: ImportContext,
  kind: Exclude<Kind, 'vote'>,
  batch: readonly Queued<R>[],
  reference: (record: R) => string | null | undefined,
): Promise<Map<string, string>> {
  return idsOf(
    work,
    kind,
    batch.map(({ record }) => reference(record)),
  )
}

/** Ids here of foreign rows that still exist. */
export async function idsOf(
  { sql, source }: Pick<ImportContext, 'sql' | 'source'>,
  kind: Exclude<Kind, 'vote'>,
  foreignIds: Iterable<string | null | undefined>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(foreignIds)].filter((id) => id !== null && id !== undefined)
  const tables = {
    member: 'public.profiles',
    category: 'public.forum_categories',
    thread: 'public.threads',
    reply: 'public.replies',
  }
  const rows = await sql.unsafe<{ foreign_id: string; id: string }[]>(
    `select i.foreign_id, i.id from private.imported i join ${tables[kind]} t on t.id = i.id
     where i.source = $1 and i.foreign_id = any ($2)`,
    [source.name, wanted.map((id) => `${kind} ${id}`)],
  )
  return new Map(rows.map(({ foreign_id: foreignId, id }) => [foreignId.slice(kind.length + 1), id]))
}

/** An id that is the same in every attempt, so that what was stored under it before a crash is found again. */
export function stableId(...parts: string[]): string {
  const hex = digest(parts.join('\n'), 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** At most `most` characters (code points). */
export function clip(text: string, most: number): string {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}
