// A member with an authenticator: enrols, and computes the code of any half minute.
import { generateSync } from 'otplib'
import { type Answer, ask } from './identity.ts'
import type { TestServer } from './server.ts'

export type Enrolled = { factorId: string; secret: string; session: Answer['body'] }

/** The code of `secret` now, or so many half minutes away. */
export function codeOf(secret: string, away = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 * away })
}

export function enrol(server: TestServer, token: string, friendlyName?: string): Promise<Answer> {
  const body = { factor_type: 'totp', ...(friendlyName ? { friendly_name: friendlyName } : {}) }
  return ask(server, 'factors', { token, body })
}

/** Asks for a challenge and answers it with `code`. */
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

/** Switches two-step sign-in on for the member of `token`; the code of the half minute before is spent on it. */
export async function withFactor(server: TestServer, token: string): Promise<Enrolled> {
  const { body } = await enrol(server, token)
  const spend = () => show(server, token, body.id, codeOf(body.totp.secret, -1))
  let shown = await spend()
  // The half minute ended on the way.
  if (shown.body.error_code === 'mfa_verification_failed') shown = await spend()
  if (shown.status !== 200) throw new Error(`the factor was not taken: ${JSON.stringify(shown.body)}`)
  return { factorId: body.id, secret: body.totp.secret, session: shown.body }
}
