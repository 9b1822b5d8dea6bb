// What is asked about the member's bookmarks.
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { isBookmarked } from './queries.ts'

const all = ['bookmarks'] as const

export const bookmarkQueries = {
  all,
  /** Whether the member keeps a discussion. */
  of: (threadId: string, userId: string) =>
    clientQuery([...all, threadId, userId], (client) => isBookmarked(client, userId, threadId)),
  list: (userId: string, page: number) =>
    listQuery([...all, 'list', userId, page], async (client) => {
      // A discussion's page asks for the other one alone.
      const { bookmarkedThreads } = await import('#app/domain/threads/queries.ts')
      return bookmarkedThreads(client, userId, page)
    }),
}
