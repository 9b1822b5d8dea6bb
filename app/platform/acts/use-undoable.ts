// The state of content that can be deleted and restored for a few seconds.
import { startTransition, useRef, useState } from 'react'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import type { Deletion } from './undoable-deletion.ts'

type Pending = { path: string; undo: () => void }
type Started = { undo: () => void; send: () => void }

/**
 * @param options.failed the message if the deletion failed; the content is shown again
 * @param options.failedTitle for another act than a deletion
 * @param options.onDeleted gets the response of the API
 */
export function useUndoable(options: {
  failed: string
  failedTitle?: string
  onDeleted: (answer: unknown) => void | Promise<void>
}) {
  const [pending, setPending] = useState<Pending | null>(null)
  const last = useRef<{ path: string; started: Promise<Started> } | null>(null)

  function remove(deletion: Deletion): void {
    const { path } = deletion
    const before = last.current
    // A second press: of a double click, or while the module is loading.
    if (before?.path === path) return
    const end = () => {
      if (last.current === mine) last.current = null
      setPending((current) => (current === shown ? null : current))
    }
    const fail = (error: unknown) => {
      console.warn('a deletion failed', error)
      toastFailure(options.failedTitle ?? 'Failed to delete', options.failed)
      end()
    }
    const start = async () => {
      const { deleteSoon } = await import('./undoable-deletion.ts')
      // Only one deletion can be undone at a time.
      await before?.started.then(({ send }) => send()).catch(() => undefined)
      return deleteSoon(deletion, (answer) => {
        if (answer === null) return fail('no row')
        // Hidden until the page's data no longer contain it: the router shows new data in a transition, too.
        Promise.resolve(options.onDeleted(answer))
          .catch(console.warn)
          .finally(() => startTransition(end))
      })
    }
    const mine = { path, started: start() }
    const shown: Pending = {
      path,
      undo: () => {
        mine.started.then(({ undo }) => undo()).catch(() => undefined)
        end()
      },
    }
    last.current = mine
    mine.started.catch(fail)
    setPending(shown)
  }

  /** `undo` is null unless a deletion is pending; `path` is its path. */
  return { undo: pending?.undo ?? null, path: pending?.path ?? null, remove }
}
