// Whether the page has come alive. A form that only a script can send waits for it: sent before, the browser
// would send it by itself.
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
