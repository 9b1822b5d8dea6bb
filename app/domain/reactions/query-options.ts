// What is asked about upvotes for the member at this browser.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '#app/platform/session/session.ts'
import { loadOwnReactions } from './queries.ts'

export const reactionQueries = {
  /** The own upvotes of one page of a discussion, with the figures of its posts. */
  own: (threadId: string, replyIds: readonly string[], userId: string) =>
    queryOptions({
      queryKey: ['reactions', threadId, userId, replyIds],
      placeholderData: keepPreviousData,
      queryFn: async () => loadOwnReactions(await client(), userId, threadId, replyIds),
    }),
}
