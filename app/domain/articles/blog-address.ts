// Addresses of the Learning Center's list: search text, topic and page.
import { QUESTION } from '#shared/limits.ts'
import * as t from '#words/articles-more.ts'

/** The topics of SPEC.md section 2. All except the first match within an article's category. */
export const TOPICS = [
  { value: 'all', label: t.allTopics },
  { value: 'investment', label: t.investment },
  { value: 'cryptocurrency', label: t.cryptocurrency },
  { value: 'taxation', label: t.taxation },
  { value: 'ipo', label: t.ipo },
  { value: 'payments', label: t.payments },
] as const

type Topic = (typeof TOPICS)[number]['value']

export type BlogAddress = {
  /** Matched in titles and excerpts; '' matches everything. */
  text: string
  topic: Topic
  page: number
}

export const FIRST_PAGE: BlogAddress = { text: '', topic: 'all', page: 1 }

/** Reads `?q=`, `?topic=` and `?page=`, and ignores invalid values. */
export function readBlogAddress(search: URLSearchParams): BlogAddress {
  const page = search.get('page') ?? ''
  return {
    text: [...(search.get('q') ?? '').trim()].slice(0, QUESTION.max).join(''),
    topic: TOPICS.find(({ value }) => value === search.get('topic'))?.value ?? 'all',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address of a page of the list, without default values. */
export function blogPath({ text, topic, page }: BlogAddress): string {
  const search = new URLSearchParams()
  if (text) search.set('q', text)
  if (topic !== 'all') search.set('topic', topic)
  if (page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/blog?${query}` : '/blog'
}

/** Whether this is the first page of the unfiltered list. */
export function isFirstPage({ text, topic, page }: BlogAddress): boolean {
  return text === '' && topic === 'all' && page === 1
}

/** Escapes `text` for the API's `like`, where `*`, `%` and `_` are wildcards. An asterisk cannot be escaped there. */
export function literalPattern(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\s_]/gu, (sign) => (sign > '\u007f' ? sign : `\\${sign}`))
}

/** Quotes a value for the API's `or=(…)`, where commas and brackets are syntax. */
export function quotedValue(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
