// Mails about sanctions, the answers to appeals, and posts that waited for a moderator, a minute after the act, in which it can be taken back. They are in both
// languages: whom they concern has to understand them, and the site does not know which one a member reads.
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'
import { formatMoment } from '../../shared/format.ts'
import { replyPath, threadPath } from '../../shared/slugs.ts'
import { addressOf } from './notifications.ts'

const AT_ONCE = 50
/** As those that somebody waits for. */
const KIND = 'moderation'

type Language = 'en' | 'hi'
type Sanction = {
  member: string
  kind: string
  message: string | null
  ends: string | null
  lifted: string | null
  lift_reason: string | null
  en: string
  hi: string
}
type Appeal = { member: string; state: string; answer: string | null }
type Post = {
  member: string
  state: string
  reply: string | null
  thread: string
  title: string
  slug: string
  hides: boolean
  reason: string | null
}

/** What happened, by kind and language; `until` is '' for a sanction without end. */
const WHAT: Readonly<Record<string, Record<Language, (until: string) => string>>> = {
  warning: {
    en: () => 'An administrator sent you a warning.',
    hi: () => 'एडमिन ने आपको चेतावनी भेजी है।',
  },
  no_links: {
    en: (until) => `You may not post links${until}.`,
    hi: (until) => `आप ${until}लिंक पोस्ट नहीं कर सकते।`,
  },
  no_chat: {
    en: (until) => `You may not write in the live chat${until}.`,
    hi: (until) => `आप ${until}लाइव चैट में नहीं लिख सकते।`,
  },
  read_only: {
    en: (until) => `You may read but not post${until}.`,
    hi: (until) => `आप ${until}पढ़ सकते हैं, पोस्ट नहीं कर सकते।`,
  },
  suspended: {
    en: (until) => `Your account is suspended${until}.`,
    hi: (until) => `आपका खाता ${until}निलंबित है।`,
  },
  banned: { en: () => 'Your account is banned.', hi: () => 'आपका खाता प्रतिबंधित है।' },
}

const TEXTS = {
  sanction: {
    subject: 'About your account',
    button: 'Read why, and appeal',
    en: 'You can still read, take a copy of your data, appeal, and close your account.',
    hi: 'आप पढ़ सकते हैं, अपने डेटा की प्रति ले सकते हैं, अपील कर सकते हैं और खाता बंद कर सकते हैं।',
  },
  lifted: {
    subject: 'A limit on your account was lifted',
    button: 'See your account',
    en: 'A limit on your account was lifted.',
    hi: 'आपके खाते पर लगी एक रोक हटा दी गई है।',
  },
  granted: { en: 'Your appeal was granted.', hi: 'आपकी अपील मान ली गई।' },
  refused: {
    en: 'Your appeal was answered: the decision stands.',
    hi: 'आपकी अपील का जवाब आ गया है: फ़ैसला वही रहेगा।',
  },
  appeal: { subject: 'The answer to your appeal', button: 'Read the answer' },
  published: {
    subject: 'Your post was published',
    button: 'See your post',
    en: 'A moderator looked at your post and published it. Everybody can read it now:',
    hi: 'मॉडरेटर ने आपकी पोस्ट देखकर प्रकाशित कर दी है। अब इसे सब पढ़ सकते हैं:',
  },
  notPublished: {
    subject: 'Your post was not published',
    button: 'Read why, and appeal',
    en: 'The moderators did not publish your post. Nobody else sees it:',
    hi: 'मॉडरेटरों ने आपकी पोस्ट प्रकाशित नहीं की। इसे कोई और नहीं देखता:',
  },
} as const

export function moderationOutbox(db: Database, { siteUrl }: { siteUrl: string }): Outbox {
  return {
    kinds: [KIND],
    take: takenBy('private.take_moderation_mails', AT_ONCE),
    emails: async (_kind, subject) => {
      const [what, id] = subject.split(':')
      if (!id) return []
      const letter =
        what === 'appeal'
          ? await aboutAppeal(db, id)
          : what === 'post'
            ? await aboutPost(db, id)
            : await aboutSanction(db, id, what === 'lifted')
      const to = letter && (await addressOf(db, letter.member))
      if (!letter || !to) return []
      const { label, path = '/sanction', ...email } = letter.email
      return [{ ...email, to, button: { label, address: siteUrl + path }, remarks: [] }]
    },
  }
}

/** `path`: where the button leads, if not to the member's limits and hidden posts. */
type Letter = { member: string; email: Pick<Email, 'subject' | 'lines'> & { label: string; path?: string } }

async function aboutSanction(db: Database, id: string, isLifted: boolean): Promise<Letter | null> {
  const [found] = await asService(
    db,
    (sql) => sql<Sanction[]>`
      select s.member_id as member, s.kind, s.message, to_json(s.ends_at) #>> '{}' as ends,
        to_json(s.lifted_at) #>> '{}' as lifted, s.lift_reason, r.sentence as en, r.sentence_hi as hi
      from public.sanctions s join public.sanction_reasons r on r.code = s.reason_code
      where s.id = ${id}`,
  )
  if (!found) return null
  const { member, lift_reason } = found
  if (isLifted) {
    const { subject, button, en, hi } = TEXTS.lifted
    return { member, email: { subject, label: button, lines: given([en, hi, lift_reason]) } }
  }
  // It was lifted before the mail was written.
  if (found.lifted) return null
  const { subject, button, en, hi } = TEXTS.sanction
  const lines = given([
    `${sentence(found, 'en')} Reason: ${found.en}.`,
    `${sentence(found, 'hi')} कारण: ${found.hi}।`,
    found.message,
    ...(found.kind === 'suspended' || found.kind === 'banned' ? [en, hi] : []),
  ])
  return { member, email: { subject, label: button, lines } }
}

function sentence({ kind, ends }: Sanction, language: Language): string {
  const until = ends ? { en: ` until ${formatMoment(ends)}`, hi: `${formatMoment(ends)} तक ` }[language] : ''
  return WHAT[kind]?.[language](until) ?? ''
}

async function aboutAppeal(db: Database, id: string): Promise<Letter | null> {
  const [found] = await asService(
    db,
    (sql) => sql<Appeal[]>`select member_id as member, state, answer from public.appeals where id = ${id}`,
  )
  if (!found) return null
  const { en, hi } = found.state === 'granted' ? TEXTS.granted : TEXTS.refused
  const { subject, button } = TEXTS.appeal
  return { member: found.member, email: { subject, label: button, lines: given([en, hi, found.answer]) } }
}

/** A decision that was taken back meanwhile is told no longer. */
async function aboutPost(db: Database, id: string): Promise<Letter | null> {
  const [found] = await asService(
    db,
    (sql) => sql<Post[]>`
      select coalesce(r.author_id, t.author_id) as member, coalesce(r.state, t.state) as state, r.id as reply,
        t.id as thread, t.title, c.slug,
        exists (
          select from public.notification_settings s
          where s.user_id = coalesce(r.author_id, t.author_id) and s.hides_content
        ) as hides,
        (
          select l.reason from public.moderation_log l
          where l.target_id = ${id} and l.action = 'refuse' order by l.id desc limit 1
        ) as reason
      from (select ${id}::uuid as id) p
      left join public.replies r on r.id = p.id
      join public.threads t on t.id = coalesce(r.thread_id, p.id)
      join public.forum_categories c on c.id = t.category_id`,
  )
  if (!found || (found.state !== 'shown' && found.state !== 'hidden')) return null
  const { member, reply, thread, title, slug, reason, hides } = found
  // Of a shared mailbox.
  const name = hides ? '…' : `“${title}”`
  if (found.state === 'shown') {
    const { subject, button, en, hi } = TEXTS.published
    const path = threadPath({ id: thread, title, category: { slug } })
    const lines = [`${en} ${name}`, `${hi} ${name}`]
    return { member, email: { subject, label: button, lines, path: reply ? replyPath(path, reply) : path } }
  }
  const { subject, button, en, hi } = TEXTS.notPublished
  const lines = given([
    `${en} ${name}`,
    `${hi} ${name}`,
    reason && `Reason: ${reason}`,
    reason && `कारण: ${reason}`,
  ])
  return { member, email: { subject, label: button, lines } }
}

function given(lines: readonly (string | null)[]): string[] {
  return lines.filter((line): line is string => line !== null && line !== '')
}
