// Drafts: typed text is stored in the browser until it is sent or discarded, so it survives a reload, a failed request
// and an expired session. There is one draft for each key, which names the writer. A second tab that writes about the
// same thing gets its own key.

import type { Attempts } from '#app/platform/acts/once.ts'

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000
const PREFIX = 'draft:'

export type Draft<Value> = {
  /** When it was stored, in milliseconds. */
  at: number
  value: Value
  /** The version that an edit started from; absent for new content. */
  base?: string
  /** What was sent of it without an answer. */
  attempts?: Attempts
}

/** The part of the browser's storage that drafts need. */
export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The draft under `key`; null if there is none, it is older than 30 days, or `isValue` rejects it (e.g. one of an older
 * release).
 */
export function readDraft<Value>(
  store: Pick<DraftStore, 'getItem'>,
  key: string,
  now: number,
  isValue: (value: unknown) => value is Value,
): Draft<Value> | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(PREFIX + key) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('value' in kept)) return null
    if (typeof kept.at !== 'number' || now - kept.at > LIFETIME_MS || !isValue(kept.value)) return null
    const base = 'base' in kept && typeof kept.base === 'string' ? { base: kept.base } : {}
    const attempts = 'attempts' in kept && isAttempts(kept.attempts) ? { attempts: kept.attempts } : {}
    return { at: kept.at, value: kept.value, ...base, ...attempts }
  } catch {
    return null
  }
}

/** All drafts whose keys begin with `prefix`, latest first, up to 30 days old. */
export function listDrafts(
  store: Pick<Storage, 'getItem' | 'key' | 'length'>,
  prefix: string,
  now: number,
): ({ key: string } & Draft<unknown>)[] {
  try {
    return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
      .filter((name) => name.startsWith(PREFIX + prefix))
      .flatMap((name) => {
        const key = name.slice(PREFIX.length)
        const draft = readDraft(store, key, now, (value): value is unknown => value !== undefined)
        return draft ? [{ key, ...draft }] : []
      })
      .toSorted((a, b) => b.at - a.at)
  } catch {
    return []
  }
}

/** Deletes drafts that are older than 30 days, which would otherwise stay in the browser forever. */
export function forgetOldDrafts(store: DraftStore & Pick<Storage, 'key' | 'length'>, now: number): void {
  try {
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length))
    for (const key of keys) {
      if (!readDraft(store, key, now, (value): value is unknown => value !== undefined)) dropDraft(store, key)
    }
  } catch {
    // Nothing was stored where storage is blocked.
  }
}

/** The latest draft under `key` or under one of the keys that other tabs derived from it; null if there is none. */
export function latestDraft<Value>(
  store: Pick<Storage, 'getItem' | 'key' | 'length'>,
  key: string,
  now: number,
  isValue: (value: unknown) => value is Value,
): ({ key: string } & Draft<Value>) | null {
  const found = listDrafts(store, key, now).filter((one) => one.key === key || one.key.startsWith(`${key}:`))
  for (const { value, ...rest } of found) if (isValue(value)) return { ...rest, value }
  return null
}

function isAttempts(value: unknown): value is Attempts {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('sent' in value)) return false
  return typeof value.id === 'string' && Array.isArray(value.sent)
}

/**
 * Stores `value` under `key`.
 * @returns false if the browser has no room or blocks storage
 */
export function keepDraft(
  store: DraftStore,
  key: string,
  value: unknown,
  now: number,
  more: Pick<Draft<unknown>, 'base' | 'attempts'> = {},
): boolean {
  try {
    store.setItem(PREFIX + key, JSON.stringify({ at: now, value, ...more }))
    return true
  } catch {
    return false
  }
}

/** Removes the attempts under `id` from the drafts under `key` of all tabs: what was sent under it is posted. */
export function forgetAttempts(
  store: DraftStore & Pick<Storage, 'key' | 'length'>,
  key: string,
  id: string,
  now: number,
): void {
  for (const { key: name, at, value, base, attempts } of listDrafts(store, key, now))
    if (attempts?.id === id) keepDraft(store, name, value, at, base ? { base } : {})
}

/** Deletes the draft under `key`. */
export function dropDraft(store: DraftStore, key: string): void {
  try {
    store.removeItem(PREFIX + key)
  } catch {
    // Nothing was stored where storage is blocked.
  }
}
