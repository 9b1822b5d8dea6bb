// Whether the screen is narrower than the rail and a table need side by side.
import { useSyncExternalStore } from 'react'

/** The breakpoint `lg` of app/styles/app.css. */
const WIDE = '(min-width: 1024px)'

function subscribe(notify: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** For what is built in two ways, where hiding one of them with CSS would not do. The server knows no width: wide. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !window.matchMedia(WIDE).matches,
    () => false,
  )
}
