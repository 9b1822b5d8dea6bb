// The contract's tables for a guest's browser: the official client's table part alone, a tenth of the whole.
import { PostgrestClient } from '@supabase/postgrest-js'
import type { DbClient } from '#app/platform/session/session.ts'
import type { Database } from '#shared/database.types.ts'
import { publishableKey } from './client-options.ts'
import { noteRateLimit } from './retry-after.ts'

let reader: DbClient | null = null

/** The one reader of this browser, as a guest. */
export function guestClient(): DbClient {
  reader ??= new PostgrestClient<Database>(`${window.location.origin}/rest/v1`, {
    headers: { apikey: publishableKey() },
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (response.status === 429) noteRateLimit(response, Date.now())
      return response
    },
  }) as DbClient
  return reader
}
