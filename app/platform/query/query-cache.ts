// What was fetched and kept, for those who only want it gone: they need not load the library that keeps it.
import type { QueryClient } from '@tanstack/react-query'

let kept: QueryClient | null = null

/** For app/platform/query/query-client.ts alone: `client` is what keeps answers on this page. */
export function registerQueryClient(client: QueryClient): void {
  kept = client
}

/** Drops every answer; what is shown is asked for again. */
export async function clearQueryCache(): Promise<void> {
  await kept?.resetQueries()
}
