// Rate limits of this site's own actions, in the shape of api/limits/rules.ts.
import type { WorkLimits } from '../api/limits/limits.ts'
import { defineRules, HOUR, MINUTE, type Rule } from '../api/limits/rules.ts'

export const SITE_RULES = defineRules({
  // Rendered pages. Cached ones are not counted. Page requests carry no session, so members count like guests.
  'page-burst': { points: 50, seconds: 10, by: 'address' },
  page: { points: 100, seconds: MINUTE, by: 'address' },
  // Full-text search is expensive. Beyond it a guest's browser computes a proof of work: many share an address. A
  // rendered page of search results counts like a search over the API.
  'guest-search': { points: 60, seconds: 10 * MINUTE, by: 'guest', withProof: 10 },
  search: { points: 30, seconds: MINUTE, by: 'member' },
  // Pages that are rendered in a better lane (pages/admission.ts): as many as an address has. A proof costs the browser
  // about as much as a tenth of these renderings cost the server.
  'lane-member': { points: 100, seconds: MINUTE, by: 'lane pass' },
  'lane-proof': { points: 60, seconds: 10 * MINUTE, by: 'lane pass' },
  'search-proof': { points: 30, seconds: 10 * MINUTE, by: 'lane pass' },
  // Challenges and solutions: a few for each of the people who share an address.
  'proof-of-work': { points: 120, seconds: MINUTE, by: 'address' },
  // The link of a mail. Mail programs of one provider post from few addresses.
  unsubscribe: { points: 60, seconds: MINUTE, by: 'address' },
  // Reports of refused mails, and of those the ones with a wrong secret.
  bounces: { points: 600, seconds: MINUTE, by: 'address' },
  'bounce-guess': { points: 10, seconds: MINUTE, by: 'address' },
  // The text that a member is writing as it would be stored: at the end of a thought, and for each formula.
  preview: { points: 60, seconds: MINUTE, by: 'member' },
  // Renewals of push subscriptions by service workers.
  'push-renewal': { points: 20, seconds: MINUTE, by: 'address' },
  vote: { points: 60, seconds: MINUTE, by: 'member' },
  bookmark: { points: 60, seconds: MINUTE, by: 'member' },
  follow: { points: 60, seconds: MINUTE, by: 'member' },
  subscription: { points: 60, seconds: MINUTE, by: 'member' },
  watch: { points: 60, seconds: MINUTE, by: 'member' },
  mute: { points: 60, seconds: MINUTE, by: 'member' },
  report: { points: 20, seconds: HOUR, by: 'member' },
  // Of messages in the chat. Beyond it the browser computes a proof of work: many guests share an address.
  'guest-report': { points: 5, seconds: HOUR, by: 'guest', withProof: 10 },
  // Each page of a discussion reports how far it was read. A sign-in stores what the browser remembered of a guest.
  read: { points: 60, seconds: MINUTE, by: 'member' },
  'mark-all-read': { points: 10, seconds: MINUTE, by: 'member' },
  'merge-reads': { points: 5, seconds: MINUTE, by: 'member' },
  // 60 and 30 a minute: the wider bounds of 100 and 50 cannot be exceeded within these.
  chat: { points: 5, seconds: 5, by: 'member' },
  'guest-chat': { points: 5, seconds: 10, by: 'guest' },
  'chat-reaction': { points: 30, seconds: MINUTE, by: 'member' },
  // What sends mail.
  contact: { points: 5, seconds: HOUR, by: 'address' },
  newsletter: { points: 5, seconds: HOUR, by: 'address' },
})

const SEARCH = [SITE_RULES.search, SITE_RULES['guest-search']]

/** The database also counts rows across all nodes (ROW_LIMITS); exceeding this limit costs it nothing. */
export const WORK_LIMITS: WorkLimits = {
  tables: {
    reactions: [SITE_RULES.vote],
    bookmarks: [SITE_RULES.bookmark],
    reply_bookmarks: [SITE_RULES.bookmark],
    follows: [SITE_RULES.follow],
    thread_subscriptions: [SITE_RULES.subscription],
    watches: [SITE_RULES.watch],
    mutes: [SITE_RULES.mute],
    thread_reads: [SITE_RULES.read],
    category_reads: [SITE_RULES.read],
    reports: [SITE_RULES.report, SITE_RULES['guest-report']],
    chat_messages: [SITE_RULES.chat, SITE_RULES['guest-chat']],
    chat_reactions: [SITE_RULES['chat-reaction']],
  },
  functions: {
    search: SEARCH,
    similar_threads: SEARCH,
    search_in_thread: SEARCH,
    mark_thread_read: [SITE_RULES.read],
    note_visit: [SITE_RULES.read],
    mark_all_read: [SITE_RULES['mark-all-read']],
    merge_thread_reads: [SITE_RULES['merge-reads']],
    send_contact_message: [SITE_RULES.contact],
    subscribe_newsletter: [SITE_RULES.newsletter],
  },
}

const ROW_RULES = defineRules({
  // A sign-in stores what the browser remembered of a guest at once, up to 300 rows.
  'read-rows': { points: 360, seconds: MINUTE, by: 'member' },
  'push-device': { points: 20, seconds: HOUR, by: 'member' },
  'poll-vote': { points: 60, seconds: MINUTE, by: 'member' },
  answer: { points: 30, seconds: MINUTE, by: 'member' },
  // With proofs of work.
  'guest-report-rows': { points: 50, seconds: HOUR, by: 'guest' },
  'chat-edit': { points: 10, seconds: MINUTE, by: 'member' },
  wiki: { points: 30, seconds: MINUTE, by: 'member' },
  'wiki-edit': { points: 30, seconds: 10 * MINUTE, by: 'member' },
})

type RowLimit = {
  member: Rule
  /** Absent: guests write none. */
  guest?: Rule
  /** Events and tables, whose rows count together. */
  writes: readonly `${'insert' | 'update'} ${string}`[]
}

/**
 * What the database counts by itself, however it is written and on whichever node: rows, by their kind there. Triggers carry
 * the amounts as arguments of private.limit_writes; supabase/row-limits.test.ts compares them with this list.
 */
export const ROW_LIMITS: Readonly<Record<string, RowLimit>> = {
  vote: { member: SITE_RULES.vote, writes: ['insert public.reactions'] },
  bookmark: {
    member: SITE_RULES.bookmark,
    writes: ['insert public.bookmarks', 'insert public.reply_bookmarks'],
  },
  follow: { member: SITE_RULES.follow, writes: ['insert public.follows'] },
  subscription: { member: SITE_RULES.subscription, writes: ['insert public.thread_subscriptions'] },
  watch: { member: SITE_RULES.watch, writes: ['insert public.watches'] },
  mute: { member: SITE_RULES.mute, writes: ['insert public.mutes'] },
  chat: {
    member: SITE_RULES.chat,
    guest: SITE_RULES['guest-chat'],
    writes: ['insert public.chat_messages'],
  },
  report: {
    member: SITE_RULES.report,
    guest: ROW_RULES['guest-report-rows'],
    writes: ['insert public.reports'],
  },
  'chat edit': { member: ROW_RULES['chat-edit'], writes: ['update public.chat_messages'] },
  'chat reaction': { member: SITE_RULES['chat-reaction'], writes: ['insert public.chat_reactions'] },
  read: {
    member: ROW_RULES['read-rows'],
    writes: [
      'insert public.thread_reads',
      'update public.thread_reads',
      'insert public.category_reads',
      'update public.category_reads',
      'insert public.visits',
      'update public.visits',
    ],
  },
  push: { member: ROW_RULES['push-device'], writes: ['insert public.push_subscriptions'] },
  'poll vote': {
    member: ROW_RULES['poll-vote'],
    writes: ['insert public.poll_votes', 'update public.poll_votes'],
  },
  answer: { member: ROW_RULES.answer, writes: ['insert private.answers', 'update private.answers'] },
  wiki: { member: ROW_RULES.wiki, writes: ['insert public.wiki_posts'] },
  'wiki edit': { member: ROW_RULES['wiki-edit'], writes: ['update public.wiki_posts'] },
}
