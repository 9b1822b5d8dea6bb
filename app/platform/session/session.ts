// The session of this browser. It is in the browser's storage (SPEC.md section 4), so pages are rendered as a guest's,
// and personal parts follow. A guest's browser never loads the API's client.
import type { AuthClient } from '@supabase/auth-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import type { Database } from '#shared/database.types.ts'
import {
  OWN_READ_KEY,
  PROFILE_KEY,
  READ_CACHE,
  READ_EVENT,
  ROOT_SESSION,
  SEARCHES_KEY,
  SESSION_KEY,
} from '#shared/page-contract.ts'

export type Profile = Pick<
  Database['public']['Tables']['profiles']['Row'],
  'id' | 'username' | 'full_name' | 'avatar_url' | 'user_level'
>

/** What the member may not do at present, and why. */
export type Sanction = {
  id: string
  kind: 'no_links' | 'no_chat' | 'read_only' | 'suspended' | 'banned'
  /** ISO date; null: without end. */
  ends_at: string | null
  message: string | null
  reason: { en: string; hi: string }
}

export type Member = {
  status: 'member'
  userId: string
  email: string
  /** Null while it is being loaded or created. */
  profile: Profile | null
  isAdmin: boolean
  /** The gravest one in force; absent before the server said so. */
  sanction?: Sanction | null
  /** False until the server confirmed the session: `profile` is the copy of the last visit, and `isAdmin` unknown. */
  settled: boolean
}

export type Session =
  /** Unknown: on the server, and in the browser's first render. */
  | { status: 'unknown' }
  /**
   * `ended`: this member's session ended, but not by this tab.
   * `secondStep`: the password was right, and the account requires a second factor first.
   */
  | { status: 'guest'; ended?: { userId: string }; secondStep?: true }
  | Member

let current: Session = { status: 'unknown' }
const listeners = new Set<() => void>()
let loading: Promise<MemberClient> | null = null
let leaving = false

/** The session as React state. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => UNKNOWN,
  )
}

const UNKNOWN: Session = { status: 'unknown' }

/** The current session, for code outside a render. */
export function currentSession(): Session {
  return current
}

/** Replaces the session; only for what hears of it from the server (browser-client.ts, first-profile.ts). */
export function setSession(next: Session): void {
  const isAnother = current.status !== next.status
  // Also on the first page after a session that ended while no page was open.
  const wasMember = current.status === 'member' || stored(PROFILE_KEY) !== null
  current = next
  document.documentElement.toggleAttribute(ROOT_SESSION, next.status === 'member')
  // Whoever uses this browser next is told nothing of the member.
  if (next.status === 'guest' && wasMember) {
    for (const key of [PROFILE_KEY, OWN_READ_KEY, SEARCHES_KEY]) store(key, null)
    void globalThis.caches?.delete(READ_CACHE)
  }
  if (next.status === 'member' && next.profile) store(PROFILE_KEY, JSON.stringify(next.profile))
  // Read discussions are shown as another's.
  if (isAnother) dispatchEvent(new CustomEvent(READ_EVENT, { detail: '' }))
  for (const listener of listeners) listener()
}

/** The session is over: ended here or elsewhere (another tab, a ban, its age). */
export function endSession(): void {
  if (current.status === 'guest') return
  setSession(
    current.status === 'member' && !leaving
      ? { status: 'guest', ended: { userId: current.userId } }
      : { status: 'guest' },
  )
}

/** Whether the session needs a second factor: the account has one, and the token says that none was verified. */
export function waitsForSecondStep(session: StoredSession): boolean {
  const has = session.user?.factors?.some(({ status }) => status === 'verified') ?? false
  return has && levelOf(session.access_token ?? '') !== 'aal2'
}

type StoredSession = {
  access_token?: string
  user?: { id?: string; email?: string | undefined; factors?: { status: string }[] | undefined }
}

/** The claims of a token, unverified: they only select a screen, and the server decides. */
function levelOf(token: string): unknown {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    // Names in other scripts are garbled; the level is not.
    return (JSON.parse(atob(part)) as { aal?: unknown }).aal
  } catch {
    return null
  }
}

/** Restores a stored session. Called once, after hydration. */
export function startSession(): void {
  if (current.status !== 'unknown') return
  const stored = storedMember()
  if (stored) {
    setSession(stored)
    import('./first-profile.ts').then(
      ({ confirmEarly }) => confirmEarly(stored.userId),
      // The client confirms it.
      () => undefined,
    )
  }
  if (stored || hasStoredSession() || comesBackFromProvider()) void client().catch(() => undefined)
  else setSession({ status: 'guest' })
  // Changes by other tabs. A loaded client notices them itself, except when the storage is cleared.
  window.addEventListener('storage', (event) => {
    if (event.key !== SESSION_KEY && event.key !== null) return
    if (!hasStoredSession()) endSession()
    else if (!loading) void client().catch(() => undefined)
  })
}

/** Whether this browser has a session, without loading the client. */
export function hasStoredSession(): boolean {
  return stored(SESSION_KEY) !== null
}

/** The API's client, loaded on first use; resolves when it is known whether there is a session. */
export function client(): Promise<MemberClient> {
  loading ??= import('#app/platform/supabase/browser-client.ts')
    .then(({ openClient }) => openClient())
    .catch((error: unknown) => {
      // A file that failed to load is requested again the next time.
      loading = null
      throw error
    })
  return loading
}

/** The member's client if signed in, else null: for client loaders. */
export async function memberClient(): Promise<MemberClient | null> {
  if (current.status === 'guest' || (current.status === 'unknown' && !hasStoredSession())) return null
  const opened = await client()
  return currentSession().status === 'member' ? opened : null
}

/** Ends the session in this browser, even if the server cannot be reached. */
export async function signOut(): Promise<void> {
  leaving = true
  endSession()
  try {
    const opened = await client()
    const { error } = await opened.auth.signOut({ scope: 'local' })
    if (error) console.warn('sign-out was not confirmed by the server', error.message)
  } catch {
    store(SESSION_KEY, null)
  } finally {
    endSession()
    leaving = false
  }
}

/** The member in the stored session, before the server confirmed it; null if there is none. */
export function storedMember(): Member | null {
  try {
    const session = JSON.parse(stored(SESSION_KEY) ?? '{}') as StoredSession
    const { user } = session
    if (!user?.id || waitsForSecondStep(session)) return null
    return {
      status: 'member',
      userId: user.id,
      email: user.email ?? '',
      profile: storedProfile(user.id),
      isAdmin: false,
      settled: false,
    }
  } catch {
    return null
  }
}

/** The copy of a member's profile from the last visit; null if there is none, or it is another member's. */
export function storedProfile(userId: string): Profile | null {
  try {
    const profile = JSON.parse(stored(PROFILE_KEY) ?? 'null') as Profile | null
    return profile?.id === userId ? profile : null
  } catch {
    return null
  }
}

/** Whether the address has a code of a provider or an e-mailed link, which the client exchanges for a session. */
function comesBackFromProvider(): boolean {
  return new URLSearchParams(window.location.search).has('code')
}

function stored(key: string): string | null {
  return localStore().getItem(key)
}

function store(key: string, value: string | null): void {
  // Without room, the next page loads it again.
  keepItem(localStore(), key, value)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tables and functions of the API: in a loader as a guest, in a browser as its member. */
export type DbClient = Pick<SupabaseClient<Database>, 'from' | 'rpc'>

/** The same with the accounts. */
export type Client = DbClient & { auth: InstanceType<typeof AuthClient> }

/** The client of a member's browser (app/platform/supabase/member-client.ts). `channels`: the page's one socket. */
export type MemberClient = Client & { channels(): Promise<RealtimeClient> }
