// A double click is one act, and what fails unforeseen is said.
import { useRef, useState } from 'react'
import { toastFailure } from './feedback/toast.ts'

/** Wraps `action` so that while it runs another call does nothing. @returns the wrapped action, and whether it runs */
export function useAsyncAction<Arguments extends unknown[]>(
  action: (...given: Arguments) => Promise<void>,
): readonly [(...given: Arguments) => Promise<void>, boolean] {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = async (...given: Arguments) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await action(...given)
    } catch (error) {
      // A file of the page or an answer did not arrive; what is foreseen the action says itself.
      console.warn('an action failed', error)
      toastFailure('That did not work', 'Check your connection and try again.')
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [run, busy]
}
