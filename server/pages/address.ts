// Canonical URLs. The page cache is keyed by URL, so other spellings redirect to the canonical one: unnecessary
// escapes, doubled or trailing slashes, upper case in the site's own segments, an empty query. Parameters are
// validated by the routes (app/platform/address/canonical.ts), which know their meaning.

/** Placeholder host for parsing; reserved by RFC 2606. */
const SITE = 'http://site.invalid'
/** The router's suffix for data requests; the root's is `/_.data`. */
const DATA = '.data'
const ROOT_DATA = '_.data'

/**
 * The canonical URL of the page that a request's target means.
 * @param words first path segments that the routes spell in lower case
 * @returns path and query, or null when no page can be meant
 */
export function canonicalAddress(target: string, words: ReadonlySet<string>): string | null {
  const url = URL.parse(target.startsWith('/') ? SITE + target : target)
  // PostgreSQL cannot store NUL, so nothing can be found by it.
  if (!url || /%00/.test(target)) return null
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  const last = segments.at(-1)
  const isData = last?.endsWith(DATA) ?? false
  if (isData && (last === ROOT_DATA || last === DATA)) segments.pop()
  else if (isData && last) segments.push((segments.pop() ?? '').slice(0, -DATA.length))
  const [first = '', ...rest] = segments.map(spell)
  const word = first.toLowerCase()
  const path = [words.has(word) ? word : first, ...rest].join('/')
  return `/${isData ? (path === '' ? ROOT_DATA : path + DATA) : path}${url.search}`
}

/** Escapes only what must be escaped. A percent sign that starts no escape is literal. */
function spell(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return encodeURIComponent(segment)
  }
}
