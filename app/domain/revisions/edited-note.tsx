// 'edited 5 minutes ago' on a post; opens its history, which is loaded with the first click.
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { formatMoment, formatRelative } from '#shared/format.ts'
import type { HistoryProps } from './history-dialog.tsx'

const HistoryDialog = lazyWithRetry(() => import('./history-dialog.tsx'))

type EditedTexts = { editedAt: string; editedMoment: string; editedAgo: string }

/** @param now milliseconds by the page's clock */
export function editedTexts(editedAt: string, now: number): EditedTexts {
  return {
    editedAt,
    editedMoment: formatMoment(editedAt),
    editedAgo: formatRelative(editedAt, now).replace('Just', 'just'),
  }
}

type NoteProps = Omit<HistoryProps, 'onClose'> & { texts: EditedTexts }

export function EditedNote({ texts, ...history }: NoteProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={`Edited ${texts.editedMoment}: show what changed`}
        className="needs-script edited"
        onClick={() => setIsOpen(true)}
      >
        edited <time dateTime={texts.editedAt}>{texts.editedAgo}</time>
      </button>
      <noscript>edited {texts.editedAgo}</noscript>
      {isOpen ? (
        <Suspense>
          <HistoryDialog {...history} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
