// Shows who else has the composer of a discussion open. The server reserves a member's presence key for that member, so
// the names are authentic.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { memberQueries } from '#app/domain/members/query-options.ts'
import { openLine } from '#app/platform/live/line.ts'
import { count } from '#shared/format.ts'
import * as t from '#words/replies-more.ts'

const NAMED = 2

/** Shows this member as replying while the component is mounted. @returns 'bala is replying too', or nothing */
export function useOthersReplying(threadId: string, userId: string): string {
  const [ids, setIds] = useState<readonly string[]>([])
  useEffect(
    () =>
      openLine({
        topic: `replying:${threadId}`,
        presence: {
          as: userId,
          onChange: ({ memberIds }) => setIds(memberIds.filter((id) => id !== userId)),
        },
      }),
    [threadId, userId],
  )
  const wanted = ids.slice(0, NAMED).sort()
  const { data: names = [] } = useQuery({ ...memberQueries.names(wanted), enabled: wanted.length > 0 })
  return ids.length > 0 ? replyingToo(names, ids.length) : ''
}

/** The sentence for `total` people, of whom some have names. */
export function replyingToo(names: readonly string[], total: number): string {
  if (names.length === 0) return ''
  const rest = total - names.length
  const others = rest > 0 ? [...names.slice(0, 1), count(total - 1, t.other, t.others)] : names
  const named = others.reduce((one, other) => t.and(one, other))
  return total === 1 ? t.isReplyingToo(named) : t.areReplyingToo(named)
}
