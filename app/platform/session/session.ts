// Who is at this browser. The session lives in the browser's storage (SPEC.md section 4), so a page arrives
// as a guest's and what is personal follows. A guest's browser never loads the contract's client.
import type { SupabaseClient } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import type { Database } from '#shared/database.types.ts'

/** Where the official client keeps the session; app/shell/before-paint.js reads the same name. */
export const SESSION_KEY = 'arthachowk-session'
/** The member's public profile as last seen here, so that the next page shows the name at once. */
const PROFILE_KEY = 'arthachowk-profile'

export type Client = SupabaseClient<Database>

export type Profile = Pick<
  Database['public']['Tables']['profiles']['Row'],
  'id' | 'username' | 'full_name' | 'avatar_url' | 'user_level'
>

export type Member = {
  status: 'member'
  userId: string
  email: string
  /** Null while it is fetched or made. */
  profile: Profile | null
  isAdmin: boolean
  /** False until the server has said who this is: `profile` is the last visit's copy and `isAdmin` unknown. */
  settled: boolean
}

export type Session =
  /** Not looked yet: the server, and the browser's first render. */
  | { status: 'unknown' }
  /**
   * `ended`: there was a session of this member, and it ended without being asked to from this tab.
   * `secondStep`: the password was right, and the account asks for a second factor before anything else.
   */
  | { status: 'guest'; ended?: { userId: string }; secondStep?: true }
  | Member

let current: Session = { status: 'unknown' }
const listeners = new Set<() => void>()
let loading: Promise<Client> | null = null
let leaving = false

/** The session, as a React value. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => UNKNOWN,
  )
}

const UNKNOWN: Session = { status: 'unknown' }

/** The session right now, for code outside a render. */
export function currentSession(): Session {
  return current
}

/** Replaces the session; for app/platform/supabase/browser-client.ts alone. */
export function setSession(next: Session): void {
  current = next
  document.documentElement.toggleAttribute('data-session', next.status === 'member')
  if (next.status === 'guest') store(PROFILE_KEY, null)
  else if (next.status === 'member' && next.profile) store(PROFILE_KEY, JSON.stringify(next.profile))
  for (const listener of listeners) listener()
}

/** The session is over: asked for here, or ended elsewhere (another tab, a ban, its age). */
export function endSession(): void {
  if (current.status === 'guest') return
  setSession(
    current.status === 'member' && !leaving
      ? { status: 'guest', ended: { userId: current.userId } }
      : { status: 'guest' },
  )
}

/** Whether a session waits for its second factor: the account has one, and the token says that none was shown. */
export function waitsForSecondStep(session: StoredSession): boolean {
  const has = session.user?.factors?.some(({ status }) => status === 'verified') ?? false
  return has && levelOf(session.access_token ?? '') !== 'aal2'
}

type StoredSession = {
  access_token?: string
  user?: { id?: string; email?: string | undefined; factors?: { status: string }[] | undefined }
}

/** What a token says of how it was shown. Only the server's word counts; this chooses a screen. */
function levelOf(token: string): unknown {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    // Names in other scripts come out garbled, the level does not.
    return (JSON.parse(atob(part)) as { aal?: unknown }).aal
  } catch {
    return null
  }
}

/** Looks for a stored session and takes it up. Called once, when the page has come alive. */
export function startSession(): void {
  if (current.status !== 'unknown') return
  const stored = storedMember()
  if (stored) setSession(stored)
  if (stored || hasStoredSession() || comesBackFromProvider()) void client().catch(() => undefined)
  else setSession({ status: 'guest' })
  // Other tabs. With the client loaded it hears of them for itself, except for a storage that somebody cleared.
  window.addEventListener('storage', (event) => {
    if (event.key !== SESSION_KEY && event.key !== null) return
    if (!hasStoredSession()) endSession()
    else if (!loading) void client().catch(() => undefined)
  })
}

/** Whether this browser holds a session, without loading the client to ask. */
export function hasStoredSession(): boolean {
  return stored(SESSION_KEY) !== null
}

/** The contract's client, loaded on first need; resolves when it is known whether there is a session. */
export function client(): Promise<Client> {
  loading ??= import('#app/platform/supabase/browser-client.ts')
    .then(({ openClient }) => openClient())
    .catch((error: unknown) => {
      // A file that did not arrive may arrive the next time.
      loading = null
      throw error
    })
  return loading
}

/** The member's client when somebody is signed in, else null: for client loaders. */
export async function memberClient(): Promise<Client | null> {
  if (current.status === 'guest' || (current.status === 'unknown' && !hasStoredSession())) return null
  const opened = await client()
  return currentSession().status === 'member' ? opened : null
}

/** Ends the session in this browser, also while the server cannot be reached. */
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

/** Who the stored session says this is, before anybody was asked; null when it says nothing. */
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

/** The copy of a member's profile from the last visit; null when there is none, or it is another's. */
export function storedProfile(userId: string): Profile | null {
  try {
    const profile = JSON.parse(stored(PROFILE_KEY) ?? 'null') as Profile | null
    return profile?.id === userId ? profile : null
  } catch {
    return null
  }
}

/** A provider or a link in a mail led here with a code, which the client exchanges for a session. */
function comesBackFromProvider(): boolean {
  return new URLSearchParams(window.location.search).has('code')
}

function stored(key: string): string | null {
  return localStore().getItem(key)
}

function store(key: string, value: string | null): void {
  // Without room it is fetched again with the next page.
  keepItem(localStore(), key, value)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tables and functions of the contract, whoever asks: a loader as a guest, a browser as its member. */
export type DbClient = Pick<SupabaseClient<Database>, 'from' | 'rpc'>
