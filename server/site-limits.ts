// Rate limits of this site's own actions.
import type { Rule } from '../api/limits/counters.ts'
import type { WorkLimits } from '../api/limits/limits.ts'

const MINUTE = 60
const HOUR = 3_600

/** Rendered pages. Cached ones are not counted. Page requests carry no session, so members count like guests. */
export const PAGE_RULES = [
  { name: 'page-burst', points: 50, seconds: 10 },
  { name: 'page', points: 100, seconds: MINUTE },
]

/**
 * Beyond it a guest's browser computes a proof of work: many share an address. A rendered page of search results counts
 * like a search over the API.
 */
export const GUEST_SEARCH: Rule = {
  name: 'guest-search',
  points: 60,
  seconds: 10 * MINUTE,
  isProvable: true,
}
const SEARCH = { member: [{ name: 'search', points: 30, seconds: MINUTE }], guest: [GUEST_SEARCH] }

/** Pages that are rendered in a better lane, by pass (pages/admission.ts): as many as an address has. */
export const MEMBER_LANE_RULES = [{ name: 'lane-member', points: 100, seconds: MINUTE }]
/** A proof costs the browser about as much as a tenth of these renderings cost the server. */
export const PROVEN_LANE_RULES = [{ name: 'lane-proof', points: 60, seconds: 10 * MINUTE }]
export const PROVEN_SEARCH_RULES = [{ name: 'search-proof', points: 30, seconds: 10 * MINUTE }]

/** Challenges and solutions, by address: a few for each of the people who share it. */
export const PROOF_RULES = [{ name: 'proof-of-work', points: 120, seconds: MINUTE }]

/** The link of a mail, by address. Mail programs of one provider post from few addresses. */
export const UNSUBSCRIBE_RULES = [{ name: 'unsubscribe', points: 60, seconds: MINUTE }]

/** Reports of refused mails, by address; and of those the ones with a wrong secret. */
export const BOUNCE_RULES = [{ name: 'bounces', points: 600, seconds: MINUTE }]
export const BOUNCE_GUESS_RULES = [{ name: 'bounce-guess', points: 10, seconds: MINUTE }]

/** Renewals of push subscriptions by service workers, by address. */
export const PUSH_RENEWAL_RULES = [{ name: 'push-renewal', points: 20, seconds: MINUTE }]

/** Each page of a discussion reports how far it was read. A sign-in stores what the browser remembered of a guest. */
const READING = [{ name: 'read', points: 60, seconds: MINUTE }]

/** The database also counts rows across all nodes (private.limit_writes); exceeding this limit costs it nothing. */
export const WORK_LIMITS: WorkLimits = {
  tables: {
    reactions: { member: [{ name: 'vote', points: 60, seconds: MINUTE }], guest: [] },
    bookmarks: { member: [{ name: 'bookmark', points: 60, seconds: MINUTE }], guest: [] },
    reply_bookmarks: { member: [{ name: 'bookmark', points: 60, seconds: MINUTE }], guest: [] },
    follows: { member: [{ name: 'follow', points: 60, seconds: MINUTE }], guest: [] },
    thread_subscriptions: { member: [{ name: 'subscription', points: 60, seconds: MINUTE }], guest: [] },
    watches: { member: [{ name: 'watch', points: 60, seconds: MINUTE }], guest: [] },
    mutes: { member: [{ name: 'mute', points: 60, seconds: MINUTE }], guest: [] },
    thread_reads: { member: READING, guest: [] },
    reports: { member: [{ name: 'report', points: 20, seconds: HOUR }], guest: [] },
    // 60 and 30 a minute: the wider bounds of 100 and 50 cannot be exceeded within these.
    chat_messages: {
      member: [{ name: 'chat', points: 5, seconds: 5 }],
      guest: [{ name: 'guest-chat', points: 5, seconds: 10 }],
    },
  },
  functions: {
    // Full-text search is expensive.
    search: SEARCH,
    similar_threads: SEARCH,
    search_in_thread: SEARCH,
    mark_thread_read: { member: READING, guest: [] },
    mark_all_read: { member: [{ name: 'mark-all-read', points: 10, seconds: MINUTE }], guest: [] },
    merge_thread_reads: { member: [{ name: 'merge-reads', points: 5, seconds: MINUTE }], guest: [] },
  },
  mailing: {
    send_contact_message: { name: 'contact', points: 5, seconds: HOUR },
    subscribe_newsletter: { name: 'newsletter', points: 5, seconds: HOUR },
  },
}

/** All rules of this file. */
export const SITE_RULES: readonly Rule[] = [
  ...[
    PAGE_RULES,
    [GUEST_SEARCH],
    MEMBER_LANE_RULES,
    PROVEN_LANE_RULES,
    PROVEN_SEARCH_RULES,
    PROOF_RULES,
    UNSUBSCRIBE_RULES,
    BOUNCE_RULES,
    BOUNCE_GUESS_RULES,
    PUSH_RENEWAL_RULES,
  ].flat(),
  ...[WORK_LIMITS.tables, WORK_LIMITS.functions].flatMap((limits) =>
    Object.values(limits).flatMap(({ member, guest }) => [...member, ...guest]),
  ),
  ...Object.values(WORK_LIMITS.mailing),
]
