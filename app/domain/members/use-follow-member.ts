// Follows a member.
import { useQuery } from '@tanstack/react-query'
import { notDone } from '#app/platform/acts/failure.ts'
import { change } from '#app/platform/acts/optimistic.ts'
import { useToggle } from '#app/platform/acts/toggle.ts'
import { useSession } from '#app/platform/session/session.ts'
import * as t from '#words/members-more.ts'
import { setFollowing } from './member-queries.ts'
import { memberQueries } from './query-options.ts'

export type Follow = { following: boolean; count: number; toggle: ReturnType<typeof useToggle> }

export function useFollow(member: { id: string; followers: number }): Follow {
  const session = useSession()
  const userId = session.status === 'member' ? session.userId : null
  const { data } = useQuery({
    ...memberQueries.follow(member.id, userId),
    enabled: userId !== null && userId !== member.id,
  })
  const toggle = useToggle({
    id: `follow ${member.id}`,
    isOn: data?.following,
    turn: (acting) =>
      change(
        memberQueries.follow(member.id, acting.userId),
        ({ following, followers }) => ({
          following: !following,
          followers: followers + (following ? -1 : 1),
        }),
        ({ following }) => setFollowing(acting.client, acting.userId, member.id, following),
      ),
    failed: notDone(t.failedToFollow, t.thereWasAnErrorSaving),
  })
  return {
    following: data?.following ?? false,
    count: Math.max(0, data?.followers ?? member.followers),
    toggle,
  }
}
