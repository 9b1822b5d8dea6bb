// The member's client, of the parts of the official client that pages use. As a whole it would bring files and functions to
// every page, and channels before one is joined.
import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import type { MemberClient } from '#app/platform/session/session.ts'
import type { Database } from '#shared/database.types.ts'
import { SESSION_KEY } from '#shared/page-contract.ts'
import { publishableKey } from './client-options.ts'
import { asBearer, watchedFetch } from './member-fetch.ts'

export function createMemberClient(): MemberClient {
  const { origin } = window.location
  const key = publishableKey()
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { Authorization: `Bearer ${key}`, apikey: key },
    fetch: watchedFetch,
    storageKey: SESSION_KEY,
    flowType: 'pkce',
    persistSession: true,
    experimental: { recoveryCodes: true },
    // A code in the address is always exchanged. An error alone ends no session: a member who cancels at Google while
    // connecting it stays signed in.
    detectSessionInUrl: (_url, params) => Boolean(params.access_token),
  })
  const accessToken = async () => (await auth.getSession()).data.session?.access_token ?? key
  const tables = new PostgrestClient<Database>(`${origin}/rest/v1`, {
    fetch: async (input, init) => watchedFetch(input, asBearer(init, await accessToken())),
  })
  let opened: Promise<RealtimeClient> | null = null
  // The socket keeps the token that it was given.
  auth.onAuthStateChange((_event, session) => {
    void opened?.then((channels) => channels.setAuth(session?.access_token))
  })
  return Object.assign(tables, {
    auth,
    channels: () => {
      opened ??= import('./open-realtime.ts').then(({ openRealtime }) => openRealtime(accessToken))
      return opened
    },
  }) as unknown as MemberClient
}
