// What the chat watches of the browser: whether there is a network, and how much room a phone's keyboard leaves. The server,
// and the browser's first render, believe that there is a network.
import { useEffect, useSyncExternalStore } from 'react'

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Less than this is a browser's own bars coming and going. */
const KEYBOARD_PX = 150

/**
 * A phone's keyboard covers the page instead of shortening it, so that a page that fills the screen is told how much is
 * left: keeps `--screen` (full-height.css) and `data-keyboard` on <html> true while the component lives.
 */
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
