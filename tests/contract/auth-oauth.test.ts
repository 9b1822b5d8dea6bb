// Sign-in through Google and GitHub, both mocked on this machine.
import { createClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  claimsOf,
  fragmentOf,
  INSTANT,
  newEmail,
  newMember,
  openDatabase,
  PASSWORD,
  refusal,
  UUID,
} from '../support/identity.ts'
import { hop, leave, roundTrip, startProviders, type TestProviders } from '../support/providers.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let providers: TestProviders
let sql: postgres.Sql
let lastId = 1_000

beforeAll(async () => {
  providers = await startProviders()
  server = await startServer({ ...providers.env, REDIRECT_URLS: 'https://app.example.com/in' })
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
  await providers.stop()
})

const newId = () => String(++lastId)
const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

function newClient(cookies: string[] = []) {
  return createClient(server.url, server.publishableKey, {
    auth: { flowType: 'pkce', storage: memory(), autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      // Node's fetch keeps no cookies; a browser does.
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        for (const cookie of response.headers.getSetCookie()) cookies.push(cookie.split(';', 1)[0] ?? '')
        return response
      },
    },
  })
}

async function signInBy(provider: 'google' | 'github') {
  const client = newClient()
  const { data, error } = await client.auth.signInWithOAuth({
    provider,
    options: { redirectTo: `${server.url}/forums?page=2`, skipBrowserRedirect: true },
  })
  if (error) throw error
  const off = await hop(data.url)
  const back = await hop(off.location)
  const landed = await hop(back.location, off.cookies)
  const session = await client.auth.exchangeCodeForSession(landed.location.searchParams.get('code') ?? '')
  return { client, landed, session }
}

test('settings list the providers that are set up', async () => {
  const { body } = await ask(server, 'settings')
  expect(body.external).toMatchObject({ google: true, github: true, apple: false })
})

describe.each(['google', 'github'] as const)('%s', (provider) => {
  test('makes an account with a verified address, and redirects back with a code for the client', async () => {
    const email = newEmail(provider)
    providers.be({ id: newId(), email, verified: true, name: 'Asha Rao' })
    const { landed, session } = await signInBy(provider)
    expect(landed.status).toBe(302)
    expect(`${landed.location.origin}${landed.location.pathname}`).toBe(`${server.url}/forums`)
    expect([...landed.location.searchParams.keys()]).toEqual(['page', 'code'])
    expect(session.error).toBeNull()
    expect(session.data.user).toMatchObject({
      email,
      app_metadata: { provider, providers: [provider], email_verified: true },
      user_metadata: { full_name: 'Asha Rao', email, email_verified: true },
      identities: [{ provider, identity_data: { email, email_verified: true }, last_sign_in_at: INSTANT }],
    })
    const claims = claimsOf(session.data.session?.access_token ?? '')
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
    const [profile] =
      await sql`select username, full_name from public.profiles where id = ${claims.sub as string}`
    expect(profile).toMatchObject({ full_name: 'Asha Rao' })
  })

  test('recognises the account by the provider’s id, also under another address', async () => {
    const id = newId()
    providers.be({ id, email: newEmail(provider), verified: true })
    const { session: first } = await signInBy(provider)
    providers.be({ id, email: newEmail('moved'), verified: true })
    const { session: second } = await signInBy(provider)
    expect(second.data.user?.id).toBe(first.data.user?.id)
    expect(second.data.user?.email).toBe(first.data.user?.email)
  })

  test('signs in to the account that has verified the same address', async () => {
    const email = newEmail(provider)
    const { user } = await newMember(server, email)
    await sql`
      update auth.users set raw_app_meta_data = raw_app_meta_data || '{"email_verified": true}' where id = ${user.id}`
    providers.be({ id: newId(), email: email.toUpperCase(), verified: true })
    const { session } = await signInBy(provider)
    expect(session.data.user?.id).toBe(user.id)
    expect(session.data.user?.app_metadata.providers).toEqual(['email', provider])
  })
})

test('without PKCE the session is in the fragment, which no server receives', async () => {
  providers.be({ id: newId(), email: newEmail(), verified: true })
  const landed = await roundTrip(server, 'google', { redirect_to: 'https://app.example.com/in/side' })
  expect(`${landed.origin}${landed.pathname}${landed.search}`).toBe('https://app.example.com/in/side')
  const { access_token: token, ...rest } = fragmentOf(landed)
  expect(rest).toEqual({
    expires_at: expect.stringMatching(/^\d+$/),
    expires_in: '3600',
    token_type: 'bearer',
    sb: '',
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect((await ask(server, 'user', { token: token ?? '' })).status).toBe(200)
})

test('reports the visitor’s refusal at the provider in query and fragment', async () => {
  const { back, cookies } = await leave(server, 'google', { redirect_to: `${server.url}/signin` })
  const refused = new URL(back)
  refused.searchParams.delete('code')
  refused.searchParams.set('error', 'access_denied')
  refused.searchParams.set('error_description', 'The visitor said no')
  const { status, location } = await hop(refused, cookies)
  const said = {
    error: 'access_denied',
    error_code: 'bad_oauth_callback',
    error_description: 'The visitor said no',
  }
  expect([status, location.pathname]).toEqual([302, '/signin'])
  expect(Object.fromEntries(location.searchParams)).toEqual(said)
  expect(fragmentOf(location)).toEqual({ ...said, sb: '' })
})

test('a provider that is not set up is refused', async () => {
  for (const provider of ['apple', '', '__proto__', 'constructor']) {
    const { status, body } = await ask(server, `authorize?provider=${provider}`)
    const message = 'Unsupported provider: provider is not enabled'
    expect([status, body]).toEqual([400, refusal(400, 'validation_failed', message)])
  }
})

describe('the identities of an account', () => {
  test('one is linked with the official client, listed, and unlinked', async () => {
    const cookies: string[] = []
    const client = newClient(cookies)
    await client.auth.signUp({ email: newEmail(), password: PASSWORD })
    // The addresses differ on purpose: the owner asks for the link, so they need not match.
    providers.be({ id: newId(), email: newEmail('elsewhere'), verified: false })
    const { data, error } = await client.auth.linkIdentity({
      provider: 'github',
      options: { redirectTo: `${server.url}/profile`, skipBrowserRedirect: true },
    })
    if (error) throw error
    const back = await hop(data.url)
    const landed = await hop(back.location, cookies)
    expect(landed.location.pathname).toBe('/profile')
    const session = await client.auth.exchangeCodeForSession(landed.location.searchParams.get('code') ?? '')
    expect(session.error).toBeNull()
    const listed = await client.auth.getUserIdentities()
    expect(listed.data?.identities.map(({ provider }) => provider)).toEqual(['email', 'github'])
    const gitHub = listed.data?.identities.find(({ provider }) => provider === 'github')
    if (!gitHub) throw new Error('the identity is missing')
    expect((await client.auth.unlinkIdentity(gitHub)).error).toBeNull()
    const left = await client.auth.getUserIdentities()
    expect(left.data?.identities).toMatchObject([{ identity_id: UUID, provider: 'email' }])
    const [last] = left.data?.identities ?? []
    if (!last) throw new Error('the last identity is missing')
    expect((await client.auth.unlinkIdentity(last)).error).toMatchObject({
      code: 'single_identity_not_deletable',
    })
  })

  test('an identity of somebody else can be neither linked nor unlinked', async () => {
    const id = newId()
    providers.be({ id, email: newEmail(), verified: true })
    const { session } = await signInBy('google')
    const own = session.data.user?.identities?.[0]?.identity_id
    const { access_token: token } = await newMember(server)
    const off = await fetch(`${server.url}/auth/v1/user/identities/authorize?provider=google`, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}` },
    })
    const cookies = off.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
    const back = await hop(off.headers.get('location') ?? '')
    const { location } = await hop(back.location, cookies)
    expect(location.searchParams.get('error_code')).toBe('identity_already_exists')
    const removed = await ask(server, `user/identities/${own}`, { token, method: 'DELETE' })
    expect([removed.status, removed.body.error_code]).toEqual([422, 'identity_not_found'])
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
