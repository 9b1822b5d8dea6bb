// Bookmarks a reply, and opens the note of its bookmark. Loaded for members only.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { BookmarkNote } from './bookmark-note.tsx'
import { bookmarkQueries, toggleBookmark } from './query-options.ts'

export default withQueries(ReplyBookmark)

function ReplyBookmark({ replyId, userId, author }: { replyId: string; userId: string; author: string }) {
  const queries = useQueryClient()
  const target = { replyId }
  const { data: bookmark } = useQuery(bookmarkQueries.of(target, userId))
  const [toggle] = useAsyncAction(async () => {
    try {
      await toggleBookmark(queries, { client: await client(), userId }, target)
    } catch (error) {
      toastRefused('Failed to bookmark', error, 'There was an error saving your bookmark. Please try again.')
    }
  })
  return (
    <>
      <ActionButton
        icon="bookmark"
        label={bookmark ? 'Bookmarked' : 'Bookmark'}
        aria-label={`Bookmark reply by ${author}`}
        aria-pressed={Boolean(bookmark)}
        onClick={(event) => {
          if (event.detail < 2) void toggle()
        }}
      />
      <BookmarkNote target={target} userId={userId} of={`reply by ${author}`} />
    </>
  )
}
