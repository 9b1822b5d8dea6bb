// Attacks on sign-in through a provider: state, browser binding, nonce, PKCE, redirect target, and the accounts of
// others.
import { createHash, randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, fragmentOf, newEmail, newMember, openDatabase, signIn } from '../support/identity.ts'
import { hop, leave, roundTrip, startProviders, type TestProviders } from '../support/providers.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let providers: TestProviders
let sql: postgres.Sql
let lastId = 5_000

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

beforeEach(() => providers.be({ id: String(++lastId), email: newEmail('visitor'), verified: true }))

const errorOf = (url: URL) => url.searchParams.get('error_code')
const countUsers = async () => (await sql`select count(*)::int as count from auth.users`)[0]?.count

describe('the response of the provider', () => {
  test('is accepted once', async () => {
    const { back, cookies } = await leave(server, 'google')
    expect(fragmentOf((await hop(back, cookies)).location).access_token).toBeTruthy()
    expect(errorOf((await hop(back, cookies)).location)).toBe('bad_oauth_state')
  })

  test('is accepted only from the browser that started the flow, so a link cannot sign in somebody else', async () => {
    const thief = await leave(server, 'google')
    const victim = await leave(server, 'google')
    for (const cookies of [[], victim.cookies, thief.cookies.map((cookie) => `${cookie.split('=')[0]}=x`)]) {
      const { back } = cookies.length === 0 ? thief : await leave(server, 'google')
      const { location } = await hop(back, cookies)
      expect(errorOf(location)).toBe('bad_oauth_state')
      expect(fragmentOf(location)).not.toHaveProperty('access_token')
    }
  })

  test('is refused with an unknown state or the state of another flow', async () => {
    const { back, cookies } = await leave(server, 'google')
    const other = await leave(server, 'google')
    for (const state of ['', 'x', randomBytes(32).toString('base64url'), '../..', "' or 1=1"]) {
      const forged = new URL(back)
      forged.searchParams.set('state', state)
      expect(errorOf((await hop(forged, cookies)).location)).toBe('bad_oauth_state')
    }
    // The code of one flow with state and cookie of another, which PKCE and the nonce refuse.
    const mixed = new URL(other.back)
    mixed.searchParams.set('code', back.searchParams.get('code') ?? '')
    expect(errorOf((await hop(mixed, other.cookies)).location)).toBe('bad_oauth_callback')
  })

  test('is refused after ten minutes', async () => {
    const { back, cookies } = await leave(server, 'google')
    await sql`update auth.flow_state set created_at = now() - interval '11 minutes'`
    expect(errorOf((await hop(back, cookies)).location)).toBe('bad_oauth_state')
  })

  test.each([
    ['another nonce', { nonce: 'replayed' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'some-other-site' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end in the past', { exp: 1_600_000_000 }],
    ['no subject', { sub: undefined }],
  ])('is refused with an ID token of %s, and makes no account', async (_, change) => {
    const { back, cookies } = await leave(server, 'google')
    const before = await countUsers()
    providers.forge((payload) => Object.assign(payload, change))
    expect(errorOf((await hop(back, cookies)).location)).toBe('bad_oauth_callback')
    expect(await countUsers()).toBe(before)
  })
})

describe('the code for the client', () => {
  const verifier = randomBytes(48).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const pkce = { code_challenge: challenge, code_challenge_method: 's256' }
  const exchange = (code: string | null, secret: string) =>
    ask(server, 'token?grant_type=pkce', { body: { auth_code: code, code_verifier: secret } })

  test('is useless without the verifier, and a wrong one uses it up', async () => {
    const code = (await roundTrip(server, 'google', pkce)).searchParams.get('code')
    expect((await exchange(code, randomBytes(48).toString('base64url'))).body.error_code).toBe(
      'bad_code_verifier',
    )
    expect((await exchange(code, verifier)).body.error_code).toBe('flow_state_not_found')
  })

  test('is exchanged once', async () => {
    const code = (await roundTrip(server, 'google', pkce)).searchParams.get('code')
    expect((await exchange(code, verifier)).status).toBe(200)
    expect((await exchange(code, verifier)).body.error_code).toBe('flow_state_not_found')
  })

  test('cannot be requested with a plain or incomplete challenge', async () => {
    for (const query of [
      `code_challenge=${challenge}&code_challenge_method=plain`,
      `code_challenge=${challenge}`,
    ]) {
      const answer = await ask(server, `authorize?provider=google&${query}`)
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
    }
  })

  test('is not the state that the provider saw', async () => {
    const { back, cookies } = await leave(server, 'google', pkce)
    expect((await exchange(back.searchParams.get('state'), verifier)).body.error_code).toBe(
      'flow_state_not_found',
    )
    await hop(back, cookies)
  })
})

test('visitors are redirected only to the site or to addresses that the operator listed', async () => {
  for (const wish of [
    'https://evil.example/',
    '//evil.example',
    'https://app.example.com.evil.example/in',
    'https://app.example.com/inside',
    'https://app.example.com@evil.example/in',
    'https://user:word@app.example.com/in',
    'http://app.example.com/in',
    'javascript:alert(1)',
    'data:text/html,x',
    `${server.url}@evil.example/`,
    `${server.url}.evil.example/`,
    '\\\\evil.example',
  ]) {
    const { back, cookies } = await leave(server, 'google', { redirect_to: wish })
    const { location } = await hop(back, cookies)
    expect([wish, location.origin]).toEqual([wish, new URL(server.url).origin])
  }
  const { back, cookies } = await leave(server, 'google', { redirect_to: 'https://app.example.com/in' })
  expect((await hop(back, cookies)).location.origin).toBe('https://app.example.com')
})

describe('the account of somebody else', () => {
  test.each(['google', 'github'])(
    'is not opened by an address that %s has not verified',
    async (provider) => {
      const email = newEmail('victim')
      const { user } = await newMember(server, email)
      await sql`
      update auth.users set raw_app_meta_data = raw_app_meta_data || '{"email_verified": true}' where id = ${user.id}`
      providers.be({ id: String(++lastId), email, verified: false })
      expect(errorOf(await roundTrip(server, provider))).toBe('provider_email_needs_verification')
      expect(await sql`select from auth.identities where user_id = ${user.id}`).toHaveLength(1)
      // The twin: a verified address opens it.
      providers.be({ id: String(++lastId), email, verified: true })
      expect(fragmentOf(await roundTrip(server, provider)).access_token).toBeTruthy()
    },
  )

  test('an unverified address makes no account either', async () => {
    const before = await countUsers()
    providers.be({ id: String(++lastId), email: newEmail(), verified: false })
    expect(errorOf(await roundTrip(server, 'google'))).toBe('provider_email_needs_verification')
    expect(await countUsers()).toBe(before)
  })

  test('made in advance under a victim’s address is not shared with the victim', async () => {
    const email = newEmail('stranger')
    const { user } = await newMember(server, email)
    providers.be({ id: String(++lastId), email, verified: true })
    expect(errorOf(await roundTrip(server, 'google'))).toBe('email_exists')
    expect(await sql`select from auth.identities where user_id = ${user.id}`).toHaveLength(1)
  })

  test('made in advance and never confirmed loses its password to the owner of the address', async () => {
    const email = newEmail('stranger')
    const { user } = await newMember(server, email)
    await sql`update auth.users set email_confirmed_at = null where id = ${user.id}`
    providers.be({ id: String(++lastId), email, verified: true })
    expect(fragmentOf(await roundTrip(server, 'google')).access_token).toBeTruthy()
    expect((await signIn(server, email)).body.error_code).toBe('invalid_credentials')
    const [owner] = await sql`select id, encrypted_password as hash from auth.users where email = ${email}`
    expect(owner).toMatchObject({ id: expect.not.stringMatching(user.id), hash: null })
  })

  test('stays closed when it is banned', async () => {
    const person = { id: String(++lastId), email: newEmail(), verified: true }
    providers.be(person)
    await roundTrip(server, 'google')
    await sql`update auth.users set banned_until = now() + interval '1 day' where email = ${person.email}`
    expect(errorOf(await roundTrip(server, 'google'))).toBe('user_banned')
  })

  test('is made once when two visitors sign in with one identity at once', async () => {
    const person = { id: String(++lastId), email: newEmail(), verified: true }
    providers.be(person)
    const landed = await Promise.all(Array.from({ length: 10 }, () => roundTrip(server, 'google')))
    expect(landed.map(errorOf)).toEqual(landed.map(() => null))
    expect(await sql`select from auth.users where email = ${person.email}`).toHaveLength(1)
  })

  test('the provider’s claims set neither username nor role', async () => {
    const person = { id: String(++lastId), email: newEmail(), verified: true }
    providers.be(person)
    providers.forge((payload) =>
      Object.assign(payload, { username: 'admin', role: 'service_role', app_metadata: { admin: true } }),
    )
    await roundTrip(server, 'google')
    const [account] =
      await sql`select role, raw_user_meta_data as shown, raw_app_meta_data as app from auth.users where email = ${person.email}`
    expect(account?.shown).not.toHaveProperty('username')
    expect(account).toMatchObject({ role: 'authenticated', app: { provider: 'google' } })
    expect(account?.app).not.toHaveProperty('admin')
  })
})
