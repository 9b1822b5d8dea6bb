// The contract's tables for a guest's browser: the official client's table part alone, a tenth of the whole.
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '#shared/database.types.ts'
import { publishableKey } from './publishable-key.ts'
import type { Reader } from './reader.ts'
import { noteRefusal } from './retry-after.ts'

let reader: Reader | null = null

/** The one reader of this browser, as a guest. */
export function guestReader(): Reader {
  reader ??= new PostgrestClient<Database>(`${window.location.origin}/rest/v1`, {
    headers: { apikey: publishableKey() },
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (response.status === 429) noteRefusal(response, Date.now())
      return response
    },
  }) as Reader
  return reader
}
