// The discussion as search engines read it: https://schema.org/DiscussionForumPosting, whose rules are at
// https://developers.google.com/search/docs/appearance/structured-data/discussion-forum. As microdata of the page's own
// elements (`itemProp` here, in thread-head.tsx and app/ui/post-card.tsx), because JSON-LD would send each text again.
import { threadPagePath } from './thread-address.ts'

const SCHEMA = 'https://schema.org'

/** What the page's element says of itself. */
export const THREAD_ITEM = { itemScope: true, itemType: `${SCHEMA}/DiscussionForumPosting` } as const
/** What an element of a reply says of itself. */
export const REPLY_ITEM = { itemProp: 'comment', itemScope: true, itemType: `${SCHEMA}/Comment` } as const

type Described = {
  id: string
  title: string
  reply_count: number
  upvote_count: number
  category: { name: string; slug: string }
}

/** What no element of the page shows: its address, its figures, and where it belongs. */
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
  /** Null for none. */
  upvotes: string | null
  pictures: readonly string[]
}

/** What a post does not show as such: when it was edited, its upvotes, its pictures. */
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

/** Addresses of the pictures in stored HTML, which the server wrote. */
export function picturesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/<img [^>]*?src="([^"]+)"/g)].map(([, src = '']) => src))]
}
