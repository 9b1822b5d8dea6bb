// Queries of the administration. Invalidating a key invalidates all keys below it: `adminQueries.all` after a change
// that figures, log or lists may show.
import { queryOptions } from '@tanstack/react-query'
import { listCategories } from '#app/domain/categories/queries.ts'
import { type LogAddress, listAdmins, listLog } from '#app/features/admin/log/log.ts'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'
import type { Plan } from '#shared/schemas/articles.ts'
import {
  articleCategories,
  listAllArticles,
  loadArticle,
  originalArticles,
} from './articles/article-mutations.ts'
import { countHeld, listKeptCategories, loadCategoryGuide } from './categories/category-mutations.ts'
import { loadFigures, loadHealth, loadRecent } from './dashboard/queries.ts'
import { loadStatements } from './database/queries.ts'
import { countOpenMessages, listMessages, type Shown } from './inbox/queries.ts'
import { countSubscribers, listSubscribers, type State } from './newsletter/queries.ts'
import {
  type AppealsShown,
  countOpenAppeals,
  listAppeals,
  listNotes,
  listReasons,
  loadSanctions,
} from './sanctions/queries.ts'
import { loadSettings } from './settings/queries.ts'
import { listHits, listRules } from './shield/queries.ts'
import { listUsers } from './users/queries.ts'
import { listReservedNames, listSynonyms } from './word-lists/queries.ts'

const all = ['admin'] as const
const articles = [...all, 'articles'] as const
const users = [...all, 'users'] as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HEALTH_EVERY_MS = 30_000

/** Always refetched, because a form starts from the current values. */
function fresh<Data>(queryKey: readonly unknown[], read: (client: Client) => Promise<Data>) {
  return queryOptions({ ...clientQuery(queryKey, read), gcTime: 0 })
}

export const adminQueries = {
  all,
  articles,
  users,
  articleList: (wanted: { text: string; plan: Plan | 'all' }) =>
    listQuery([...articles, 'list', wanted], (client) => listAllArticles(client, wanted)),
  article: (id: string) =>
    fresh([...articles, 'one', id], async (client) => (UUID.test(id) ? loadArticle(client, id) : null)),
  articleCategories: clientQuery([...articles, 'categories'], articleCategories),
  articleOriginals: clientQuery([...articles, 'originals'], originalArticles),
  userList: (text: string) => listQuery([...users, text], (client) => listUsers(client, text)),
  admins: clientQuery([...all, 'admins'], listAdmins),
  log: (address: LogAddress) => listQuery([...all, 'log', address], (client) => listLog(client, address)),
  sanctionsOf: (member: string) =>
    fresh([...all, 'sanctions', member], (client) => loadSanctions(client, member)),
  notesOf: (member: string) => clientQuery([...all, 'notes', member], (client) => listNotes(client, member)),
  reasons: clientQuery([...all, 'reasons'], listReasons),
  openAppeals: clientQuery([...all, 'appeals', 'open'], countOpenAppeals),
  appeals: (wanted: { show: AppealsShown; page: number }) =>
    listQuery([...all, 'appeals', wanted], (client) => listAppeals(client, wanted)),
  openMessages: clientQuery([...all, 'contact', 'open'], countOpenMessages),
  messages: (wanted: { show: Shown; page: number }) =>
    listQuery([...all, 'contact', wanted], (client) => listMessages(client, wanted)),
  subscribers: (wanted: { state: State; page: number }) =>
    listQuery([...all, 'newsletter', wanted], (client) => listSubscribers(client, wanted)),
  subscriberCounts: clientQuery([...all, 'newsletter', 'counts'], countSubscribers),
  categories: clientQuery([...all, 'categories'], listKeptCategories),
  categoryNames: clientQuery([...all, 'categories', 'names'], (client) => listCategories(client)),
  /** The number of discussions in a category. */
  categoryHeld: (id: string) => fresh([...all, 'categories', id, 'held'], (client) => countHeld(client, id)),
  categoryGuide: (id: string) =>
    fresh([...all, 'categories', id, 'guide'], (client) => loadCategoryGuide(client, id)),
  settings: fresh([...all, 'settings'], loadSettings),
  officer: clientQuery([...all, 'settings', 'officer'], loadSettings),
  shieldRules: clientQuery([...all, 'shield rules'], listRules),
  shieldHits: clientQuery([...all, 'shield hits'], listHits),
  names: clientQuery([...all, 'names'], listReservedNames),
  synonyms: clientQuery([...all, 'synonyms'], listSynonyms),
  figures: clientQuery([...all, 'figures'], loadFigures),
  recent: clientQuery([...all, 'recent'], loadRecent),
  statements: queryOptions({ queryKey: [...all, 'statements'], queryFn: loadStatements }),
  health: queryOptions({
    queryKey: [...all, 'health'],
    // The server's failure to answer is a result here.
    queryFn: () =>
      loadHealth().catch((error: unknown) => {
        console.warn('health could not be asked for', error)
        return null
      }),
    refetchInterval: HEALTH_EVERY_MS,
  }),
}
