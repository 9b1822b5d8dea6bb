// Queries about discussions for the member. A thread page needs only the permissions, so the lists are loaded on
// demand.
import { queryOptions } from '@tanstack/react-query'
import { listQuery } from '#app/platform/query/client-query.ts'
import type { Session } from '#app/platform/session/session.ts'
import { takeOwnThread } from './own-thread.ts'

type Abilities = Record<
  'can_edit' | 'can_edit_text' | 'can_delete' | 'can_withdraw' | 'can_reply' | 'can_make_wiki',
  boolean | null
>

export const threadQueries = {
  /** What the member may do with the discussion, from the predicates of the policies; null if it does not exist. */
  abilities: (threadId: string, userId: string) =>
    listQuery(['threads', threadId, 'abilities', userId], async (client): Promise<Abilities | null> => {
      const page = await takeOwnThread('abilities', userId, { threadId })
      if (page) return page
      const { data } = await client
        .from('threads')
        .select('can_edit, can_edit_text, can_delete, can_withdraw, can_reply, can_make_wiki')
        .eq('id', threadId)
        // The discussion may have been hidden since the page was rendered.
        .maybeSingle()
        .throwOnError()
      return data
    }),
  /** One page of the member's own discussions of a category; disabled for guests. */
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

/** The member's id. @throws Error for a guest */
export function memberId(session: Session): string {
  if (session.status !== 'member') throw new Error('No authenticated user')
  return session.userId
}
