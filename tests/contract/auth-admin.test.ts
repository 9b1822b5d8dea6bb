// The operator's endpoints, with the official client and the secret key.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, INSTANT, newEmail, newMember, PASSWORD, refusal, signIn, UUID } from '../support/identity.ts'
import { follow, mailFolder } from '../support/mailbox.ts'
import { withFactor } from '../support/second-factor.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
let operator: SupabaseClient

beforeAll(async () => {
  server = await sharedServer()
  operator = createClient(server.url, server.secretKey, { auth: { persistSession: false } })
})

afterAll(async () => {
  await server.stop()
})

const NOBODY = '5b6b9f0a-1f7e-4a57-9a3e-0b6c0c2d7e11'

describe('admin/users', () => {
  test('makes an account, confirmed when the operator says so', async () => {
    const email = newEmail()
    const { data, error } = await operator.auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: 'Asha Rao' },
      app_metadata: { plan: 'free' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id: UUID,
      email,
      email_confirmed_at: INSTANT,
      created_at: INSTANT,
      user_metadata: { full_name: 'Asha Rao' },
      app_metadata: { provider: 'email', providers: ['email'], plan: 'free' },
      identities: [{ provider: 'email', email }],
    })
    expect((await signIn(server, email)).status).toBe(200)
  })

  test('makes an unconfirmed account otherwise', async () => {
    const email = newEmail()
    const { data } = await operator.auth.admin.createUser({ email, password: PASSWORD })
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    expect((await signIn(server, email)).body.error_code).toBe('email_not_confirmed')
    await operator.auth.admin.updateUserById(data.user?.id ?? '', { email_confirm: true })
    expect((await signIn(server, email)).status).toBe(200)
  })

  test('refuses an address that is taken, and a weak password', async () => {
    const email = newEmail()
    await newMember(server, email)
    const taken = await operator.auth.admin.createUser({ email })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
    const weak = await operator.auth.admin.createUser({ email: newEmail(), password: 'short' })
    expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' })
  })

  test('changes password, address and metadata; a new password ends the sessions', async () => {
    const { user, access_token: token } = await newMember(server)
    const email = newEmail('moved')
    const { data, error } = await operator.auth.admin.updateUserById(user.id, {
      email,
      password: 'another-pond-78',
      user_metadata: { city: 'Pune' },
      app_metadata: { plan: 'paid' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      user_metadata: { city: 'Pune' },
      app_metadata: { plan: 'paid', provider: 'email' },
    })
    expect((await ask(server, 'user', { token })).body.error_code).toBe('session_not_found')
    expect((await signIn(server, email, 'another-pond-78')).status).toBe(200)
  })

  test('bans an account for a while, and lifts the ban', async () => {
    const email = newEmail()
    const { user, access_token: token } = await newMember(server, email)
    const { data } = await operator.auth.admin.updateUserById(user.id, { ban_duration: '1h30m' })
    expect(Date.parse(String((data.user as { banned_until?: string } | null)?.banned_until))).toBeCloseTo(
      Date.now() + 5_400_000,
      -5,
    )
    expect((await ask(server, 'user', { token })).status).toBe(403)
    expect((await signIn(server, email)).body.error_code).toBe('user_banned')
    await operator.auth.admin.updateUserById(user.id, { ban_duration: 'none' })
    expect((await signIn(server, email)).status).toBe(200)
    for (const duration of ['tomorrow', '1', '-1h', '1h soon', '999999999999h']) {
      const refused = await operator.auth.admin.updateUserById(user.id, { ban_duration: duration })
      expect([duration, refused.error?.code]).toEqual([duration, 'validation_failed'])
    }
  })

  test('gets and deletes an account', async () => {
    const email = newEmail()
    const { user } = await newMember(server, email)
    expect((await operator.auth.admin.getUserById(user.id)).data.user).toMatchObject({ id: user.id, email })
    expect((await operator.auth.admin.deleteUser(user.id)).error).toBeNull()
    expect((await operator.auth.admin.getUserById(user.id)).error).toMatchObject({ code: 'user_not_found' })
    expect((await newMember(server, email)).user.id).not.toBe(user.id)
  })

  test('a soft deletion closes the account and removes its name', async () => {
    const email = newEmail()
    const { user, access_token: token } = await newMember(server, email)
    expect((await operator.auth.admin.deleteUser(user.id, true)).error).toBeNull()
    expect((await ask(server, 'user', { token })).status).toBe(403)
    expect((await signIn(server, email)).body.error_code).toBe('invalid_credentials')
  })

  test('lists accounts in pages, newest first, with their total', async () => {
    for (let count = 0; count < 3; count += 1) await newMember(server)
    const { data } = await operator.auth.admin.listUsers({ page: 1, perPage: 2 })
    if (!('total' in data)) throw new Error('no list came')
    expect(data.users).toHaveLength(2)
    const last = Math.ceil(data.total / 2)
    expect([data.nextPage, data.lastPage]).toEqual([2, last])
    expect(Date.parse(data.users[0]?.created_at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(data.users[1]?.created_at ?? ''),
    )
    const raw = await fetch(`${server.url}/auth/v1/admin/users?page=${last}&per_page=2`, {
      headers: { authorization: `Bearer ${server.secretKey}` },
    })
    expect(raw.headers.get('x-total-count')).toBe(String(data.total))
    expect(raw.headers.get('link')).toBe(`</admin/users?page=${last}&per_page=2>; rel="last"`)
    const bad = await ask(server, 'admin/users?page=0', { token: server.secretKey })
    const message = 'Bad Pagination Parameters: page'
    expect([bad.status, bad.body]).toEqual([400, refusal(400, 'validation_failed', message)])
  })

  test('answers 404 for an account that does not exist', async () => {
    const { error } = await operator.auth.admin.updateUserById(NOBODY, { email: newEmail() })
    expect(error).toMatchObject({ status: 404, code: 'user_not_found' })
    const malformed = await ask(server, 'admin/users/x', { token: server.secretKey })
    expect([malformed.status, malformed.body.error_code]).toEqual([404, 'validation_failed'])
  })
})

test('lists and removes the factors of a member who lost them', async () => {
  const email = newEmail()
  const { user, access_token: token } = await newMember(server, email)
  const { factorId } = await withFactor(server, token)
  const listed = await operator.auth.admin.mfa.listFactors({ userId: user.id })
  expect(listed.error).toBeNull()
  const raw = await ask(server, `admin/users/${user.id}/factors`, { token: server.secretKey })
  expect(raw.body).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'totp' }])
  const removed = await operator.auth.admin.mfa.deleteFactor({ userId: user.id, id: factorId })
  // The client wraps this response in `data` a second time.
  expect(removed.data).toMatchObject({ data: { id: factorId }, error: null })
  const { body } = await signIn(server, email)
  expect(body.user).not.toHaveProperty('factors')
})

describe('admin/generate_link', () => {
  const guest = () => createClient(server.url, server.publishableKey, { auth: { persistSession: false } })

  test('a magic link for a new address makes an account, a link and a code', async () => {
    const email = newEmail()
    const redirectTo = `${server.url}/forums`
    const { data, error } = await operator.auth.admin.generateLink({
      type: 'magiclink',
      email,
      options: { redirectTo },
    })
    expect(error).toBeNull()
    const { properties, user } = data
    expect(user).toMatchObject({ id: UUID, email })
    expect(properties).toMatchObject({ verification_type: 'magiclink', redirect_to: redirectTo })
    expect(properties?.email_otp).toMatch(/^\d{6}$/)
    const opened = await fetch(properties?.action_link ?? '', { redirect: 'manual' })
    expect(opened.headers.get('location')).toMatch(new RegExp(`^${redirectTo}#access_token=`))
  })

  test('the code and the hash of the link each sign in once', async () => {
    const email = newEmail()
    await newMember(server, email)
    const first = await operator.auth.admin.generateLink({ type: 'magiclink', email })
    const byHash = { type: 'magiclink' as const, token_hash: first.data.properties?.hashed_token ?? '' }
    expect((await guest().auth.verifyOtp(byHash)).data.user?.email).toBe(email)
    expect((await guest().auth.verifyOtp(byHash)).error?.code).toBe('otp_expired')
    const second = await operator.auth.admin.generateLink({ type: 'recovery', email })
    const byCode = { type: 'recovery' as const, email, token: second.data.properties?.email_otp ?? '' }
    expect((await guest().auth.verifyOtp(byCode)).data.user?.email).toBe(email)
  })

  test('an account from a sign-up link stays unconfirmed until the link is opened', async () => {
    const email = newEmail()
    const options = { data: { status: 'alpha' } }
    const { data } = await operator.auth.admin.generateLink({
      type: 'signup' as const,
      email,
      password: PASSWORD,
      options,
    })
    expect(data.user?.user_metadata).toEqual({ status: 'alpha' })
    expect((await signIn(server, email)).body.error_code).toBe('email_not_confirmed')
    await fetch(data.properties?.action_link ?? '', { redirect: 'manual' })
    expect((await signIn(server, email)).status).toBe(200)
  })

  test('refuses invalid requests', async () => {
    const email = newEmail()
    const ofNobody = await operator.auth.admin.generateLink({ type: 'recovery', email })
    expect(ofNobody.error).toMatchObject({ status: 404, code: 'user_not_found' })
    await newMember(server, email)
    const again = await operator.auth.admin.generateLink({ type: 'invite', email })
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
    const elsewhere = { redirectTo: 'https://evil.example/' }
    const { data } = await operator.auth.admin.generateLink({ type: 'magiclink', email, options: elsewhere })
    expect(data.properties?.redirect_to).toBe(server.url)
    const link = { method: 'POST', token: server.publishableKey, body: { type: 'magiclink', email } }
    expect((await ask(server, 'admin/generate_link', link)).status).toBe(403)
  })
})

test('an account shows as verified only after its address is confirmed', async () => {
  const email = newEmail()
  const made = await operator.auth.admin.createUser({ email, password: PASSWORD, user_metadata: { a: 1 } })
  expect(made.data.user?.user_metadata).toEqual({ a: 1 })
  const id = made.data.user?.id ?? ''
  const changed = await operator.auth.admin.updateUserById(id, { email_confirm: true })
  expect(changed.data.user?.user_metadata).toEqual({ a: 1, email_verified: true })
  const confirmed = await operator.auth.admin.createUser({ email: newEmail(), email_confirm: true })
  expect(confirmed.data.user?.user_metadata).toEqual({ email_verified: true })
})

describe('invite', () => {
  test('makes an account that its owner opens with the mailed link', async () => {
    const mails = mailFolder(server.dataDir)
    const email = newEmail('invited')
    const options = { data: { full_name: 'Asha Rao' }, redirectTo: `${server.url}/profile` }
    const { data, error } = await operator.auth.admin.inviteUserByEmail(email, options)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id: UUID,
      email,
      invited_at: INSTANT,
    })
    expect(data.user?.user_metadata).toEqual({ full_name: 'Asha Rao' })
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    const older = await mails.newest(email)
    expect((await operator.auth.admin.inviteUserByEmail(email)).error).toBeNull()
    const letter = await mails.newest(email, 2)
    expect(letter.subject).toBe('You are invited · ArthaChowk')
    const opened = await follow(older.link)
    expect(opened.headers.get('location'), 'the newer link ends the older').toContain('otp_expired')
    const accepted = await follow(letter.link)
    expect(accepted.headers.get('location')).toContain('access_token=')
    const again = await operator.auth.admin.inviteUserByEmail(email)
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('is refused without the secret key', async () => {
    const email = newEmail()
    for (const token of [server.publishableKey, (await newMember(server)).access_token]) {
      expect((await ask(server, 'invite', { token, body: { email } })).status).toBe(403)
    }
    const { data } = await operator.auth.admin.listUsers({ perPage: 1_000 })
    expect(data.users.filter((user) => user.email === email)).toEqual([])
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
