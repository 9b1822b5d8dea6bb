// E-mails of the newsletter: a response to a subscription, and an article to all confirmed subscribers. A queued task
// names a subscriber; the content is determined when it is sent.
import type { Sql } from '../../api/database/connection.ts'
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'

/** Lower priority than other e-mails: nobody waits for a newsletter. */
const AFTER_OTHERS = 10
const AT_ONCE = 200

export function newsletterOutboxes(db: Database, { siteUrl }: { siteUrl: string }): Outbox[] {
  const linkOf = (step: string, { token }: Subscriber) =>
    `${siteUrl}/newsletter/${step}?${new URLSearchParams({ token })}`
  return [
    {
      kinds: ['newsletter asked'],
      take: takenBy('private.take_subscriptions', AT_ONCE),
      emails: (_kind, id) =>
        asService(db, async (sql) => {
          const subscriber = await findSubscriber(sql, id)
          if (subscriber?.state === 'pending')
            return [confirm(subscriber.email, linkOf('confirm', subscriber))]
          if (subscriber?.state === 'confirmed')
            return [alreadySubscribed(subscriber.email, linkOf('unsubscribe', subscriber))]
          return []
        }),
    },
    {
      kinds: ['newsletter article'],
      priority: AFTER_OTHERS,
      take: async (sql) => {
        const rows = await sql<{ article: string; reader: string }[]>`
          select article, reader from private.take_newsletter_readers(${AT_ONCE})`
        return rows.map(({ article, reader }) => `${article} ${reader}`)
      },
      emails: (_kind, id) =>
        asService(db, async (sql) => {
          const [articleId = '', subscriberId = ''] = id.split(' ')
          const subscriber = await findSubscriber(sql, subscriberId)
          const article = await findArticle(sql, articleId)
          // The subscription or the article was deleted meanwhile.
          if (subscriber?.state !== 'confirmed' || !article) return []
          return [newArticle(subscriber.email, article, siteUrl, linkOf('unsubscribe', subscriber))]
        }),
    },
  ]
}

type Subscriber = { email: string; state: 'pending' | 'confirmed' | 'unsubscribed'; token: string }

async function findSubscriber(sql: Sql, id: string): Promise<Subscriber | undefined> {
  const [found] = await sql<Subscriber[]>`
    select s.email, s.state, t.token
    from public.newsletter_subscribers s
    join private.newsletter_tokens t on t.subscriber_id = s.id
    where s.id = ${id}`
  return found
}

type Article = { title: string; slug: string; excerpt: string; category: string; readTime: string }

async function findArticle(sql: Sql, id: string): Promise<Article | undefined> {
  const [found] = await sql<Article[]>`
    select title, slug, excerpt, category, read_time as "readTime"
    from public.blog_posts
    where id = ${id} and published`
  return found
}

function confirm(to: string, address: string): Email {
  return {
    to,
    subject: 'Confirm your subscription',
    lines: ['Somebody, we hope you, asked for new articles of our Learning Center at this address.'],
    button: { label: 'Confirm my subscription', address },
    remarks: ['If it was not you, ignore this mail: without the link nothing more is sent.'],
  }
}

function alreadySubscribed(to: string, unsubscribe: string): Email {
  return {
    to,
    subject: 'You are subscribed already',
    lines: [
      'Somebody, perhaps you, asked for the newsletter with this address. It is on the list already, so nothing was changed.',
    ],
    remarks: ['If it was not you, there is nothing to do: nobody learned that you are subscribed.'],
    unsubscribe,
  }
}

function newArticle(to: string, article: Article, siteUrl: string, unsubscribe: string): Email {
  const { title, slug, excerpt, category, readTime } = article
  return {
    to,
    subject: title,
    title,
    lines: [...(excerpt ? [excerpt] : []), `${category} · ${readTime}`],
    button: { label: 'Read the article', address: `${siteUrl}/blog/${slug}` },
    remarks: [
      'For education only, not financial advice.',
      'You get this mail because you asked for new articles and confirmed it.',
    ],
    unsubscribe,
  }
}
