// The browser's storage, for code that has to work without it: where cookies are blocked, and in some apps' web views,
// reading `localStorage` throws or gives null. What is stored then lasts as long as the page.

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

let local: BrowserStorage | null = null
let session: BrowserStorage | null = null

/** What this browser keeps. `setItem` throws when it is full. */
export function localStore(): BrowserStorage {
  local ??= open(() => localStorage)
  return local
}

/** What this tab keeps, across reloads. `setItem` throws when it is full. */
export function tabStore(): BrowserStorage {
  session ??= open(() => sessionStorage)
  return session
}

/** Keeps `value` under `key`, or forgets it for null. @returns false where there is no room */
export function keepItem(store: BrowserStorage, key: string, value: string | null): boolean {
  try {
    if (value === null) store.removeItem(key)
    else store.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** @param get gives the storage, and may throw where it is forbidden */
export function open(get: () => Storage | null): BrowserStorage {
  try {
    const storage = get()
    if (storage) {
      // Some browsers give the object and refuse its use.
      storage.getItem('')
      return storage
    }
  } catch {
    // Forbidden: the page remembers by itself.
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
