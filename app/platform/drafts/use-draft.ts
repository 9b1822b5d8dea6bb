// A form's draft, stored after a pause in typing, and at once when the page is hidden.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Attempts, type AttemptsKeeper, newId } from '#app/platform/acts/once.ts'
import { type BrowserStorage, localStore } from '#app/platform/browser/browser-storage.ts'
import { type Draft, dropDraft, forgetAttempts, keepDraft, latestDraft, readDraft } from './drafts.ts'

const KEEP_AFTER_MS = 300
const SUFFIX_LENGTH = 8

/**
 * When a form stored its draft last; null while nothing is stored. Not a state of the form: the editor in it would be
 * rendered again after a pause in typing, and put the caret back where it was before a click.
 */
export type SavedTime = ReturnType<typeof createSavedTime>

export type DraftKeeper<Value> = AttemptsKeeper & {
  /** The draft that existed when the form was mounted. */
  found: Draft<Value> | null
  /** Stores `value` after a pause. @param base the version that an edit started from */
  keep: (value: Value, base?: string) => void
  /** Deletes the draft with its attempts, and cancels a pending store. */
  drop: () => void
  saved: SavedTime
}

type Own = {
  key: string
  /** When the form stored a draft last. */
  at: number | null
  attempts?: Attempts | undefined
  /** Whether the attempts are in the store, where another tab can take them over or end them. */
  isShared?: boolean
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
  const own = useRef<Own>({
    key: found?.key ?? key,
    at: found?.at ?? null,
    attempts: found?.attempts,
    isShared: true,
  })
  const [saved] = useState(createSavedTime)
  const waiting = useRef<{ timer: number; write: () => void } | null>(null)

  /** What is stored under the form's key, by any tab. */
  const stored = useCallback(() => readDraft(store, own.current.key, Date.now(), isAnything), [store])

  const write = useCallback(
    (value: unknown, base: string | undefined) => {
      const at = Date.now()
      const { key: ownKey, attempts } = own.current
      const more = { ...(base ? { base } : {}), ...(attempts ? { attempts } : {}) }
      const isStored = keepDraft(store, ownKey, value, at, more)
      if (isStored) own.current.at = at
      saved.set(isStored ? at : null)
      return isStored
    },
    [store, saved],
  )

  const flush = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    waiting.current.write()
    waiting.current = null
  }, [])

  const keep = useCallback(
    (value: Value, base?: string) => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      const writeOwn = () => {
        const before = stored()
        // The attempts stay with the draft that another tab writes on.
        if (before !== null && before.at !== own.current.at)
          own.current = { key: `${key}:${newId().slice(0, SUFFIX_LENGTH)}`, at: null }
        // Another tab may have posted what was sent.
        else if (own.current.isShared) own.current.attempts = before?.attempts
        write(value, base)
      }
      waiting.current = { write: writeOwn, timer: window.setTimeout(flush, KEEP_AFTER_MS) }
    },
    [key, stored, write, flush],
  )

  const attempts = useCallback(() => {
    flush()
    const { at, attempts: made, isShared } = own.current
    if (!isShared) return made ?? null
    const before = stored()
    return before?.at === at ? (before.attempts ?? null) : null
  }, [flush, stored])

  const noteAttempts = useCallback(
    (made: Attempts) => {
      own.current.attempts = made
      const before = stored()
      const isOwn = before !== null && before.at === own.current.at
      // Stored with a new time, by which another tab sees that this one uses the draft.
      own.current.isShared = isOwn && write(before.value, before.base)
    },
    [stored, write],
  )

  const drop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
    if (stored()?.at === own.current.at) dropDraft(store, own.current.key)
    const { attempts: made } = own.current
    // What another tab writes on is another post now.
    if (made) forgetAttempts(store, key, made.id, Date.now())
    own.current = { key: own.current.key, at: null }
    saved.set(null)
  }, [key, store, stored, saved])

  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  return { found, keep, drop, saved, attempts, noteAttempts }
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
