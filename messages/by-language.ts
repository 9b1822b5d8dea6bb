// The texts that the server says itself, in all languages at once: of mails, push, feeds and pages without the framework. Pages
// have the catalogue of their build instead (`#words/…`).
import { type Language, OFFERED } from '../shared/languages.ts'
import type * as accountMails from './en/account-mails.ts'
import type * as articles from './en/article-words.ts'
import type * as feeds from './en/feeds.ts'
import type * as format from './en/format.ts'
import type * as mails from './en/mails.ts'
import type * as notifications from './en/notification-wording.ts'
import type * as plainPages from './en/plain-pages.ts'
import type * as sanctions from './en/sanctions.ts'
import type * as schemas from './en/schemas.ts'
import type * as ui from './en/ui.ts'
import type * as waiting from './en/waiting.ts'

export type AccountMails = typeof accountMails
export type Mails = typeof mails
export type Feeds = typeof feeds
type Sanctions = typeof sanctions
export type PlainPages = typeof plainPages
/** What `sentenceOf` of shared/notification-wording.ts is made of. */
export type NotificationWords = typeof notifications & Pick<typeof ui, 'levelName'>

export type ServerWords = {
  accountMails: AccountMails
  mails: Mails
  notifications: NotificationWords
  waiting: typeof waiting
  plainPages: PlainPages
  feeds: Feeds
  /** Of moments. */
  format: typeof format
  sanctions: Sanctions
  articles: typeof articles
  /** With the subjects of the contact form. */
  schemas: typeof schemas
}

async function load(language: Language): Promise<ServerWords> {
  const [
    ofAccounts,
    ofMails,
    ofNotifications,
    ofUi,
    ofWaiting,
    ofPlainPages,
    ofFeeds,
    ofArticles,
    ofSchemas,
    ofFormat,
    ofSanctions,
  ] = await Promise.all([
    import(`./${language}/account-mails.ts`) as Promise<AccountMails>,
    import(`./${language}/mails.ts`) as Promise<Mails>,
    import(`./${language}/notification-wording.ts`) as Promise<typeof notifications>,
    import(`./${language}/ui.ts`) as Promise<typeof ui>,
    import(`./${language}/waiting.ts`) as Promise<typeof waiting>,
    import(`./${language}/plain-pages.ts`) as Promise<PlainPages>,
    import(`./${language}/feeds.ts`) as Promise<Feeds>,
    import(`./${language}/article-words.ts`) as Promise<typeof articles>,
    import(`./${language}/schemas.ts`) as Promise<typeof schemas>,
    import(`./${language}/format.ts`) as Promise<typeof format>,
    import(`./${language}/sanctions.ts`) as Promise<Sanctions>,
  ])
  return {
    accountMails: ofAccounts,
    mails: ofMails,
    notifications: { ...ofNotifications, levelName: ofUi.levelName },
    waiting: ofWaiting,
    plainPages: ofPlainPages,
    feeds: ofFeeds,
    articles: ofArticles,
    schemas: ofSchemas,
    format: ofFormat,
    sanctions: ofSanctions,
  }
}

const ALL = new Map(
  await Promise.all(OFFERED.map(async (language) => [language, await load(language)] as const)),
)

/** The texts of a language; of the first one if readers cannot choose it. */
export function wordsOf(language: Language): ServerWords {
  const words = ALL.get(language) ?? ALL.get('en')
  if (!words) throw new Error('there is no catalogue')
  return words
}
