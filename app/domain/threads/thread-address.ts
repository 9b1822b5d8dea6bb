// Where a discussion's page really lives. Every other spelling of its address leads there, so that a reader,
// a search engine and the page cache know one address per page.
import { ownSearch } from '#shared/page-search.ts'
import { threadPath } from '#shared/slugs.ts'

type Addressed = { id: string; title: string; category: { slug: string } }

/** The address of one page of a discussion; the first has no number. */
export function threadPagePath(thread: Addressed, page: number): string {
  return page > 1 ? `${threadPath(thread)}?page=${page}` : threadPath(thread)
}

/** The page that an address asks for: 1 without a number or with one that makes no sense. */
export function askedPage(search: URLSearchParams): number {
  const asked = search.get('page')
  return asked && /^[1-9]\d{0,6}$/.test(asked) ? Number(asked) : 1
}

/**
 * Where to send a reader who came by another spelling, or null when `url` is canonical.
 * @param pages how many pages the discussion has; an address past the last leads to the last
 */
export function betterAddress(
  thread: Addressed,
  url: { pathname: string; search: string; searchParams: URLSearchParams },
  pages: number,
): { to: string; permanent: boolean } | null {
  const asked = askedPage(url.searchParams)
  const page = Math.min(asked, pages)
  const to = threadPagePath(thread, page)
  // A page past the end may exist tomorrow; a wrong spelling stays wrong.
  return url.pathname + ownSearch(url.search) === to ? null : { to, permanent: asked <= pages }
}
