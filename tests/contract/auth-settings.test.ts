// The settings of /auth/v1, each with a value other than the default, through the unmodified official client.
import { createClient, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newEmail, openDatabase, PASSWORD, refresh, signIn } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({
    RATE_LIMITS: 'on',
    MINIMUM_PASSWORD: '12',
    REUSE_INTERVAL: '30',
    MAIL_FREQUENCY: '3',
  })
})

afterAll(async () => {
  await server.stop()
})

const newClient = () =>
  createClient(server.url, server.publishableKey, {
    auth: { autoRefreshToken: false, persistSession: false },
  })

test('MINIMUM_PASSWORD: shorter passwords are weak, at sign-up and at a change, and the message names the minimum', async () => {
  const client = newClient()
  const email = newEmail()
  const refused = await client.auth.signUp({ email, password: 'lotus-pond7' })
  expect(refused.error).toMatchObject({
    status: 422,
    code: 'weak_password',
    message: 'Password should be at least 12 characters.',
    reasons: ['length'],
  })
  expect(isAuthWeakPasswordError(refused.error)).toBe(true)
  expect((await client.auth.signUp({ email, password: 'lotus-pond-7' })).error).toBeNull()
  const changed = await client.auth.updateUser({ password: 'pond-lotus7' })
  expect(changed.error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
  expect((await client.auth.updateUser({ password: 'pond-lotus-7' })).error).toBeNull()
})

test('REUSE_INTERVAL: within it a used token gives the current one, and after it the session ends', async () => {
  const client = newClient()
  const signedUp = await client.auth.signUp({ email: newEmail(), password: 'lotus-pond-7' })
  const first = signedUp.data.session?.refresh_token ?? ''
  const second = await client.auth.refreshSession()
  const third = await client.auth.refreshSession()
  expect([second.error, third.error]).toEqual([null, null])
  const sql = openDatabase(server)
  const age = (by: string) => sql`
    update auth.refresh_tokens set updated_at = updated_at - ${by}::interval
    where user_id = ${signedUp.data.user?.id ?? ''}`
  await age('15 seconds')
  const again = await refresh(server, first)
  expect([again.status, again.body.refresh_token]).toEqual([200, third.data.session?.refresh_token])
  await age('16 seconds')
  await sql.end()
  const late = await refresh(server, first)
  expect([late.status, late.body.error_code]).toEqual([400, 'refresh_token_already_used'])
  expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
})

test('MAIL_FREQUENCY: one mailbox gets one mail in that many seconds, and no fewer', async () => {
  const client = newClient()
  const email = newEmail()
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
  const refused = await client.auth.resetPasswordForEmail(email)
  expect(refused.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  expect(refused.error?.message).toMatch(/^For security purposes, .* after [123] seconds\.$/)
  await expect
    .poll(async () => (await client.auth.resetPasswordForEmail(email)).error, {
      timeout: 10_000,
      interval: 3_100,
    })
    .toBeNull()
})

describe('where only the operator makes accounts', () => {
  let closed: TestServer
  beforeAll(async () => {
    closed = await startServer({
      PASSWORD_BLOCKLIST: 'off',
      DISABLE_SIGNUP: 'on',
      MANUAL_LINKING: 'off',
      ANONYMOUS_SIGN_IN: 'on',
    })
  })
  afterAll(async () => {
    await closed?.stop()
  })

  const client = (key: string) =>
    createClient(closed.url, key, { auth: { autoRefreshToken: false, persistSession: false } })
  const refused = { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' }

  test('DISABLE_SIGNUP: sign-up is refused, and /settings says so', async () => {
    const guest = client(closed.publishableKey)
    const email = newEmail()
    expect((await guest.auth.signUp({ email, password: PASSWORD })).error).toMatchObject(refused)
    expect((await guest.auth.signInAnonymously()).error).toMatchObject(refused)
    expect((await ask(closed, 'settings')).body).toMatchObject({ disable_signup: true })
    // The response does not reveal whether the address has an account. No account is made.
    expect((await guest.auth.signInWithOtp({ email })).error).toBeNull()
    const { data } = await client(closed.secretKey).auth.admin.listUsers({ perPage: 1_000 })
    expect(data.users.filter((user) => user.email === email || user.is_anonymous)).toEqual([])
  })

  test('DISABLE_SIGNUP: the pages say so, and the front page does not invite visitors to join', async () => {
    const page = async (path: string) => (await fetch(closed.url + path)).text()
    expect(await page('/signup')).toContain('New accounts cannot be made at the moment.')
    expect(await page('/')).not.toContain('href="/signup')
  })

  test('PASSWORD_BLOCKLIST=off: the operator may make an account with a common password', async () => {
    const email = newEmail()
    const admin = client(closed.secretKey).auth.admin
    const made = await admin.createUser({ email, password: 'password123', email_confirm: true })
    expect(made.error).toBeNull()
    const signedIn = await signIn(closed, email, 'password123')
    expect([signedIn.status, signedIn.body.weak_password]).toEqual([200, undefined])
    const short = await admin.createUser({ email: newEmail(), password: 'pass' })
    expect(short.error).toMatchObject({ code: 'weak_password' })
  })

  test('MANUAL_LINKING=off: identities can be neither linked nor unlinked', async () => {
    const email = newEmail()
    await client(closed.secretKey).auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
    const { body } = await signIn(closed, email)
    const disabled = { error_code: 'manual_linking_disabled', msg: 'Manual linking is disabled' }
    for (const [method, path] of [
      ['GET', 'user/identities/authorize?provider=google&skip_http_redirect=true'],
      ['DELETE', `user/identities/${crypto.randomUUID()}`],
    ] as const) {
      const answer = await ask(closed, path, { method, token: body.access_token })
      expect([answer.status, answer.body], method).toMatchObject([404, disabled])
    }
  })
})
