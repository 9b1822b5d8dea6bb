// The canonical address of a page of a discussion. Other spellings redirect to it, so that readers, search engines and
// the page cache know one address per page.
import { withoutLanguage } from '#shared/languages.ts'
import { ownSearch } from '#shared/page-search.ts'
import { threadPath } from '#shared/slugs.ts'

type Addressed = { id: string; title: string; category: { slug: string } }

/** The address of a page of a discussion; the first page has no number, and the oldest replies come first by default. */
export function threadPagePath(thread: Addressed, page: number, isBestFirst = false): string {
  const search = [...(isBestFirst ? ['order=best'] : []), ...(page > 1 ? [`page=${page}`] : [])].join('&')
  return threadPath(thread) + (search && `?${search}`)
}

/** Whether an address asks for the best replies first. */
export function asksBestFirst(search: URLSearchParams): boolean {
  return search.get('order') === 'best'
}

/** The page number in an address: 1 if it is missing or invalid. */
export function askedPage(search: URLSearchParams): number {
  const asked = search.get('page')
  return asked && /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : 1
}

/**
 * Where to redirect, or null if `url` is canonical.
 * @param pages the number of pages; an address after the last leads to the last
 */
export function betterAddress(
  thread: Addressed,
  url: { pathname: string; search: string; searchParams: URLSearchParams },
  pages: number,
): { to: string; permanent: boolean } | null {
  const asked = askedPage(url.searchParams)
  const page = Math.min(asked, pages)
  const to = threadPagePath(thread, page, asksBestFirst(url.searchParams))
  // Temporary for a page after the last, which may exist later; permanent for a wrong spelling.
  return withoutLanguage(url.pathname) + ownSearch(url.search) === to
    ? null
    : { to, permanent: asked <= pages }
}
