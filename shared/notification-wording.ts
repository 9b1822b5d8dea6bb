// The sentence of a notification, and its link: at the bell and on devices (server/push).
import { count, formatDate, formatNumber } from './format.ts'
import { memberName, threadPath } from './slugs.ts'

type Said = {
  kind: string
  figure: number | null
  detail: string | null
  reply_id: string | null
  actor: { username: string } | null
  thread: { id: string; title: string; category: { slug: string } } | null
  /** The notifications of the row; absent for one alone. */
  ids?: readonly string[]
}

/** The sentence in parts; names and titles are emphasised. */
export type Part = { text: string; stands?: true }

const DAY = 24 * 60 * 60 * 1_000

/** The sentence of a notification. */
export function sentenceOf(told: Said): Part[] {
  const who = name(told.actor ? memberName(told.actor.username) : 'Somebody')
  const title = name(told.thread?.title ?? told.detail ?? 'a discussion')
  const post = told.reply_id || (told.kind === 'post_removed' && told.thread) ? 'reply in' : 'discussion'
  const many = told.ids?.length ?? 1
  const replies = count(many, 'reply', 'replies')
  const latest = [say(', the latest by '), who]
  switch (told.kind) {
    case 'reply_to_thread':
      if (many > 1) return [say(`${replies} to your discussion `), title, ...latest]
      return [who, say(' replied to your discussion '), title]
    case 'reply_to_reply':
      if (many > 1) return [say(`${replies} to you in `), title, ...latest]
      return [who, say(' replied to you in '), title]
    case 'reply_to_followed':
      if (many > 1) return [say(`${replies} in `), title, say(', which you follow'), ...latest]
      return [who, say(' replied in '), title, say(', which you follow')]
    case 'reply_accepted':
      return [who, say(' marked your reply as the answer to '), title]
    case 'thread_by_followed':
    case 'thread_watched':
      return [who, say(' started '), title]
    case 'chat_mention':
      return [who, say(' mentioned you in the '), name('live chat')]
    case 'mention':
      return [who, say(' mentioned you in '), title]
    case 'wiki_edited':
      return [who, say(` edited your wiki ${told.reply_id ? 'in ' : ''}`), title]
    case 'bookmark_reminder':
      return [say('You wanted to come back to '), title, ...remark(told.detail)]
    case 'upvotes':
      return told.figure === 1
        ? [say(`Your ${post} `), title, say(' got its first upvote')]
        : [say(`Your ${post} `), title, say(` reached ${formatNumber(told.figure ?? 0)} upvotes`)]
    case 'post_hidden':
      return [say(`Your ${post} `), title, say(' was hidden by moderation')]
    case 'post_shown':
      return [say(`Your ${post} `), title, say(' is visible again')]
    case 'post_locked':
      return [say(`Your ${post} `), title, say(' was locked: it takes no more replies')]
    case 'post_unlocked':
      return [say(`Your ${post} `), title, say(' was unlocked and takes replies again')]
    case 'post_removed':
      return [say(`Your ${post} `), title, say(' was removed by moderation')]
    case 'report_resolved':
      return [say('Your report was acted upon'), ...remark(told.detail)]
    case 'report_dismissed':
      return [say('Your report was looked at, and nothing was changed'), ...remark(told.detail)]
    case 'level_changed':
      return [say('Your level is now '), name(told.detail ?? 'Regular')]
    case 'export_ready':
      return [say('The copy of your data is ready')]
    default:
      return [say('Something new happened. Reload the page to read it.')]
  }
}

/** The page of the notification's subject, with the anchor of the reply; null if it has none. */
export function addressOf({ kind, detail, reply_id, thread }: Said): string | null {
  if (kind === 'level_changed') return '/profile'
  if (kind === 'export_ready') return '/settings/privacy'
  if (kind === 'report_resolved' || kind === 'report_dismissed') return '/reports'
  if (kind === 'chat_mention') return detail ? `/chat?room=${detail}` : '/chat'
  if (!thread) return null
  // The loader of the discussion finds the reply's current page.
  return reply_id ? `${threadPath(thread)}?reply=${reply_id.slice(0, 8)}` : threadPath(thread)
}

/** The heading of a day in Indian time: 'Today', 'Yesterday', '5 Nov 2026'. */
export function dayOf(iso: string, now: number): string {
  const day = formatDate(iso)
  if (day === formatDate(new Date(now).toISOString())) return 'Today'
  if (day === formatDate(new Date(now - DAY).toISOString())) return 'Yesterday'
  return day
}

function say(text: string): Part {
  return { text }
}

function name(text: string): Part {
  return { text, stands: true }
}

function remark(text: string | null): Part[] {
  return text ? [say(`: ${text}`)] : []
}
