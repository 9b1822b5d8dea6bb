// Digests, and summaries of what exceeded an hour's mails. Like a single notification's mail, what one says is determined
// when it is sent, under its reader's policies. A notification belongs to one mail at most (private.take_digests), and a
// mail is sent at least once, each time with the same Message-ID (notifications.ts).
import type { Sql } from '../../api/database/connection.ts'
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Email, EmailEntry } from '../../api/mail/email.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'
import { formatNumber } from '../../shared/format.ts'
import {
  actsOf,
  addressOf,
  asReader,
  chooseAt,
  discreet,
  linkTo,
  listed,
  mailChoices,
  milestone,
  readUnread,
  reminder,
  type Telling,
  type Told,
  tellingIn,
} from './notifications.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

/** Most members have nothing new, so that a batch is larger than that of other mails. */
const AT_ONCE = 1_000
/** After single notifications, before newsletters. */
const PRIORITY = 6
const KIND = 'digest'
/** What is more is counted. */
const MOST_LISTED = 20
const MOST_DISCUSSIONS = 10

type Letter = {
  member: string
  kind: 'digest' | 'summary'
  ids: string[]
  since: Date | null
  until: Date | null
}
type Discussion = Pick<Told, 'thread' | 'actor'>
type News = { told: Told[]; discussions: Discussion[] }

export function digestOutbox(
  db: Database,
  { siteUrl, links }: { siteUrl: string; links: UnsubscribeLinks },
): Outbox {
  return {
    kinds: [KIND],
    priority: PRIORITY,
    take: takenBy('private.take_digests', AT_ONCE),
    emails: async (_kind, id) => {
      const found = await asService(db, (sql) => read(sql, id))
      if (!found) return []
      const { letter, news, hidesContent, language } = found
      const telling = tellingIn(language, siteUrl)
      const address = await addressOf(db, letter.member)
      if (!address) return []
      const host = new URL(siteUrl).hostname
      return [
        {
          ...(hidesContent
            ? discreet(telling, news.told.length, news.discussions.length)
            : contentOf(letter.kind, news, telling)),
          to: address,
          language,
          remarks: [chooseAt(telling)],
          unsubscribe: links.of(letter.member, letter.kind === 'digest' ? 'digest' : 'all'),
          thread: { id: `digest.${id}@${host}`, root: `digests.${letter.member}@${host}` },
        },
      ]
    },
  }
}

/** What a mail has to tell; undefined if that is nothing. */
async function read(sql: Sql, id: string) {
  const [letter] = await sql<Letter[]>`
    select l.user_id as member, l.kind, l.since, l.until,
      array(
        select m.notification_id from private.notification_mails m
        where m.letter_id = ${id} and m.topic = any (
          case l.kind when 'digest' then private.digested_topics(l.user_id) else private.mailed_topics(l.user_id) end
        )
      ) as ids
    from (
      select d.user_id, d.kind, d.since, d.until from private.digests d where d.letter_id = ${id}
      union all
      select m.user_id, case when m.due_at = 'infinity' then 'digest' else 'summary' end, null, null
      from private.notification_mails m where m.letter_id = ${id}
      limit 1
    ) l
    join public.profiles p on p.id = l.user_id and not p.is_deleted and p.user_level <> 'Banned'
    where exists (select from public.site_settings s where s.notification_mail)`
  if (!letter) return undefined
  const choices = await mailChoices(sql, letter.member)
  const told = await readUnread(sql, letter.member, letter.ids, choices.language)
  const discussions = await newDiscussions(sql, letter, told)
  return told.length + discussions.length > 0
    ? { letter, news: { told, discussions }, ...choices }
    : undefined
}

/** New discussions by followed members and in the categories that the member reads, except muted ones and those that `told` names. */
async function newDiscussions(sql: Sql, letter: Letter, told: readonly Told[]): Promise<Discussion[]> {
  const { member, since, until } = letter
  if (!since || !until) return []
  // Policies apply to the threads alone: as the member, a function of the schema private cannot be called.
  await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member })}, true)`
  const [settings] = await sql<{ categories: string[] }[]>`
    select array(select private.read_categories()) as categories
    from public.notification_settings
    where user_id = ${member} and digest <> 'off' and digest_threads`
  if (!settings) return []
  const named = told.map(({ thread }) => thread.id)
  const found = await asReader(
    sql,
    member,
    () => sql<Discussion[]>`
      select a.username as actor,
        json_build_object('id', t.id, 'title', t.title, 'category', json_build_object('slug', c.slug)) as thread
      from (
        select x.id
        from public.follows f
        cross join lateral (
          select y.id from public.threads y
          where y.author_id = f.followed_id and y.created_at > ${since} and y.created_at <= ${until}
          order by y.created_at desc limit ${MOST_DISCUSSIONS}
        ) x
        where f.follower_id = ${member}
        union
        select x.id
        from unnest(${settings.categories}::uuid[]) as g (id)
        cross join lateral (
          select y.id from public.threads y
          where y.category_id = g.id and y.created_at > ${since} and y.created_at <= ${until}
          order by y.created_at desc, y.id limit ${2 * MOST_DISCUSSIONS}
        ) x
      ) chosen
      join public.threads t on t.id = chosen.id
      join public.forum_categories c on c.id = t.category_id
      join public.profiles a on a.id = t.author_id and a.user_level <> 'Banned'
      where t.author_id <> ${member} and not t.is_hidden and not t.is_deleted and t.id <> all (${named}::uuid[])
        and not exists (select from public.thread_reads r where r.user_id = ${member} and r.thread_id = t.id)
      order by t.created_at desc, t.id
      limit ${3 * MOST_DISCUSSIONS}`,
  )
  // The rule of every list, for the time of the digest instead of that since the last visit.
  const heard = await sql<{ id: string }[]>`
    select t.id from public.threads t
    where t.id = any (${found.map(({ thread }) => thread.id)}::uuid[])
      and private.news_of(t, null, ${member}, ${since}, '{}', '{}') = 'new'`
  return found.filter(({ thread }) => heard.some(({ id }) => id === thread.id)).slice(0, MOST_DISCUSSIONS)
}

function contentOf(kind: Letter['kind'], { told, discussions }: News, telling: Telling) {
  const { t, page } = telling
  const entries = entriesOf(told, telling)
  const left = entries.length - MOST_LISTED
  const counted = [
    ...(told.length > 0 ? [t.someNotifications(formatNumber(told.length))] : []),
    ...(discussions.length > 0 ? [t.newDiscussions(formatNumber(discussions.length))] : []),
  ].join(', ')
  const title = kind === 'digest' ? t.yourDigest : t.moreThatIsNew
  return {
    subject: `${title}: ${counted}`,
    title,
    lines: [kind === 'digest' ? t.whatYouHaveNotRead : t.soMuchHappened],
    sections: [
      ...(entries.length > 0 ? [{ title: t.notifications, entries: entries.slice(0, MOST_LISTED) }] : []),
      ...(discussions.length > 0
        ? [
            {
              title: t.newDiscussionsHeading,
              entries: discussions.map(({ actor, thread }) => ({
                text: t.started(actor),
                title: thread.title,
                address: linkTo({ thread, replyId: null }, telling),
              })),
            },
          ]
        : []),
    ],
    button: {
      label: left > 0 ? t.readTheseAndMore(formatNumber(left)) : t.goToYourNotifications,
      address: page('/notifications'),
    },
  } satisfies Partial<Email>
}

const MOST_NAMED = 3

/** One entry for all notifications of a kind about a discussion, with a link to the first; of upvotes, the last. */
function entriesOf(told: readonly Told[], telling: Telling): EmailEntry[] {
  const { t, language } = telling
  const alike = Map.groupBy(told, ({ kind, thread, replyId }) =>
    kind === 'upvotes' || kind === 'bookmark_reminder'
      ? `${kind} ${replyId ?? thread.id}`
      : `${kind} ${thread.id}`,
  )
  const acts = actsOf(t)
  return [...alike.values()].flatMap((all) => {
    const [first, last] = [all[0], all.at(-1)]
    if (!first || !last) return []
    const linked = { title: first.thread.title, address: linkTo(first, telling) }
    if (first.kind === 'upvotes') return [{ ...linked, text: milestone(t, last) }]
    if (first.kind === 'bookmark_reminder') return [{ ...linked, text: reminder(t, first) }]
    const names = [...new Set(all.map(({ actor }) => actor))]
    const more = names.length - MOST_NAMED
    const named = [...names.slice(0, MOST_NAMED), ...(more > 0 ? [t.moreMembers(formatNumber(more))] : [])]
    return [{ ...linked, text: acts[first.kind].title(listed(named, language)) }]
  })
}
