// The unmodified official client against /auth/v1, as an app uses it.
import {
  createClient,
  isAuthApiError,
  isAuthWeakPasswordError,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})

afterAll(async () => {
  await server.stop()
})

/** A browser with its own storage, which a second client may share. */
function newClient(storage = new Map<string, string>()): SupabaseClient {
  return createClient(server.url, server.publishableKey, {
    auth: {
      autoRefreshToken: false,
      storageKey: 'session',
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    },
  })
}

async function newMember() {
  const storage = new Map<string, string>()
  const client = newClient(storage)
  const email = newEmail()
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.session) throw error ?? new Error('no session')
  return { client, email, storage, session: data.session }
}

test('signUp signs in, announces it, and the session survives a reload', async () => {
  const storage = new Map<string, string>()
  const client = newClient(storage)
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  const email = newEmail()
  const options = {
    data: { username: `client-${Date.now()}`, full_name: 'Asha' },
    emailRedirectTo: server.url,
  }
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, user_metadata: options.data })
  expect(data.session?.user.id).toBe(data.user?.id)
  expect(events).toContain('SIGNED_IN')
  const reloaded = await newClient(storage).auth.getSession()
  expect(reloaded.data.session?.access_token).toBe(data.session?.access_token)
})

test('a second signUp of the address is an AuthApiError with its code', async () => {
  const { email } = await newMember()
  const { data, error } = await newClient().auth.signUp({ email, password: PASSWORD })
  expect(data).toEqual({ user: null, session: null })
  expect(isAuthApiError(error) && [error.status, error.code, error.message]).toEqual([
    422,
    'user_already_exists',
    'User already registered',
  ])
})

test('a weak password is an AuthWeakPasswordError with its reasons', async () => {
  const { error } = await newClient().auth.signUp({ email: newEmail(), password: 'qwertyuiop' })
  expect(isAuthWeakPasswordError(error) && [error.status, error.code, error.reasons]).toEqual([
    422,
    'weak_password',
    ['pwned'],
  ])
})

describe('signInWithPassword', () => {
  test('gives a session with which tables are read as the member', async () => {
    const { email } = await newMember()
    const client = newClient()
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toBeNull()
    const { data: own } = await client
      .from('profiles')
      .update({ bio: 'Reads annual reports.' })
      .eq('id', data.user?.id ?? '')
      .select('id, bio')
    expect(own).toEqual([{ id: data.user?.id, bio: 'Reads annual reports.' }])
  })

  test('with a wrong password is an AuthApiError and no session', async () => {
    const { email } = await newMember()
    const client = newClient()
    const { data, error } = await client.auth.signInWithPassword({ email, password: 'another-pond-78' })
    expect(data).toEqual({ user: null, session: null })
    expect([error?.status, error?.code, error?.message]).toEqual([
      400,
      'invalid_credentials',
      'Invalid login credentials',
    ])
    expect((await client.auth.getSession()).data.session).toBeNull()
  })
})

test('getUser asks the server, getClaims verifies with the published key', async () => {
  const { client, email, session } = await newMember()
  expect((await client.auth.getUser()).data.user).toMatchObject({ email, id: session.user.id })
  const { data, error } = await client.auth.getClaims()
  expect(error).toBeNull()
  expect(data?.header.alg).toBe('ES256')
  expect(data?.claims).toMatchObject({ sub: session.user.id, role: 'authenticated', aal: 'aal1' })
})

test('refreshSession gives a new pair; setSession takes one over', async () => {
  const { client, session } = await newMember()
  const { data, error } = await client.auth.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  const other = newClient()
  const taken = await other.auth.setSession({
    access_token: data.session?.access_token ?? '',
    refresh_token: data.session?.refresh_token ?? '',
  })
  expect(taken.error).toBeNull()
  expect((await other.auth.getUser()).data.user?.id).toBe(session.user.id)
})

test('two tabs that refresh at once both stay signed in', async () => {
  const { session } = await newMember()
  const tabs = [newClient(), newClient()]
  const answers = await Promise.all(
    tabs.map((tab) => tab.auth.refreshSession({ refresh_token: session.refresh_token })),
  )
  expect(answers.map(({ error }) => error)).toEqual([null, null])
  const [one, two] = answers.map(({ data }) => data.session?.refresh_token)
  expect(one).toBe(two)
})

test('signs the client out when its access token expires after its session was ended elsewhere', async () => {
  const { client, email, storage } = await newMember()
  const other = newClient()
  await other.auth.signInWithPassword({ email, password: PASSWORD })
  await other.auth.signOut({ scope: 'global' })
  const stored = JSON.parse(storage.get('session') ?? '{}')
  storage.set('session', JSON.stringify({ ...stored, expires_at: Math.floor(Date.now() / 1_000) - 1 }))
  const { data, error } = await client.auth.getSession()
  expect([error?.status, error?.code]).toEqual([400, 'refresh_token_not_found'])
  expect(data.session).toBeNull()
  expect(storage.has('session')).toBe(false)
})

test('updateUser changes metadata and password', async () => {
  const { client, email } = await newMember()
  const { data } = await client.auth.updateUser({ data: { full_name: 'Asha K' } })
  expect(data.user?.user_metadata.full_name).toBe('Asha K')
  expect((await client.auth.updateUser({ password: 'monsoon-river-12' })).error).toBeNull()
  const again = await newClient().auth.signInWithPassword({ email, password: 'monsoon-river-12' })
  expect(again.error).toBeNull()
})

describe('signOut', () => {
  test('ends every session and removes the client’s own tokens', async () => {
    const { client, email } = await newMember()
    const other = newClient()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    expect(await client.auth.signOut()).toEqual({ error: null })
    expect((await client.auth.getSession()).data.session).toBeNull()
    // The client turns 403 session_not_found into this error.
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  test('with scope others keeps this session', async () => {
    const { client, email } = await newMember()
    const other = newClient()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    expect(await client.auth.signOut({ scope: 'others' })).toEqual({ error: null })
    expect((await client.auth.getUser()).error).toBeNull()
    // The client turns 403 session_not_found into this error.
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  test('of a session that has ended already is not an error', async () => {
    const { client, email } = await newMember()
    const other = newClient()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    await client.auth.signOut()
    expect(await other.auth.signOut()).toEqual({ error: null })
  })
})
