// A value once it has stopped changing for a moment: what is typed is asked for when the typing pauses.
import { useEffect, useState } from 'react'

const PAUSE_MS = 250

export function useSettled<Value extends string | number>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
