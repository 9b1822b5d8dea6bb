// Pages for reading are not hydrated at first (server/pages/defer-hydration.ts): their modules are loaded when a reader
// reaches for a control, or if there is a session. Reading, scrolling and links work without them.
import { HYDRATED_EVENT, ROOT_KEY, TEXT_FIELDS } from '#shared/page-contract.ts'
import { expectModules } from './failure.ts'
import { closestTo, deferredModules, isCurrent, isMember, root, waiting } from './page.ts'

const CONTROLS = `button, ${TEXT_FIELDS}, [role="button"], [contenteditable]`

export function hydrateOnIntent(): void {
  const { signal } = waiting
  for (const reach of ['pointerover', 'pointerdown', 'touchstart', 'focusin'])
    addEventListener(reach, ({ target }) => closestTo(target, CONTROLS) && hydrate(), {
      capture: true,
      passive: true,
      signal,
    })
  addEventListener('keydown', onKey, { capture: true, signal })
  addEventListener(HYDRATED_EVENT, () => waiting.abort(), { once: true })
  document.addEventListener('DOMContentLoaded', () => {
    if (isMember()) hydrate()
    if (!deferredModules()) expectModules()
  })
}

function onKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  // A letter may be a shortcut; other keys scroll or move the focus, which has its own event. Autofill sends a keydown
  // without a key.
  if (key?.length !== 1 || key === ' ') return
  // The last key takes effect after hydration (keys.tsx), also of a page that is hydrated without it.
  if (!ctrlKey && !metaKey && !altKey && !closestTo(target, TEXT_FIELDS)) root.setAttribute(ROOT_KEY, key)
  hydrate()
}

let isAsked = false

/** Loads the modules of a deferred page, once. */
export function hydrate(): void {
  const deferred = deferredModules()
  if (isAsked || !deferred || !isCurrent) return
  isAsked = true
  expectModules()
  const modules = document.createElement('script')
  modules.type = 'module'
  modules.textContent = deferred.textContent
  document.head.append(modules)
}
