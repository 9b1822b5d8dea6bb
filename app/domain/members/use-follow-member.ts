// Following a member. Shows at once and rolls back when refused.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AT_ONCE } from '#app/platform/query/query-client.ts'
import { useIntent } from '#app/platform/session/intent.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { client, useSession } from '#app/platform/session/session.ts'
import { isUnreachable, OFFLINE } from '#app/platform/supabase/unreachable.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { isFollowing, setFollowing } from './member-queries.ts'

type Kept = {
  following: boolean
  /** What to add to the page's count, which was read before this member changed their mind. */
  shift: number
}

export type Follow = { following: boolean; count: number; toggle: () => void }

/** @param loadedAt tells one reading of the page from the next, whose count holds every change until then */
export function useFollow(member: { id: string; followers: number }, loadedAt: number): Follow {
  const session = useSession()
  const requireMember = useRequireMember()
  const queries = useQueryClient()
  const userId = session.status === 'member' ? session.userId : null
  const key = ['follows', member.id, userId, loadedAt]
  const reading = {
    queryKey: key,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Kept> => ({
      following: await isFollowing(await client(), userId ?? '', member.id),
      shift: 0,
    }),
  }
  const { data } = useQuery({
    ...reading,
    enabled: userId !== null && userId !== member.id,
    placeholderData: (before: Kept | undefined) => before && { ...before, shift: 0 },
  })
  const flip = () =>
    queries.setQueryData<Kept>(
      key,
      (kept) => kept && { following: !kept.following, shift: kept.shift + (kept.following ? -1 : 1) },
    )
  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: boolean) => {
      const acting = await requireMember()
      if (acting) await setFollowing(acting.client, acting.userId, member.id, wanted)
    },
    onMutate: flip,
    onError: (error) => {
      flip()
      toastError(error)
    },
  })

  async function toggle() {
    if (isPending || !(await requireMember(`follow ${member.id}`))) return
    try {
      // A click may come before it is known whether there is something to take back.
      const { following } = await queries.ensureQueryData({ ...reading, ...AT_ONCE })
      mutate(!following)
    } catch (error) {
      toastError(error)
    }
  }

  useIntent([`follow ${member.id}`], data !== undefined, () => {
    if (!data?.following) void toggle()
  })

  return {
    following: data?.following ?? false,
    count: Math.max(0, member.followers + (data?.shift ?? 0)),
    toggle: () => void toggle(),
  }
}

function toastError(error: unknown): void {
  console.warn('the follow was refused', error)
  toast({
    title: 'Failed to follow',
    text: isUnreachable(error) ? OFFLINE : 'There was an error saving whom you follow. Please try again.',
    variant: 'destructive',
  })
}
