// Bookmarks a discussion.
import { notDone } from '#app/platform/acts/failure.ts'
import { useToggle } from '#app/platform/acts/toggle.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'

export const bookmarkNotSaved = notDone(
  'Failed to bookmark',
  'There was an error saving your bookmark. Please try again.',
)

export function BookmarkButton({ threadId }: { threadId: string }) {
  const { data: kept } = useMemberQuery(
    async (userId) => (await import('./query-options.ts')).bookmarkQueries.of({ threadId }, userId),
    [threadId],
  )
  const toggle = useToggle({
    id: `bookmark ${threadId}`,
    isOn: kept === undefined ? undefined : kept !== null,
    turn: async (member) => (await import('./query-options.ts')).toggleBookmark(member, { threadId }),
    done: toast,
    failed: bookmarkNotSaved,
  })
  return (
    <ActionButton
      icon="bookmark"
      label={kept ? 'Bookmarked' : 'Bookmark'}
      aria-label="Bookmark"
      {...toggle}
    />
  )
}
