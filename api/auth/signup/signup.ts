// POST /signup: creates an account from an address and a password. The password is hashed before the address is
// looked up, so that the response time reveals nothing.
import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { normalEmail } from '../emails/email-address.ts'
import { queueMail } from '../emails/emails.ts'
import { assertMailboxLimit, requestedRedirect } from '../emails/mail-requests.ts'
import { AuthError } from '../errors.ts'
import { checkMetadata, metadata, optionalText, readBody } from '../read-body.ts'
import {
  admit,
  assertSignupOpen,
  deviceOf,
  type Endpoint,
  PROOF_FIELD,
  proofIn,
  type Services,
} from '../services.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../signin/pkce.ts'
import { signUpAnonymously } from './anonymous.ts'
import {
  asAnswer,
  dryRunInsert,
  insertAccount,
  isTaken,
  type NewAccount,
  newAccount,
  renewUnconfirmed,
  waitingUser,
} from './new-account.ts'

const SIGNUP = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  ...PROOF_FIELD,
  ...CHALLENGE_FIELDS,
})

/** 200 with a session if accounts are confirmed automatically or anonymous, else 200 with the unconfirmed user. */
export function signup(services: Services): Endpoint {
  const { db, limits, passwords, sessions, autoconfirm } = services
  return async (context) => {
    const body = await readBody(context.req.raw, SIGNUP)
    const { email, phone, password, data } = body
    if (!email && !phone)
      return context.json(
        await signUpAnonymously(services, context, { data: data ?? {}, proof: proofIn(services, body) }),
      )
    assertSignupOpen(services)
    if (!password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
    await passwords.check(password, [email ?? '', localPart(email), String(data?.username ?? '')])
    if (email && phone) {
      const message = 'Only an email address or phone number should be provided on signup.'
      throw new AuthError(400, 'validation_failed', message)
    }
    if (!email) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    const address = normalEmail(email)
    checkMetadata(data ?? {})
    const challenge = readChallenge(body)
    const redirectTo = requestedRedirect(services, context)
    // Counted from here on: an invalid form costs nothing and reveals nothing.
    const device = deviceOf(services, context)
    const proof = proofIn(services, body)
    await admit(services, await limits.signUp(device.address, proof))
    const confirmed = await autoconfirm()
    if (!confirmed)
      await admit(services, await limits.mail.mailbox(address, device.address, proof), assertMailboxLimit)
    const hashed = await passwords.hash(password)
    const account = newAccount({ email: address, hashed, data: data ?? {}, confirmed })
    try {
      const answer = await asAuth(db, async (sql) => {
        if (confirmed) {
          await insertAccount(sql, account)
          return sessions.open(sql, account.id, device)
        }
        await insertWaiting(sql, account)
        await queueMail(sql, { kind: 'confirm', email: address, redirectTo, challenge })
        return waitingUser(account)
      })
      return context.json(answer)
    } catch (error) {
      throw asAnswer(error)
    }
  }
}

/**
 * The same statements whether or not the address is taken, so that timing reveals nothing. The community's rules
 * judge the request first; a confirmed account is left alone and notified by mail, an unconfirmed one is overwritten.
 */
async function insertWaiting(sql: Sql, account: NewAccount): Promise<void> {
  await dryRunInsert(sql, account)
  await sql`savepoint signing_up`
  await insertAccount(sql, account).catch(async (error: unknown) => {
    if (!isTaken(error)) throw error
    await sql`rollback to savepoint signing_up`
    await renewUnconfirmed(sql, account)
  })
}

function localPart(email: string | null): string {
  return email?.split('@')[0] ?? ''
}
