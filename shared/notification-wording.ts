// The sentence of a notification, and its link: at the bell and on devices (server/push).

import * as days from '#words/format.ts'
import * as own from '#words/notification-wording.ts'
import { levelName } from '#words/ui.ts'
import type { NotificationWords } from '../messages/by-language.ts'
import type { Name, Sentence } from '../messages/rich.ts'
import { formatDate, formatNumber } from './format.ts'
import { isKnown, type NotificationKind } from './notification-kinds.ts'
import { memberName, replyPath, threadPath } from './slugs.ts'

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
export type Part = Name

const DAY = 24 * 60 * 60 * 1_000
/** Those of the page's language. */
const OWN: NotificationWords = { ...own, levelName }

/** The sentence of a notification. @param t the words of another language than the page's: the server sends all of them */
export function sentenceOf(told: Said, t = OWN): Part[] {
  return sentence(t, told, name(told.thread?.title ?? told.detail ?? t.aDiscussion), null)
}

/** The sentence of a notification below the title of its discussion. @param words what was written, if that is told */
export function sentenceBelowTitle(told: Said, words: string | null): Part[] {
  return [...sentence(OWN, told, null, words), ...(words ? [say(`: “${words}”`)] : [])]
}

function sentence(t: NotificationWords, told: Said, title: Part | null, words: string | null): Part[] {
  if (!isKnown(told.kind)) return [say(t.somethingNewHappenedReloadThe)]
  const about = {
    ...told,
    t,
    who: name(told.actor ? memberName(told.actor.username) : t.somebody),
    title,
    words,
    isReply: told.reply_id !== null || (told.kind === 'post_removed' && told.thread !== null),
  }
  return SENTENCES[told.kind](about).map((part) => (typeof part === 'string' ? say(part) : part))
}

/** `title` is null where it stands above; `words` are what was written, where they follow. */
type About = Said & {
  t: NotificationWords
  who: Part
  title: Part | null
  words: string | null
  isReply: boolean
}

const started = ({ t, who, title }: About) => t.started(who, title)

type Several = (amount: string, title: Part, who: Part) => Sentence
/** One reply, or how many since the last look. @param one with the title @param several with it */
function replies(
  { t, ids, who, title, words }: About,
  one: (who: Part, title: Part) => Sentence,
  several: Several,
): Sentence {
  const many = ids?.length ?? 1
  if (title) return many > 1 ? several(formatNumber(many), title, who) : one(who, title)
  if (many > 1) return t.replies(formatNumber(many), who)
  // 'asha: “…”' says that she replied.
  return words ? [who] : t.replied(who)
}

function repliesToYou(about: About): Sentence {
  const { t, ids, who, title } = about
  const many = ids?.length ?? 1
  if (title) return replies(about, t.repliedToYouIn, t.repliesToYouIn)
  return many > 1 ? t.repliesToYou(formatNumber(many), who) : t.repliedToYou(who)
}

function upvotes({ t, figure, isReply, title }: About): Sentence {
  if (figure === 1) return (isReply ? t.replyGotFirstUpvote : t.discussionGotFirstUpvote)(title)
  return (isReply ? t.replyReachedUpvotes : t.discussionReachedUpvotes)(title, formatNumber(figure ?? 0))
}

const sanctioned = (t: NotificationWords, kind: string | null): string =>
  new Map([
    ['warning', t.youWereWarned],
    ['suspended', t.yourAccountWasSuspended],
    ['banned', t.yourAccountWasBanned],
  ]).get(kind ?? '') ?? t.yourAccountHasALimit

const SENTENCES: Readonly<Record<NotificationKind, (about: About) => Sentence>> = {
  reply_to_thread: (about) =>
    replies(about, about.t.repliedToYourDiscussion, about.t.repliesToYourDiscussion),
  reply_to_reply: repliesToYou,
  reply_to_followed: (about) => replies(about, about.t.repliedWhereYouFollow, about.t.repliesWhereYouFollow),
  reply_accepted: ({ t, who, title }) => t.acceptedYourReply(who, title),
  thread_by_followed: started,
  thread_watched: started,
  mention: ({ t, who, title }) => t.mentionedYou(who, title),
  chat_mention: ({ t, who }) => t.mentionedYouInTheChat(who),
  wiki_edited: ({ t, who, title, reply_id }) =>
    (reply_id ? t.editedYourWikiIn : t.editedYourWiki)(who, title),
  bookmark_reminder: ({ t, title, detail }) => [...t.youWantedToComeBack(title), ...remark(detail)],
  upvotes,
  post_hidden: ({ t, isReply, title }) => (isReply ? t.replyHidden : t.discussionHidden)(title),
  post_shown: ({ t, isReply, title }) => (isReply ? t.replyShown : t.discussionShown)(title),
  post_published: ({ t, isReply, title }) => (isReply ? t.replyPublished : t.discussionPublished)(title),
  post_refused: ({ t, isReply, title, detail }) => [
    ...(isReply ? t.replyRefused : t.discussionRefused)(title),
    ...remark(detail),
  ],
  post_locked: ({ t, isReply, title }) => (isReply ? t.replyLocked : t.discussionLocked)(title),
  post_unlocked: ({ t, isReply, title }) => (isReply ? t.replyUnlocked : t.discussionUnlocked)(title),
  post_removed: ({ t, isReply, title }) => (isReply ? t.replyRemoved : t.discussionRemoved)(title),
  report_resolved: ({ t, detail }) => [t.yourReportWasActedUpon, ...remark(detail)],
  report_dismissed: ({ t, detail }) => [t.yourReportWasLookedAt, ...remark(detail)],
  level_changed: ({ t, detail }) => t.yourLevelIsNow(name(t.levelName(detail ?? 'Regular'))),
  export_ready: ({ t }) => [t.theCopyOfYourData],
  sanctioned: ({ t, detail }) => [sanctioned(t, detail)],
  sanction_lifted: ({ t }) => [t.aLimitWasLifted],
  appeal_answered: ({ t, detail }) => [
    detail === 'granted' ? t.yourAppealWasGranted : t.yourAppealWasRefused,
  ],
}

/** What the page of own limits and hidden posts has more of. */
const TOLD_AT_SANCTION = new Set(['sanctioned', 'sanction_lifted', 'appeal_answered', 'post_refused'])

/** The page of the notification's subject, with the anchor of the reply; null if it has none. */
export function addressOf({ kind, detail, reply_id, thread }: Said): string | null {
  if (kind === 'level_changed') return '/profile'
  if (kind === 'export_ready') return '/settings/privacy'
  if (TOLD_AT_SANCTION.has(kind)) return '/sanction'
  if (kind === 'report_resolved' || kind === 'report_dismissed') return '/reports'
  if (kind === 'chat_mention') return detail ? `/chat?room=${detail}` : '/chat'
  if (!thread) return null
  // The loader of the discussion finds the reply's current page.
  return reply_id ? replyPath(threadPath(thread), reply_id) : threadPath(thread)
}

/** The heading of a day in Indian time: 'Today', 'Yesterday', '5 Nov 2026'. */
export function dayOf(iso: string, now: number): string {
  const day = formatDate(iso)
  if (day === formatDate(new Date(now).toISOString())) return days.today
  if (day === formatDate(new Date(now - DAY).toISOString())) return days.yesterday
  return day
}

function say(text: string): Part {
  return { text }
}

function name(text: string): Part {
  return { text, stands: true }
}

function remark(text: string | null): Sentence {
  return text ? [`: ${text}`] : []
}
