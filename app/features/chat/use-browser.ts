// State of the browser: whether it is online, and the height that a phone's keyboard leaves. The server and the first
// render assume that it is online.

import { useEffect, useSyncExternalStore } from 'react'
import { ROOT_KEYBOARD } from '#shared/page-contract.ts'

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

/** Smaller changes come from the browser's own bars. */
const KEYBOARD_PX = 150

/**
 * A phone's keyboard covers the page instead of resizing it. Keeps `--screen` (full-height.css) and the keyboard's attribute on
 * <html> up to date while the component is mounted.
 */
export function useRoomAboveKeyboard(): void {
  useEffect(() => {
    const view = window.visualViewport
    const root = document.documentElement
    if (!view) return
    const measure = () => {
      // A pinch zoom also reduces the visible height.
      const isCovered = view.scale === 1 && window.innerHeight - view.height > KEYBOARD_PX
      root.toggleAttribute(ROOT_KEYBOARD, isCovered)
      if (isCovered) root.style.setProperty('--screen', `${view.height}px`)
      else root.style.removeProperty('--screen')
      // The browser scrolled the field into view; now everything fits, so the header is scrolled back into view.
      if (isCovered) window.scrollTo(0, 0)
    }
    view.addEventListener('resize', measure)
    return () => {
      view.removeEventListener('resize', measure)
      root.removeAttribute(ROOT_KEYBOARD)
      root.style.removeProperty('--screen')
    }
  }, [])
}
