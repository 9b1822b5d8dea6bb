// Addresses of a search: text, filters and page.
import { QUESTION } from '#shared/limits.ts'
import * as t from '#words/search-more.ts'

/** The kinds of results. */
const KINDS = ['all', 'threads', 'replies', 'articles', 'members', 'tags'] as const
export type Kind = (typeof KINDS)[number]

const DAY_MS = 24 * 60 * 60 * 1_000
/** The period, as in the address; `any` is left out. */
export const TIMES = {
  any: { label: t.anyTime, ms: null },
  week: { label: t.pastWeek, ms: 7 * DAY_MS },
  month: { label: t.pastMonth, ms: 30 * DAY_MS },
  year: { label: t.pastYear, ms: 365 * DAY_MS },
} as const
export type Time = keyof typeof TIMES

/** The order, as in the address; `relevance` is left out. */
export const SORTS = { relevance: t.bestMatchFirst, date: t.newestFirst } as const
export type Sort = keyof typeof SORTS

export type SearchAddress = {
  q: string
  kind: Kind
  /** A category's slug, or ''. */
  category: string
  /** A username, or ''. */
  author: string
  time: Time
  sort: Sort
  /** The id of the discussion whose replies are searched, or ''. */
  thread: string
  page: number
}

/** Reads the parameters of an address; invalid values are ignored. */
export function readSearchAddress(search: URLSearchParams): SearchAddress {
  const page = search.get('page') ?? ''
  const time = search.get('time') ?? ''
  return {
    q: (search.get('q') ?? '').trim().slice(0, QUESTION.max),
    kind: KINDS.find((kind) => kind === search.get('kind')) ?? 'all',
    category: (search.get('category') ?? '').trim().slice(0, 60),
    author: (search.get('author') ?? '').trim().replace(/^@/, '').slice(0, 30),
    time: isTime(time) ? time : 'any',
    sort: search.get('sort') === 'date' ? 'date' : 'relevance',
    thread: (search.get('thread') ?? '').trim().slice(0, 36),
    page: /^[1-9]\d?$/.test(page) ? Number(page) : 1,
  }
}

/** The address of a search, without default values. */
export function searchPath(address: Partial<SearchAddress> & { q: string }): string {
  const search = new URLSearchParams()
  if (address.q) search.set('q', address.q)
  if (address.kind && address.kind !== 'all') search.set('kind', address.kind)
  if (address.category) search.set('category', address.category)
  if (address.author) search.set('author', address.author)
  if (address.time && address.time !== 'any') search.set('time', address.time)
  if (address.sort === 'date') search.set('sort', address.sort)
  if (address.thread) search.set('thread', address.thread)
  if (address.page && address.page > 1) search.set('page', String(address.page))
  return search.size > 0 ? `/search?${search}` : '/search'
}

function isTime(word: string): word is Time {
  return Object.hasOwn(TIMES, word)
}
