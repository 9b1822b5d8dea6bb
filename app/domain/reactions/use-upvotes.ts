// The member's upvotes of one page. The counts come with the upvotes; until they are loaded, the page's counts are shown,
// which may be older because the page is cached.
import type { Acting } from '#app/platform/acts/guest.ts'
import { openQueries, useMemberQuery } from '#app/platform/query/use-member-query.ts'
import type { OwnReactions } from './query-options.ts'

export type Upvotes = {
  /** Undefined until it is known. */
  isOwn: (id: string) => boolean | undefined
  /** The count of a post whose page says `counted`. */
  countOf: (id: string, counted: number) => number
  cast: (member: Acting, target: Target) => Promise<void>
}

export function useUpvotes(thread: { id: string }, replies: readonly { id: string }[]): Upvotes {
  const replyIds = replies.map(({ id }) => id)
  const { data } = useMemberQuery(
    async (userId) => (await import('./query-options.ts')).reactionQueries.own(thread.id, replyIds, userId),
    [thread, replies],
  )
  return {
    isOwn: (id) => data && data.own[id] !== undefined,
    countOf: (id, counted) => figureOf(data, id, counted),
    cast: async (member, target) => {
      const [queries, { castUpvote }] = await Promise.all([openQueries(), import('./query-options.ts')])
      await castUpvote(queries, { threadId: thread.id, replyIds }, member, target)
    },
  }
}

/** The current count, else the page's. */
export function figureOf(kept: OwnReactions | undefined, id: string, counted: number): number {
  return kept?.counts[id] ?? counted
}

/** Exactly one of the two is set. */
export type Target = { threadId: string } | { replyId: string }

/** The target of an upvote. */
export function targetId(target: Target): string {
  return 'threadId' in target ? target.threadId : target.replyId
}
