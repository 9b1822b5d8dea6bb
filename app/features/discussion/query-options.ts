// Queries of reading and writing a discussion.
import { queryOptions } from '@tanstack/react-query'
import { clientQuery, listQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'
import { tagKey } from '#shared/slugs.ts'

/** For suggestions while writing: a failed search must not disturb the writer. */
const HELP = { retry: false, staleTime: 60_000 } as const

export type SuggestTags = (
  typed: string,
  signal: AbortSignal,
) => Promise<{ tag: string; thread_count: number }[]>

export const discussionQueries = {
  /** A post as it is now, for its edit: not refetched while it is edited, and not kept. */
  storedVersion: <Version>(postId: string, load: (client: Client) => PromiseLike<{ data: Version[] }>) =>
    queryOptions({
      ...clientQuery(['discussion', 'stored', postId], async (client) => {
        const [version] = (await load(client)).data
        if (!version) throw new Error('the post is gone')
        return version
      }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  /**
   * What a poll is to the member: the place of the option voted for, from 1, or null without a vote; and whether they may
   * correct it. Null if there is none.
   */
  ownPoll: (threadId: string, userId: string) =>
    listQuery(['discussion', 'poll', threadId, userId], async (client) => {
      const { data } = await client
        .from('polls')
        // The votes of others are not visible.
        .select('can_edit, open_days, poll_votes(choice)')
        .eq('thread_id', threadId)
        .maybeSingle()
        .throwOnError()
      return data && { ...data, choice: data.poll_votes[0]?.choice ?? null }
    }),
  /** Discussions with titles similar to `title`. */
  similar: (title: string) =>
    queryOptions({
      ...listQuery(['discussion', 'similar', title], async (client, { signal }) => {
        // The queries of lists, which a discussion does not need.
        const { similarThreads } = await import('#app/domain/threads/queries.ts')
        return similarThreads(client, title, signal)
      }),
      ...HELP,
    }),
  tagsBeginning: (typed: string, suggest: SuggestTags) =>
    queryOptions({
      ...HELP,
      queryKey: ['discussion', 'tags', tagKey(typed)],
      queryFn: ({ signal }) => suggest(typed, signal),
    }),
}
