// A form's draft, kept a moment after the last key and at once when the page goes away.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts.ts'

const KEEP_AFTER_MS = 300

export type DraftKeeper<Value> = {
  /** What was there when the form opened. */
  found: Draft<Value> | null
  /** Keeps `value`, a moment from now. */
  keep: (value: Value) => void
  /** Forgets the draft, and whatever was about to be kept. */
  drop: () => void
}

/**
 * The draft under `key`. For forms that open in the browser only: the first render reads its storage.
 * @param isValue tells whether what was kept still fits the form
 */
export function useDraft<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
): DraftKeeper<Value> {
  const [found] = useState(() => readDraft(localStorage, key, Date.now(), isValue))
  const waiting = useRef<{ timer: number; write: () => void } | null>(null)

  const flush = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    waiting.current.write()
    waiting.current = null
  }, [])

  const keep = useCallback(
    (value: Value) => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      const write = () => void keepDraft(localStorage, key, value, Date.now())
      waiting.current = { write, timer: window.setTimeout(flush, KEEP_AFTER_MS) }
    },
    [key, flush],
  )

  const drop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
    dropDraft(localStorage, key)
  }, [key])

  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  return { found, keep, drop }
}
