// The first key may open the search: the field takes the text while the page is being hydrated.
import { HEADER_SEARCH, ROOT_SEARCH, TEXT_FIELDS } from '#shared/page-contract.ts'
import { closestTo, deferredModules, root, waiting } from './page.ts'

export function answerSearchKey(): void {
  addEventListener('keydown', onKey, { capture: true, signal: waiting.signal })
}

/** The same keys as in header-search.tsx. */
function onKey(event: KeyboardEvent): void {
  if (event.altKey || !event.key || !deferredModules()) return
  const isHeld = event.ctrlKey || event.metaKey
  if (isHeld ? event.key.toLowerCase() !== 'k' : event.key !== '/' || closestTo(event.target, TEXT_FIELDS))
    return
  event.preventDefault()
  root.setAttribute(ROOT_SEARCH, '')
  document.getElementById(HEADER_SEARCH)?.focus()
}
