// The member's upvotes of one page, as optimistic updates. The counts come with the upvotes; until they are loaded, the
// page's counts are shown, which may be older because the page is cached.
import { openQueries, useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { useIntent } from '#app/platform/session/intent.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import type { OwnReactions } from './query-options.ts'

export type Upvotes = {
  isOwn: (id: string) => boolean
  /** The count of a post whose page says `counted`. */
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
    // A second click before the response would undo the first.
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

/** Targets with a pending click. */
const underWay = new Set<string>()

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
