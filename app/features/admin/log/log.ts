// The moderation log: reading it by pages, and the wording of its entries, which name an action and a table.
import { rangeOf, rowsOf } from '#app/platform/address/page-number.ts'
import type { Client } from '#app/platform/session/session.ts'
import { containing, quoted } from '#app/platform/supabase/like.ts'

const ACTIONS: Readonly<Record<string, string>> = {
  insert: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  edit: 'Edited',
  move: 'Moved',
  hide: 'Hid',
  show: 'Unhid',
  lock: 'Locked',
  unlock: 'Unlocked',
  pin: 'Pinned',
  unpin: 'Unpinned',
  stick: 'Stickied',
  unstick: 'Unstickied',
  accept: 'Accepted as the answer the',
  unaccept: 'No longer accepted as the answer the',
  wiki: 'Made a wiki of the',
  unwiki: 'Ended the wiki of the',
  level: 'Set the level of',
  grant: 'Made administrator',
  revoke: 'Took away administrator',
  resolve: 'Resolved',
  dismiss: 'Dismissed',
  reopen: 'Reopened',
  answer: 'Answered',
  export: 'Exported',
  mute: 'Muted the guest of',
  reveal: 'Revealed the author of',
  publish: 'Published',
  unpublish: 'Unpublished',
  schedule: 'Scheduled',
  feature: 'Featured',
  unfeature: 'Unfeatured',
}

const TARGETS: Readonly<Record<string, string>> = {
  threads: 'discussion',
  replies: 'reply',
  chat_messages: 'chat message',
  profiles: 'member',
  // The action alone says everything: 'Made administrator “asha”'.
  user_roles: '',
  forum_categories: 'category',
  search_synonyms: 'synonyms of the search',
  reserved_names: 'reserved name',
  blog_posts: 'article',
  reports: 'report',
  site_settings: 'settings',
  contact_messages: 'contact message',
  newsletter_subscribers: 'newsletter list',
  expert_profiles: 'expert',
  post_revisions: 'earlier version',
  objects: 'picture',
}

/** The actions that the log can be filtered by. */
export const LOG_ACTIONS = Object.keys(ACTIONS)

/** 'Locked' for lock; an unknown action stands for itself. */
export function actionWord(action: string): string {
  return ACTIONS[action] ?? action
}

const LISTS: Readonly<Record<string, string>> = {
  profiles: 'list of members',
  newsletter_subscribers: 'newsletter list',
}

/** 'Locked discussion' for a lock of threads; unknown names stand for themselves. */
export function actWords({ action, target_table: table }: Pick<Entry, 'action' | 'target_table'>): string {
  const target = (action === 'export' ? LISTS[table] : undefined) ?? TARGETS[table] ?? table
  return [actionWord(action), target].filter(Boolean).join(' ')
}

/** The columns whose changes the log has, with the labels of their forms. */
const FIELDS: Readonly<Record<string, string>> = {
  site_name: 'Site Name',
  site_description: 'Site Description',
  legal_entity: 'Legal entity',
  headline_figures: 'Headline figures',
  maintenance_mode: 'Maintenance Mode',
  require_email_verification: 'Require Email Verification',
  auto_moderation: 'Auto Moderation',
  max_posts_per_day: 'Max Posts per Day',
  guest_chat: 'Guests write in the chat',
  chat_gap_seconds: 'Slow mode',
  chat_rooms: 'The chat has rooms',
  mail_subscribers: 'By mail',
  published_at: 'Published',
  full_name: 'Full name',
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

/** One line: 'Locked discussion “Which fund?”'. */
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
  return rowsOf(await query.order('id', { ascending: false }).range(...rangeOf(page)))
}

export type LogEntry = Awaited<ReturnType<typeof listLog>>['rows'][number]

/** The administrators, for the filter. */
export async function listAdmins(client: Client): Promise<{ id: string; username: string }[]> {
  const { data } = await client
    .from('user_roles')
    .select('member:profiles!user_roles_user_id_fkey(id, username)')
    .eq('role', 'admin')
    .throwOnError()
  return data.map(({ member }) => member).sort((a, b) => a.username.localeCompare(b.username))
}
