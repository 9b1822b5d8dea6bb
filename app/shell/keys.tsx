// Keys for readers. A page loads this listener; what the keys do is loaded with the first of them (features/keys).
import { Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { areLetterKeysOff } from '#app/platform/browser/letter-keys.ts'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import { ROOT_KEY, TEXT_FIELDS } from '#shared/page-contract.ts'

const KeysDialog = lazyOptional(() => import('#app/features/keys/keys-dialog.tsx'))

/** What follows `g` has to come within this time. */
const SEQUENCE_MS = 1_500
/** Open menus, dialogs and panels, and a text that is being written. */
const CLOSED_BY_ESCAPE = 'dialog[open], :popover-open, [aria-expanded="true"], [contenteditable="true"]'
const TYPING = `${TEXT_FIELDS}, [contenteditable], dialog`

export function Keys() {
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)

  useEffect(() => {
    let goesSince = Number.NEGATIVE_INFINITY
    /** @returns whether the key has a meaning */
    const press = (key: string): boolean => {
      const isSecond = performance.now() - goesSince < SEQUENCE_MS
      goesSince = Number.NEGATIVE_INFINITY
      if (isSecond ? !'hflunbc'.includes(key) : !'jkounrbeg?'.includes(key)) return false
      if (key !== '?' && areLetterKeysOff()) return false
      if (key === '?') setHelpOpen(true)
      else if (key === 'g' && !isSecond) goesSince = performance.now()
      else {
        const meant = isSecond ? `g ${key}` : key
        void import('#app/features/keys/keys.ts').then(
          ({ act }) => act(meant, navigate),
          () => undefined,
        )
      }
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key.length !== 1 || (event.target instanceof Element && event.target.closest(TYPING))) return
      if (press(event.key)) event.preventDefault()
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || areLetterKeysOff() || document.querySelector(CLOSED_BY_ESCAPE)) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      void import('#app/features/keys/keys.ts').then(
        ({ act }) => event.defaultPrevented || act('Escape', navigate),
        () => undefined,
      )
    }
    addEventListener('keydown', onKeyDown)
    // Before what is open closes.
    addEventListener('keydown', onEscape, true)
    // The key that started hydration (first-paint/hydration.ts).
    const root = document.documentElement
    const first = root.getAttribute(ROOT_KEY)
    if (first) press(first)
    root.removeAttribute(ROOT_KEY)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('keydown', onEscape, true)
    }
  }, [navigate])

  return isHelpOpen ? (
    <Suspense>
      <KeysDialog onClose={() => setHelpOpen(false)} />
    </Suspense>
  ) : null
}
