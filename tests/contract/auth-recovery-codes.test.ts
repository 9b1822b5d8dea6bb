// Recovery codes over the wire, and with the official client.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, claimsOf, newEmail, newMember, PASSWORD, refusal, signIn, UUID } from '../support/identity.ts'
import { withFactor } from '../support/second-factor.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})

afterAll(async () => {
  await server.stop()
})

describe('recovery codes', () => {
  const PATH = 'factors/recovery-codes'
  const make = (token: string, body?: object) =>
    ask(server, PATH, { token, method: 'POST', ...(body ? { body } : {}) })

  test('are ten, each valid once, in any spelling; the session is then aal2', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { session } = await withFactor(server, token)
    const made = await make(session.access_token)
    expect([made.status, made.body]).toEqual([
      200,
      {
        id: UUID,
        type: 'recovery_code',
        friendly_name: 'Recovery codes',
        total: 10,
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
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
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

  test('are created once, in a session that has shown another factor, and replaced by regenerating', async () => {
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

  test('appear among the factors, but cannot be challenged or unenrolled like the others', async () => {
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

  test('are removed with the last other factor, also in a session that a recovery code opened', async () => {
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

  test('work with the official client: made, counted, shown, replaced and removed', async () => {
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
      id,
      type: 'recovery_code',
      total: 10,
      remaining: 9,
    })
    expect((await owner.auth.mfa.listFactors()).data?.recovery_code).toMatchObject([{ id }])
    const replaced = await owner.auth.mfa.recoveryCodes.regenerate()
    expect(replaced.data).toMatchObject({ id, friendly_name: 'Backup codes', total: 10 })
    expect((await owner.auth.mfa.recoveryCodes.unenroll()).data).toEqual({ id })
    expect((await owner.auth.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
    // The other sessions end with every change; the one that made it stays aal2.
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    await owner.auth.refreshSession()
    expect((await owner.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
