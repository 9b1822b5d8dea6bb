// Beside the bookmark of a post: opens its note and reminder. Loaded for members only.
import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { type BookmarkTarget, bookmarkQueries } from './query-options.ts'

const BookmarkDialog = lazyWithRetry(() => import('./bookmark-dialog.tsx'))

export default withQueries(BookmarkNote)

/** @param of what is bookmarked, for screen readers */
export function BookmarkNote({ target, userId, of }: { target: BookmarkTarget; userId: string; of: string }) {
  const { data: bookmark } = useQuery(bookmarkQueries.of(target, userId))
  const [isOpen, setIsOpen] = useState(false)
  if (!bookmark) return null
  const has = bookmark.note !== null || bookmark.remind_at !== null
  return (
    <>
      <ActionButton
        icon={<NotebookPen size={16} aria-hidden className={has ? 'text-accent' : ''} />}
        label={has ? 'Your note' : 'Add note'}
        aria-label={`${has ? 'Your note' : 'Add note'}: ${of}`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <Suspense>
          <BookmarkDialog
            target={target}
            userId={userId}
            bookmark={bookmark}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
