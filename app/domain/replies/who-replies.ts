// Shows who else has the composer of a discussion open. The server reserves a member's presence key for that member, so
// the names are authentic.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { memberQueries } from '#app/domain/members/query-options.ts'
import { client } from '#app/platform/session/session.ts'
import { count } from '#shared/format.ts'

const MEMBER_KEY = 'member:'
const NAMED = 2

/** The previous channel until it is closed: a topic has one channel per socket. */
let leaving: Promise<unknown> = Promise.resolve()

/** Shows this member as replying while the component is mounted. @returns 'bala is replying too', or nothing */
export function useOthersReplying(threadId: string, userId: string): string {
  const [ids, setIds] = useState<readonly string[]>([])
  useEffect(() => {
    let isHere = true
    const opening = leaving.then(async () => {
      const supabase = await client()
      if (!isHere) return
      const channel = supabase.channel(`replying:${threadId}`, {
        config: { presence: { key: MEMBER_KEY + userId, enabled: true } },
      })
      channel
        .on('presence', { event: 'sync' }, () => {
          const keys = Object.keys(channel.presenceState())
          const members = keys.filter((key) => key.startsWith(MEMBER_KEY))
          setIds(members.map((key) => key.slice(MEMBER_KEY.length)).filter((id) => id !== userId))
        })
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') void channel.track({})
        })
      return () => supabase.removeChannel(channel)
    })
    return () => {
      isHere = false
      leaving = opening
        .then((leave) => leave?.())
        .catch((error: unknown) => console.warn('who else replies is not known', error))
    }
  }, [threadId, userId])
  const wanted = ids.slice(0, NAMED).sort()
  const { data: names = [] } = useQuery({ ...memberQueries.names(wanted), enabled: wanted.length > 0 })
  return ids.length > 0 ? replyingToo(names, ids.length) : ''
}

/** The sentence for `total` people, of whom some have names. */
export function replyingToo(names: readonly string[], total: number): string {
  if (names.length === 0) return ''
  const rest = total - names.length
  const others = rest > 0 ? [...names.slice(0, 1), count(total - 1, 'other', 'others')] : names
  return `${others.join(' and ')} ${total === 1 ? 'is' : 'are'} replying too`
}
