// Account attacks: enumeration, duplicate accounts and takeover.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newEmail, newMember, openDatabase, PASSWORD, signIn } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ADMIN_EMAIL = 'head@arthachowk.example'

let server: TestServer
let sql: postgres.Sql

beforeAll(async () => {
  server = await startServer({ ADMIN_EMAIL })
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

describe('whether an address has an account', () => {
  test('is not revealed by the body or headers of a failed sign-in', async () => {
    const known = newEmail()
    await newMember(server, known)
    const answers = [
      await signIn(server, known, 'another-pond-78'),
      await signIn(server, newEmail(), 'another-pond-78'),
    ]
    const [one, other] = answers.map(({ status, body, headers }) => {
      const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers)
      return { status, body, rest }
    })
    expect(one?.status).toBe(400)
    expect(one).toEqual(other)
  })

  // Times are measured, so a busy machine gets two retries. A real leak fails every attempt.
  test('is not revealed by the time of a failed sign-in', { timeout: 60_000, retry: 2 }, async () => {
    const known = newEmail()
    const { user } = await newMember(server, known)
    const passwordless = newEmail()
    const { user: other } = await newMember(server, passwordless)
    await sql`update auth.users set encrypted_password = null where id = ${other.id}`
    expect(user.id).not.toBe(other.id)
    const times = { known: [] as number[], unknown: [] as number[], passwordless: [] as number[] }
    // The three kinds alternate, so that other load on the machine affects them equally.
    for (let i = 0; i < 25; i += 1) {
      times.known.push((await signIn(server, known, 'another-pond-78')).milliseconds)
      times.unknown.push((await signIn(server, newEmail(), 'another-pond-78')).milliseconds)
      times.passwordless.push((await signIn(server, passwordless, 'another-pond-78')).milliseconds)
    }
    // A response that skips the password hash takes a tenth of the time.
    for (const kind of ['unknown', 'passwordless'] as const) {
      const ratio = median(times[kind]) / median(times.known)
      expect(ratio).toBeGreaterThan(0.7)
      expect(ratio).toBeLessThan(1.4)
    }
  })

  test('is not revealed by a table that a guest or a member can read', async () => {
    const { access_token: token } = await newMember(server)
    for (const authorization of [`Bearer ${server.publishableKey}`, `Bearer ${token}`]) {
      for (const path of ['users', 'auth.users', 'sessions', 'refresh_tokens']) {
        const headers = { apikey: server.publishableKey, authorization, 'accept-profile': 'auth' }
        const answer = await fetch(`${server.url}/rest/v1/${path}`, { headers })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
      }
    }
  })
})

describe('one address', () => {
  test('makes one account when 20 sign-ups use it at once', async () => {
    const email = newEmail()
    const spellings = Array.from({ length: 20 }, (_, i) => (i % 2 ? email.toUpperCase() : email))
    const answers = await Promise.all(
      spellings.map((spelling) => ask(server, 'signup', { body: { email: spelling, password: PASSWORD } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 422)
    expect(refused).toHaveLength(19)
    expect(new Set(refused.map(({ body }) => body.error_code))).toEqual(new Set(['user_already_exists']))
    expect(await sql`select from auth.users where lower(email) = ${email}`).toHaveLength(1)
    expect(
      await sql`select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`,
    ).toHaveLength(1)
  })

  test('one username requested by 20 sign-ups at once goes to one of them', async () => {
    const username = `race-${Date.now()}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask(server, 'signup', { body: { email: newEmail(), password: PASSWORD, data: { username } } }),
      ),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const named = await sql`select from public.profiles where lower(username) = lower(${username})`
    expect(named).toHaveLength(1)
  })
})

describe('the account of somebody else', () => {
  test('administration is not gained by signing up with the admin’s address', async () => {
    const { access_token: token } = await newMember(server, ADMIN_EMAIL)
    expect(await isAdmin(token)).toBe(false)
  })

  test('nor is it gained by changing to that address, nor by claiming that it is verified', async () => {
    await sql`delete from auth.users where email = ${ADMIN_EMAIL}`
    const { access_token: token, user } = await newMember(server)
    await sql`
      update auth.users set raw_app_meta_data = raw_app_meta_data || '{"email_verified": "true"}'
      where id = ${user.id}`
    const body = {
      email: ADMIN_EMAIL,
      current_password: PASSWORD,
      data: { email_verified: 'true', role: 'admin' },
    }
    expect((await ask(server, 'user', { method: 'PUT', token, body })).status).toBe(200)
    expect(await isAdmin(token)).toBe(false)
    const again = await signIn(server, ADMIN_EMAIL)
    expect(await isAdmin(again.body.access_token)).toBe(false)
  })

  test('the twin: a verified address does grant administration', async () => {
    await sql`
      update auth.users set raw_app_meta_data = raw_app_meta_data || '{"email_verified": "true"}'
      where email = ${ADMIN_EMAIL}`
    const { body } = await signIn(server, ADMIN_EMAIL)
    expect(await isAdmin(body.access_token)).toBe(true)
  })

  test('fields of an account cannot be set by naming them in a request', async () => {
    const email = newEmail()
    const body = {
      email,
      password: PASSWORD,
      role: 'service_role',
      aud: 'admin',
      id: crypto.randomUUID(),
      is_super_admin: true,
      app_metadata: { email_verified: 'true' },
      email_confirmed_at: null,
      provider: 'google',
      user_metadata: { x: 1 },
      is_sso_user: true,
      encrypted_password: 'x',
    }
    const answer = await ask(server, 'signup', { body })
    expect(answer.status).toBe(200)
    expect(answer.body.user.id).not.toBe(body.id)
    const [row] = await sql`
      select role, aud, is_super_admin, is_sso_user, raw_app_meta_data as app from auth.users where email = ${email}`
    expect(row).toEqual({
      role: 'authenticated',
      aud: 'authenticated',
      is_super_admin: null,
      is_sso_user: false,
      app: { provider: 'email', providers: ['email'] },
    })
  })

  test('an account is not opened by the hash of its password', async () => {
    const email = newEmail()
    const { user } = await newMember(server, email)
    const [row] = await sql`select encrypted_password as stored from auth.users where id = ${user.id}`
    expect((await signIn(server, email, row?.stored)).status).toBe(400)
  })
})

async function isAdmin(token: string): Promise<unknown> {
  const answer = await fetch(`${server.url}/rest/v1/rpc/is_admin`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  })
  if (answer.status !== 200) throw new Error(`is_admin answered ${answer.status}`)
  return answer.json()
}

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
