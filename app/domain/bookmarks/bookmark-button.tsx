// Bookmarks a discussion, as an optimistic update: the button changes at once and rolls back on an error.
import { useRef } from 'react'
import { openQueries, useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { useIntent } from '#app/platform/session/intent.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'

export function BookmarkButton({ threadId }: { threadId: string }) {
  const requireMember = useRequireMember()
  const isUnderWay = useRef(false)
  const kept = useMemberQuery(
    async (userId) => (await import('./query-options.ts')).bookmarkQueries.of({ threadId }, userId),
    [threadId],
  )

  async function toggle() {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      const member = await requireMember(`bookmark ${threadId}`)
      if (!member) return
      const [queries, { toggleBookmark }] = await Promise.all([openQueries(), import('./query-options.ts')])
      await toggleBookmark(queries, member, { threadId })
    } catch (error) {
      toastRefused('Failed to bookmark', error, 'There was an error saving your bookmark. Please try again.')
    } finally {
      isUnderWay.current = false
    }
  }

  useIntent([`bookmark ${threadId}`], kept !== undefined, () => {
    if (!kept) void toggle()
  })

  return (
    <ActionButton
      icon="bookmark"
      label={kept ? 'Bookmarked' : 'Bookmark'}
      aria-label="Bookmark"
      aria-pressed={Boolean(kept)}
      onClick={(event) => {
        if (event.detail < 2) void toggle()
      }}
    />
  )
}
