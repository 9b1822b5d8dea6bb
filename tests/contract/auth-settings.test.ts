// Identity's own settings, each with another value than the default, through the unmodified official client.
import { createClient, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, openDatabase, refresh } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({
    ...{ RATE_LIMITS: 'on', MINIMUM_PASSWORD: '12', REUSE_INTERVAL: '30', MAIL_FREQUENCY: '3' },
  })
})

afterAll(async () => {
  await server.stop()
})

const newClient = () =>
  createClient(server.url, server.publishableKey, {
    auth: { autoRefreshToken: false, persistSession: false },
  })

test('MINIMUM_PASSWORD: shorter ones are weak, at sign-up and at a change, in the words of the setting', async () => {
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

test('REUSE_INTERVAL: so long after its use a token gives the current one, and then it ends the session', async () => {
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

test('MAIL_FREQUENCY: so many seconds lie between two mails to one mailbox, and no more', async () => {
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
