// Reads that came with the first rows (app/shell/first-paint/member.ts): their answers are taken without the official
// client, which is loaded after what the first rows need.
import { PostgrestClient } from '@supabase/postgrest-js'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { client, type DbClient } from '#app/platform/session/session.ts'
import { takeBegun } from '#app/platform/supabase/member-fetch.ts'
import type { Database } from '#shared/database.types.ts'
import { SESSION_KEY } from '#shared/page-contract.ts'

/** What `read` asks for is answered by what has begun; else the client sends it. */
export async function readBegun<Data>(read: (reader: DbClient) => Promise<Data>): Promise<Data> {
  try {
    const begun = begunClient()
    if (begun) return await read(begun)
  } catch {
    // It has not begun, or failed: the client sends it, and handles a refusal.
  }
  return read(await client())
}

/** The API's tables for what has begun and nothing else; null if that is nothing, or another member's. */
export function begunClient(): DbClient | null {
  const begun = window.ownPart
  if (!begun) return null
  const { access_token: token } = JSON.parse(localStore().getItem(SESSION_KEY) ?? '{}') as {
    access_token?: string
  }
  if (!token || !begun.authorization.endsWith(` ${token}`)) return null
  return new PostgrestClient<Database>(`${window.location.origin}/rest/v1`, {
    headers: { authorization: begun.authorization },
    fetch: async (input, init) => {
      const answer = await takeBegun(input, init)
      if (!answer) throw new Error('this has not begun')
      return answer
    },
    retry: false,
  }) as DbClient
}
