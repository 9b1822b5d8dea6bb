// What is asked about discussions for the member at this browser. A discussion's page needs what may be done with it
// alone, so the lists are loaded when they are asked for.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, type Session } from '#app/platform/session/session.ts'

const all = ['threads'] as const

export const threadQueries = {
  all,
  /** What the member may do with a discussion, from the predicates that the policies use; null when it is not there. */
  abilities: (threadId: string, userId: string) =>
    queryOptions({
      queryKey: [...all, threadId, 'abilities', userId],
      placeholderData: keepPreviousData,
      queryFn: async () => {
        const { data } = await (await client())
          .from('threads')
          .select('can_edit, can_delete, can_withdraw, can_reply')
          .eq('id', threadId)
          // It may have been hidden since the page was made.
          .maybeSingle()
          .throwOnError()
        return data
      },
    }),
  /** One page of the member's own discussions of a category; nothing is asked unless somebody is signed in. */
  mine: (session: Session, category: { id: string; thread_count: number } | null, page: number) =>
    queryOptions({
      queryKey: [...all, 'mine', session.status === 'member' ? session.userId : null, category?.id, page],
      enabled: session.status === 'member' && category !== null,
      placeholderData: keepPreviousData,
      queryFn: async () => {
        if (!category) throw new Error('the category is not known')
        const authorId = memberId(session)
        const { listThreads } = await import('./queries.ts')
        return listThreads(await client(), { category, filter: 'mine', page, authorId })
      },
    }),
}

/** Whose threads are the own ones. @throws Error when nobody is signed in */
export function memberId(session: Session): string {
  if (session.status !== 'member') throw new Error('No authenticated user')
  return session.userId
}
