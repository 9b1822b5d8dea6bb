// How the browser keeps what it fetched (SPEC.md section 9): 3 retries with capped back-off, 5 minutes.
import { isServer, QueryClient } from '@tanstack/react-query'

const RETRIES = 3
export const KEPT_MS = 5 * 60 * 1_000
const LONGEST_WAIT_MS = 30_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: RETRIES,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, LONGEST_WAIT_MS),
        // On the server a timer would keep the whole rendered page for as long; there the client goes with its page.
        gcTime: isServer ? Number.POSITIVE_INFINITY : KEPT_MS,
        refetchOnWindowFocus: false,
      },
    },
  })
}
