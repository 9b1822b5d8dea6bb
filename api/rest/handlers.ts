// Media types that the database's owner made: an aggregate whose result is a domain named like one.
// https://docs.postgrest.org/en/stable/references/api/media_type_handlers.html
import type { Name } from './sql-text.ts'

/** An aggregate over rows that gives the body of an answer. */
export type Handler = Name & {
  contentType: string
  /** Its value is a bytea. */
  bytes: boolean
  /** The relation whose rows it takes; null: of any. */
  of: Name | null
}

export type HandlerRow = Name & { media: string; target: number | null; bytes: boolean }

/** Handlers by the object id of their relation (null: any), then by media type. */
export function handlersOf(
  rows: readonly HandlerRow[],
  names: ReadonlyMap<number, Name>,
): Map<number | null, Map<string, Handler>> {
  const made = rows.map((row) => {
    const { schema, name, bytes } = row
    const of = row.target === null ? null : (names.get(row.target) ?? null)
    return { ...row, handler: { schema, name, bytes, of, contentType: contentTypeOf(row.media) } }
  })
  return new Map(
    [...Map.groupBy(made, (row) => row.target)].map(([target, list]) => [
      target,
      new Map(list.map(({ media, handler }) => [media, handler])),
    ]),
  )
}

const WITH_CHARSET = ['application/json', 'application/geo+json', 'text/csv', 'text/plain', 'text/xml']

/** How an answer of a media type calls itself, as upstream: of types that it knows it says the character set. */
export function contentTypeOf(media: string): string {
  if (media === '*/*') return 'application/octet-stream'
  return WITH_CHARSET.includes(media) ? `${media}; charset=utf-8` : media
}
