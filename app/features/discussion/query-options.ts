// Queries of reading and writing a discussion.
import { queryOptions } from '@tanstack/react-query'
import { similarThreads } from '#app/domain/threads/queries.ts'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import { tagKey } from '#shared/slugs.ts'

/** For suggestions while writing: a failed search must not disturb the writer. */
const HELP = { retry: false, staleTime: 60_000 } as const

export type SuggestTags = (
  typed: string,
  signal: AbortSignal,
) => Promise<{ tag: string; thread_count: number }[]>

export const discussionQueries = {
  /** Whether the member follows a discussion. */
  followed: (threadId: string, userId: string) =>
    clientQuery(['discussion', 'followed', threadId, userId], async (client) => {
      const { data } = await client
        .from('thread_subscriptions')
        .select('thread_id')
        .eq('user_id', userId)
        .eq('thread_id', threadId)
        .maybeSingle()
        .throwOnError()
      return data !== null
    }),
  /** The place of the option that the member voted for, from 1; null without a vote. */
  ownVote: (threadId: string, userId: string) =>
    listQuery(['discussion', 'vote', threadId, userId], async (client) => {
      const { data } = await client
        .from('poll_votes')
        .select('choice')
        .eq('user_id', userId)
        .eq('thread_id', threadId)
        .maybeSingle()
        .throwOnError()
      return data?.choice ?? null
    }),
  /** Discussions with titles similar to `title`. */
  similar: (title: string) =>
    queryOptions({
      ...listQuery(['discussion', 'similar', title], (client, { signal }) =>
        similarThreads(client, title, signal),
      ),
      ...HELP,
    }),
  tagsBeginning: (typed: string, suggest: SuggestTags) =>
    queryOptions({
      ...HELP,
      queryKey: ['discussion', 'tags', tagKey(typed)],
      queryFn: ({ signal }) => suggest(typed, signal),
    }),
}
