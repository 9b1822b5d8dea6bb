// Canonical URLs. The page cache is keyed by URL, so other spellings redirect to the canonical one: unnecessary
// escapes, doubled or trailing slashes, upper case in the site's own segments, an empty query. Parameters are
// validated by the routes (app/platform/address/canonical.ts), which know their meaning.
import { LANGUAGES, type Language } from '../../shared/languages.ts'
import { withoutTracking } from '../../shared/page-search.ts'

/** Placeholder host for parsing; reserved by RFC 2606. */
const SITE = 'http://site.invalid'
/** The router's suffix for data requests; the root's is `/_.data`. */
const DATA = '.data'
const ROOT_DATA = '_.data'
/** First segments of addresses that are in lower case as a whole: of slugs and tags. Members' names keep their case. */
const IN_LOWER_CASE = ['forums', 'blog', 'tags']

/**
 * The canonical URL of the page that a request's target means.
 * @param words first path segments that the routes spell in lower case
 * @param languages those that have pages; the prefix of another one is a path like any
 * @returns path and query, or null when no page can be meant
 */
export function canonicalAddress(
  target: string,
  words: ReadonlySet<string>,
  languages: readonly Language[] = [],
): string | null {
  const url = URL.parse(target.startsWith('/') ? SITE + target : target)
  // PostgreSQL cannot store NUL, so nothing can be found by it.
  if (!url || /%00/.test(target)) return null
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  const last = segments.at(-1)
  const isData = last?.endsWith(DATA) ?? false
  if (isData && (last === ROOT_DATA || last === DATA)) segments.pop()
  else if (isData && last) segments.push((segments.pop() ?? '').slice(0, -DATA.length))
  const prefix = `/${segments[0]?.toLowerCase()}`
  const isPrefixed = languages.some((language) => LANGUAGES[language].prefix === prefix)
  const [first = '', ...rest] = isPrefixed ? segments.slice(1) : segments
  const word = first.toLowerCase()
  const path = [
    words.has(word) ? word : spell(first),
    ...rest.map((segment) => spell(segment, IN_LOWER_CASE.includes(word))),
  ].join('/')
  const page = `/${isData ? (path === '' ? ROOT_DATA : path + DATA) : path}`
  return `${isPrefixed ? prefix + (page === '/' ? '' : page) : page}${url.search}`
}

/** `address` as it is rendered and kept: without the parameters that say where a visitor came from. */
export function plainAddress(address: string): string {
  const mark = address.indexOf('?')
  return mark < 0 ? address : address.slice(0, mark) + withoutTracking(address.slice(mark))
}

/** Escapes only what must be escaped. A percent sign that starts no escape is literal. */
function spell(segment: string, isLowerCase = false): string {
  let text = segment
  try {
    text = decodeURIComponent(segment)
  } catch {}
  return encodeURIComponent(isLowerCase ? text.toLowerCase() : text)
}
