// POST /signup: creates an account from an address and a password. The password is hashed before the address is
// looked up, so that the response time reveals nothing.
import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { queueMail } from '../emails/emails.ts'
import { assertMailboxLimit, requestedRedirect } from '../emails/mail-requests.ts'
import { AuthError, invalid, isTaken } from '../errors.ts'
import { checkMetadata, metadata, normalEmail, optionalText, readBody } from '../read-body.ts'
import {
  type AuthContext,
  admit,
  assertSignupOpen,
  deviceOf,
  PROOF_OF_WORK_FIELD,
  proofOfWorkIn,
} from '../services.ts'
import { CHALLENGE_FIELDS, readChallenge } from '../signin/pkce.ts'
import { signUpAnonymously } from './anonymous.ts'
import {
  dryRunInsert,
  insertAccount,
  keepSignUp,
  type NewAccount,
  newAccount,
  rethrow,
  waitingUser,
} from './new-account.ts'

const SIGNUP = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  ...PROOF_OF_WORK_FIELD,
  ...CHALLENGE_FIELDS,
})

/** 200 with a session if accounts are confirmed automatically or anonymous, else 200 with the unconfirmed user. */
export async function signup(context: AuthContext): Promise<Response> {
  const { db, limits, passwords, sessions, autoconfirm } = context.var.services
  const body = await readBody(context.req.raw, SIGNUP)
  const { email, phone, password, data } = body
  const proof = proofOfWorkIn(context, body)
  if (!email && !phone) {
    await assertShown(context, data ?? {})
    return signUpAnonymously(context, data ?? {}, proof)
  }
  assertSignupOpen(context)
  if (!password) throw invalid('Signup requires a valid password')
  await passwords.check(password, [email ?? '', email?.split('@')[0] ?? '', String(data?.username ?? '')])
  if (email && phone) throw invalid('Only an email address or phone number should be provided on signup.')
  if (!email) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  const address = normalEmail(email)
  checkMetadata(data ?? {})
  await assertShown(context, data ?? {})
  const challenge = readChallenge(body)
  const redirectTo = requestedRedirect(context)
  // Counted from here on: an invalid form reveals nothing, and its fields were bounded in bytes before they were read.
  const device = deviceOf(context)
  await admit(context, await limits.signUp(device.address, proof))
  const confirmed = await autoconfirm()
  if (!confirmed)
    await admit(context, await limits.mail.mailbox(address, device.address, proof), assertMailboxLimit)
  const hashed = await passwords.hash(password)
  const account = newAccount({ email: address, hashed, data: data ?? {}, confirmed })
  const answer = await asAuth(db, async (sql) => {
    if (confirmed) {
      await insertAccount(sql, account)
      return sessions.open(sql, account.id, device)
    }
    const signUp = await insertWaiting(sql, account)
    await queueMail(sql, { kind: 'confirm', email: address, redirectTo, challenge, signUp })
    return waitingUser(account)
  }).catch(rethrow(context))
  return context.json(answer)
}

/** @throws AuthError for names that this site does not show */
async function assertShown(context: AuthContext, data: Readonly<Record<string, unknown>>): Promise<void> {
  const refusal = await context.var.services.accounts.refusalOfNames(data)
  if (refusal !== null) throw invalid(refusal)
}

/**
 * The same statements whether or not the address is taken, so that timing reveals nothing. The community's rules
 * judge the request first; a confirmed account is left alone and notified by mail, and an unconfirmed one may become this
 * sign-up's by its own link.
 * @returns the sign-up; null when the address has a confirmed account
 */
async function insertWaiting(sql: Sql, account: NewAccount): Promise<string | null> {
  await dryRunInsert(sql, account)
  await sql`savepoint signing_up`
  await insertAccount(sql, account).catch(async (error: unknown) => {
    if (!isTaken(error)) throw error
    await sql`rollback to savepoint signing_up`
  })
  return keepSignUp(sql, account)
}
