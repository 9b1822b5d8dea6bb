// The moderation log: reading it by pages, and the wording of its entries, which name an action and a table.
import { rangeOf, rowsOf } from '#app/platform/address/page-number.ts'
import type { Client } from '#app/platform/session/session.ts'
import { containing, quoted } from '#app/platform/supabase/like.ts'
import { memberName, memberPath, messagePath, replyPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/admin.ts'

const ACTIONS: Readonly<Record<string, string>> = {
  insert: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  edit: 'Edited',
  move: 'Moved',
  hide: 'Hidden',
  show: t.shownAgain,
  lock: 'Locked',
  unlock: 'Unlocked',
  pin: 'Pinned',
  unpin: 'Unpinned',
  stick: 'Stickied',
  unstick: 'Unstickied',
  accept: t.acceptedAsTheAnswer,
  unaccept: t.noLongerTheAnswer,
  wiki: t.madeAWiki,
  unwiki: t.noLongerAWiki,
  level: t.levelChanged,
  sanction: 'Sanctioned',
  lift: t.sanctionLifted,
  note: t.staffNoteWritten,
  unnote: t.staffNoteDeleted,
  grant_appeal: t.appealGranted,
  refuse_appeal: t.appealRefused,
  grant: t.madeAdministrator,
  revoke: t.noLongerAdministrator,
  resolve: 'Resolved',
  dismiss: 'Dismissed',
  reopen: 'Reopened',
  answer: 'Answered',
  export: 'Exported',
  mute: t.guestOfTheChatMuted,
  reveal: t.authorOfAChatMessage,
  publish: 'Published',
  refuse: t.refusedWaiting,
  hold: t.heldAgain,
  open_sealed: t.sealedCopyLookedAt,
  unpublish: 'Unpublished',
  schedule: 'Scheduled',
  feature: 'Featured',
  unfeature: 'Unfeatured',
}

/** Those whose words say what they were done to. */
const WHOLE = new Set([
  ...['level', 'grant', 'revoke', 'mute', 'reveal', 'open_sealed'],
  ...['lift', 'note', 'unnote', 'grant_appeal', 'refuse_appeal'],
])

const TARGETS: Readonly<Record<string, string>> = {
  threads: 'Discussion',
  replies: 'Reply',
  chat_messages: t.chatMessage,
  profiles: 'Member',
  forum_categories: 'Category',
  search_synonyms: t.synonymsOfTheSearch,
  reserved_names: t.reservedName,
  shield_rules: t.ruleOfTheShield,
  blog_posts: 'Article',
  reports: 'Report',
  site_settings: 'Settings',
  contact_messages: t.contactMessage,
  newsletter_subscribers: t.newsletterList,
  expert_profiles: 'Expert',
  post_revisions: t.earlierVersion,
  objects: 'Picture',
}

/** The actions that the log can be filtered by. */
export const LOG_ACTIONS = Object.keys(ACTIONS)

/** 'Locked' for lock; an unknown action stands for itself. */
export function actionWord(action: string): string {
  return ACTIONS[action] ?? action
}

/** 'Discussion locked' for a lock of threads; unknown names stand for themselves. */
export function actWords({ action, target_table: table }: Pick<Entry, 'action' | 'target_table'>): string {
  const word = actionWord(action)
  if (WHOLE.has(action)) return word
  const target = action === 'export' && table === 'profiles' ? t.listOfMembers : (TARGETS[table] ?? table)
  return `${target} ${lowerFirst(word)}`
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The columns whose changes the log has, with the labels of their forms. */
const FIELDS: Readonly<Record<string, string>> = {
  site_name: t.siteName,
  site_description: t.siteDescription,
  legal_entity: t.legalEntity,
  headline_figures: t.headlineFigures,
  maintenance_mode: t.maintenanceMode,
  require_email_verification: t.requireEmailVerification,
  auto_moderation: t.autoModeration,
  max_posts_per_day: t.maxPostsPerDay,
  hold_first_posts: t.holdFirstPosts,
  guest_chat: t.guestsWriteInTheChat,
  chat_gap_seconds: t.slowMode,
  chat_rooms: t.chatRooms,
  mail_subscribers: t.byMail,
  published_at: 'Published',
  full_name: t.fullName,
}

/** 'Maintenance Mode: off → on' for 'maintenance_mode: false → true'. */
export function detailWords(detail: string): string {
  return detail
    .replaceAll(/(^|; )([a-z_]+): /g, (_, start: string, field: string) => {
      const word = FIELDS[field] ?? field.charAt(0).toUpperCase() + field.slice(1)
      return `${start}${word}: `
    })
    .replaceAll(
      /: (true|false) → (true|false)(?=;|$)/g,
      (_, before, after) => `: ${onOff(before)} → ${onOff(after)}`,
    )
}

function onOff(value: string): string {
  return value === 'true' ? 'on' : 'off'
}

type Entry = { action: string; target_table: string; target_label: string | null }

/** One line: 'Discussion locked “Which fund?”'. */
export function sentence({ action, target_table, target_label }: Entry): string {
  const isSettings = target_table === 'site_settings'
  const label = target_label && !isSettings ? ` “${target_label}”` : ''
  return `${actWords({ action, target_table })}${label}`
}

/** Empty values are left out. */
export type LogAddress = { action: string; by: string; text: string; page: number }

/** Stands for the site itself in place of an administrator's id. */
export const THE_SITE = 'site'

/** The entries, newest first, with their total number. */
export async function listLog(client: Client, { action, by, text, page }: LogAddress) {
  let query = client
    .from('moderation_log')
    .select(
      'id, action, target_table, target_id, target_label, reason, detail, created_at, actor:profiles!moderation_log_actor_id_fkey(username)',
      { count: 'exact' },
    )
  if (action !== '') query = query.eq('action', action)
  if (by === THE_SITE) query = query.is('actor_id', null)
  else if (by !== '') query = query.eq('actor_id', by)
  if (text !== '') {
    const pattern = quoted(containing(text))
    query = query.or(`target_label.ilike.${pattern},reason.ilike.${pattern},detail.ilike.${pattern}`)
  }
  const { rows, total } = rowsOf(await query.order('id', { ascending: false }).range(...rangeOf(page)))
  const places = await placesOf(client, rows)
  return { rows: rows.map((row) => ({ ...row, ...places(row) })), total }
}

export type LogEntry = Awaited<ReturnType<typeof listLog>>['rows'][number]

type Target = { target_table: string; target_id: string }

/** The screens of what has no page of its own. */
const SCREENS: Readonly<Record<string, string>> = {
  forum_categories: '/admin/categories',
  search_synonyms: '/admin/synonyms',
  reserved_names: '/admin/names',
  shield_rules: '/admin/shield',
  reports: '/admin/moderate',
  site_settings: '/admin/settings',
  contact_messages: '/admin/contact',
  newsletter_subscribers: '/admin/newsletter',
}
const OF_MEMBERS = ['profiles', 'user_roles', 'expert_profiles']
/** Those whose rows are looked up: what is not found is gone. */
const LOOKED_UP = ['threads', 'replies', 'blog_posts', 'chat_messages', 'post_revisions', ...OF_MEMBERS]
/** What has no row, such as a list that was exported. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** What an entry tells of, as it is now: where it is, whose it is, and whether it is gone. */
type Place = { to: string | null; whose: string | null; isGone: boolean }

async function placesOf(client: Client, entries: readonly Target[]) {
  const idsOf = (tables: readonly string[]) => [
    ...new Set(entries.filter((one) => tables.includes(one.target_table)).map((one) => one.target_id)),
  ]
  const THREAD = 'id, title, category:forum_categories!threads_category_id_fkey(slug)'
  const [threads, replies, members, articles, messages, revisions] = await Promise.all([
    client
      .from('threads')
      .select(`${THREAD}, author:profiles!threads_author_id_fkey(username)`)
      .in('id', idsOf(['threads']))
      .throwOnError(),
    client
      .from('replies')
      .select(
        `id, author:profiles!replies_author_id_fkey(username), thread:threads!replies_thread_id_fkey(${THREAD})`,
      )
      .in('id', idsOf(['replies']))
      .throwOnError(),
    client.from('profiles').select('id, username').in('id', idsOf(OF_MEMBERS)).throwOnError(),
    client
      .from('blog_posts')
      .select('id')
      .in('id', idsOf(['blog_posts']))
      .throwOnError(),
    client
      .from('chat_messages')
      .select('id')
      .in('id', idsOf(['chat_messages']))
      .throwOnError(),
    client
      .from('post_revisions')
      .select(
        `id, thread:threads!post_revisions_thread_id_fkey(${THREAD}), reply:replies!post_revisions_reply_id_fkey(id, thread:threads!replies_thread_id_fkey(${THREAD}))`,
      )
      .in('id', idsOf(['post_revisions']))
      .throwOnError(),
  ])
  const found = new Map<string, Pick<Place, 'to' | 'whose'>>([
    ...threads.data.map(
      ({ author, ...thread }) => [thread.id, { to: threadPath(thread), whose: by(author) }] as const,
    ),
    ...replies.data.map(
      ({ id, author, thread }) =>
        [id, { to: replyPath(threadPath(thread), id), whose: `${by(author)} in “${thread.title}”` }] as const,
    ),
    ...members.data.map(({ id, username }) => [id, { to: memberPath(username), whose: null }] as const),
    ...articles.data.map(({ id }) => [id, { to: `/admin/blog/${id}`, whose: null }] as const),
    ...messages.data.map(({ id }) => [id, { to: messagePath(id), whose: null }] as const),
    ...revisions.data.map(({ id, thread, reply }) => {
      const to = thread ? threadPath(thread) : reply && replyPath(threadPath(reply.thread), reply.id)
      return [id, { to, whose: null }] as const
    }),
  ])
  return ({ target_table: table, target_id: id }: Target): Place => ({
    to: SCREENS[table] ?? null,
    whose: null,
    isGone: table === 'objects' || (LOOKED_UP.includes(table) && id !== NO_ID && !found.has(id)),
    ...found.get(id),
  })
}

function by(author: { username: string }): string {
  return `by ${memberName(author.username)}`
}

/** The administrators, for the filter. */
export async function listAdmins(client: Client): Promise<{ id: string; username: string }[]> {
  const { data } = await client
    .from('user_roles')
    .select('member:profiles!user_roles_user_id_fkey(id, username)')
    .eq('role', 'admin')
    .throwOnError()
  return data.map(({ member }) => member).sort((a, b) => a.username.localeCompare(b.username))
}
