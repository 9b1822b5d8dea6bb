// What the administration's screens ask. Invalidating a key makes everything below it stale: `adminQueries.all` after an
// act that the figures, the log or a list may show.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listCategories } from '#app/domain/categories/queries.ts'
import { client } from '#app/platform/session/session.ts'
import { articleCategories, listAllArticles, loadArticle, type Plan } from './articles/article-mutations.ts'
import { countHeld, listKeptCategories } from './categories/category-mutations.ts'
import { loadFigures, loadHealth, loadRecent } from './dashboard/queries.ts'
import { listMessages, type Shown } from './inbox/queries.ts'
import { type LogAddress, listAdmins, listLog } from './log/log-queries.ts'
import { countSubscribers, listSubscribers, type State } from './newsletter/queries.ts'
import { loadSettings } from './settings/queries.ts'
import { listUsers } from './users/queries.ts'
import { listReservedNames, listSynonyms } from './word-lists/queries.ts'

const all = ['admin'] as const
const articles = [...all, 'articles'] as const
const users = [...all, 'users'] as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HEALTH_EVERY_MS = 30_000

/** For a form that begins with what is there now, not with what was there at the last visit. */
const ALWAYS_NEW = { gcTime: 0 } as const

export const adminQueries = {
  all,
  articles,
  users,
  articleList: (wanted: { text: string; plan: Plan | 'all' }) =>
    queryOptions({
      queryKey: [...articles, 'list', wanted],
      placeholderData: keepPreviousData,
      queryFn: async () => listAllArticles(await client(), wanted),
    }),
  article: (id: string) =>
    queryOptions({
      ...ALWAYS_NEW,
      queryKey: [...articles, 'one', id],
      queryFn: async () => (UUID.test(id) ? loadArticle(await client(), id) : null),
    }),
  articleCategories: queryOptions({
    queryKey: [...articles, 'categories'],
    queryFn: async () => articleCategories(await client()),
  }),
  userList: (text: string) =>
    queryOptions({
      queryKey: [...users, text],
      placeholderData: keepPreviousData,
      queryFn: async () => listUsers(await client(), text),
    }),
  admins: queryOptions({
    queryKey: [...all, 'admins'],
    queryFn: async () => listAdmins(await client()),
  }),
  log: (address: LogAddress) =>
    queryOptions({
      queryKey: [...all, 'log', address],
      placeholderData: keepPreviousData,
      queryFn: async () => listLog(await client(), address),
    }),
  messages: (wanted: { show: Shown; page: number }) =>
    queryOptions({
      queryKey: [...all, 'contact', wanted],
      placeholderData: keepPreviousData,
      queryFn: async () => listMessages(await client(), wanted),
    }),
  subscribers: (wanted: { state: State; page: number }) =>
    queryOptions({
      queryKey: [...all, 'newsletter', wanted],
      placeholderData: keepPreviousData,
      queryFn: async () => listSubscribers(await client(), wanted),
    }),
  subscriberCounts: queryOptions({
    queryKey: [...all, 'newsletter', 'counts'],
    queryFn: async () => countSubscribers(await client()),
  }),
  categories: queryOptions({
    queryKey: [...all, 'categories'],
    queryFn: async () => listKeptCategories(await client()),
  }),
  categoryNames: queryOptions({
    queryKey: [...all, 'categories', 'names'],
    queryFn: async () => listCategories(await client()),
  }),
  /** How many discussions a category holds. */
  categoryHeld: (id: string) =>
    queryOptions({
      ...ALWAYS_NEW,
      queryKey: [...all, 'categories', id, 'held'],
      queryFn: async () => countHeld(await client(), id),
    }),
  settings: queryOptions({
    ...ALWAYS_NEW,
    queryKey: [...all, 'settings'],
    queryFn: async () => loadSettings(await client()),
  }),
  officer: queryOptions({
    queryKey: [...all, 'settings', 'officer'],
    queryFn: async () => loadSettings(await client()),
  }),
  names: queryOptions({
    queryKey: [...all, 'names'],
    queryFn: async () => listReservedNames(await client()),
  }),
  synonyms: queryOptions({
    queryKey: [...all, 'synonyms'],
    queryFn: async () => listSynonyms(await client()),
  }),
  figures: queryOptions({
    queryKey: [...all, 'figures'],
    queryFn: async () => loadFigures(await client()),
  }),
  health: queryOptions({
    queryKey: [...all, 'health'],
    // No answer is an answer here.
    queryFn: () =>
      loadHealth().catch((error: unknown) => {
        console.warn('health could not be asked for', error)
        return null
      }),
    refetchInterval: HEALTH_EVERY_MS,
  }),
  recent: queryOptions({
    queryKey: [...all, 'recent'],
    queryFn: async () => loadRecent(await client()),
  }),
}
