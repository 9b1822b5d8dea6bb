// Bookmarks a post; the message about it leads to its note.
import { Suspense, useState } from 'react'
import { notDone } from '#app/platform/acts/failure.ts'
import { useToggle } from '#app/platform/acts/toggle.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import * as t from '#words/bookmarks-parts.ts'

const BookmarkNote = lazyWithRetry(() => import('./bookmark-note.tsx'))

export const bookmarkNotSaved = notDone(t.failedToBookmark, t.thereWasAnErrorSaving)

type BookmarkButtonProps = {
  target: { threadId: string } | { replyId: string }
  /** What is bookmarked, where a page has several such buttons: 'reply by asha'. Then only the icon is visible. */
  of?: string
}

export function BookmarkButton({ target, of }: BookmarkButtonProps) {
  const id = 'threadId' in target ? target.threadId : target.replyId
  /** The member whose note is open. */
  const [noteOf, setNoteOf] = useState<string | null>(null)
  const { data: kept } = useMemberQuery(
    async (userId) => (await import('./query-options.ts')).bookmarkQueries.of(target, userId),
    [id],
  )
  const toggle = useToggle({
    id: `bookmark ${id}`,
    isOn: kept === undefined ? undefined : kept !== null,
    turn: async (member) =>
      (await import('./query-options.ts')).toggleBookmark(member, target, () => setNoteOf(member.userId)),
    failed: bookmarkNotSaved,
  })
  return (
    <>
      <ActionButton
        icon="bookmark"
        label={kept ? t.bookmarked : t.bookmark}
        aria-label={of ? t.bookmark2(of) : t.bookmark}
        terse={of !== undefined}
        {...toggle}
      />
      {noteOf === null ? null : (
        <Suspense>
          <BookmarkNote target={target} userId={noteOf} onClose={() => setNoteOf(null)} />
        </Suspense>
      )}
    </>
  )
}
