// E-mails of replies, mentions, new discussions and reminders that are still unread a minute later. A queued task names
// the mail; what it says is determined when it is sent, under its reader's own policies, so what was read, hidden or deleted meanwhile is left out.
//
// At least once: a process that is killed between the mail server's acceptance and the end of its task sends the mail
// again, with the same Message-ID, by which mail programs drop the second one. At most once would lose mails instead.
import type { Sql } from '../../api/database/connection.ts'
import type { Database } from '../../api/database/database.ts'
import { asAuth, asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'
import { type Mails, wordsOf } from '../../messages/by-language.ts'
import { formatNumber } from '../../shared/format.ts'
import { inLanguage, LANGUAGES, type Language, offered } from '../../shared/languages.ts'
import type { ToldKind } from '../../shared/notification-kinds.ts'
import type { MailedTopic } from '../../shared/notification-topics.ts'
import { excerptOf } from '../../shared/plain-text.ts'
import { replyPath, threadPath } from '../../shared/slugs.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

const AT_ONCE = 200
/** After mails that somebody waits for, before newsletters. */
const PRIORITY = 5
/** Posts quoted in one mail. */
const MOST_QUOTED = 5
/** Characters of a post. */
const EXCERPT_LENGTH = 300
/** Characters of a post's HTML that are read for its excerpt. */
export const MOST_READ = 20_000
const KIND = 'notifications'

type Letter = { member: string; thread: string; topic: MailedTopic; ids: string[] }
export type Told = {
  kind: ToldKind
  replyId: string | null
  /** The number of upvotes. */
  figure: number | null
  actor: string
  /** The note of a reminder. */
  detail: string | null
  text: string
  thread: { id: string; title: string; category: { slug: string } }
}

export function notificationOutbox(
  db: Database,
  { siteUrl, links }: { siteUrl: string; links: UnsubscribeLinks },
): Outbox {
  return {
    kinds: [KIND],
    priority: PRIORITY,
    take: takenBy('private.take_notification_mails', AT_ONCE),
    emails: async (_kind, id) => {
      const found = await asService(db, (sql) => read(sql, id))
      if (!found) return []
      const { letter, told, hidesContent, language } = found
      const address = await addressOf(db, letter.member)
      const host = new URL(siteUrl).hostname
      const telling = tellingIn(language, siteUrl)
      return address
        ? [
            {
              ...(hidesContent ? discreet(telling, told.length) : contentOf(told, telling)),
              to: address,
              language,
              remarks: [chooseAt(telling)],
              unsubscribe: links.of(letter.member, letter.topic),
              thread: { id: `notification.${id}@${host}`, root: `discussion.${letter.thread}@${host}` },
            },
          ]
        : []
    },
  }
}

/** What is left of the mail: undefined if everything was read, or may not be read any more. */
async function read(sql: Sql, id: string) {
  const [letter] = await sql<Letter[]>`
    select m.user_id as member, m.thread_id as thread, m.topic, array_agg(m.notification_id) as ids
    from private.notification_mails m
    join public.profiles p on p.id = m.user_id and not p.is_deleted and p.user_level <> 'Banned'
    where m.letter_id = ${id} and m.topic = any (private.mailed_topics(m.user_id))
      and exists (select from public.site_settings s where s.notification_mail)
    group by m.user_id, m.thread_id, m.topic`
  if (!letter) return undefined
  const choices = await mailChoices(sql, letter.member)
  const [first, ...more] = await readUnread(sql, letter.member, letter.ids, choices.language)
  return first ? { letter, told: [first, ...more] as const, ...choices } : undefined
}

/** The address of a member who may get mails of notifications; undefined also while it refuses mail. */
export async function addressOf(db: Database, member: string): Promise<string | undefined> {
  const [account] = await asAuth(
    db,
    (sql) => sql<{ email: string }[]>`
      select lower(email) as email from auth.users
      where id = ${member} and email is not null and email_confirmed_at is not null
        and deleted_at is null and (banned_until is null or banned_until <= now())`,
  )
  if (!account) return undefined
  const paused = await asService(
    db,
    (sql) => sql`select 1 where private.is_mail_paused(${member}, ${account.email})`,
  )
  return paused.length === 0 ? account.email : undefined
}

/** Queries as the member, under the policies that decide what the member may read. */
export async function asReader<T>(sql: Sql, member: string, work: () => Promise<T>): Promise<T> {
  const claims = JSON.stringify({ sub: member, role: 'authenticated' })
  await sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
  const result = await work()
  await sql`select set_config('role', 'service_role', true), set_config('request.jwt.claims', '', true)`
  return result
}

/**
 * Those notifications that are unread and may still be read, oldest first.
 * @param language in which somebody without a profile is called so
 */
export async function readUnread(
  sql: Sql,
  member: string,
  ids: readonly string[],
  language: Language,
): Promise<Told[]> {
  const readable = await asReader(
    sql,
    member,
    () => sql<{ id: string }[]>`
      select id from public.notifications where id = any(${[...ids]}::uuid[]) and read_at is null`,
  )
  const found = await sql<(Omit<Told, 'text'> & { content: string | null })[]>`
    select n.kind, n.reply_id as "replyId", n.figure, n.detail,
      coalesce(a.username, ${wordsOf(language).notifications.somebody}) as actor,
      left(coalesce(r.content, t.content), ${MOST_READ}) as content,
      json_build_object('id', t.id, 'title', t.title, 'category', json_build_object('slug', c.slug)) as thread
    from public.notifications n
    join public.threads t on t.id = n.thread_id
    join public.forum_categories c on c.id = t.category_id
    left join public.replies r on r.id = n.reply_id
    left join public.profiles a on a.id = n.actor_id
    where n.id = any(${readable.map((one) => one.id)}::uuid[])
    order by n.created_at, n.id`
  return found.map(({ content, ...told }) => ({ ...told, text: excerptOf(content ?? '', EXCERPT_LENGTH) }))
}

/** How a member wants mails: in which language, and whether they name no title, text or member. */
export async function mailChoices(
  sql: Sql,
  member: string,
): Promise<{ language: Language; hidesContent: boolean }> {
  const [found] = await sql<{ language: string | null; hidesContent: boolean }[]>`
    select language, hides_content as "hidesContent" from public.notification_settings where user_id = ${member}`
  return { language: offered(found?.language), hidesContent: found?.hidesContent ?? false }
}

export const chooseAt = ({ t, page }: Telling) =>
  `${t.chooseWhatIsMailed}: ${page('/settings/notifications')}`

/** The texts of a mail, and the address of a page in its language. */
export type Telling = { t: Mails; language: Language; page: (path: string) => string }

/** What a mail to a member is told with. @param language as the member chose it */
export function tellingIn(language: Language, siteUrl: string): Telling {
  return { t: wordsOf(language).mails, language, page: (path) => siteUrl + inLanguage(language, path) }
}

type Act = (who: string) => string

/** What somebody did, before the text of the post and, in a digest, before the title. */
export const actsOf = (
  t: Mails,
): Readonly<Record<Exclude<ToldKind, 'bookmark_reminder' | 'upvotes'>, { text: Act; title: Act }>> => ({
  mention: { text: t.mentionedYou, title: t.mentionedYouIn },
  reply_accepted: { text: t.acceptedYourReply, title: t.acceptedYourReplyTo },
  reply_to_followed: { text: t.replied, title: t.repliedIn },
  reply_to_reply: { text: t.repliedToYou, title: t.repliedToYouIn },
  reply_to_thread: { text: t.repliedToYourDiscussion, title: t.repliedToYourDiscussionIn },
  thread_by_followed: { text: t.startedADiscussion, title: t.started },
  thread_watched: { text: t.startedADiscussion, title: t.started },
  wiki_edited: { text: t.editedYourWiki, title: t.editedYourWikiIn },
})

/** The milestone that a post has reached. */
export const milestone = (t: Mails, { replyId, figure }: Told) =>
  (replyId ? t.yourReplyReached : t.yourDiscussionReached)(formatNumber(figure ?? 0))

type Content = Pick<Email, 'subject' | 'title' | 'lines' | 'button'>
type All = readonly [Told, ...Told[]]

function contentOf(told: All, telling: Telling): Content {
  const { t } = telling
  const [{ kind, thread, replyId }] = told
  const left = told.length - MOST_QUOTED
  return {
    // The same for all mails of a discussion: some mail programs thread by the subject, too.
    subject: kind === 'bookmark_reminder' ? t.reminderOf(thread.title) : `Re: ${thread.title}`,
    title: thread.title,
    lines: [
      ...told.slice(0, MOST_QUOTED).map((one) => line(t, one)),
      ...(left > 0 ? [t.andMore(formatNumber(left))] : []),
    ],
    button: { label: t.goToTheDiscussion, address: linkTo({ thread, replyId }, telling) },
  }
}

function line(t: Mails, told: Told): string {
  const { kind, actor, text } = told
  if (kind === 'upvotes') return `${milestone(t, told)}.`
  if (kind === 'bookmark_reminder') return `${reminder(t, told)}\n“${text}”`
  return `${actsOf(t)[kind].text(actor)}:\n“${text}”`
}

export const reminder = (t: Mails, { detail }: Told) =>
  `${t.youWantedToComeBack}${detail ? `: ${detail}` : ''}`

/** The page that shows what a notification tells of. */
export function linkTo({ thread, replyId }: Pick<Told, 'thread' | 'replyId'>, { page }: Telling): string {
  const path = threadPath(thread)
  return page(replyId ? replyPath(path, replyId) : path)
}

/** For a shared phone: no title, no text, no name, and no title in the address. */
export function discreet({ t, language }: Telling, notifications: number, discussions = 0): Content {
  const parts = [
    ...(notifications > 0 ? [t.newNotifications(formatNumber(notifications))] : []),
    ...(discussions > 0 ? [t.newDiscussions(formatNumber(discussions))] : []),
  ]
  return {
    subject: t.somethingNewForYou,
    lines: [t.youHave(listed(parts, language)), t.signInToReadIt],
  }
}

/** 'a, b and c' */
export const listed = (parts: readonly string[], language: Language) =>
  new Intl.ListFormat(LANGUAGES[language].tag).format(parts)
