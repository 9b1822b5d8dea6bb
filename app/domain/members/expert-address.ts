// Addresses of the list of experts: order, speciality and page.

import * as t from '#words/members-more.ts'

export type ExpertSort = 'reputation' | 'posts' | 'followers' | 'recent'

export const EXPERT_SORTS: readonly { value: ExpertSort; label: string }[] = [
  { value: 'reputation', label: t.reputation },
  { value: 'posts', label: t.posts2 },
  { value: 'followers', label: t.followers },
  { value: 'recent', label: t.recentlyActive },
]

/** Twenty experts a page; to see more, visitors choose a speciality. */
const LAST_PAGE = 10

/** `speciality`: null for all. `page`: the list shows all pages up to this one. */
export type ExpertAddress = { sort: ExpertSort; speciality: string | null; page: number }

/** Reads `?sort=`, `?speciality=` and `?page=`; invalid values become the defaults. */
export function readExpertAddress(search: URLSearchParams): ExpertAddress {
  const sort = EXPERT_SORTS.find(({ value }) => value === search.get('sort'))?.value ?? 'reputation'
  const page = Number(search.get('page') ?? '1')
  return {
    sort,
    speciality: search.get('speciality') || null,
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  }
}

/** The address of a list, without default values. */
export function expertsPath({ sort, speciality, page }: ExpertAddress): string {
  const search = new URLSearchParams()
  if (sort !== 'reputation') search.set('sort', sort)
  if (speciality !== null) search.set('speciality', speciality)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/experts?${query}` : '/experts'
}

/** The next page; null at the end of the list. */
export function nextPage({ page }: ExpertAddress, hasMore: boolean): number | null {
  return hasMore && page < LAST_PAGE ? page + 1 : null
}
