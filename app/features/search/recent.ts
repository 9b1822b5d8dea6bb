// The recent searches, which are stored in this browser only.

import { SEARCHES_KEY as KEY } from '#shared/page-contract.ts'

const MOST = 6

/** The part of the browser's storage that this needs. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The recent searches, latest first. */
export function recentSearches(store: Store): string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Puts `question` first. */
export function keepSearch(store: Store, question: string): void {
  const others = recentSearches(store).filter((one) => one.toLowerCase() !== question.toLowerCase())
  try {
    store.setItem(KEY, JSON.stringify([question, ...others].slice(0, MOST)))
  } catch {
    // Without storage there are no recent searches.
  }
}

/** Deletes all of them. */
export function forgetSearches(store: Store): void {
  try {
    store.removeItem(KEY)
  } catch {
    // Without storage there is nothing to delete.
  }
}
