// Behaviour of every modal <dialog> beyond the native one: a property opens and closes it, a click on the backdrop
// closes it, and the browser cannot close it without the component.
import { type DialogHTMLAttributes, type RefObject, useLayoutEffect, useReducer, useRef } from 'react'
import { placeToasts } from '../feedback/toast.ts'

type ModalOptions = {
  open: boolean
  /** Called on Escape, or a click on the backdrop. The dialog stays open while `open` is true. */
  onDismiss: () => void
}

/**
 * @returns the properties of the `<dialog>`.
 *
 * Escape is handled by the browser: a key that the editor or an input method used does not close it. A click on the
 * backdrop counts only if the press began there, so that selecting text by dragging does not close it.
 */
export function useModal({ open, onDismiss }: ModalOptions): DialogHTMLAttributes<HTMLDialogElement> & {
  ref: RefObject<HTMLDialogElement | null>
} {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  // After each render, because the browser may close a dialog without asking (a second Escape): `open` decides. Before the
  // paint and the next key, which would go to what has the focus outside.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open === open) return
    if (open) dialog.showModal()
    else dialog.close()
    placeToasts()
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    // Before it is removed: the focus returns, and toasts inside move out.
    return () => {
      dialog?.close()
      placeToasts()
    }
  }, [])
  return {
    ref,
    onCancel: (event) => {
      // The cancel event of a file field inside has the same name, and bubbles.
      if (event.target !== ref.current) return
      event.preventDefault()
      onDismiss()
    },
    onClose: (event) => {
      // The dialog was opened again: the event is late.
      if (event.target !== ref.current || ref.current.open) return
      if (open) onDismiss()
      renderAgain()
    },
    onPointerDown: (event) => {
      pressedBackdrop.current = event.target === ref.current && isOutside(event)
    },
    onClick: (event) => {
      const isPress = pressedBackdrop.current && event.target === ref.current && isOutside(event)
      pressedBackdrop.current = false
      if (isPress) onDismiss()
    },
  }
}

/** The backdrop has no element: its events are the dialog's, from outside of its box. */
function isOutside(event: { clientX: number; clientY: number; currentTarget: Element }): boolean {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  return x < left || x > right || y < top || y > bottom
}
