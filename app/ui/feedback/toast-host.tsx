// Loads the toaster. Its file is loaded with the first focus of a form, ahead of the first toast, which may say that
// the connection is gone.
import { type ComponentType, useEffect, useState } from 'react'
import { whenToastsWait } from './toast.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'

export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () =>
      import('./toaster.tsx').then(
        ({ default: loaded }) => setToaster(() => loaded),
        // Offline: toasts wait, and the next one or the reconnection retries.
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
