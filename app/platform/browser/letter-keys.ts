// The switch for keys of one letter (WCAG 2.1.4), which every listener of such keys asks.
import { LETTER_KEYS_KEY } from '#shared/page-contract.ts'
import { keepItem, localStore } from './browser-storage.ts'

/** Screen readers take single letters themselves; speech input and some motor impairments do not. */
export function areLetterKeysOff(): boolean {
  return localStore().getItem(LETTER_KEYS_KEY) === 'off'
}

export function switchLetterKeys(isOff: boolean): void {
  keepItem(localStore(), LETTER_KEYS_KEY, isOff ? 'off' : null)
}
