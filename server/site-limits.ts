// How often anybody may do what this site is about. The figures are SAFETY's.
import type { WorkLimits } from '../api/limits/limits.ts'

const MINUTE = 60
const HOUR = 3_600

/**
 * Pages that are rendered. Cached ones are free, and one that many ask for is cached; a session is in the browser's
 * storage and not in the request, so that members count with guests here.
 */
export const PAGE_RULES = [
  { name: 'page-burst', points: 50, seconds: 10 },
  { name: 'page', points: 100, seconds: MINUTE },
]

const GUEST_SEARCH = { name: 'guest-search', points: 60, seconds: 10 * MINUTE }
const SEARCH = { member: [{ name: 'search', points: 30, seconds: MINUTE }], guest: [GUEST_SEARCH] }

/** A page of search results, rendered for a guest: the same count as the search over the API. */
export const SEARCH_PAGE_RULES = [GUEST_SEARCH]

/** The database counts rows, too (private.limit_writes), over all nodes: here too many cost nothing there. */
export const WORK_LIMITS: WorkLimits = {
  tables: {
    reactions: { member: [{ name: 'vote', points: 60, seconds: MINUTE }], guest: [] },
    bookmarks: { member: [{ name: 'bookmark', points: 60, seconds: MINUTE }], guest: [] },
    follows: { member: [{ name: 'follow', points: 60, seconds: MINUTE }], guest: [] },
    thread_subscriptions: { member: [{ name: 'subscription', points: 60, seconds: MINUTE }], guest: [] },
    reports: { member: [{ name: 'report', points: 20, seconds: HOUR }], guest: [] },
    // 60 and 30 a minute: the wider bounds of 100 and 50 cannot be reached past these.
    chat_messages: {
      member: [{ name: 'chat', points: 5, seconds: 5 }],
      guest: [{ name: 'guest-chat', points: 5, seconds: 10 }],
    },
  },
  // They look through the texts, which is expensive.
  functions: { search: SEARCH, similar_threads: SEARCH },
  mailing: {
    send_contact_message: { name: 'contact', points: 5, seconds: HOUR },
    subscribe_newsletter: { name: 'newsletter', points: 5, seconds: HOUR },
  },
}
