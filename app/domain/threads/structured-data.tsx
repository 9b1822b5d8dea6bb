// The discussion as structured data: https://schema.org/DiscussionForumPosting, with the rules of
// https://developers.google.com/search/docs/appearance/structured-data/discussion-forum; with an accepted answer it is the
// question of a https://schema.org/QAPage (…/structured-data/qapage). It is microdata on the page's
// own elements (`itemProp` here, in thread-head.tsx and app/ui/post-card.tsx), because JSON-LD would repeat every text.
// Attributes are written by the server alone: React keeps those of an element that it hydrates.
import { WRITES_FOR_READERS } from '#app/platform/seo/meta.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { inLanguage } from '#shared/languages.ts'
import { threadPath } from '#shared/slugs.ts'
import { LANGUAGE } from '#words/language.ts'

const SCHEMA = 'https://schema.org'

type Question = { answer_id: string | null; is_deleted: boolean }

/** Whether it is described as a question: it has an accepted answer, and its author did not delete what was asked. */
export function isQuestion({ answer_id, is_deleted }: Question): boolean {
  return answer_id !== null && !is_deleted
}

/** Microdata of the page, around the discussion's element. */
export function pageItem(thread: Question) {
  return WRITES_FOR_READERS && isQuestion(thread) ? { itemScope: true, itemType: `${SCHEMA}/QAPage` } : {}
}

/** Microdata of the discussion's element. */
export function threadItem(thread: Question) {
  if (!WRITES_FOR_READERS) return {}
  return isQuestion(thread)
    ? { itemProp: 'mainEntity', itemScope: true, itemType: `${SCHEMA}/Question` }
    : { itemScope: true, itemType: `${SCHEMA}/DiscussionForumPosting` }
}

/** Microdata of a reply's element. */
export function replyItem(thread: Question, replyId: string) {
  if (!WRITES_FOR_READERS) return {}
  if (!isQuestion(thread)) return { itemProp: 'comment', itemScope: true, itemType: `${SCHEMA}/Comment` }
  const itemProp = replyId === thread.answer_id ? 'acceptedAnswer' : 'suggestedAnswer'
  return { itemProp, itemScope: true, itemType: `${SCHEMA}/Answer` }
}

type Described = Question & {
  id: string
  title: string
  reply_count: number
  upvote_count: number
  category: { name: string; slug: string }
}

/**
 * Properties that no visible element has: page, figures, category. Its `url`, on each page, is at the opening post. The
 * browser keeps what the server wrote.
 */
export function ThreadData({ thread }: { thread: Described }) {
  return (
    <div
      hidden
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made below, with every value escaped
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? dataOf(thread) : '' }}
    />
  )
}

function dataOf(thread: Described): string {
  const { category, reply_count: replies, upvote_count: upvotes } = thread
  const meta = (property: string, content: string | number) =>
    `<meta itemProp="${property}" content="${escapeHtml(String(content))}"/>`
  const link = (property: string, address: string) =>
    `<link itemProp="${property}" href="${escapeHtml(address)}"/>`
  const counter = (action: string, count: number) =>
    `<div itemProp="interactionStatistic" itemScope="" itemType="${SCHEMA}/InteractionCounter">${link('interactionType', `${SCHEMA}/${action}`)}${meta('userInteractionCount', count)}</div>`
  return [
    link('mainEntityOfPage', inLanguage(LANGUAGE, threadPath(thread))),
    meta(isQuestion(thread) ? 'answerCount' : 'commentCount', replies),
    counter('LikeAction', upvotes),
    counter('CommentAction', replies),
    `<div itemProp="isPartOf" itemScope="" itemType="${SCHEMA}/CollectionPage">`,
    meta('name', category.name),
    link('url', inLanguage(LANGUAGE, `/forums/${category.slug}`)),
    '</div>',
  ].join('')
}

type PostDataProps = {
  /** When it was edited; null if it was not. */
  modified: string | null
  /** Null if there are none, and of a discussion that is no question: only questions, answers and comments have them. */
  upvotes: string | null
  pictures: readonly string[]
}

/** Properties of a post that are not visible as such: time of the edit, upvotes, pictures. */
export function PostData({ modified, upvotes, pictures }: PostDataProps) {
  return (
    <>
      {modified === null ? null : <meta itemProp="dateModified" content={modified} />}
      {upvotes === null ? null : <meta itemProp="upvoteCount" content={upvotes} />}
      {pictures.map((src) => (
        <link key={src} itemProp="image" href={src} />
      ))}
    </>
  )
}

/** Addresses of the pictures in stored HTML. */
export function picturesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/<img [^>]*?src="([^"]+)"/g)].map(([, src = '']) => src))]
}
