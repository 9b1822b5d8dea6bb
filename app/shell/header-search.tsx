// The search of the header: a form that works without JavaScript, and becomes the palette when somebody types, or
// presses `/` or Ctrl-K anywhere. Narrow screens have a link to the search page.
import { type ComponentProps, type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type PaletteHere from '#app/features/search/palette.tsx'
import { buttonClass } from '#app/ui/forms/button.tsx'
import { attribute, HEADER_SEARCH, OPENS_SEARCH, ROOT_SEARCH, TEXT_FIELDS } from '#shared/page-contract.ts'
import * as t from '#words/shell.ts'

type Palette = ComponentType<ComponentProps<typeof PaletteHere>>

export function HeaderSearch() {
  const [Palette, setPalette] = useState<Palette | null>(null)
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const open = useCallback(() => {
    setOpen(true)
    // Takes the typed text until the palette is loaded; hidden on narrow screens, where it takes none.
    field.current?.focus()
    import('#app/features/search/palette.tsx').then(
      (module) => setPalette(() => module.default),
      // The palette failed to load: the search page does the same.
      () => window.location.assign('/search'),
    )
  }, [])

  // Choosing and going back close it. A change of the address alone does not, because it may be rendered so late that
  // the palette has been opened again.
  useEffect(() => {
    const close = () => setOpen(false)
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!asksForSearch(event)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKeyDown)
    // Before hydration, first-paint/search-key.ts handled the key, or somebody typed in the field.
    const root = document.documentElement
    if (root.hasAttribute(ROOT_SEARCH) || field.current?.value) open()
    root.removeAttribute(ROOT_SEARCH)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open])

  const takeTyped = () => {
    if (!field.current) return ''
    const { value } = field.current
    field.current.value = ''
    return value
  }

  return (
    <search>
      <form action="/search" className="relative hidden min-[1200px]:block">
        <span className="sign-search search-sign" />
        <input
          ref={field}
          id={HEADER_SEARCH}
          type="search"
          name="q"
          aria-label={t.search}
          aria-keyshortcuts="/ Control+K"
          placeholder={t.search}
          autoComplete="off"
          onClick={open}
          onChange={open}
          className="search-field"
        />
        <kbd aria-hidden className="search-key">
          /
        </kbd>
      </form>
      <Link
        discover="none"
        to="/search"
        {...attribute(OPENS_SEARCH, '')}
        aria-label={t.search}
        aria-keyshortcuts="/ Control+K"
        className={buttonClass('quiet', 'small', 'sign-search min-w-11 min-[1200px]:hidden')}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          open()
        }}
      />
      {isOpen && Palette ? <Palette takeTyped={takeTyped} onClose={() => setOpen(false)} /> : null}
    </search>
  )
}

/**
 * `/` outside of text fields; Ctrl-K or ⌘K, except in the editor, where it creates a link. The same as in
 * first-paint/search-key.ts.
 */
function asksForSearch(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.shiftKey) return false
  const isHeld = event.ctrlKey || event.metaKey
  const busy = isHeld ? '[contenteditable]' : `${TEXT_FIELDS}, [contenteditable]`
  if (event.target instanceof Element && event.target.closest(busy)) return false
  return isHeld ? event.key.toLowerCase() === 'k' : event.key === '/'
}
