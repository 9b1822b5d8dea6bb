// What the administration's screens ask. Invalidating a key makes everything below it stale: `adminQueries.all` after an
// act that the figures, the log or a list may show.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listCategories } from '#app/domain/categories/queries.ts'
import { type Client, client } from '#app/platform/session/session.ts'
import type { Plan } from '#shared/schemas/articles.ts'
import { articleCategories, listAllArticles, loadArticle } from './articles/article-mutations.ts'
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

function query<Data>(queryKey: readonly unknown[], read: (client: Client) => Promise<Data>) {
  return queryOptions({ queryKey, queryFn: async () => read(await client()) })
}

/** A list that stays while the next page, filter or search of it is on its way. */
function list<Data>(queryKey: readonly unknown[], read: (client: Client) => Promise<Data>) {
  return queryOptions({ ...query(queryKey, read), placeholderData: keepPreviousData })
}

/** For a form that begins with what is there now, not with what was there at the last visit. */
function fresh<Data>(queryKey: readonly unknown[], read: (client: Client) => Promise<Data>) {
  return queryOptions({ ...query(queryKey, read), gcTime: 0 })
}

export const adminQueries = {
  all,
  articles,
  users,
  articleList: (wanted: { text: string; plan: Plan | 'all' }) =>
    list([...articles, 'list', wanted], (client) => listAllArticles(client, wanted)),
  article: (id: string) =>
    fresh([...articles, 'one', id], async (client) => (UUID.test(id) ? loadArticle(client, id) : null)),
  articleCategories: query([...articles, 'categories'], articleCategories),
  userList: (text: string) => list([...users, text], (client) => listUsers(client, text)),
  admins: query([...all, 'admins'], listAdmins),
  log: (address: LogAddress) => list([...all, 'log', address], (client) => listLog(client, address)),
  messages: (wanted: { show: Shown; page: number }) =>
    list([...all, 'contact', wanted], (client) => listMessages(client, wanted)),
  subscribers: (wanted: { state: State; page: number }) =>
    list([...all, 'newsletter', wanted], (client) => listSubscribers(client, wanted)),
  subscriberCounts: query([...all, 'newsletter', 'counts'], countSubscribers),
  categories: query([...all, 'categories'], listKeptCategories),
  categoryNames: query([...all, 'categories', 'names'], (client) => listCategories(client)),
  /** How many discussions a category holds. */
  categoryHeld: (id: string) => fresh([...all, 'categories', id, 'held'], (client) => countHeld(client, id)),
  settings: fresh([...all, 'settings'], loadSettings),
  officer: query([...all, 'settings', 'officer'], loadSettings),
  names: query([...all, 'names'], listReservedNames),
  synonyms: query([...all, 'synonyms'], listSynonyms),
  figures: query([...all, 'figures'], loadFigures),
  recent: query([...all, 'recent'], loadRecent),
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
}
