// Own upvotes of one page. They show at once and roll back when the server refuses: what is shown as upvoted
// or counted is the figure that came with the own upvotes plus what this member changed since. Until that has come
// it is the page's, which may be a moment old: the page came from memory.
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRequireMember } from '#app/lib/require-member.ts'
import { client, useSession } from '#app/lib/session.ts'
import { toast } from '#app/ui/toast.ts'
import { loadStanding, type Standing, type Target, targetId, toggleUpvote } from './queries.ts'

/** Stands for an upvote whose id the server has not told yet. */
const ON_ITS_WAY = 'on-its-way'

type Kept = Standing & {
  /** What to add to a figure, by target. */
  shift: Readonly<Record<string, number>>
}

const NOTHING_KNOWN: Kept = { own: {}, counts: {}, shift: {} }

export type Upvotes = {
  isOwn: (id: string) => boolean
  /** The figure of a post whose page says `counted`. */
  countOf: (id: string, counted: number) => number
  toggle: (target: Target) => void
}

/**
 * @param page what the page shows; `loadedAt` tells one reading of it from the next, whose figures hold
 *   every change made until then
 */
export function useUpvotes(page: {
  threadId: string
  replyIds: readonly string[]
  loadedAt: number
}): Upvotes {
  const session = useSession()
  const requireMember = useRequireMember()
  const queries = useQueryClient()
  const userId = session.status === 'member' ? session.userId : null
  const key: QueryKey = ['reactions', page.threadId, userId, page.replyIds, page.loadedAt]
  const reading = {
    queryKey: key,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Kept> => ({
      ...(await loadStanding(await client(), userId ?? '', page.threadId, page.replyIds)),
      shift: {},
    }),
  }
  const { data } = useQuery({
    ...reading,
    enabled: userId !== null,
    // A page that was just read anew has newer figures than what was known before it.
    placeholderData: (before: Kept | undefined) =>
      before ? { ...NOTHING_KNOWN, own: before.own } : undefined,
  })

  const { mutate } = useMutation({
    mutationFn: async ({ target, existing }: { target: Target; existing: string | undefined }) => {
      const member = await requireMember()
      return member ? toggleUpvote(member.client, member.userId, target, existing) : null
    },
    onSuccess: (done, { target }) => {
      const id = targetId(target)
      if (done?.result === 'added') change((kept) => ({ ...kept, own: { ...kept.own, [id]: done.id } }))
    },
    onError: (error, { target, existing }) => {
      change((kept) => flip(kept, targetId(target), existing))
      sayFailed(error)
    },
    onSettled: (_done, _error, { target }) => underWay.delete(targetId(target)),
  })

  function change(by: (kept: Kept) => Kept) {
    queries.setQueryData<Kept>(key, (kept) => by(kept ?? NOTHING_KNOWN))
  }

  async function toggle(target: Target): Promise<void> {
    const id = targetId(target)
    // The last click is still on its way: a second one would undo it.
    if (underWay.has(id)) return
    underWay.add(id)
    if (!(await requireMember())) return void underWay.delete(id)
    try {
      const { own } = await queries.ensureQueryData(reading)
      change((kept) => flip(kept, id, own[id] ? undefined : ON_ITS_WAY))
      mutate({ target, existing: own[id] })
    } catch (error) {
      underWay.delete(id)
      sayFailed(error)
    }
  }

  return {
    isOwn: (id) => data?.own[id] !== undefined,
    countOf: (id, counted) => figureOf(data, id, counted),
    toggle: (target) => void toggle(target),
  }
}

/** Targets whose last click is not answered yet. */
const underWay = new Set<string>()

function sayFailed(error: unknown): void {
  console.warn('upvote was refused', error)
  toast({
    title: 'Failed to react',
    text: 'There was an error processing your reaction. Please try again.',
    variant: 'destructive',
  })
}

/** The figure to show: what came with the own upvotes, or the page's, with this member's changes since. */
export function figureOf(kept: Kept | undefined, id: string, counted: number): number {
  return (kept?.counts[id] ?? counted) + (kept?.shift[id] ?? 0)
}

/** `kept` with the member's upvote for `id` set to `upvote`, and the figure following it. */
export function flip(kept: Kept, id: string, upvote: string | undefined): Kept {
  const { [id]: before, ...others } = kept.own
  const delta = (upvote ? 1 : 0) - (before ? 1 : 0)
  return {
    ...kept,
    own: upvote ? { ...others, [id]: upvote } : others,
    shift: { ...kept.shift, [id]: (kept.shift[id] ?? 0) + delta },
  }
}
