// Opens the note and the reminder of the member's bookmark of a post. Loaded on demand.
import { useQuery } from '@tanstack/react-query'
import { withQueries } from '#app/platform/query/query-client.tsx'
import BookmarkDialog from './bookmark-dialog.tsx'
import { type BookmarkTarget, bookmarkQueries } from './query-options.ts'

export default withQueries(BookmarkNote)

type BookmarkNoteProps = { target: BookmarkTarget; userId: string; onClose: () => void }

function BookmarkNote(props: BookmarkNoteProps) {
  const { data: bookmark } = useQuery(bookmarkQueries.of(props.target, props.userId))
  return bookmark ? <BookmarkDialog {...props} bookmark={bookmark} /> : null
}
