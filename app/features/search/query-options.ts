// What the search asks while one types.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { answersOf } from './queries.ts'

export const searchQueries = {
  /** What titles say of `typed`: as the member, whose allowance is larger, or as a guest without the whole client. */
  typing: (typed: string) =>
    queryOptions({
      queryKey: ['search', 'typing', typed],
      // While typing, the next answer is nearer than a second try; and being offline is an answer.
      retry: false,
      networkMode: 'always',
      staleTime: 60_000,
      placeholderData: keepPreviousData,
      queryFn: async ({ signal }) => {
        const reader = await visitorClient()
        const { data } = await reader
          .rpc('search', { query: typed, typing: true }, { get: true })
          .abortSignal(signal)
          .throwOnError()
        return answersOf(data)
      },
    }),
}
