// A member's own discussions of a category. A page comes as a guest's, so they are fetched once it is alive.
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { client, useSession } from '#app/lib/session.ts'
import { listThreads, type ThreadPage } from './queries.ts'

/** One page of the own discussions; asks nothing unless `wanted` and somebody is signed in. */
export function useMyThreads(
  wanted: boolean,
  category: { id: string; thread_count: number } | null,
  page: number,
): UseQueryResult<ThreadPage> {
  const session = useSession()
  const authorId = session.status === 'member' ? session.userId : null
  return useQuery({
    queryKey: ['threads', 'mine', authorId, category?.id, page],
    enabled: wanted && authorId !== null && category !== null,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      if (!authorId || !category) throw new Error('No authenticated user')
      return listThreads(await client(), { category, filter: 'mine', page, authorId })
    },
  })
}
