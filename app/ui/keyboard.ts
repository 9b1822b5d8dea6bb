// A phone's keyboard covers the page instead of shortening it. A page that fills the screen is told how much is left.
import { useEffect } from 'react'

/** Less than this is a browser's own bars coming and going. */
const KEYBOARD_PX = 150

/** Keeps `--screen` (full-height.css) and `data-keyboard` on <html> true while the component lives. */
export function useRoomAboveKeyboard(): void {
  useEffect(() => {
    const view = window.visualViewport
    const root = document.documentElement
    if (!view) return
    const measure = () => {
      // Who has zoomed in sees a part of the page, and no keyboard.
      const isCovered = view.scale === 1 && window.innerHeight - view.height > KEYBOARD_PX
      root.toggleAttribute('data-keyboard', isCovered)
      if (isCovered) root.style.setProperty('--screen', `${view.height}px`)
      else root.style.removeProperty('--screen')
      // The browser scrolled the field into view; now that all of it fits, the header comes back.
      if (isCovered) window.scrollTo(0, 0)
    }
    view.addEventListener('resize', measure)
    return () => {
      view.removeEventListener('resize', measure)
      root.removeAttribute('data-keyboard')
      root.style.removeProperty('--screen')
    }
  }, [])
}
