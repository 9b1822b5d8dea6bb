// E-mails of the newsletter: a response to a subscription, and an article to all confirmed subscribers. A queued task
// names a subscriber; the content is determined when it is sent.
import type { Sql } from '../../api/database/connection.ts'
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'
import { wordsOf } from '../../messages/by-language.ts'
import { articleCategory, readingTime } from '../../shared/article-words.ts'
import { offered } from '../../shared/languages.ts'
import { type Telling, tellingIn } from '../mail/notifications.ts'

/** Lower priority than other e-mails: nobody waits for a newsletter. */
const AFTER_OTHERS = 10
const AT_ONCE = 200

export function newsletterOutboxes(db: Database, { siteUrl }: { siteUrl: string }): Outbox[] {
  const tellingOf = ({ language }: Subscriber) => tellingIn(offered(language), siteUrl)
  return [
    {
      kinds: ['newsletter asked'],
      take: takenBy('private.take_subscriptions', AT_ONCE),
      emails: (_kind, id) =>
        asService(db, async (sql) => {
          const subscriber = await findSubscriber(sql, id)
          if (subscriber?.state === 'pending') return [confirm(subscriber, tellingOf(subscriber))]
          if (subscriber?.state === 'confirmed')
            return [alreadySubscribed(subscriber, tellingOf(subscriber), siteUrl)]
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
          return [newArticle(subscriber, article, siteUrl)]
        }),
    },
  ]
}

type Subscriber = {
  email: string
  state: 'pending' | 'confirmed' | 'unsubscribed'
  token: string
  language: string
}

/** The page of a step, without the prefix of a language: mail clients post to that of unsubscribing. */
const pathOf = (step: 'confirm' | 'unsubscribe', { token }: Subscriber) =>
  `/newsletter/${step}?${new URLSearchParams({ token })}`

async function findSubscriber(sql: Sql, id: string): Promise<Subscriber | undefined> {
  const [found] = await sql<Subscriber[]>`
    select s.email, s.state, s.language, t.token
    from public.newsletter_subscribers s
    join private.newsletter_tokens t on t.subscriber_id = s.id
    where s.id = ${id}`
  return found
}

type Article = {
  title: string
  slug: string
  excerpt: string
  category: string
  readTime: string
  language: string
}

async function findArticle(sql: Sql, id: string): Promise<Article | undefined> {
  const [found] = await sql<Article[]>`
    select title, slug, excerpt, category, read_time as "readTime", language
    from public.blog_posts
    where id = ${id} and published`
  return found
}

function confirm(subscriber: Subscriber, { t, language, page }: Telling): Email {
  return {
    to: subscriber.email,
    language,
    subject: t.confirmYourSubscription,
    lines: [t.somebodyAskedForArticles],
    button: { label: t.confirmMySubscription, address: page(pathOf('confirm', subscriber)) },
    remarks: [t.withoutTheLinkNothingMore],
  }
}

function alreadySubscribed(subscriber: Subscriber, { t, language }: Telling, siteUrl: string): Email {
  return {
    to: subscriber.email,
    language,
    subject: t.youAreSubscribedAlready,
    lines: [t.somebodyAskedForTheNewsletter],
    remarks: [t.nobodyLearnedOfTheSubscription],
    unsubscribe: siteUrl + pathOf('unsubscribe', subscriber),
  }
}

/** In the language of the article. */
function newArticle(subscriber: Subscriber, article: Article, siteUrl: string): Email {
  const { title, slug, excerpt, category, readTime } = article
  const { t, language, page } = tellingIn(offered(article.language), siteUrl)
  const { articles } = wordsOf(language)
  return {
    to: subscriber.email,
    language,
    subject: title,
    title,
    lines: [
      ...(excerpt ? [excerpt] : []),
      `${articleCategory(category, articles)} · ${readingTime(readTime, articles)}`,
    ],
    button: { label: t.readTheArticle, address: page(`/blog/${slug}`) },
    remarks: [t.forEducationOnly, t.youAskedForArticles],
    unsubscribe: siteUrl + pathOf('unsubscribe', subscriber),
  }
}
