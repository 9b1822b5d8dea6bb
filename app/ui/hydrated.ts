// Whether the page is hydrated. A form that only a script can send waits for it; otherwise the browser would submit it
// natively.
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
