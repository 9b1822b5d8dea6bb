// The client of the API's tables for a guest's browser: only that part of the official client, a tenth of its size.
import { PostgrestClient } from '@supabase/postgrest-js'
import type { DbClient } from '#app/platform/session/session.ts'
import type { Database } from '#shared/database.types.ts'
import { publishableKey } from './client-options.ts'
import { fetchWithProof } from './fetch-with-proof.ts'

let reader: DbClient | null = null

/** The browser's single client, as a guest. */
export function guestClient(): DbClient {
  reader ??= new PostgrestClient<Database>(`${window.location.origin}/rest/v1`, {
    headers: { apikey: publishableKey() },
    fetch: (input, init) => fetchWithProof(input, init),
  }) as DbClient
  return reader
}
