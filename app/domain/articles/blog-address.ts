// The addresses of the Learning Center's list: what is searched for, on which topic, and which page of it.
import { QUESTION } from '#shared/limits.ts'

/** SPEC.md section 2. All but the first are looked for within an article's category. */
export const TOPICS = [
  { value: 'all', label: 'All topics' },
  { value: 'investment', label: 'Investment' },
  { value: 'cryptocurrency', label: 'Cryptocurrency' },
  { value: 'taxation', label: 'Taxation' },
  { value: 'ipo', label: 'IPO' },
  { value: 'payments', label: 'Payments' },
] as const

type Topic = (typeof TOPICS)[number]['value']

export type BlogAddress = {
  /** Looked for in titles and excerpts; '' for everything. */
  text: string
  topic: Topic
  page: number
}

export const FIRST_PAGE: BlogAddress = { text: '', topic: 'all', page: 1 }

/** Reads `?q=`, `?topic=` and `?page=`; what makes no sense is left out. */
export function readBlogAddress(search: URLSearchParams): BlogAddress {
  const page = search.get('page') ?? ''
  return {
    text: [...(search.get('q') ?? '').trim()].slice(0, QUESTION.max).join(''),
    topic: TOPICS.find(({ value }) => value === search.get('topic'))?.value ?? 'all',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address of a page of the list; the usual things are left out of it. */
export function blogPath({ text, topic, page }: BlogAddress): string {
  const search = new URLSearchParams()
  if (text) search.set('q', text)
  if (topic !== 'all') search.set('topic', topic)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/blog?${query}` : '/blog'
}

/** Whether the list is the whole one, from its beginning. */
export function isFirstPage({ text, topic, page }: BlogAddress): boolean {
  return text === '' && topic === 'all' && page === 1
}

/**
 * `text` as a pattern that stands for exactly these characters: in a pattern of the contract's `like`, `*`, `%` and
 * `_` would be wildcards, and there is no way to write an asterisk.
 */
export function literalPattern(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\s_]/gu, (sign) => (sign > '\u007f' ? sign : `\\${sign}`))
}

/** A value within the contract's `or=(…)`: quoted, so that commas and brackets in it are its own. */
export function quotedValue(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
