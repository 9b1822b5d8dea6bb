// Two-step sign-in over the wire, and with the official client.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  claimsOf,
  INSTANT,
  newEmail,
  newMember,
  PASSWORD,
  refresh,
  refusal,
  signIn,
  UUID,
} from '../support/identity.ts'
import { codeOf, enrol, show, withFactor } from '../support/second-factor.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})

afterAll(async () => {
  await server.stop()
})

const newClient = () =>
  createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

/** What the tables answer to the bearer of `token`. */
async function readProfiles(token: string): Promise<{ status: number; body: { message?: string } }> {
  const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}/rest/v1/profiles?select=id&limit=1`, { headers })
  return { status: response.status, body: (await response.json()) as { message?: string } }
}

describe('POST /factors', () => {
  test('gives the secret, its address and a picture of it', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { status, body } = await enrol(server, token, 'My phone')
    expect(status).toBe(200)
    expect(body).toEqual({
      ...{ id: UUID, type: 'totp', friendly_name: 'My phone' },
      totp: {
        qr_code: expect.stringMatching(/^<svg [^#]+<\/svg>$/),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\//),
      },
    })
    const uri = new URL(body.totp.uri)
    const issuer = new URL(server.url).host
    expect([uri.host, decodeURIComponent(uri.pathname)]).toEqual(['totp', `/${issuer}:${email}`])
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ algorithm: 'SHA1', digits: '6', issuer, period: '30', secret: body.totp.secret },
    })
  })

  test.each([
    [{}, 400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
    [{ factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
    [
      { factor_type: 'webauthn' },
      422,
      'mfa_webauthn_enroll_not_enabled',
      'MFA enroll is disabled for WebAuthn',
    ],
  ])('refuses %j', async (body, status, code, message) => {
    const { access_token: token } = await newMember(server)
    const answer = await ask(server, 'factors', { token, body })
    expect([answer.status, answer.body]).toEqual([status, refusal(status, code, message)])
  })

  test('refuses a name that another factor of the member has', async () => {
    const { access_token: token } = await newMember(server)
    await enrol(server, token, 'Phone')
    const { status, body } = await enrol(server, token, 'Phone')
    const message = 'A factor with the friendly name "Phone" for this user already exists'
    expect([status, body]).toEqual([422, refusal(422, 'mfa_factor_name_conflict', message)])
  })

  test('refuses an eleventh factor', async () => {
    const { access_token: token } = await newMember(server)
    for (let count = 0; count < 10; count += 1) expect((await enrol(server, token)).status).toBe(200)
    expect((await enrol(server, token)).body.error_code).toBe('too_many_enrolled_mfa_factors')
  })

  test('asks for the second factor once there is one', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    await withFactor(server, token)
    const { body: fresh } = await signIn(server, email)
    const { status, body } = await enrol(server, fresh.access_token)
    expect([status, body]).toEqual([
      403,
      refusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
    ])
  })
})

describe('a code', () => {
  test('raises the session: aal2, both methods in the token, kept by every refresh', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { session } = await withFactor(server, token)
    const claims = claimsOf(session.access_token)
    expect(claims).toMatchObject({ aal: 'aal2', session_id: claimsOf(token).session_id })
    expect(claims.amr).toEqual([
      { method: 'totp', timestamp: expect.any(Number) },
      { method: 'password', timestamp: expect.any(Number) },
    ])
    expect(session.user.factors).toEqual([
      { id: UUID, factor_type: 'totp', status: 'verified', created_at: INSTANT, updated_at: INSTANT },
    ])
    const { body: next } = await refresh(server, session.refresh_token)
    expect(claimsOf(next.access_token)).toMatchObject({ aal: 'aal2', amr: claims.amr })
  })

  test('raises with a new refresh token; the one before still leads to it for ten seconds', async () => {
    const first = await newMember(server)
    const { session } = await withFactor(server, first.access_token)
    expect(session.refresh_token).not.toBe(first.refresh_token)
    const { status, body } = await refresh(server, first.refresh_token)
    expect([status, body.refresh_token]).toEqual([200, session.refresh_token])
  })

  test('ends the sessions that have shown none', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { body: other } = await signIn(server, email)
    expect((await ask(server, 'user', { token: other.access_token })).status).toBe(200)
    await withFactor(server, token)
    expect((await ask(server, 'user', { token: other.access_token })).body.error_code).toBe(
      'session_not_found',
    )
  })

  test('is asked of every new session before the tables answer it', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { factorId, secret } = await withFactor(server, token)
    const { body: fresh } = await signIn(server, email)
    expect(claimsOf(fresh.access_token).aal).toBe('aal1')
    const refused = await readProfiles(fresh.access_token)
    expect([refused.status, refused.body.message]).toEqual([403, 'insufficient_aal'])
    const { body: raised } = await show(server, fresh.access_token, factorId, codeOf(secret))
    expect((await readProfiles(raised.access_token)).status).toBe(200)
  })

  test('that is wrong is refused', async () => {
    const { access_token: token } = await newMember(server)
    const { body } = await enrol(server, token)
    for (const code of ['000000', '12345', 'abcdef', '']) {
      const answer = await show(server, token, body.id, code)
      const expected = refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
      expect([answer.status, answer.body]).toEqual([422, expected])
    }
  })

  test('needs a challenge that was not answered before, of its own factor', async () => {
    const { access_token: token } = await newMember(server)
    const { body } = await enrol(server, token)
    const code = codeOf(body.totp.secret)
    for (const challenge of [undefined, 'x', '5b6b9f0a-1f7e-4a57-9a3e-0b6c0c2d7e11']) {
      const answer = await ask(server, `factors/${body.id}/verify`, {
        token,
        body: { challenge_id: challenge, code },
      })
      expect([answer.status, answer.body.error_code]).toEqual([422, 'mfa_factor_not_found'])
    }
  })
})

describe('DELETE /factors/{id}', () => {
  test('of a verified one needs the second step; afterwards the session is aal1', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { factorId, session } = await withFactor(server, token)
    const { body: fresh } = await signIn(server, email)
    const refused = await ask(server, `factors/${factorId}`, { token: fresh.access_token, method: 'DELETE' })
    const message = 'AAL2 required to unenroll verified factor'
    expect([refused.status, refused.body]).toEqual([422, refusal(422, 'insufficient_aal', message)])
    const removed = await ask(server, `factors/${factorId}`, {
      token: session.access_token,
      method: 'DELETE',
    })
    expect([removed.status, removed.body]).toEqual([200, { id: factorId }])
    const { body: next } = await refresh(server, session.refresh_token)
    expect(claimsOf(next.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect(next.user).not.toHaveProperty('factors')
  })

  test("of another member's is not found", async () => {
    const { access_token: asha } = await newMember(server)
    const { access_token: bala } = await newMember(server)
    const { body } = await enrol(server, asha)
    const answer = await ask(server, `factors/${body.id}`, { token: bala, method: 'DELETE' })
    expect([answer.status, answer.body.error_code]).toEqual([404, 'mfa_factor_not_found'])
  })
})

describe('recovery codes', () => {
  const PATH = 'factors/recovery-codes'
  const make = (token: string, body?: object) =>
    ask(server, PATH, { token, method: 'POST', ...(body ? { body } : {}) })

  test('ten, each once, in any spelling; the session is then aal2', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { session } = await withFactor(server, token)
    const made = await make(session.access_token)
    expect([made.status, made.body]).toEqual([
      200,
      {
        ...{ id: UUID, type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 },
        codes: Array.from({ length: 10 }, () => expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{16}$/)),
      },
    ])
    expect(new Set(made.body.codes).size).toBe(10)
    const code: string = made.body.codes[3]

    const { body: fresh } = await signIn(server, email)
    const spelt = ` ${code.toUpperCase().replace(/(.{4})/g, '$1-')} `
    const verify = `${PATH}/verify`
    const raised = await ask(server, verify, { token: fresh.access_token, body: { code: spelt } })
    expect(raised.status).toBe(200)
    expect(claimsOf(raised.body.access_token)).toMatchObject({
      ...{ aal: 'aal2', amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }] },
    })
    const left = await ask(server, PATH, { token: raised.body.access_token })
    expect(left.body).toEqual({ id: made.body.id, type: 'recovery_code', total: 10, remaining: 9 })

    const { body: third } = await signIn(server, email)
    const again = await ask(server, verify, { token: third.access_token, body: { code } })
    const expected = refusal(422, 'mfa_verification_failed', 'Invalid recovery code entered')
    expect([again.status, again.body]).toEqual([422, expected])
    const none = await ask(server, verify, { token: third.access_token, body: { code: ' -' } })
    expect([none.status, none.body]).toEqual([
      400,
      refusal(400, 'validation_failed', 'Code needs to be non-empty'),
    ])
  })

  test('are made by whoever has shown another factor, once, and replaced by regenerating', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const without = await make(token)
    expect([without.status, without.body]).toEqual([
      403,
      refusal(403, 'insufficient_aal', 'AAL2 required to generate recovery codes'),
    ])
    const { session } = await withFactor(server, token)
    const absent = refusal(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes')
    for (const [path, method] of [
      [PATH, 'GET'],
      [PATH, 'DELETE'],
      [`${PATH}/regenerate`, 'POST'],
    ] as const) {
      expect((await ask(server, path, { token: session.access_token, method })).body, method).toEqual(absent)
    }

    const many = await Promise.all(Array.from({ length: 5 }, () => make(session.access_token)))
    expect(many.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
    const first = many.find(({ status }) => status === 200)
    const again = await make(session.access_token)
    expect([again.status, again.body.error_code]).toEqual([422, 'mfa_verified_factor_exists'])
    const next = await ask(server, `${PATH}/regenerate`, { token: session.access_token, method: 'POST' })
    expect([next.status, next.body.id]).toEqual([200, first?.body.id])

    const { body: fresh } = await signIn(server, email)
    for (const [path, method] of [
      [PATH, 'POST'],
      [PATH, 'DELETE'],
      [`${PATH}/regenerate`, 'POST'],
    ] as const) {
      const refused = await ask(server, path, { token: fresh.access_token, method })
      expect([method, refused.status, refused.body.error_code]).toEqual([method, 403, 'insufficient_aal'])
    }
    const answer = await ask(server, `${PATH}/verify`, {
      token: fresh.access_token,
      body: { code: first?.body.codes[0] },
    })
    expect(answer.body.error_code).toBe('mfa_verification_failed')
  })

  test('are a factor that is named, and neither challenged nor unenrolled like the others', async () => {
    const { access_token: token } = await newMember(server)
    const { session, factorId } = await withFactor(server, token)
    const bearer = { token: session.access_token }
    const long = await make(session.access_token, { friendly_name: 'n'.repeat(101) })
    expect([long.status, long.body.error_code]).toEqual([400, 'validation_failed'])
    const { body: made } = await make(session.access_token, { friendly_name: 'Backup' })
    expect(made.friendly_name).toBe('Backup')
    const { body: user } = await ask(server, 'user', bearer)
    expect(user.factors).toMatchObject([
      { id: factorId, factor_type: 'totp' },
      { id: made.id, factor_type: 'recovery_code', friendly_name: 'Backup', status: 'verified' },
    ])
    const challenge = await ask(server, `factors/${made.id}/challenge`, { ...bearer, method: 'POST' })
    expect([challenge.status, challenge.body.msg]).toEqual([
      400,
      'factor_type needs to be totp, phone, or webauthn',
    ])
    const removed = await ask(server, `factors/${made.id}`, { ...bearer, method: 'DELETE' })
    expect([removed.status, removed.body]).toEqual([
      422,
      refusal(
        ...([422, 'validation_failed'] as const),
        'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes',
      ),
    ])
  })

  test('never stand alone: they go with the last other factor, also for whoever came in by one', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { session, factorId } = await withFactor(server, token)
    const { body: made } = await make(session.access_token)
    const { body: fresh } = await signIn(server, email)
    const { body: raised } = await ask(server, `${PATH}/verify`, {
      token: fresh.access_token,
      body: { code: made.codes[0] },
    })
    const bearer = { token: raised.access_token }
    expect((await ask(server, `factors/${factorId}`, { ...bearer, method: 'DELETE' })).status).toBe(200)
    expect((await ask(server, 'user', bearer)).body).not.toHaveProperty('factors')
    const alone = await make(raised.access_token)
    expect(alone.body.error_code).toBe('insufficient_aal')
  })

  test('the official client makes, counts, shows, replaces and removes them', async () => {
    const email = newEmail()
    const open = () =>
      createClient(server.url, server.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
      })
    const owner = open()
    const { data: joined } = await owner.auth.signUp({ email, password: PASSWORD })
    const enrolled = await withFactor(server, joined.session?.access_token ?? '')
    await owner.auth.setSession(enrolled.session)
    const made = await owner.auth.mfa.recoveryCodes.generate({ friendlyName: 'Backup codes' })
    if (made.error) throw made.error
    expect(made.data).toMatchObject({ type: 'recovery_code', friendly_name: 'Backup codes', total: 10 })

    const other = open()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    const shown = await other.auth.mfa.recoveryCodes.verify({ code: made.data.codes[0] ?? '' })
    expect(shown.error).toBeNull()
    expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentAuthenticationMethods: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
      currentLevel: 'aal2',
    })
    const { id } = made.data
    expect((await owner.auth.mfa.recoveryCodes.getStatus()).data).toEqual({
      ...{ id, type: 'recovery_code', total: 10, remaining: 9 },
    })
    expect((await owner.auth.mfa.listFactors()).data?.recovery_code).toMatchObject([{ id }])
    const replaced = await owner.auth.mfa.recoveryCodes.regenerate()
    expect(replaced.data).toMatchObject({ id, friendly_name: 'Backup codes', total: 10 })
    expect((await owner.auth.mfa.recoveryCodes.unenroll()).data).toEqual({ id })
    expect((await owner.auth.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
    // What stood on a code falls with the codes; what stood on the authenticator stays.
    await other.auth.refreshSession()
    expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1')
    await owner.auth.refreshSession()
    expect((await owner.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })
})

test('the official client enrols, rises, lists and unenrols', async () => {
  const email = newEmail()
  const client = newClient()
  await client.auth.signUp({ email, password: PASSWORD })
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (enrolled.error) throw enrolled.error
  expect(enrolled.data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
  const { secret } = enrolled.data.totp
  const factorId = enrolled.data.id
  const shown = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, -1) })
  expect(shown.error).toBeNull()
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    ...{ currentLevel: 'aal2', nextLevel: 'aal2' },
  })

  const second = newClient()
  await second.auth.signInWithPassword({ email, password: PASSWORD })
  expect((await second.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    ...{ currentLevel: 'aal1', nextLevel: 'aal2' },
  })
  const challenge = await second.auth.mfa.challenge({ factorId })
  expect(challenge.data).toMatchObject({
    type: 'totp',
    expires_at: expect.closeTo(Date.now() / 1_000 + 300, -1),
  })
  const challengeId = challenge.data?.id ?? ''
  const raised = await second.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
  expect(raised.error).toBeNull()
  const { data: listed } = await second.auth.mfa.listFactors()
  expect(listed?.totp).toMatchObject([{ id: factorId, friendly_name: 'Phone', status: 'verified' }])
  expect((await second.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  await second.auth.refreshSession()
  expect((await second.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    ...{ currentLevel: 'aal1', nextLevel: 'aal1' },
  })
})

test('the server never failed', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
