// What is asked about the member's bookmarks.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '#app/platform/session/session.ts'
import { isBookmarked } from './queries.ts'

const all = ['bookmarks'] as const

export const bookmarkQueries = {
  all,
  /** Whether the member keeps a discussion. */
  of: (threadId: string, userId: string) =>
    queryOptions({
      queryKey: [...all, threadId, userId],
      queryFn: async () => isBookmarked(await client(), userId, threadId),
    }),
  list: (userId: string, page: number) =>
    queryOptions({
      queryKey: [...all, 'list', userId, page],
      placeholderData: keepPreviousData,
      queryFn: async () => {
        // A discussion's page asks for the other one alone.
        const { bookmarkedThreads } = await import('#app/domain/threads/queries.ts')
        return bookmarkedThreads(await client(), userId, page)
      },
    }),
}
