// Undoes a change of a way into an account: the button of the mail about it (signin/confirm-page.ts). The ways in are
// what they were before the change, every session ends, and later changes are gone with their own buttons; the buttons of
// earlier ones go on working. So whichever is pressed, the oldest pressed wins.
import { inLanguage, type Language } from '../../../shared/languages.ts'
import { digest, randomToken } from '../../crypto.ts'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { AuthError, emailExists, isTaken } from '../errors.ts'
import type { AuthContext } from '../services.ts'
import { restore } from './snapshot.ts'

const TOKEN_BYTES = 32
/** The page where a new password is chosen, which an undo leads to. */
const NEXT_PAGE = '/forgot-password'

export type ChangeKind =
  | 'password'
  | 'email'
  | 'factor added'
  | 'factor removed'
  | 'recovery codes made'
  | 'recovery codes renewed'
  | 'recovery codes removed'
  | 'identity linked'
  | 'identity unlinked'

export type MailedChange = {
  userId: string
  kind: ChangeKind
  detail: string | null
  undoEmail: string | null
  notifiedEmails: string[]
}

/**
 * Makes the secret of the mail about a change, when the mail is made: it is stored nowhere but in the mail.
 * @returns null when the change was undone meanwhile, or can no longer be
 */
export async function issueUndo(
  sql: Sql,
  changeId: string,
): Promise<(MailedChange & { token: string }) | null> {
  const token = randomToken(TOKEN_BYTES)
  const [change] = await sql<MailedChange[]>`
    update auth.credential_changes set token_hash = ${digest(token)}
    where id = ${changeId} and expires_at > now()
    returning user_id as "userId", kind, detail, undo_email as "undoEmail", notified_emails as "notifiedEmails"`
  return change ? { ...change, token } : null
}

/** POST /confirm with type=undo: 303 to where a new password is chosen. */
export async function undoByLink(context: AuthContext, token: string, language: Language): Promise<Response> {
  const { db, redirects, siteUrl } = context.var.services
  const lead = (answer: Record<string, string>) => {
    // The URL contained a secret.
    context.header('Referrer-Policy', 'no-referrer')
    return context.redirect(
      redirects.withAnswer(siteUrl + inLanguage(language, NEXT_PAGE), 'fragment', answer),
      303,
    )
  }
  try {
    const isUndone = await asAuth(db, (sql) => undo(sql, token))
    if (!isUndone) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
    return lead({ undone: 'true' })
  } catch (error) {
    const refusal = isTaken(error) ? emailExists() : error
    if (!(refusal instanceof AuthError)) throw refusal
    return lead({ error: 'access_denied', error_code: refusal.code, error_description: refusal.message })
  }
}

/** @returns whether there was a change to undo */
async function undo(sql: Sql, token: string): Promise<boolean> {
  const [found] = await sql<{ userId: string }[]>`
    select c.user_id as "userId" from auth.credential_changes c join auth.users u on u.id = c.user_id
    where c.token_hash = ${digest(token)} and u.deleted_at is null
    for update of u`
  if (!found) return false
  const { userId } = found
  const [change] = await sql<{ id: string; waysIn: string }[]>`
    delete from auth.credential_changes
    where token_hash = ${digest(token)} and undo_email is not null and expires_at > now()
    returning id, ways_in::text as "waysIn"`
  if (!change) return false
  await sql`delete from auth.credential_changes where user_id = ${userId} and id > ${change.id}`
  await restore(sql, userId, change.waysIn)
  await sql`delete from auth.sessions where user_id = ${userId}`
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`
  await sql`delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}`
  return true
}
