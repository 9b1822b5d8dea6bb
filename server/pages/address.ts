// One spelling per page. The page cache is keyed by addresses, so every other spelling of one leads to it: escapes
// of plain letters, doubled or trailing slashes, capitals in the site's own words, a question mark with nothing
// behind it. Parameters are judged by the routes (app/platform/address/canonical.ts), which know what they mean.

/** Stands for the site while an address is parsed; no host can be called so (RFC 2606). */
const SITE = 'http://site.invalid'
/** What the router appends to a page's path to ask for its data alone; the root's is `/_.data`. */
const DATA = '.data'
const ROOT_DATA = '_.data'

/**
 * The one spelling of the page that a request's target means.
 * @param words first path segments that the routes spell in small letters
 * @returns path and query, or null when no page can be meant
 */
export function canonicalAddress(target: string, words: ReadonlySet<string>): string | null {
  const url = URL.parse(target.startsWith('/') ? SITE + target : target)
  // No database holds a NUL, so whatever is looked up by it is not there.
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

/** Escapes what must be escaped and nothing else. A percent sign that begins no escape means itself. */
function spell(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return encodeURIComponent(segment)
  }
}
