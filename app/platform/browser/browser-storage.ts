// The browser's storage, with a fallback in memory: where cookies are blocked, and in the web views of some apps,
// reading `localStorage` throws or returns null. The fallback lasts as long as the page.

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

let local: BrowserStorage | null = null
let session: BrowserStorage | null = null

/** Local storage. `setItem` throws when it is full. */
export function localStore(): BrowserStorage {
  local ??= open(() => localStorage)
  return local
}

/** Session storage of this tab, which survives reloads. `setItem` throws when it is full. */
export function tabStore(): BrowserStorage {
  session ??= open(() => sessionStorage)
  return session
}

/** Stores `value` under `key`, or removes it for null. @returns false if there is no room */
export function keepItem(store: BrowserStorage, key: string, value: string | null): boolean {
  try {
    if (value === null) store.removeItem(key)
    else store.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** @param get returns the storage, and may throw where it is blocked */
export function open(get: () => Storage | null): BrowserStorage {
  try {
    const storage = get()
    if (storage) {
      // Some browsers return the object but refuse its use.
      storage.getItem('')
      return storage
    }
  } catch {
    // Blocked: the fallback in memory.
  }
  return memory()
}

function memory(): BrowserStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}
