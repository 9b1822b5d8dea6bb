// Own upvotes of one page. They show at once and roll back when the server refuses: what is shown as upvoted
// or counted is the figure that came with the own upvotes plus what this member changed since. Until that has come
// it is the page's, which may be a moment old: the page came from memory.

import { type MemberQuery, openQueries, useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { useIntent } from '#app/platform/session/intent.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { client, useSession } from '#app/platform/session/session.ts'
import { isUnreachable, OFFLINE } from '#app/platform/supabase/unreachable.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { type Target, targetId } from './target.ts'
import { figureOf, type Kept } from './upvote-figures.ts'

export type Upvotes = {
  isOwn: (id: string) => boolean
  /** The figure of a post whose page says `counted`. */
  countOf: (id: string, counted: number) => number
  toggle: (target: Target) => void
}

type Page = {
  threadId: string
  replyIds: readonly string[]
  /** Tells one reading of the page from the next, whose figures hold every change made until then. */
  loadedAt: number
}

export function useUpvotes(page: Page): Upvotes {
  const session = useSession()
  const requireMember = useRequireMember()
  const userId = session.status === 'member' ? session.userId : null
  const data = useMemberQuery({
    ...readingOf(page, userId ?? ''),
    enabled: userId !== null,
    // A page that was just read anew has newer figures than what was known before it.
    placeholderData: (before) => before && { own: before.own, counts: {}, shift: {} },
  })

  async function toggle(target: Target): Promise<void> {
    const id = targetId(target)
    // The last click is still on its way: a second one would undo it.
    if (underWay.has(id)) return
    underWay.add(id)
    try {
      const member = await requireMember(`upvote ${id}`)
      if (!member) return
      const [queries, { castUpvote }] = await Promise.all([openQueries(), import('./cast-upvote.ts')])
      await castUpvote(queries, readingOf(page, member.userId), member, target)
    } catch (error) {
      toastError(error)
    } finally {
      underWay.delete(id)
    }
  }

  useIntent(
    [page.threadId, ...page.replyIds].map((id) => `upvote ${id}` as const),
    data !== undefined,
    (intent) => {
      const id = intent.slice('upvote '.length)
      if (data?.own[id] !== undefined) return
      void toggle(id === page.threadId ? { threadId: id } : { replyId: id })
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

function readingOf({ threadId, replyIds, loadedAt }: Page, userId: string): MemberQuery<Kept> {
  return {
    queryKey: ['reactions', threadId, userId, replyIds, loadedAt],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { loadOwnReactions } = await import('./queries.ts')
      return { ...(await loadOwnReactions(await client(), userId, threadId, replyIds)), shift: {} }
    },
  }
}

function toastError(error: unknown): void {
  console.warn('upvote was refused', error)
  toast({
    title: 'Failed to react',
    text: isUnreachable(error) ? OFFLINE : 'There was an error processing your reaction. Please try again.',
    variant: 'destructive',
  })
}
