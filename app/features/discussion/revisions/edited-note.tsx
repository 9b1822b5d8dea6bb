// 'edited 5 minutes ago' on a post, for a wiki by whom; opens its history, which is loaded with the first click.
import { Suspense, useState } from 'react'
import type { Wiki } from '#app/domain/threads/thread-query.ts'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import type { Clock } from '#shared/clock.ts'
import { formatMoment, formatRelative } from '#shared/format.ts'
import { memberName } from '#shared/slugs.ts'
import * as t from '#words/discussion.ts'
import type { HistoryProps } from './history-dialog.tsx'

const HistoryDialog = lazyWithRetry(() => import('./history-dialog.tsx'))

type EditedTexts = { editedAt: string; editedMoment: string; editedAgo: string; edited: string }

export function editedTexts(editedAt: string, clock: Clock, wiki: Wiki | undefined): EditedTexts {
  return {
    editedAt,
    editedMoment: formatMoment(editedAt),
    editedAgo: t.editedAgo(formatRelative(editedAt, clock)),
    edited: wiki?.editor ? t.editedBy(memberName(wiki.editor.username)) : t.edited,
  }
}

type NoteProps = Omit<HistoryProps, 'onClose'> & {
  texts: EditedTexts
  wiki: Wiki | undefined
  isEdited: boolean
}

export function EditedNote({ texts, wiki, isEdited, ...history }: NoteProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {wiki ? <span className="wiki">{t.wiki}</span> : null}
      {isEdited ? (
        <>
          <button
            type="button"
            title={t.editedShowWhatChanged(texts.editedMoment)}
            className="needs-script edited"
            onClick={() => setIsOpen(true)}
          >
            {texts.edited}
            <time dateTime={texts.editedAt}>{texts.editedAgo}</time>
          </button>
          <noscript>
            {texts.edited}
            {texts.editedAgo}
          </noscript>
        </>
      ) : null}
      {isOpen ? (
        <Suspense>
          <HistoryDialog {...history} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
