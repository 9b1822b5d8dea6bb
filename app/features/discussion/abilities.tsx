// What the member may do with a discussion and its replies, as the database's functions of these names say. A check that
// failed is an error and not 'nothing': the reader is told, and can try again.
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { Failed } from '#app/ui/feedback/states.tsx'

export function useThreadAbilities(thread: { id: string }) {
  return useMemberQuery(
    async (userId) =>
      (await import('#app/domain/threads/query-options.ts')).threadQueries.abilities(thread.id, userId),
    [thread],
  )
}

/** Of the replies of a page, by id. */
export function useReplyAbilities(replies: readonly { id: string }[]) {
  return useMemberQuery(
    async (userId) =>
      (await import('#app/domain/replies/query-options.ts')).replyQueries.abilities(
        replies.map(({ id }) => id),
        userId,
      ),
    [replies],
  )
}

type UncheckedProps = {
  check: { data: unknown; error: unknown; retry: () => void }
  /** 'this discussion', 'these replies'. */
  what: string
}

/** Says that a check failed. */
export function Unchecked({ check, what }: UncheckedProps) {
  if (!check.error || check.data) return null
  return (
    <div className="mt-3">
      <Failed message={`What you may do with ${what} could not be checked.`} onRetry={check.retry} />
    </div>
  )
}
