// A form's draft, stored after a pause in typing, and at once when the page is hidden.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type BrowserStorage, localStore } from '#app/platform/browser/browser-storage.ts'
import { newId } from '#app/platform/supabase/post-id.ts'
import { type Draft, dropDraft, keepDraft, latestDraft, readDraft } from './drafts.ts'

const KEEP_AFTER_MS = 300
const SUFFIX_LENGTH = 8

/**
 * When a form stored its draft last; null while nothing is stored. Not a state of the form: the editor in it would be
 * rendered again after a pause in typing, and put the caret back where it was before a click.
 */
export type SavedTime = ReturnType<typeof createSavedTime>

export type DraftKeeper<Value> = {
  /** The draft that existed when the form was mounted. */
  found: Draft<Value> | null
  /** Stores `value` after a pause. @param base the version that an edit started from */
  keep: (value: Value, base?: string) => void
  /** Deletes the draft, and cancels a pending store. */
  drop: () => void
  saved: SavedTime
}

/**
 * The draft under `key`, which must not change while the form is mounted. Only for forms that are rendered in the
 * browser: the first render reads its storage. If another tab uses the same key, this tab switches to its own.
 * @param isValue whether a stored draft fits the form
 */
export function useDraft<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
  store: BrowserStorage = localStore(),
): DraftKeeper<Value> {
  const [found] = useState(() => latestDraft(store, key, Date.now(), isValue))
  /** The form's key, and the time when it stored a draft last. */
  const own = useRef({ key: found?.key ?? key, at: found?.at ?? null })
  const [saved] = useState(createSavedTime)
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
        saved.set(keepDraft(store, ownKey, value, at, base) ? at : null)
      }
      waiting.current = { write, timer: window.setTimeout(flush, KEEP_AFTER_MS) }
    },
    [key, store, flush, saved],
  )

  const drop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
    const stored = readDraft(store, own.current.key, Date.now(), isAnything)
    if (stored?.at === own.current.at) dropDraft(store, own.current.key)
    own.current.at = null
    saved.set(null)
  }, [store, saved])

  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  return { found, keep, drop, saved }
}

function createSavedTime() {
  let at: number | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => at,
    set: (time: number | null) => {
      at = time
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isAnything(value: unknown): value is unknown {
  return value !== undefined
}
