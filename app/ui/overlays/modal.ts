// What every modal <dialog> needs besides what the platform does: it opens and closes with a property, a press on the
// backdrop closes it, and nothing closes it behind the back of the component that shows it.
import {
  type DialogHTMLAttributes,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'
import { placeToasts } from '../feedback/toast.ts'

type ModalOptions = {
  open: boolean
  /** Escape, or a press on the backdrop. The dialog stays open when `open` stays true. */
  onDismiss: () => void
}

/**
 * @returns the properties of the `<dialog>`.
 *
 * Escape is the platform's: a key that the editor or an input method took for itself is no request to close. A press
 * on the backdrop counts only when it began there, so that selecting the words of a field by dragging closes nothing.
 */
export function useModal({ open, onDismiss }: ModalOptions): DialogHTMLAttributes<HTMLDialogElement> & {
  ref: RefObject<HTMLDialogElement | null>
} {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  // After each render, because the browser may close a dialog without asking (a second Escape): `open` decides.
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open === open) return
    if (open) dialog.showModal()
    else dialog.close()
    placeToasts()
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    // Still in the document here: the focus goes back, and toasts that stand in the dialog leave it before it goes.
    return () => {
      dialog?.close()
      placeToasts()
    }
  }, [])
  return {
    ref,
    onCancel: (event) => {
      // The event of a file field inside has the same name, and bubbles.
      if (event.target !== ref.current) return
      event.preventDefault()
      onDismiss()
    },
    onClose: (event) => {
      // Opened again by now: the event comes late.
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

/** The backdrop has no element of its own: its events are the dialog's, from outside of its box. */
function isOutside(event: { clientX: number; clientY: number; currentTarget: Element }): boolean {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  return x < left || x > right || y < top || y > bottom
}
