// Attacks on the second factor: a replayed code, guesses, a factor that the attacker enrols, and direct writes to the
// database.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newEmail, newMember, openDatabase, PASSWORD, refresh, signIn } from '../support/identity.ts'
import { codeOf, enrol, show, withFactor } from '../support/second-factor.ts'
import { startServer, type TestServer } from '../support/server.ts'
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

/** A member with two-step sign-in, and an attacker's session that knows only the password. */
async function robbed() {
  const email = newEmail()
  const { access_token: token } = await newMember(server, email)
  const { factorId, secret, session } = await withFactor(server, token)
  const { body: thief } = await signIn(server, email)
  return { email, factorId, secret, session, thief }
}

describe('a code that an attacker saw', () => {
  test('is used up by its first use, even within its 30 seconds', async () => {
    const { email, factorId, secret, thief } = await robbed()
    const { body: own } = await signIn(server, email)
    const code = codeOf(secret)
    expect((await show(server, own.access_token, factorId, code)).status).toBe(200)
    // The owner's code ended the attacker's session. A new session cannot use the same code either.
    expect((await ask(server, 'user', { token: thief.access_token })).status).toBe(403)
    const { body: again } = await signIn(server, email)
    expect((await show(server, again.access_token, factorId, code)).body.error_code).toBe(
      'mfa_verification_failed',
    )
  })

  test('also uses up the codes before it', async () => {
    const { email, factorId, secret } = await robbed()
    const { body: own } = await signIn(server, email)
    expect((await show(server, own.access_token, factorId, codeOf(secret, 1))).status).toBe(200)
    const { body: again } = await signIn(server, email)
    expect((await show(server, again.access_token, factorId, codeOf(secret))).status).toBe(422)
  })

  test('opens one session when twenty requests send it at once', async () => {
    const { email, factorId, secret } = await robbed()
    const sessions = await Promise.all(Array.from({ length: 20 }, () => signIn(server, email)))
    const code = codeOf(secret)
    const answers = await Promise.all(
      sessions.map(({ body }) => show(server, body.access_token, factorId, code)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is refused one minute later, and earlier than its period', async () => {
    const { factorId, secret, thief } = await robbed()
    for (const away of [-3, 3, 10]) {
      expect((await show(server, thief.access_token, factorId, codeOf(secret, away))).status).toBe(422)
    }
  })
})

describe('a session that knows only the password', () => {
  test('cannot change the account', async () => {
    const { factorId, thief } = await robbed()
    const token = thief.access_token
    const put = (body: object) => ask(server, 'user', { method: 'PUT', token, body })
    for (const body of [
      { password: 'another-pond-78' },
      { password: 'another-pond-78', current_password: PASSWORD },
      { email: newEmail('thief'), current_password: PASSWORD },
    ]) {
      expect((await put(body)).body.error_code).toBe('insufficient_aal')
    }
    expect((await enrol(server, token)).status).toBe(403)
    expect((await ask(server, `factors/${factorId}`, { token, method: 'DELETE' })).status).toBe(422)
    expect((await ask(server, 'factors/recovery-codes', { token, method: 'POST' })).status).toBe(403)
  })

  test('cannot use a factor that it began to enrol before', async () => {
    const email = newEmail()
    const { access_token: token } = await newMember(server, email)
    const { body: thief } = await signIn(server, email)
    const { body: planted } = await enrol(server, thief.access_token, 'planted')
    // The owner's verification deletes that factor. The test restores it, as if it had survived.
    const { factorId } = await withFactor(server, token)
    expect(await sql`select from auth.mfa_factors where id = ${planted.id}`).toHaveLength(0)
    await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, secret)
      select ${planted.id}, user_id, 'totp', secret from auth.mfa_factors where id = ${factorId}`
    const { body: back } = await signIn(server, email)
    const code = codeOf(planted.totp.secret)
    expect((await show(server, back.access_token, planted.id, code)).body.error_code).toBe('insufficient_aal')
  })

  test('cannot use the factor of another account', async () => {
    const { thief } = await robbed()
    const own = await robbed()
    const answer = await show(server, thief.access_token, own.factorId, codeOf(own.secret))
    expect([answer.status, answer.body.error_code]).toEqual([404, 'mfa_factor_not_found'])
  })

  test('cannot use the refresh token from before the second step to get the raised session later', async () => {
    const email = newEmail()
    const first = await newMember(server, email)
    const { session } = await withFactor(server, first.access_token)
    await sql`update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where revoked`
    const { status, body } = await refresh(server, first.refresh_token)
    expect([status, body.error_code]).toEqual([400, 'refresh_token_already_used'])
    expect((await ask(server, 'user', { token: session.access_token })).status).toBe(403)
  })
})

describe('read access to the database', () => {
  test('reveals neither the secret of a factor nor a recovery code', async () => {
    const { secret, session, factorId } = await robbed()
    const { body } = await ask(server, 'factors/recovery-codes', {
      token: session.access_token,
      method: 'POST',
    })
    const rows = await sql`select secret from auth.mfa_factors where id = ${factorId}`
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
    const codes = JSON.stringify(await sql`select code_hash from auth.mfa_recovery_codes`)
    for (const code of body.codes) expect(codes).not.toContain(code)
  })

  test('does not help to replace one factor’s secret with another’s', async () => {
    const { factorId, thief } = await robbed()
    const { access_token: token } = await newMember(server)
    const { factorId: own, secret } = await withFactor(server, token)
    await sql`
      update auth.mfa_factors set secret = (select secret from auth.mfa_factors where id = ${own})
      where id = ${factorId}`
    expect((await show(server, thief.access_token, factorId, codeOf(secret))).status).toBe(500)
  })
})

describe('guessing', () => {
  test('is limited to 6 codes in a minute, regardless of forwarding headers; the right one is not counted', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' })
    try {
      const email = newEmail()
      const { access_token: token } = await newMember(limited, email)
      const { body } = await enrol(limited, token)
      const { body: challenge } = await ask(limited, `factors/${body.id}/challenge`, {
        token,
        method: 'POST',
      })
      const guess = (code: string, at: number) =>
        ask(limited, `factors/${body.id}/verify`, {
          token,
          body: { challenge_id: challenge.id, code },
          headers: { 'x-forwarded-for': `203.0.113.${at}`, forwarded: `for=203.0.113.${at}` },
        })
      const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => guess('000000', at)))
      expect(answers.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
      const late = await guess(codeOf(body.totp.secret), 99)
      expect([late.status, late.body.error_code]).toEqual([429, 'over_request_rate_limit'])
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await limited.stop()
    }
  })

  test('is limited alike for recovery codes and challenges', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' })
    try {
      const { access_token: token } = await newMember(limited)
      const { session, factorId } = await withFactor(limited, token)
      const bearer = { token: session.access_token }
      const { body: made } = await ask(limited, 'factors/recovery-codes', { ...bearer, method: 'POST' })
      const guess = () =>
        ask(limited, 'factors/recovery-codes/verify', { ...bearer, body: { code: 'aaaa-aaaa' } })
      const statuses = []
      for (let count = 0; count < 6; count += 1) statuses.push((await guess()).status)
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
      const right = await ask(limited, 'factors/recovery-codes/verify', {
        ...bearer,
        body: { code: made.codes[0] },
        headers: { 'x-forwarded-for': '203.0.113.7' },
      })
      expect([right.status, right.body.error_code]).toEqual([429, 'mfa_recovery_codes_locked'])
      expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
      const challenges = []
      for (let count = 0; count < 5; count += 1) {
        challenges.push(
          (await ask(limited, `factors/${factorId}/challenge`, { ...bearer, method: 'POST' })).status,
        )
      }
      // Enrolling requested the first challenge.
      expect(challenges).toEqual([200, 200, 200, 200, 429])
    } finally {
      await limited.stop()
    }
  })
})
