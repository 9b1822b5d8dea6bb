// The discussion as structured data: https://schema.org/DiscussionForumPosting, with the rules of
// https://developers.google.com/search/docs/appearance/structured-data/discussion-forum; with an accepted answer it is the
// question of a https://schema.org/QAPage (…/structured-data/qapage). It is microdata on the page's
// own elements (`itemProp` here, in thread-head.tsx and app/ui/post-card.tsx), because JSON-LD would repeat every text.
// Attributes are written by the server alone: React keeps those of an element that it hydrates.
import { WRITES_STRUCTURED_DATA } from '#app/platform/seo/meta.ts'
import { threadPagePath } from './thread-address.ts'

const SCHEMA = 'https://schema.org'

type Question = { answer_id: string | null; is_deleted: boolean }

/** Whether it is described as a question: it has an accepted answer, and its author did not delete what was asked. */
export function isQuestion({ answer_id, is_deleted }: Question): boolean {
  return answer_id !== null && !is_deleted
}

/** Microdata of the page, around the discussion's element. */
export function pageItem(thread: Question) {
  return WRITES_STRUCTURED_DATA && isQuestion(thread) ? { itemScope: true, itemType: `${SCHEMA}/QAPage` } : {}
}

/** Microdata of the discussion's element. */
export function threadItem(thread: Question) {
  if (!WRITES_STRUCTURED_DATA) return {}
  return isQuestion(thread)
    ? { itemProp: 'mainEntity', itemScope: true, itemType: `${SCHEMA}/Question` }
    : { itemScope: true, itemType: `${SCHEMA}/DiscussionForumPosting` }
}

/** Microdata of a reply's element. */
export function replyItem(thread: Question, replyId: string) {
  if (!WRITES_STRUCTURED_DATA) return {}
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

/** Properties that no visible element has: address, figures, category. */
export function ThreadData({ thread, page }: { thread: Described; page: number }) {
  const path = threadPagePath(thread, page)
  return (
    <>
      <link itemProp="url" href={path} />
      <link itemProp="mainEntityOfPage" href={path} />
      <meta
        itemProp={isQuestion(thread) ? 'answerCount' : 'commentCount'}
        content={String(thread.reply_count)}
      />
      <Counter action="LikeAction" value={thread.upvote_count} />
      <Counter action="CommentAction" value={thread.reply_count} />
      <div hidden itemProp="isPartOf" itemScope itemType={`${SCHEMA}/CollectionPage`}>
        <meta itemProp="name" content={thread.category.name} />
        <link itemProp="url" href={`/forums/${thread.category.slug}`} />
      </div>
    </>
  )
}

function Counter({ action, value }: { action: 'LikeAction' | 'CommentAction'; value: number }) {
  return (
    <div hidden itemProp="interactionStatistic" itemScope itemType={`${SCHEMA}/InteractionCounter`}>
      <link itemProp="interactionType" href={`${SCHEMA}/${action}`} />
      <meta itemProp="userInteractionCount" content={String(value)} />
    </div>
  )
}

type PostDataProps = {
  /** When it was edited; null if it was not. */
  modified: string | null
  /** Null if there are none. */
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
