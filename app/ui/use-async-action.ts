// Prevents double clicks, and reports unexpected errors.
import { useRef, useState } from 'react'
import { toastFailure } from './feedback/toast.ts'

/**
 * Wraps `action` so that calls during a running one are ignored.
 * @returns the wrapped action, and whether it is running
 */
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
      // A file of the page or a response failed to load; the action handles expected errors itself.
      console.warn('an action failed', error)
      toastFailure('That did not work', 'Check your connection and try again.')
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [run, busy]
}
