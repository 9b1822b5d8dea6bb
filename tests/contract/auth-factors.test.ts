// Two-step sign-in over the wire, and with the official client.
import { createClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  claimsOf,
  INSTANT,
  newEmail,
  newMember,
  openDatabase,
  PASSWORD,
  refresh,
  refusal,
  signIn,
  UUID,
} from '../support/identity.ts'
import { codeOf, enrol, show, withFactor } from '../support/second-factor.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
let sql: postgres.Sql

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql?.end()
  await server?.stop()
})

const newClient = () =>
  createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

/** The response of the tables to `token`. */
async function readProfiles(token: string): Promise<{ status: number; body: { message?: string } }> {
  const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}/rest/v1/profiles?select=id&limit=1`, { headers })
  return { status: response.status, body: (await response.json()) as { message?: string } }
}

describe('POST /factors', () => {
  test('answers the secret, its otpauth address and a QR code', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { status, body } = await enrol(server, token, 'My phone')
    expect(status).toBe(200)
    expect(body).toEqual({
      id: UUID,
      type: 'totp',
      friendly_name: 'My phone',
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
      algorithm: 'SHA1',
      digits: '6',
      issuer,
      period: '30',
      secret: body.totp.secret,
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

  test('needs the second factor once the account has one', async () => {
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
  test('raises the session to aal2, lists both methods in the token, and every refresh keeps them', async () => {
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

  test('gives a new refresh token; the previous one still leads to it for ten seconds', async () => {
    const first = await newMember(server)
    const { session } = await withFactor(server, first.access_token)
    expect(session.refresh_token).not.toBe(first.refresh_token)
    const { status, body } = await refresh(server, first.refresh_token)
    expect([status, body.refresh_token]).toEqual([200, session.refresh_token])
  })

  test('ends the sessions that have not shown a second factor', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { body: other } = await signIn(server, email)
    expect((await ask(server, 'user', { token: other.access_token })).status).toBe(200)
    await withFactor(server, token)
    expect((await ask(server, 'user', { token: other.access_token })).body.error_code).toBe(
      'session_not_found',
    )
  })

  test('is needed by every new session before the tables answer it', async () => {
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

  test('is refused when it is wrong', async () => {
    const { access_token: token } = await newMember(server)
    const { body } = await enrol(server, token)
    for (const code of ['000000', '12345', 'abcdef', '']) {
      const answer = await show(server, token, body.id, code)
      const expected = refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
      expect([answer.status, answer.body]).toEqual([422, expected])
    }
  })

  test('needs an unused challenge of its own factor', async () => {
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
  test('removes a verified factor only after the second step; the session is then aal1', async () => {
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

  test('needs the second step again ten minutes after it was shown', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { factorId, session } = await withFactor(server, token)
    const remove = (as: string) => ask(server, `factors/${factorId}`, { token: as, method: 'DELETE' })
    await sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
      where session_id = ${String(claimsOf(session.access_token).session_id)}`
    const refused = await remove(session.access_token)
    expect([refused.status, refused.body.error_code]).toEqual([422, 'reauthentication_needed'])
    const listed = await ask(server, 'user', { token: session.access_token })
    expect(listed.body.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    await sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '9 minutes'
      where session_id = ${String(claimsOf(session.access_token).session_id)}`
    expect((await remove(session.access_token)).status).toBe(200)
  })

  test('answers 404 for another member’s factor', async () => {
    const { access_token: asha } = await newMember(server)
    const { access_token: bala } = await newMember(server)
    const { body } = await enrol(server, asha)
    const answer = await ask(server, `factors/${body.id}`, { token: bala, method: 'DELETE' })
    expect([answer.status, answer.body.error_code]).toEqual([404, 'mfa_factor_not_found'])
  })
})

test('the official client enrols, verifies, lists and unenrols a factor', async () => {
  const email = newEmail()
  const client = newClient()
  await client.auth.signUp({ email, password: PASSWORD })
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (enrolled.error) throw enrolled.error
  expect(enrolled.data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
  const { secret } = enrolled.data.totp
  const factorId = enrolled.data.id
  const shown = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  expect(shown.error).toBeNull()
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  })

  const second = newClient()
  await second.auth.signInWithPassword({ email, password: PASSWORD })
  expect((await second.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  })
  const challenge = await second.auth.mfa.challenge({ factorId })
  expect(challenge.data).toMatchObject({
    type: 'totp',
    expires_at: expect.closeTo(Date.now() / 1_000 + 300, -1),
  })
  const challengeId = challenge.data?.id ?? ''
  const raised = await second.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret, 1) })
  expect(raised.error).toBeNull()
  const { data: listed } = await second.auth.mfa.listFactors()
  expect(listed?.totp).toMatchObject([{ id: factorId, friendly_name: 'Phone', status: 'verified' }])
  expect((await second.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  await second.auth.refreshSession()
  expect((await second.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
