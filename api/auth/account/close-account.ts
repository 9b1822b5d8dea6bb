// Closes an account: DELETE /user by its member, DELETE /admin/users/{id} with `should_soft_delete` by the operator.
// Nobody can sign in afterwards. The database handles the account's data elsewhere: triggers act on `deleted_at`, and
// on the member's choices in the same transaction (`AccountRules.closingChoices`).
import { z } from 'zod'
import { inLanguage } from '../../../shared/languages.ts'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { forgetChanges } from '../credentials/change.ts'
import { requireCurrentPassword, requireNonce } from '../credentials/recent-proof.ts'
import { queueMail } from '../emails/emails.ts'
import { AuthError } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import { type AuthContext, requireSecondStep, requireUser } from '../services.ts'
import { assertNotAnonymous } from '../signup/anonymous.ts'

const CREDENTIALS = { password: optionalText, nonce: optionalText }

/**
 * DELETE /user: 200 with an empty object. An access token alone is not enough, because it may be stolen: an account
 * with a password needs the password, any other a mailed code (GET /reauthenticate); with a second factor, the
 * session must have verified it.
 */
export async function userDelete(context: AuthContext): Promise<Response> {
  const signedIn = await requireUser(context)
  const { user } = signedIn
  assertNotAnonymous(user)
  const { db, accounts, siteUrl } = context.var.services
  const choices = Object.fromEntries(accounts.closingChoices.map((name) => [name, z.boolean().nullish()]))
  const closing = z.object({ ...choices, ...CREDENTIALS })
  const { password, nonce, ...choice } = await readBody(context.req.raw, closing)
  const chosen = Object.entries(choice).flatMap(([name, value]) => (value === true ? name : []))
  requireSecondStep(signedIn, 'AAL2 session is required to close the account when MFA is enabled.')
  if (user.encrypted_password) await requireCurrentPassword(context, signedIn, password)
  else if (nonce) await requireNonce(context, user, nonce)
  else {
    const message = 'Closing the account requires a code that is mailed to you'
    throw new AuthError(400, 'reauthentication_needed', message)
  }
  const language = await accounts.languageOf(user.id)
  await asAuth(db, async (sql) => {
    // The database refuses the last administrator if the member closes the account.
    await sql`select set_config('account.closed_by', 'member', true)`
    await closeAccount(sql, user.id, chosen)
    if (user.email) {
      const page = siteUrl + inLanguage(language ?? 'en', '/')
      await queueMail(sql, { kind: 'account closed', email: user.email, page })
    }
  }).catch((error: unknown) => {
    throw isLastAdmin(error) ? new AuthError(409, 'conflict', error.message) : error
  })
  return context.json({})
}

/**
 * Closes an account in the transaction of `sql`: removes its name, credentials and sessions.
 * @param chosen of the member's choices
 */
export async function closeAccount(sql: Sql, id: string, chosen: readonly string[]): Promise<void> {
  for (const name of chosen) await sql`select set_config(${`account.${name}`}, 'true', true)`
  await sql`
    update auth.users set deleted_at = now(), updated_at = now(), encrypted_password = null,
      email = ${`${id}@deleted.invalid`}, email_change = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}'
    where id = ${id}`
  await forgetChanges(sql, id)
  await sql`delete from auth.identities where user_id = ${id}`
  await sql`delete from auth.sessions where user_id = ${id}`
  await sql`delete from auth.mfa_factors where user_id = ${id}`
  await sql`delete from auth.one_time_tokens where user_id = ${id}`
  await sql`delete from auth.flow_state where user_id = ${id}`
}

function isLastAdmin(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'PT409'
}
