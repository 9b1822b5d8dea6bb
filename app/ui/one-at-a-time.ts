// A double click is one act.
import { useRef, useState } from 'react'

/** Wraps `action` so that while it runs another call does nothing. @returns the wrapped action, and whether it runs */
export function useOneAtATime<Arguments extends unknown[]>(
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
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [run, busy]
}
