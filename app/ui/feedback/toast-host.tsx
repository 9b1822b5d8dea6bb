// Where the toaster appears once there is something to say. Its file comes ahead of the first toast, with the
// first touch of a form: what a toast has to say may well be that the connection is gone.
import { type ComponentType, useEffect, useState } from 'react'
import { whenToastsWait } from './toast.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'

export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () =>
      import('./toaster.tsx').then(
        ({ default: loaded }) => setToaster(() => loaded),
        // Offline. What is to be said waits, and the next toast or the connection tries again.
        () => undefined,
      )
    const onTouch = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(FIELDS)) void load()
    }
    document.addEventListener('focusin', onTouch)
    window.addEventListener('online', load)
    const stopWaiting = whenToastsWait(() => void load())
    return () => {
      document.removeEventListener('focusin', onTouch)
      window.removeEventListener('online', load)
      stopWaiting()
    }
  }, [])
  return Toaster ? <Toaster /> : null
}
