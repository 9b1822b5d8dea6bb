// The state of content that can be deleted and restored for a few seconds.
import { type ReactNode, useRef, useState } from 'react'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import * as t from '#words/platform.ts'
import type { Deletion, Started } from './undo.tsx'

/** `said`: what the note says in the place of the content; `failed`: shown if the deletion failed, with the content. */
export type Undoable = {
  said: string
  failed: string
  failedTitle?: string
  /** Gets the response of the API. */
  onDeleted: (answer: unknown) => void | Promise<void>
}

export function useUndoable(options: Undoable) {
  const [pending, setPending] = useState<{ path: string; note: ReactNode } | null>(null)
  const last = useRef<{ path: string; started: Promise<Started> } | null>(null)

  function remove(deletion: Deletion): void {
    const { path } = deletion
    const before = last.current
    // A second press: of a double click, or while the module is loading.
    if (before?.path === path) return
    const show = (note: ReactNode) => setPending({ path, note })
    const end = () => {
      if (last.current === mine) last.current = null
      setPending((current) => (current?.path === path ? null : current))
    }
    const fail = () => {
      toastFailure(options.failedTitle ?? t.failedToDelete, options.failed)
      end()
    }
    const started = import('./undo.tsx').then(({ startUndoable }) =>
      startUndoable(deletion, options, { before: before?.started, show, end, fail }),
    )
    const mine = { path, started }
    last.current = mine
    started.catch(fail)
  }

  /** `note` stands in the place of the content while its deletion can be undone; `path` is that of the deletion. */
  return { note: pending?.note ?? null, path: pending?.path ?? null, remove }
}
