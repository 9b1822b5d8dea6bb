// What is asked about discussions for the member at this browser. A discussion's page needs what may be done with it
// alone, so the lists are loaded when they are asked for.
import { queryOptions } from '@tanstack/react-query'
import { listQuery } from '#app/platform/query/client-query.ts'
import type { Session } from '#app/platform/session/session.ts'

export const threadQueries = {
  /** What the member may do with a discussion, from the predicates that the policies use; null when it is not there. */
  abilities: (threadId: string, userId: string) =>
    listQuery(['threads', threadId, 'abilities', userId], async (client) => {
      const { data } = await client
        .from('threads')
        .select('can_edit, can_delete, can_withdraw, can_reply')
        .eq('id', threadId)
        // It may have been hidden since the page was made.
        .maybeSingle()
        .throwOnError()
      return data
    }),
  /** One page of the member's own discussions of a category; nothing is asked unless somebody is signed in. */
  mine: (session: Session, category: { id: string; thread_count: number } | null, page: number) => {
    const userId = session.status === 'member' ? session.userId : null
    return queryOptions({
      ...listQuery(['threads', 'mine', userId, category?.id, page], async (client) => {
        if (!category) throw new Error('the category is not known')
        const authorId = memberId(session)
        const { listThreads } = await import('./queries.ts')
        return listThreads(client, { category, filter: 'mine', page, authorId })
      }),
      enabled: userId !== null && category !== null,
    })
  },
}

/** Whose threads are the own ones. @throws Error when nobody is signed in */
export function memberId(session: Session): string {
  if (session.status !== 'member') throw new Error('No authenticated user')
  return session.userId
}
