// A member's own discussions of a category. A page comes as a guest's, so they are fetched once it is alive.

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { QUERY_ROOTS } from '#app/domain/query-roots.ts'
import { client, type Session, useSession } from '#app/platform/session/session.ts'
import { listThreads, type ThreadPage } from './queries.ts'

/** Whose threads are the own ones. @throws Error when nobody is signed in */
export function memberId(session: Session): string {
  if (session.status !== 'member') throw new Error('No authenticated user')
  return session.userId
}

/** One page of the own discussions; asks nothing unless somebody is signed in. */
export function useMyThreads(
  category: { id: string; thread_count: number } | null,
  page: number,
): UseQueryResult<ThreadPage> {
  const session = useSession()
  return useQuery({
    queryKey: [
      ...QUERY_ROOTS.threads,
      'mine',
      session.status === 'member' ? session.userId : null,
      category?.id,
      page,
    ],
    enabled: session.status === 'member' && category !== null,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      if (!category) throw new Error('the category is not known')
      const authorId = memberId(session)
      return listThreads(await client(), { category, filter: 'mine', page, authorId })
    },
  })
}
