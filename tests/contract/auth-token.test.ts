// POST /auth/v1/token by raw requests: exact statuses, bodies and headers, as GoTrue answers them.
import { hash } from '@node-rs/argon2'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  claimsOf,
  newEmail,
  newMember,
  openDatabase,
  PASSWORD,
  refresh,
  refusal,
  sessionOf,
  signIn,
} from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
let sql: postgres.Sql

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

describe('POST /token?grant_type=password', () => {
  test('answers a session with GoTrue’s claims', async () => {
    const email = newEmail()
    const { user } = await newMember(server, email)
    const answer = await signIn(server, email.toUpperCase())
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(sessionOf(email))
    const [session] = await sql`
      select id, user_agent, host(ip) as ip, extract(day from not_after - created_at)::int as days
      from auth.sessions where user_id = ${user.id} order by created_at desc limit 1`
    expect(session).toMatchObject({ ip: '127.0.0.1', days: 180 })
    const claims = claimsOf(answer.body.access_token)
    expect(claims).toEqual({
      iss: `${server.url}/auth/v1`,
      sub: user.id,
      aud: 'authenticated',
      exp: answer.body.expires_at,
      iat: answer.body.expires_at - 3600,
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: user.user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.closeTo(Number(claims.iat), -1) }],
      session_id: session?.id,
      is_anonymous: false,
    })
  })

  test.each([
    ['a wrong password', newEmail('known'), 'another-pond-78', true],
    ['no password', newEmail('known'), '', true],
    ['an unknown address', newEmail('unknown'), PASSWORD, false],
    ['what is no address', 'nowhere', PASSWORD, false],
    ['a quote', "' or '1'='1", PASSWORD, false],
  ])('refuses %s in the same words', async (_, email, password, exists) => {
    if (exists) await newMember(server, email)
    const answer = await signIn(server, email, password)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(refusal(400, 'invalid_credentials', 'Invalid login credentials'))
  })

  test.each([
    [{ password: PASSWORD }, 400, 'validation_failed', 'missing email or phone'],
    [
      { phone: '+911234567890', password: PASSWORD },
      422,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
    [
      { email: 'a@b.in', phone: '+911234567890' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    ],
  ])('refuses %j', async (body, status, code, message) => {
    const answer = await ask(server, 'token?grant_type=password', { body })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual(refusal(status, code, message))
  })

  test('reveals that the address is unconfirmed only after the right password', async () => {
    const email = newEmail()
    const { user } = await newMember(server, email)
    await sql`update auth.users set email_confirmed_at = null where id = ${user.id}`
    expect((await signIn(server, email)).body).toEqual(
      refusal(400, 'email_not_confirmed', 'Email not confirmed'),
    )
    expect((await signIn(server, email, 'another-pond-78')).body.error_code).toBe('invalid_credentials')
  })

  test('warns of a password that is too easy to guess, and signs the member in', async () => {
    const email = newEmail()
    const { user } = await newMember(server, email)
    await sql`update auth.users set encrypted_password = ${await hash('password123')} where id = ${user.id}`
    const answer = await signIn(server, email, 'password123')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...sessionOf(email),
      weak_password: {
        message: 'Password is known to be weak and easy to guess, please choose a different one.',
        reasons: ['pwned'],
      },
    })
  })
})

test.each(['', 'grant_type=', 'grant_type=id_token', 'grant_type=__proto__'])(
  'POST /token?%s is refused: there is no such grant here',
  async (query) => {
    const answer = await ask(server, `token?${query}`, { body: {} })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(refusal(400, 'invalid_credentials', 'unsupported_grant_type'))
  },
)

describe('POST /token?grant_type=refresh_token', () => {
  test('exchanges a token for a new pair in the same session', async () => {
    const before = await newMember(server)
    const answer = await refresh(server, before.refresh_token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(sessionOf(before.user.email))
    expect(answer.body.refresh_token).not.toBe(before.refresh_token)
    const [then, now] = [claimsOf(before.access_token), claimsOf(answer.body.access_token)]
    expect(now).toMatchObject({ session_id: then.session_id, sub: then.sub })
    expect((await ask(server, 'user', { token: before.access_token })).status).toBe(200)
  })

  test('a parent token gets the current token again, however late', async () => {
    const { refresh_token: first, user } = await newMember(server)
    const { body: second } = await refresh(server, first)
    await sql`update auth.refresh_tokens set updated_at = now() - interval '1 day' where user_id = ${user.id}`
    const again = await refresh(server, first)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(second.refresh_token)
  })

  test('a token that was used less than 10 s ago gets the current token again', async () => {
    const { refresh_token: first } = await newMember(server)
    const { body: second } = await refresh(server, first)
    const { body: third } = await refresh(server, second.refresh_token)
    const again = await refresh(server, first)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(third.refresh_token)
  })

  test('stores tokens only as hashes', async () => {
    const { refresh_token: token, user } = await newMember(server)
    const rows = await sql`select token, parent from auth.refresh_tokens where user_id = ${user.id}`
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each([
    [{}, 'validation_failed', 'refresh_token required'],
    [
      { refresh_token: 'made-up' },
      'refresh_token_not_found',
      'Invalid Refresh Token: Refresh Token Not Found',
    ],
  ])('refuses %j', async (body, code, message) => {
    const answer = await ask(server, 'token?grant_type=refresh_token', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(refusal(400, code, message))
  })

  test.each([
    ['30 idle days', `refreshed_at = now() - interval '31 days'`, 'Session Expired (Inactivity)'],
    ['180 days', `not_after = now() - interval '1 second'`, 'Session Expired'],
  ])('is refused for a session that has ended after %s', async (_, change, reason) => {
    const { refresh_token: token, user } = await newMember(server)
    await sql.unsafe(`update auth.sessions set ${change} where user_id = $1`, [user.id])
    const answer = await refresh(server, token)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(refusal(400, 'session_expired', `Invalid Refresh Token: ${reason}`))
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
