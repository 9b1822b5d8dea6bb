// The discussion as search engines read it: https://schema.org/DiscussionForumPosting, whose rules are at
// https://developers.google.com/search/docs/appearance/structured-data/discussion-forum.
import { plainText } from '#app/lib/text.ts'
import { memberPath } from '#shared/slugs.ts'

type Author = { username: string }
type Post = { id: string; content: string; created_at: string; upvote_count: number; author: Author }
type Described = Post & { title: string; updated_at: string; reply_count: number }

/**
 * @param address the whole address of the page that is described
 * @param replies those on that page
 * @param replyAddress the whole address of a reply
 */
export function discussionData(
  thread: Described,
  address: string,
  replies: readonly Post[],
  replyAddress: (id: string) => string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    '@id': address,
    mainEntityOfPage: address,
    url: address,
    headline: thread.title,
    text: plainText(thread.content),
    author: person(thread.author, address),
    datePublished: thread.created_at,
    dateModified: thread.updated_at,
    commentCount: thread.reply_count,
    interactionStatistic: [
      counter('LikeAction', thread.upvote_count),
      counter('CommentAction', thread.reply_count),
    ],
    comment: replies.map((reply) => ({
      '@type': 'Comment',
      url: replyAddress(reply.id),
      text: plainText(reply.content),
      author: person(reply.author, address),
      datePublished: reply.created_at,
      interactionStatistic: counter('LikeAction', reply.upvote_count),
    })),
  }
}

function person({ username }: Author, address: string) {
  return { '@type': 'Person', name: username, url: new URL(memberPath(username), address).href }
}

function counter(action: 'LikeAction' | 'CommentAction', value: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: value,
  }
}
