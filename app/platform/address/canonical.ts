// Redirects to canonical addresses. Each page has one address, so that readers, search engines and the page cache know
// one, and nobody can fill the cache with copies of a page.
import { redirect } from 'react-router'
import { withoutLanguage } from '#shared/languages.ts'
import { ownSearch } from '#shared/page-search.ts'

/**
 * Redirects unless the query of `url` is spelled as in `path`: unknown parameters, default values and another order are
 * not canonical.
 * @param path the address built from what was read from `url`
 */
export function redirectToCanonical(url: { pathname: string; search: string }, path: string): void {
  const mark = path.indexOf('?')
  const search = mark < 0 ? '' : path.slice(mark)
  if (ownSearch(url.search) !== search) throw redirect(withoutLanguage(url.pathname) + search, 301)
}
