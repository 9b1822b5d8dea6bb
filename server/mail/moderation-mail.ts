// Mails about sanctions, the answers to appeals, and posts that waited for a moderator, a minute after the act, in which it
// can be taken back. They are in the language that the member chose; in all languages to a member who chose none, because
// whom they concern has to understand them.
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'
import { type ServerWords, wordsOf } from '../../messages/by-language.ts'
import { formatMoment } from '../../shared/format.ts'
import { inLanguage, type Language, OFFERED } from '../../shared/languages.ts'
import { sanctionSentence } from '../../shared/sanction-words.ts'
import { replyPath, threadPath } from '../../shared/slugs.ts'
import { addressOf } from './notifications.ts'

const AT_ONCE = 50
/** As those that somebody waits for. */
const KIND = 'moderation'

type Sanction = {
  kind: string
  message: string | null
  ends_at: string | null
  lift_reason: string | null
  en: string
  hi: string
}
type Subject =
  | { what: 'sanction' | 'lifted'; sanction: Sanction }
  | { what: 'appeal'; isGranted: boolean; answer: string | null }
  /** `path` is the post's, `name` its discussion's. */
  | { what: 'published' | 'notPublished'; path: string; name: string; reason: string | null }
type Found = { member: string; language: Language | null; subject: Subject }

type Post = {
  member: string
  language: Language | null
  state: string
  reply: string | null
  thread: string
  title: string
  slug: string
  hides: boolean
  reason: string | null
}

export function moderationOutbox(db: Database, { siteUrl }: { siteUrl: string }): Outbox {
  return {
    kinds: [KIND],
    take: takenBy('private.take_moderation_mails', AT_ONCE),
    emails: async (_kind, task) => {
      const [what, id] = task.split(':')
      if (!id) return []
      const found =
        what === 'appeal'
          ? await findAppeal(db, id)
          : what === 'post'
            ? await findPost(db, id)
            : await findSanction(db, id, what === 'lifted')
      const to = found && (await addressOf(db, found.member))
      return found && to ? [{ ...moderationMail(found.subject, found.language, siteUrl), to }] : []
    },
  }
}

/** @param chosen the member's language; null: none */
export function moderationMail(
  subject: Subject,
  chosen: Language | null,
  siteUrl: string,
): Omit<Email, 'to'> {
  const languages = chosen ? [chosen] : OFFERED
  const [language = 'en'] = languages
  const { mails: t } = wordsOf(language)
  const [title, label] = {
    sanction: [t.aboutYourAccount, t.readWhyAndAppeal],
    lifted: [t.aLimitWasLifted, t.seeYourAccount],
    appeal: [t.theAnswerToYourAppeal, t.readTheAnswer],
    published: [t.yourPostWasPublished, t.seeYourPost],
    notPublished: [t.yourPostWasNotPublished, t.readWhyAndAppeal],
  }[subject.what] as [string, string]
  const told = languages.flatMap((one) => linesIn(one, wordsOf(one), subject))
  const { said, more } = Object.groupBy(told, ({ isMore }) => (isMore ? 'more' : 'said'))
  const words = wordsIn(subject)
  return {
    language,
    subject: title,
    lines: [
      ...(said ?? []).map(({ text }) => text),
      ...(words ? [words] : []),
      ...(more ?? []).map(({ text }) => text),
    ],
    button: {
      label,
      address: siteUrl + inLanguage(language, subject.what === 'published' ? subject.path : '/sanction'),
    },
    remarks: [],
  }
}

/** What an administrator wrote. */
function wordsIn(subject: Subject): string | null {
  if (subject.what === 'appeal') return subject.answer
  if (subject.what === 'lifted') return subject.sanction.lift_reason
  return subject.what === 'sanction' ? subject.sanction.message : null
}

/** What happened; `isMore` is what follows the administrator's own words. */
function linesIn(
  language: Language,
  { mails, sanctions: t, format }: ServerWords,
  subject: Subject,
): { text: string; isMore: boolean }[] {
  const line = (text: string, isMore = false) => ({ text, isMore })
  if (subject.what === 'appeal') return [line(subject.isGranted ? t.appealGranted : t.appealRefused)]
  if (subject.what === 'lifted') return [line(mails.thatALimitWasLifted)]
  if ('name' in subject) {
    const { what, name, reason } = subject
    if (what === 'published') return [line(`${mails.thatAPostWasPublished} ${name}`)]
    return [
      line(`${mails.thatAPostWasNotPublished} ${name}`),
      ...(reason ? [line(mails.forTheReason(reason))] : []),
    ]
  }
  const { sanction } = subject
  const sentence = sanctionSentence(sanction, t, (iso) => formatMoment(iso, format))
  const reason = t.because(language === 'hi' ? sanction.hi : sanction.en)
  const isOut = sanction.kind === 'suspended' || sanction.kind === 'banned'
  return [line(`${sentence} ${reason}`), ...(isOut ? [line(t.readingExportAppealClose, true)] : [])]
}

async function findSanction(db: Database, id: string, isLifted: boolean): Promise<Found | null> {
  const [found] = await asService(
    db,
    (sql) => sql<(Sanction & { member: string; language: Language | null; lifted: boolean })[]>`
      select s.member_id as member, n.language, s.kind, s.message, to_json(s.ends_at) #>> '{}' as ends_at,
        s.lifted_at is not null as lifted, s.lift_reason, r.sentence as en, r.sentence_hi as hi
      from public.sanctions s join public.sanction_reasons r on r.code = s.reason_code
      left join public.notification_settings n on n.user_id = s.member_id
      where s.id = ${id}`,
  )
  // It was lifted before the mail was written.
  if (!found || (found.lifted && !isLifted)) return null
  const { member, language, ...sanction } = found
  return { member, language, subject: { what: isLifted ? 'lifted' : 'sanction', sanction } }
}

async function findAppeal(db: Database, id: string): Promise<Found | null> {
  const [found] = await asService(
    db,
    (sql) => sql<{ member: string; language: Language | null; state: string; answer: string | null }[]>`
      select a.member_id as member, n.language, a.state, a.answer
      from public.appeals a left join public.notification_settings n on n.user_id = a.member_id
      where a.id = ${id}`,
  )
  if (!found) return null
  const { member, language, state, answer } = found
  return { member, language, subject: { what: 'appeal', isGranted: state === 'granted', answer } }
}

/** A decision that was taken back meanwhile is told no longer. */
async function findPost(db: Database, id: string): Promise<Found | null> {
  const [found] = await asService(
    db,
    (sql) => sql<Post[]>`
      select coalesce(r.author_id, t.author_id) as member, coalesce(r.state, t.state) as state, r.id as reply,
        t.id as thread, t.title, c.slug, n.language, coalesce(n.hides_content, false) as hides,
        (
          select l.reason from public.moderation_log l
          where l.target_id = ${id} and l.action = 'refuse' order by l.id desc limit 1
        ) as reason
      from (select ${id}::uuid as id) p
      left join public.replies r on r.id = p.id
      join public.threads t on t.id = coalesce(r.thread_id, p.id)
      join public.forum_categories c on c.id = t.category_id
      left join public.notification_settings n on n.user_id = coalesce(r.author_id, t.author_id)`,
  )
  if (!found || (found.state !== 'shown' && found.state !== 'hidden')) return null
  const { member, language, reply, thread, title, slug, reason, hides } = found
  const path = threadPath({ id: thread, title, category: { slug } })
  return {
    member,
    language,
    subject: {
      what: found.state === 'shown' ? 'published' : 'notPublished',
      path: reply ? replyPath(path, reply) : path,
      // Of a shared mailbox.
      name: hides ? '…' : `“${title}”`,
      reason,
    },
  }
}
