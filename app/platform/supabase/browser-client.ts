// The official client in the browser. Loaded only if there is a session or a form is focused.
import {
  type AuthChangeEvent,
  createClient,
  type Session as LibrarySession,
  type User,
} from '@supabase/supabase-js'
import { firstProfile } from '#app/platform/session/first-profile.ts'
import {
  type Client,
  currentSession,
  endSession,
  hasStoredSession,
  setSession,
  storedMember,
  storedProfile,
  waitsForSecondStep,
} from '#app/platform/session/session.ts'
import type { Database } from '#shared/database.types.ts'
import { SESSION_KEY } from '#shared/page-contract.ts'
import { CHANNELS, publishableKey } from './client-options.ts'
import { watchedFetch } from './member-fetch.ts'

/** Creates the client, restores the stored session and subscribes to its changes. */
export async function openClient(): Promise<Client> {
  const client: Client = createClient<Database>(window.location.origin, publishableKey(), {
    auth: {
      storageKey: SESSION_KEY,
      flowType: 'pkce',
      persistSession: true,
      experimental: { recoveryCodes: true },
      // A code in the address is always exchanged. An error alone ends no session: a member who cancels at Google while
      // connecting it stays signed in.
      detectSessionInUrl: (_url, params) => Boolean(params.access_token),
    },
    global: { fetch: watchedFetch },
    realtime: CHANNELS,
  })
  client.auth.onAuthStateChange((event: AuthChangeEvent, session) => {
    // The first event repeats the result of getSession below, without its error.
    if (event !== 'INITIAL_SESSION') take(client, session)
  })
  const { data } = await client.auth.getSession()
  take(client, data.session)
  return client
}

/** Reloads the member after a change of profile or roles; creates a missing profile. */
export async function refreshMember(client: Client): Promise<void> {
  const { data } = await client.auth.getSession()
  if (data.session) await settle(client, data.session.user)
}

function take(client: Client, session: LibrarySession | null): void {
  const known = currentSession()
  if (!session) {
    // Offline with an expired token, the library returns null but keeps the session, and so does this.
    if (hasStoredSession())
      setSession(known.status === 'member' ? known : (storedMember() ?? { status: 'guest' }))
    else endSession()
    return
  }
  if (waitsForSecondStep(session)) {
    setSession({ status: 'guest', secondStep: true })
    return
  }
  const { user } = session
  const same = known.status === 'member' && known.userId === user.id
  if (!same) {
    setSession({
      status: 'member',
      userId: user.id,
      email: user.email ?? '',
      profile: storedProfile(user.id),
      isAdmin: false,
      settled: false,
    })
  }
  // The library calls this while it holds its lock: calling it from here could deadlock.
  if (!same || !known.settled) setTimeout(() => void settle(client, user), 0)
}

async function settle(client: Client, user: User): Promise<void> {
  const [profile, isAdmin] = await Promise.all([firstProfile(client, user), askIsAdmin(client)])
  const known = currentSession()
  if (known.status !== 'member' || known.userId !== user.id) return
  setSession({
    ...known,
    email: user.email ?? '',
    isAdmin,
    settled: true,
    profile: profile === 'unreadable' ? known.profile : profile,
  })
}

/** If the check fails, the member counts as no administrator (SPEC.md section 6). */
async function askIsAdmin(client: Client): Promise<boolean> {
  const { data, error } = await client.rpc('is_admin')
  if (error) console.warn('administrator check failed', error.message)
  return data === true
}
