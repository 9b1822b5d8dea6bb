// The search of the header: a form that works without JavaScript, and becomes the palette when somebody types, or
// presses `/` or Ctrl-K anywhere. Narrow screens have a link to the search page.
import { type ComponentProps, type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type PaletteHere from '#app/features/search/palette.tsx'
import { buttonClass } from '#app/ui/forms/button.tsx'

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
    // Before hydration, before-paint.js handled the key, or somebody typed in the field.
    const root = document.documentElement
    if (root.hasAttribute('data-search') || field.current?.value) open()
    root.removeAttribute('data-search')
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
          id="header-search"
          type="search"
          name="q"
          aria-label="Search"
          aria-keyshortcuts="/ Control+K"
          placeholder="Search"
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
        data-opens-search
        aria-label="Search"
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
 * before-paint.js.
 */
function asksForSearch(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.shiftKey) return false
  const isHeld = event.ctrlKey || event.metaKey
  const busy = isHeld ? '[contenteditable]' : 'input, textarea, select, [contenteditable]'
  if (event.target instanceof Element && event.target.closest(busy)) return false
  return isHeld ? event.key.toLowerCase() === 'k' : event.key === '/'
}
