// Shared by all documents: their types, and escaping for XML.
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../../shared/database.types.ts'

/** The REST API, as a guest. */
export type GuestReader = PostgrestClient<Database>

/** `tags` for the cache, as of a page. */
export type Document = { type: string; body: string | Buffer; tags: Iterable<string> }

/** The document has another address. */
export type Moved = { location: string }

/** Segments of addresses, as parts of a regular expression: a slug, and the last segment of a discussion's address. */
export const SLUG = '[a-z0-9-]{1,60}'
export const THREAD_SLUG = '(?:[a-z0-9-]|%[0-9A-F]{2}){1,620}'

/** Control characters, unpaired surrogates and the two non-characters, none of which XML 1.0 allows. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** `text` as the content of an element or an attribute of XML 1.0. */
export function xml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}
