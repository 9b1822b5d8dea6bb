// Own upvotes of one page. They show at once and roll back when the server refuses. What is shown as counted is the
// figure that came with the own upvotes and follows them; until that has come it is the page's, which may be a moment
// old: the page came from memory.
import { openQueries, useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { useIntent } from '#app/platform/session/intent.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import type { OwnReactions } from './query-options.ts'

export type Upvotes = {
  isOwn: (id: string) => boolean
  /** The figure of a post whose page says `counted`. */
  countOf: (id: string, counted: number) => number
  toggle: (target: Target) => void
}

export function useUpvotes(thread: { id: string }, replies: readonly { id: string }[]): Upvotes {
  const requireMember = useRequireMember()
  const replyIds = replies.map(({ id }) => id)
  const data = useMemberQuery(
    async (userId) => (await import('./query-options.ts')).reactionQueries.own(thread.id, replyIds, userId),
    [thread, replies],
  )

  async function toggle(target: Target): Promise<void> {
    const id = targetId(target)
    // The last click is still on its way: a second one would undo it.
    if (underWay.has(id)) return
    underWay.add(id)
    try {
      const member = await requireMember(`upvote ${id}`)
      if (!member) return
      const [queries, { castUpvote }] = await Promise.all([openQueries(), import('./query-options.ts')])
      await castUpvote(queries, { threadId: thread.id, replyIds }, member, target)
    } catch (error) {
      toastRefused('Failed to react', error, 'There was an error processing your reaction. Please try again.')
    } finally {
      underWay.delete(id)
    }
  }

  useIntent(
    [thread.id, ...replyIds].map((id) => `upvote ${id}` as const),
    data !== undefined,
    (intent) => {
      const id = intent.slice('upvote '.length)
      if (data?.own[id] !== undefined) return
      void toggle(id === thread.id ? { threadId: id } : { replyId: id })
    },
  )

  return {
    isOwn: (id) => data?.own[id] !== undefined,
    countOf: (id, counted) => figureOf(data, id, counted),
    toggle: (target) => void toggle(target),
  }
}

/** Targets whose last click is not answered yet. */
const underWay = new Set<string>()

/** The figure to show: what came with the own upvotes, or the page's. */
export function figureOf(kept: OwnReactions | undefined, id: string, counted: number): number {
  return kept?.counts[id] ?? counted
}

/** Exactly one of the two. */
export type Target = { threadId: string } | { replyId: string }

/** What an upvote is for. */
export function targetId(target: Target): string {
  return 'threadId' in target ? target.threadId : target.replyId
}
