// What somebody types is kept in their browser until it is sent or thrown away: it survives a reload, a
// failed send and an expired session. One draft a key; a draft is its writer's, so the key names them. A second tab
// that writes about the same thing gets a key of its own.

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000
const PREFIX = 'draft:'

export type Draft<Value> = {
  /** When it was kept, in milliseconds. */
  at: number
  value: Value
  /** The version that an edit began with; absent for what is new. */
  base?: string
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
    const base = 'base' in kept && typeof kept.base === 'string' ? { base: kept.base } : {}
    return { at: kept.at, value: kept.value, ...base }
  } catch {
    return null
  }
}

/** All drafts whose keys begin with `prefix`, the latest first; what is older than 30 days is left out. */
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

/**
 * Takes out of the browser whatever is older than 30 days: what nobody opens again would lie there for good.
 */
export function forgetOldDrafts(store: DraftStore & Pick<Storage, 'key' | 'length'>, now: number): void {
  try {
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

/** The latest draft under `key` or under one of the keys that other tabs made of it; null when there is none. */
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

/**
 * Keeps `value` under `key`.
 * @param base the version that an edit began with
 * @returns false when the browser has no room or forbids storage
 */
export function keepDraft(
  store: DraftStore,
  key: string,
  value: unknown,
  now: number,
  base?: string,
): boolean {
  try {
    store.setItem(PREFIX + key, JSON.stringify({ at: now, value, base }))
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
