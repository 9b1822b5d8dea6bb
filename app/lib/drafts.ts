// What somebody types is kept in their browser until it is sent or thrown away: it survives a reload, a
// failed send and an expired session. One draft a key; a draft is its writer's, so the key names them.

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000
const PREFIX = 'draft:'

export type Draft<Value> = {
  /** When it was kept, in milliseconds. */
  at: number
  value: Value
}

/** The part of the browser's storage that drafts need. */
export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The draft under `key`, or null when there is none, it is older than 30 days, or it is not what `isValue`
 * expects (an older release wrote it, or somebody else).
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
    return { at: kept.at, value: kept.value }
  } catch {
    return null
  }
}

/** All drafts whose keys begin with `prefix`, the latest first; what is older than 30 days is left out. */
export function listDrafts(
  store: Pick<Storage, 'getItem' | 'key' | 'length'>,
  prefix: string,
  now: number,
): { key: string; at: number; value: unknown }[] {
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

/**
 * Takes out of the browser whatever is older than 30 days: what nobody opens again would lie there for good.
 * @param open gives the storage, and may throw where it is forbidden
 */
export function forgetOldDrafts(open: () => DraftStore & Pick<Storage, 'key' | 'length'>, now: number): void {
  try {
    const store = open()
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length))
    for (const key of keys) {
      if (!readDraft(store, key, now, (value): value is unknown => value !== undefined)) dropDraft(store, key)
    }
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

/** Keeps `value` under `key`. @returns false when the browser has no room or forbids storage */
export function keepDraft(store: DraftStore, key: string, value: unknown, now: number): boolean {
  try {
    store.setItem(PREFIX + key, JSON.stringify({ at: now, value }))
    return true
  } catch {
    return false
  }
}

/** Forgets the draft under `key`. */
export function dropDraft(store: DraftStore, key: string): void {
  try {
    store.removeItem(PREFIX + key)
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
