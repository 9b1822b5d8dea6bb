// The search while typing.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listTags } from '#app/domain/tags/queries.ts'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { answersHere } from './queries.ts'

const TOP_TAGS = 6

export const searchQueries = {
  /** The most used tags, before anything is typed. */
  topTags: queryOptions({
    queryKey: ['search', 'top tags'],
    retry: false,
    staleTime: 10 * 60_000,
    queryFn: async () => listTags(await visitorClient(), TOP_TAGS),
  }),
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
        return answersHere(
          reader,
          reader
            .rpc('search', { query: typed, typing: true }, { get: true })
            .abortSignal(signal)
            .throwOnError(),
        )
      },
    }),
}
