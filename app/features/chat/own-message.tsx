// What a member may do with an own message, an anonymous one too: delete it, and take that back for a few seconds.
import { Trash2 } from 'lucide-react'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'

/** Ids of the anonymous messages that this member wrote, here or elsewhere, before the page was opened. */
export function useOwnAnonymous(userId: string | null): ReadonlySet<string> {
  const ids = useMemberQuery(
    userId ? async () => (await import('./query-options.ts')).chatQueries.ownAnonymous(userId) : null,
    [userId],
  )
  return new Set(ids)
}

export function DeleteOwnMessage({ onDelete }: { onDelete: () => void }) {
  return (
    <ActionButton
      icon={<Trash2 size={16} aria-hidden />}
      label="Delete"
      aria-label="Delete your message"
      intent="danger"
      onClick={onDelete}
    />
  )
}
