// The member's client in the browser. Loaded only if there is a session or a form is focused.
import type { AuthChangeEvent, Session as LibrarySession, User } from '@supabase/auth-js'
import { firstProfile } from '#app/platform/session/first-profile.ts'
import {
  type Client,
  currentSession,
  endSession,
  hasStoredSession,
  type MemberClient,
  setSession,
  storedMember,
  storedProfile,
  waitsForSecondStep,
} from '#app/platform/session/session.ts'
import { createMemberClient } from './member-client.ts'

/** Creates the client, restores the stored session and subscribes to its changes. */
export async function openClient(): Promise<MemberClient> {
  const client = createMemberClient()
  client.auth.onAuthStateChange((event: AuthChangeEvent, session) => {
    // The first event repeats the result of getSession below, without its error.
    if (event === 'INITIAL_SESSION') return
    // The library calls this while it holds its lock: calling it from here could deadlock.
    take(client, session, (settle) => setTimeout(settle, 0))
  })
  const { data } = await client.auth.getSession()
  take(client, data.session, (settle) => settle())
  return client
}

/** Reloads the member after a change of profile or roles; creates a missing profile. */
export async function refreshMember(client: Client): Promise<void> {
  const { data } = await client.auth.getSession()
  if (data.session) await settle(client, data.session.user)
}

/** @param run calls what asks the API who the member is */
function take(client: Client, session: LibrarySession | null, run: (settle: () => void) => void): void {
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
  if (!same || !known.settled) run(() => void settleOnce(client, user))
}

/** Of whom the profile is being read: the library tells of one session several times meanwhile. */
let settling: string | null = null

async function settleOnce(client: Client, user: User): Promise<void> {
  if (settling === user.id) return
  settling = user.id
  await settle(client, user)
  if (settling === user.id) settling = null
}

async function settle(client: Client, user: User): Promise<void> {
  const { profile, isAdmin, sanction } = await firstProfile(client, user)
  const known = currentSession()
  if (known.status !== 'member' || known.userId !== user.id) return
  setSession({
    ...known,
    email: user.email ?? '',
    isAdmin,
    sanction,
    settled: true,
    profile: profile === 'unreadable' ? known.profile : profile,
  })
}
