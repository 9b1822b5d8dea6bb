// The search while typing.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { answersOf } from './queries.ts'

export const searchQueries = {
  /** Results by title for `typed`: as the member, whose limit is higher, or as a guest without the whole client. */
  typing: (typed: string) =>
    queryOptions({
      queryKey: ['search', 'typing', typed],
      // No retries: the next keystroke searches again, and being offline is a result.
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
