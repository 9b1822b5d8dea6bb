// Where a discussion's page really lives. Every other spelling of its address leads there, so that a reader,
// a search engine and the page cache know one address per page.
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
 * Where to send a reader who came by another spelling, or null when `url` is canonical. Parameters that are
 * not ours (a newsletter's mark, say) stay, and are no reason to move.
 * @param pages how many pages the discussion has; an address past the last leads to the last
 */
export function betterAddress(
  thread: Addressed,
  url: { pathname: string; searchParams: URLSearchParams },
  pages: number,
): { to: string; permanent: boolean } | null {
  const asked = askedPage(url.searchParams)
  const page = Math.min(asked, pages)
  const given = url.searchParams.get('page')
  const wanted = page > 1 ? String(page) : null
  if (url.pathname === threadPath(thread) && given === wanted) return null
  const search = new URLSearchParams(url.searchParams)
  search.delete('page')
  if (wanted) search.set('page', wanted)
  const query = search.size > 0 ? `?${search}` : ''
  // A page past the end may exist tomorrow; a wrong spelling stays wrong.
  return { to: threadPath(thread) + query, permanent: asked <= pages }
}
