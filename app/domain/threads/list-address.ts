// The addresses of a category's list: which discussions it shows, in which order, and which page of them.

/** latest: SPEC.md's order. top: most upvotes first. unanswered: without a reply, newest first. mine: one's own. */
export type Filter = 'latest' | 'top' | 'unanswered' | 'mine'

const FILTERS: readonly Filter[] = ['latest', 'top', 'unanswered', 'mine']

export type ListAddress = { filter: Filter; page: number }

/** Reads `?show=` and `?page=`; what makes no sense is the first page of the latest. */
export function readListAddress(search: URLSearchParams): ListAddress {
  const filter = FILTERS.find((one) => one === search.get('show')) ?? 'latest'
  return { filter, page: readPage(search.get('page')) }
}

/** The page that `text` names: a whole number from 1, else 1. */
export function readPage(text: string | null): number {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

/** The address of a page of a category's list; the usual things are left out of it. */
export function listPath(slug: string, { filter, page }: ListAddress): string {
  const search = new URLSearchParams()
  if (filter !== 'latest') search.set('show', filter)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/forums/${slug}?${query}` : `/forums/${slug}`
}

/**
 * How many pages a list has.
 * @param total rows of all pages, or null when nobody keeps that number: then a further page is known only by
 *   `hasMore`
 */
export function pageCount(total: number | null, pageSize: number, page: number, hasMore: boolean): number {
  if (total === null) return hasMore ? page + 1 : page
  return Math.max(1, Math.ceil(total / pageSize))
}
