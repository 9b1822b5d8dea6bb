// The switch for keys of one letter (WCAG 2.1.4), which every listener of such keys asks.
import { keepItem, localStore } from './browser-storage.ts'

const KEY = 'arthachowk-keys'

/** Screen readers take single letters themselves; speech input and some motor impairments do not. */
export function areLetterKeysOff(): boolean {
  return localStore().getItem(KEY) === 'off'
}

export function switchLetterKeys(isOff: boolean): void {
  keepItem(localStore(), KEY, isOff ? 'off' : null)
}
