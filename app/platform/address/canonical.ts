// Addresses that say the same page in other words. Each page has one, so that a reader, a search engine and the page
// cache know one address per page, and nobody fills the cache with copies of it.
import { redirect } from 'react-router'
import { ownSearch } from '#shared/page-search.ts'

/**
 * Leads on unless `url` spells its query as `path` does: a word that nobody knows, the usual thing said aloud, another
 * order, a parameter that is no page's.
 * @param path the address of what was read from `url`
 */
export function redirectToCanonical(url: { pathname: string; search: string }, path: string): void {
  const mark = path.indexOf('?')
  const search = mark < 0 ? '' : path.slice(mark)
  if (ownSearch(url.search) !== search) throw redirect(url.pathname + search, 301)
}
