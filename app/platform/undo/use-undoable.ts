// The state of something that can be deleted and, for a few seconds, brought back.
import { useRef, useState } from 'react'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import type { Deletion } from './undoable-deletion.ts'

/**
 * @param options.failed what to say when it could not be deleted; it is shown again then
 * @param options.onDeleted gets the answer of the contract
 */
export function useUndoable(options: {
  failed: string
  onDeleted: (answer: unknown) => void | Promise<void>
}) {
  const [undo, setUndo] = useState<(() => void) | null>(null)
  const waiting = useRef<{ send: () => void }>(null)

  async function remove(deletion: Deletion) {
    // One at a time can be undone.
    waiting.current?.send()
    const { deleteSoon } = await import('./undoable-deletion.ts')
    const takeBack = () => {
      soon.undo()
      end()
    }
    const end = () => setUndo((current) => (current === takeBack ? null : current))
    const soon = await deleteSoon(deletion, async (answer) => {
      // Shown as deleted until what is on the page says so itself.
      if (answer !== null) await options.onDeleted(answer)
      else toastFailure('Failed to delete', options.failed)
      end()
    })
    waiting.current = soon
    setUndo(() => takeBack)
  }

  /** `undo` is null unless it waits to be deleted. */
  return { undo, remove }
}
