// A member with an authenticator app: enrols a factor, and computes the code of any period of 30 s.
import { generateSync } from 'otplib'
import { type Answer, ask } from './identity.ts'
import type { TestServer } from './server.ts'

export type Enrolled = { factorId: string; secret: string; session: Answer['body'] }

/** The code of `secret` now, or `offset` periods of 30 s later. */
export function codeOf(secret: string, offset = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 * offset })
}

export function enrol(server: TestServer, token: string, friendlyName?: string): Promise<Answer> {
  const body = { factor_type: 'totp', ...(friendlyName ? { friendly_name: friendlyName } : {}) }
  return ask(server, 'factors', { token, body })
}

/** Requests a challenge and answers it with `code`. */
export async function show(
  server: TestServer,
  token: string,
  factorId: string,
  code: string,
): Promise<Answer> {
  const challenge = await ask(server, `factors/${factorId}/challenge`, { token, method: 'POST' })
  if (challenge.status !== 200) return challenge
  return ask(server, `factors/${factorId}/verify`, { token, body: { challenge_id: challenge.body.id, code } })
}

/** Switches two-step sign-in on for the member of `token`, using up the code of the previous period. */
export async function withFactor(server: TestServer, token: string): Promise<Enrolled> {
  const { body } = await enrol(server, token)
  const verify = () => show(server, token, body.id, codeOf(body.totp.secret, -1))
  let shown = await verify()
  // The period ended meanwhile.
  if (shown.body.error_code === 'mfa_verification_failed') shown = await verify()
  if (shown.status !== 200) throw new Error(`the factor was not verified: ${JSON.stringify(shown.body)}`)
  return { factorId: body.id, secret: body.totp.secret, session: shown.body }
}
