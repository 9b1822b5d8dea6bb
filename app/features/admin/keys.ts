// Keys of the administration's queries. Invalidating a key makes everything below it stale: `adminKeys.all` after an act
// that the figures, the log or a list may show.

import { QUERY_ROOTS } from '#app/domain/query-roots.ts'

const all = QUERY_ROOTS.admin
const articles = [...all, 'articles'] as const
const users = [...all, 'users'] as const

export const adminKeys = {
  all,
  articles,
  articleList: (text: string, plan: string) => [...articles, 'list', text, plan] as const,
  article: (id: string | undefined) => [...articles, 'one', id] as const,
  articleCategories: [...articles, 'categories'] as const,
  users,
  userList: (text: string) => [...users, text] as const,
  admins: [...all, 'admins'] as const,
  log: (address: object) => [...all, 'log', address] as const,
  messages: (show: string, page: number) => [...all, 'contact', show, page] as const,
  contentThreads: (text: string, filter: string) => [...all, 'content', 'threads', text, filter] as const,
  contentReplies: (text: string, filter: string) => [...all, 'content', 'replies', text, filter] as const,
  subscribers: (state: string, page: number) => [...all, 'newsletter', state, page] as const,
  subscriberCount: [...all, 'newsletter', 'count'] as const,
  subscriberCounts: [...all, 'newsletter', 'counts'] as const,
  settings: [...all, 'settings'] as const,
  officer: [...all, 'settings', 'officer'] as const,
  names: [...all, 'names'] as const,
  synonyms: [...all, 'synonyms'] as const,
  figures: [...all, 'figures'] as const,
  health: [...all, 'health'] as const,
  recent: [...all, 'recent'] as const,
}
