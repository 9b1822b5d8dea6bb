// 'edited 5 minutes ago' on a post; opens what it said before. What opens is loaded with the first click.
import { Suspense, useState } from 'react'
import { TimeAgo } from '#app/ui/clock.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { formatMoment } from '#shared/format.ts'
import type { HistoryProps } from './history-dialog.tsx'

const HistoryDialog = lazyWithRetry(() => import('./history-dialog.tsx'))

type NoteProps = Omit<HistoryProps, 'onClose'> & { editedAt: string }

export function EditedNote({ editedAt, ...history }: NoteProps) {
  const [isOpen, setIsOpen] = useState(false)
  const words = (
    <>
      edited <TimeAgo at={editedAt} within />
    </>
  )
  return (
    <>
      <button
        type="button"
        title={`Edited ${formatMoment(editedAt)}: show what changed`}
        className="needs-script relative py-1 after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:text-text hover:underline"
        onClick={() => setIsOpen(true)}
      >
        {words}
      </button>
      <noscript>
        <span>{words}</span>
      </noscript>
      {isOpen ? (
        <Suspense>
          <HistoryDialog {...history} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
