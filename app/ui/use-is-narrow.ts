import { useSyncExternalStore } from 'react'

/** The breakpoint `lg` of app/styles/app.css. */
const WIDE = '(min-width: 1024px)'

function subscribe(notify: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** For what is rendered in two ways, where hiding one with CSS is not enough. The server assumes a wide screen. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !window.matchMedia(WIDE).matches,
    () => false,
  )
}
