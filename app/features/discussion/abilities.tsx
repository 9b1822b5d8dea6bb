// What the member may do with a discussion and its replies, as the database's functions of these names say. A check that
// failed is an error and not 'nothing': the reader is told, and can try again.
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import * as t from '#words/discussion.ts'

/** Of a post, as the database's functions of these names say; null: not known. */
export type Abilities = Readonly<Record<'can_edit' | 'can_delete' | 'can_make_wiki', boolean | null>>

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

type UncheckedProps = { check: { data: unknown; error: unknown; retry: () => void } }

/** Says that a check failed. */
export function Unchecked({ check }: UncheckedProps) {
  if (!check.error || check.data) return null
  return (
    <div className="mt-3">
      <Failed message={t.whatYouMayDoHere} onRetry={check.retry} />
    </div>
  )
}
