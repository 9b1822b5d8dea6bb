// POST /auth/v1/signup by raw requests: exact statuses, bodies and headers, as GoTrue answers them.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  newEmail,
  newMember,
  openDatabase,
  PASSWORD,
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

describe('POST /signup', () => {
  test('answers a session, because no mail can be sent', async () => {
    const email = newEmail()
    const data = { username: `asha-${Date.now()}`, full_name: 'आशा 🪷' }
    const answer = await ask(server, 'signup', { body: { email, password: PASSWORD, data } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(sessionOf(email, data))
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('makes the profile with the given names', async () => {
    const data = { username: `Bala_${Date.now()}`, full_name: 'Bala R' }
    const { body } = await ask(server, 'signup', { body: { email: newEmail(), password: PASSWORD, data } })
    const [profile] = await sql`select username, full_name from public.profiles where id = ${body.user.id}`
    expect(profile).toEqual(data)
  })

  test('confirms the account but does not treat the address as verified', async () => {
    const { user } = await newMember(server)
    const [row] = await sql`
      select email_confirmed_at is not null as confirmed, raw_app_meta_data as app, encrypted_password as stored
      from auth.users where id = ${user.id}`
    expect(row).toMatchObject({ confirmed: true, app: { provider: 'email', providers: ['email'] } })
    expect(row?.stored).toMatch(/^\$argon2id\$/)
  })

  test('stores the address in lower case', async () => {
    const email = newEmail()
    const { body } = await ask(server, 'signup', { body: { email: email.toUpperCase(), password: PASSWORD } })
    expect(body.user.email).toBe(email)
  })

  test('refuses an address that has an account, in any case', async () => {
    const email = newEmail()
    await newMember(server, email)
    for (const spelling of [email, email.toUpperCase()]) {
      const answer = await ask(server, 'signup', { body: { email: spelling, password: 'another-pond-78' } })
      expect(answer.status).toBe(422)
      expect(answer.body).toEqual(refusal(422, 'user_already_exists', 'User already registered'))
    }
    expect((await signIn(server, email)).status).toBe(200)
  })

  test('begins the weekly digest for who asked for it, and for nobody else', async () => {
    for (const [digest, kept] of [
      ['weekly', [{ digest: 'weekly', digest_day: 1, digest_threads: true }]],
      ['hourly', []],
      [undefined, []],
    ] as const) {
      const body = { email: newEmail(), password: PASSWORD, data: { digest } }
      const { user } = (await ask(server, 'signup', { body })).body
      expect(
        await sql`
          select digest, digest_day, digest_threads from public.notification_settings where user_id = ${user.id}`,
      ).toEqual(kept)
      expect(await sql`select from private.digests where user_id = ${user.id}`).toHaveLength(kept.length)
    }
  })

  test('keeps a chosen username whole, up to the maximum length', async () => {
    const username = `durga_${Date.now()}`.padEnd(30, '.')
    const { body } = await ask(server, 'signup', {
      body: { email: newEmail(), password: PASSWORD, data: { username } },
    })
    const [profile] = await sql`select username from public.profiles where id = ${body.user.id}`
    expect(profile).toEqual({ username })
  })

  test('reports the community’s objection to a username, and makes no account', async () => {
    const username = `chitra.${Date.now()}`
    await ask(server, 'signup', { body: { email: newEmail(), password: PASSWORD, data: { username } } })
    const cases = [
      [username.toUpperCase(), 'That username is already taken.'],
      ['a b', 'A username has 3 to 30 letters, numbers, _ . -'],
    ] as const
    for (const [wish, message] of cases) {
      const email = newEmail()
      const body = { email, password: PASSWORD, data: { username: wish } }
      const answer = await ask(server, 'signup', { body })
      expect(answer.status).toBe(422)
      expect(answer.body).toEqual(refusal(422, 'validation_failed', message))
      expect(await sql`select from auth.users where email = ${email}`).toHaveLength(0)
    }
  })

  test.each([
    [{ password: PASSWORD }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [{ email: 'a@b.in' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [{ email: 'a@b.in', password: '' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      { phone: '+911234567890', password: PASSWORD },
      400,
      'phone_provider_disabled',
      'Phone signups are disabled',
    ],
    [
      { email: 'a@b.in', phone: '+911234567890', password: PASSWORD },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on signup.',
    ],
    [
      { email: 'nowhere', password: PASSWORD },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
  ])('refuses %j', async (body, status, code, message) => {
    const answer = await ask(server, 'signup', { body })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual(refusal(status, code, message))
  })

  test('refuses a weak password with its reasons', async () => {
    const short = await ask(server, 'signup', { body: { email: newEmail(), password: 'seven77' } })
    expect(short.status).toBe(422)
    expect(short.body).toEqual({
      ...refusal(422, 'weak_password', 'Password should be at least 8 characters.'),
      weak_password: { reasons: ['length'] },
    })
    const common = await ask(server, 'signup', {
      body: { email: newEmail(), password: 'password123' },
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    })
    expect(common.status).toBe(422)
    expect(common.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(common.headers.get('x-sb-error-code')).toBe('weak_password')
    expect(common.body).toEqual({
      code: 'weak_password',
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      weak_password: { reasons: ['pwned'] },
    })
  })

  test('ignores the redirect address of the mail: no mail is sent', async () => {
    const body = { email: newEmail(), password: PASSWORD }
    const path = `signup?redirect_to=${encodeURIComponent('https://elsewhere.example')}`
    expect((await ask(server, path, { body })).status).toBe(200)
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
