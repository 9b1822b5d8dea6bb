// The discussion as structured data: https://schema.org/DiscussionForumPosting, with the rules of
// https://developers.google.com/search/docs/appearance/structured-data/discussion-forum. It is microdata on the page's
// own elements (`itemProp` here, in thread-head.tsx and app/ui/post-card.tsx), because JSON-LD would repeat every text.
import { threadPagePath } from './thread-address.ts'

const SCHEMA = 'https://schema.org'

/** Microdata of the page's element. */
export const THREAD_ITEM = { itemScope: true, itemType: `${SCHEMA}/DiscussionForumPosting` } as const
/** Microdata of a reply's element. */
export const REPLY_ITEM = { itemProp: 'comment', itemScope: true, itemType: `${SCHEMA}/Comment` } as const

type Described = {
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
      <meta itemProp="commentCount" content={String(thread.reply_count)} />
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
