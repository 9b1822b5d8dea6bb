// Custom media types: aggregates whose result type is a domain named after a media type.
// https://docs.postgrest.org/en/stable/references/api/media_type_handlers.html
import type { Name } from './sql-text.ts'

/** An aggregate over rows that produces the response body. */
export type Handler = Name & {
  contentType: string
  bytes: boolean
  /** The relation whose rows it aggregates; null: any. */
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

/** The Content-Type of a media type; as upstream, known types include the character set. */
export function contentTypeOf(media: string): string {
  if (media === '*/*') return 'application/octet-stream'
  return WITH_CHARSET.includes(media) ? `${media}; charset=utf-8` : media
}
