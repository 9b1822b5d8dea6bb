// Bookmarks a reply, and opens the note of its bookmark. Loaded for members only.
import { useQuery } from '@tanstack/react-query'
import { useToggle } from '#app/platform/acts/toggle.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { bookmarkNotSaved } from './bookmark-button.tsx'
import { BookmarkNote } from './bookmark-note.tsx'
import { bookmarkQueries, toggleBookmark } from './query-options.ts'

export default withQueries(ReplyBookmark)

function ReplyBookmark({ replyId, userId, author }: { replyId: string; userId: string; author: string }) {
  const target = { replyId }
  const { data: bookmark } = useQuery(bookmarkQueries.of(target, userId))
  const toggle = useToggle({
    id: `bookmark ${replyId}`,
    isOn: bookmark === undefined ? undefined : bookmark !== null,
    turn: (member) => toggleBookmark(member, target),
    done: toast,
    failed: bookmarkNotSaved,
  })
  return (
    <>
      <ActionButton
        icon="bookmark"
        label={bookmark ? 'Bookmarked' : 'Bookmark'}
        aria-label={`Bookmark reply by ${author}`}
        {...toggle}
      />
      <BookmarkNote target={target} userId={userId} of={`reply by ${author}`} />
    </>
  )
}
