// The state of content that can be deleted and restored for a few seconds.
import { useRef, useState } from 'react'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import type { Deletion } from './undoable-deletion.ts'

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
  const [undo, setUndo] = useState<(() => void) | null>(null)
  const waiting = useRef<{ send: () => void }>(null)

  async function remove(deletion: Deletion) {
    // Only one deletion can be undone at a time.
    waiting.current?.send()
    const { deleteSoon } = await import('./undoable-deletion.ts')
    const takeBack = () => {
      soon.undo()
      end()
    }
    const end = () => setUndo((current) => (current === takeBack ? null : current))
    const soon = await deleteSoon(deletion, async (answer) => {
      // Stays hidden until the page's data no longer contain it.
      if (answer !== null) await options.onDeleted(answer)
      else toastFailure(options.failedTitle ?? 'Failed to delete', options.failed)
      end()
    })
    waiting.current = soon
    setUndo(() => takeBack)
  }

  /** `undo` is null unless the deletion is pending. */
  return { undo, remove }
}
