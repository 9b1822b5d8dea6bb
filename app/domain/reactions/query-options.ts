// What is asked about upvotes for the member at this browser.
import { listQuery } from '#app/platform/query/client-query.ts'
import { loadOwnReactions } from './queries.ts'

export const reactionQueries = {
  /** The own upvotes of one page of a discussion, with the figures of its posts. */
  own: (threadId: string, replyIds: readonly string[], userId: string) =>
    listQuery(['reactions', threadId, userId, replyIds], (client) =>
      loadOwnReactions(client, userId, threadId, replyIds),
    ),
}
