// Follows a member, as an optimistic update that rolls back on an error.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AT_ONCE } from '#app/platform/query/query-client.tsx'
import { useIntent } from '#app/platform/session/intent.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { useSession } from '#app/platform/session/session.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import { setFollowing } from './member-queries.ts'
import { memberQueries } from './query-options.ts'

export type Follow = { following: boolean; count: number; toggle: () => void }

export function useFollow(member: { id: string; followers: number }): Follow {
  const session = useSession()
  const requireMember = useRequireMember()
  const queries = useQueryClient()
  const userId = session.status === 'member' ? session.userId : null
  const options = memberQueries.follow(member.id, userId)
  const { queryKey } = options
  const { data } = useQuery({ ...options, enabled: userId !== null && userId !== member.id })
  const show = (following: boolean) =>
    queries.setQueryData(
      queryKey,
      (before) =>
        before && { following, followers: before.followers + Number(following) - Number(before.following) },
    )
  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: boolean) => {
      const acting = await requireMember()
      if (acting) await setFollowing(acting.client, acting.userId, member.id, wanted)
    },
    onMutate: async (wanted) => {
      // A response that is on its way does not include this click.
      await queries.cancelQueries({ queryKey })
      show(wanted)
    },
    onError: (error, wanted) => {
      show(!wanted)
      toastError(error)
    },
  })

  async function toggle() {
    if (isPending || !(await requireMember(`follow ${member.id}`))) return
    try {
      // The click may come before the current state is loaded.
      const { following } = await queries.ensureQueryData({ ...options, ...AT_ONCE })
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
    count: Math.max(0, data?.followers ?? member.followers),
    toggle: () => void toggle(),
  }
}

function toastError(error: unknown): void {
  toastRefused('Failed to follow', error, 'There was an error saving whom you follow. Please try again.')
}
