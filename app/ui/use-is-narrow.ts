import { createContext, useContext, useSyncExternalStore } from 'react'

/** The breakpoint `lg` of app/styles/app.css. */
const WIDE_FROM = 1024
const WIDE = `(min-width: ${WIDE_FROM}px)`

/** The width of the reader's screen, where the server knows it. */
export const ScreenWidth = createContext(WIDE_FROM)

function subscribe(notify: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** For what is rendered in two ways, where hiding one with CSS is not enough. */
export function useIsNarrow(): boolean {
  const width = useContext(ScreenWidth)
  return useSyncExternalStore(
    subscribe,
    () => !window.matchMedia(WIDE).matches,
    () => width < WIDE_FROM,
  )
}
