// What is asked while a discussion is read or written.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { similarThreads } from '#app/domain/threads/queries.ts'
import { type Client, client } from '#app/platform/session/session.ts'
import { tagKey } from '#shared/slugs.ts'

/** For what helps whoever writes: a search that fails keeps nobody from it. */
const HELP = { retry: false, staleTime: 60_000 } as const

export type SuggestTags = (
  typed: string,
  signal: AbortSignal,
) => Promise<{ tag: string; thread_count: number }[]>

export const discussionQueries = {
  /** Whether the member follows a discussion. */
  followed: (threadId: string, userId: string) =>
    queryOptions({
      queryKey: ['discussion', 'followed', threadId, userId],
      queryFn: async () => isFollowed(await client(), userId, threadId),
    }),
  /** Discussions whose titles are like `title`. */
  similar: (title: string) =>
    queryOptions({
      ...HELP,
      queryKey: ['discussion', 'similar', title],
      placeholderData: keepPreviousData,
      queryFn: async ({ signal }) => similarThreads(await client(), title, signal),
    }),
  tagsBeginning: (typed: string, suggest: SuggestTags) =>
    queryOptions({
      ...HELP,
      queryKey: ['discussion', 'tags', tagKey(typed)],
      queryFn: ({ signal }) => suggest(typed, signal),
    }),
}

async function isFollowed(supabase: Client, userId: string, threadId: string): Promise<boolean> {
  const { data } = await supabase
    .from('thread_subscriptions')
    .select('thread_id')
    .eq('user_id', userId)
    .eq('thread_id', threadId)
    .maybeSingle()
    .throwOnError()
  return data !== null
}
