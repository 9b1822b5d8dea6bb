// A form's draft, kept a moment after the last key and at once when the page goes away.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type BrowserStorage, localStore } from '#app/platform/browser/browser-storage.ts'
import { newId } from '#app/platform/supabase/post-id.ts'
import { type Draft, dropDraft, keepDraft, latestDraft, readDraft } from './drafts.ts'

const KEEP_AFTER_MS = 300
const SUFFIX_LENGTH = 8

export type DraftKeeper<Value> = {
  /** What was there when the form opened. */
  found: Draft<Value> | null
  /** Keeps `value`, a moment from now. @param base the version that an edit began with */
  keep: (value: Value, base?: string) => void
  /** Forgets the draft, and whatever was about to be kept. */
  drop: () => void
}

/**
 * The draft under `key`, which stays the same while the form is there. For forms that open in the browser only: the
 * first render reads its storage. When another tab keeps one under the same key, this tab goes on under its own.
 * @param isValue tells whether what was kept still fits the form
 */
export function useDraft<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
  store: BrowserStorage = localStore(),
): DraftKeeper<Value> {
  const [found] = useState(() => latestDraft(store, key, Date.now(), isValue))
  /** Where this form keeps its draft, and when it did so last. */
  const own = useRef({ key: found?.key ?? key, at: found?.at ?? null })
  const waiting = useRef<{ timer: number; write: () => void } | null>(null)

  const flush = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    waiting.current.write()
    waiting.current = null
  }, [])

  const keep = useCallback(
    (value: Value, base?: string) => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      const write = () => {
        const stored = readDraft(store, own.current.key, Date.now(), isAnything)
        const isOfAnotherTab = stored !== null && stored.at !== own.current.at
        const at = Date.now()
        const ownKey = isOfAnotherTab ? `${key}:${newId().slice(0, SUFFIX_LENGTH)}` : own.current.key
        own.current = { key: ownKey, at }
        keepDraft(store, ownKey, value, at, base)
      }
      waiting.current = { write, timer: window.setTimeout(flush, KEEP_AFTER_MS) }
    },
    [key, store, flush],
  )

  const drop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
    const stored = readDraft(store, own.current.key, Date.now(), isAnything)
    if (stored?.at === own.current.at) dropDraft(store, own.current.key)
    own.current.at = null
  }, [store])

  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  return { found, keep, drop }
}

function isAnything(value: unknown): value is unknown {
  return value !== undefined
}
