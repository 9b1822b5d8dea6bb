// The kinds of notifications, as the constraint of public.notifications and private.notification_topic have them. What
// is said of a kind (sentence, icon, line of a mail) is a record of all of them, so that a new one is missed nowhere.
import type { Topic } from './notification-topics.ts'

/** The topic by which a member chooses how a kind comes; null: it always comes. */
export const TOPIC_OF = {
  reply_to_thread: 'replies',
  reply_to_reply: 'replies',
  reply_accepted: 'replies',
  reply_to_followed: 'follows',
  thread_by_followed: 'members',
  thread_watched: 'watched',
  mention: 'mentions',
  chat_mention: 'mentions',
  upvotes: 'upvotes',
  bookmark_reminder: 'reminders',
  wiki_edited: 'wikis',
  post_hidden: null,
  post_shown: null,
  post_locked: null,
  post_unlocked: null,
  post_removed: null,
  report_resolved: null,
  report_dismissed: null,
  level_changed: null,
  export_ready: null,
  sanctioned: null,
  sanction_lifted: null,
  appeal_answered: null,
  post_published: null,
  post_refused: null,
} as const satisfies Record<string, Topic | null>

export type NotificationKind = keyof typeof TOPIC_OF

/** Those that a mail can tell of: they have a topic and a discussion. */
export type ToldKind = Exclude<
  { [Kind in NotificationKind]: (typeof TOPIC_OF)[Kind] extends null ? never : Kind }[NotificationKind],
  'chat_mention'
>

/** Whether this page knows the kind: an open page can be older than the site. */
export function isKnown(kind: string): kind is NotificationKind {
  return Object.hasOwn(TOPIC_OF, kind)
}
