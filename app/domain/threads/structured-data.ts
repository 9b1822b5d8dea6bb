// The discussion as search engines read it: https://schema.org/DiscussionForumPosting, whose rules are at
// https://developers.google.com/search/docs/appearance/structured-data/discussion-forum.
import { plainText } from '#app/platform/text/plain-text.ts'
import { memberPath } from '#shared/slugs.ts'

type Author = { username: string }
type Post = {
  id: string
  content: string
  created_at: string
  updated_at: string
  upvote_count: number
  author: Author
}
type Described = Post & { title: string; reply_count: number; category: { name: string; slug: string } }

/**
 * @param at where the page is, and how its other addresses are made whole
 * @param replies those on that page
 */
export function discussionData(
  thread: Described,
  replies: readonly Post[],
  at: { page: string; reply: (id: string) => string; address: (path: string) => string },
) {
  const { address } = at
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    '@id': at.page,
    mainEntityOfPage: at.page,
    url: at.page,
    headline: thread.title,
    ...post(thread, address),
    commentCount: thread.reply_count,
    interactionStatistic: [
      counter('LikeAction', thread.upvote_count),
      counter('CommentAction', thread.reply_count),
    ],
    isPartOf: {
      '@type': 'CollectionPage',
      name: thread.category.name,
      url: address(`/forums/${thread.category.slug}`),
    },
    comment: replies.map((reply) => ({
      '@type': 'Comment',
      url: at.reply(reply.id),
      ...post(reply, address),
      interactionStatistic: counter('LikeAction', reply.upvote_count),
    })),
  }
}

/** Addresses of the pictures in stored HTML, which the server wrote. */
function picturesIn(html: string): string[] {
  return [...html.matchAll(/<img [^>]*?src="([^"]+)"/g)].map(([, src = '']) => src)
}

/** What an opening post and a reply have in common. */
function post({ content, author, created_at, updated_at }: Post, address: (path: string) => string) {
  const pictures = picturesIn(content).map(address)
  return {
    text: plainText(content),
    ...(pictures.length > 0 ? { image: pictures } : {}),
    author: {
      '@type': 'Person',
      name: author.username,
      url: address(memberPath(author.username)),
    },
    datePublished: created_at,
    dateModified: updated_at,
  }
}

function counter(action: 'LikeAction' | 'CommentAction', value: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: value,
  }
}
