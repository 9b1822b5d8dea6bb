// Addresses of a category's list: filter, order and page.

/**
 * latest: SPEC.md's order. top: most upvotes first. unsolved: without an accepted answer, newest first. new, unread: as
 * in own-reads.ts. mine: the member's own.
 */
export type Filter = 'latest' | 'top' | 'unsolved' | PersonalFilter
/** Only the member's browser can load these. */
export type PersonalFilter = 'new' | 'unread' | 'mine'

const FILTERS: readonly Filter[] = ['latest', 'new', 'unread', 'top', 'unsolved', 'mine']
/** An earlier name in addresses. */
const UNANSWERED = 'unanswered'

export type ListAddress = { filter: Filter; page: number }

/** Reads `?show=` and `?page=`; the default is the first page of the latest. */
export function readListAddress(search: URLSearchParams): ListAddress {
  const shown = search.get('show')
  const filter = shown === UNANSWERED ? 'unsolved' : (FILTERS.find((one) => one === shown) ?? 'latest')
  return { filter, page: readPage(search.get('page')) }
}

/** The page number in `text`: a whole number from 1, else 1. */
export function readPage(text: string | null): number {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

export function isPersonal(filter: Filter): filter is PersonalFilter {
  return filter === 'new' || filter === 'unread' || filter === 'mine'
}

/** The address of a page of a category's list, without default values. */
export function listPath(slug: string, { filter, page }: ListAddress): string {
  const search = new URLSearchParams()
  if (filter !== 'latest') search.set('show', filter)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/forums/${slug}?${query}` : `/forums/${slug}`
}

/**
 * The number of pages of a list.
 * @param total rows of all pages, or null if no counter exists: then only `hasMore` tells of another page
 */
export function pageCount(total: number | null, pageSize: number, page: number, hasMore: boolean): number {
  if (total === null) return hasMore ? page + 1 : page
  return Math.max(1, Math.ceil(total / pageSize))
}
