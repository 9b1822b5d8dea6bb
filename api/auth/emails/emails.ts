// E-mails of the auth service. A request only queues a task, the same one for an address with and without an account;
// the recipient and content are determined here, when the queue processes it. So neither a response nor its timing
// reveals who has an account, and no link exists before its e-mail.
import { z } from 'zod'
import { wordsOf } from '../../../messages/by-language.ts'
import { inLanguage, languageOfPath } from '../../../shared/languages.ts'
import type { Sql } from '../../database/connection.ts'
import type { Database } from '../../database/database.ts'
import { asAuth } from '../../database/scope.ts'
import type { Email } from '../../mail/email.ts'
import { changeMails } from '../credentials/change-mails.ts'
import { issueUndo } from '../credentials/undo.ts'
import { isDatabaseError, isTaken } from '../errors.ts'
import type { AccountRules } from '../services.ts'
import { insertAccount, newAccount, signUpOf } from '../signup/new-account.ts'
import {
  accountClosed,
  accountExists,
  type ChangedAddress,
  confirm,
  confirmChange,
  invite,
  type Letter,
  reauthenticate,
  recover,
  signIn,
  type Telling,
} from './letters.ts'
import type { MailedTokenType, MailSecrets } from './mail-secrets.ts'

const text = z.string()
const asked = { email: text, redirectTo: text, challenge: text.nullable() }
const TASK = z.discriminatedUnion('kind', [
  /**
   * The confirmation link of an unconfirmed account; a confirmed one is told that somebody tried to sign up with it.
   * `signUp`: the one that the link is for; missing: a link was asked for again.
   */
  z.object({ kind: z.literal('confirm'), ...asked, signUp: text.nullish() }),
  z.object({ kind: z.literal('invite'), ...asked }),
  z.object({ kind: z.literal('recover'), ...asked }),
  /** A sign-in link. `join`: metadata of an account created if there is none; null: no e-mail then. */
  z.object({ kind: z.literal('sign in'), ...asked, join: z.record(text, z.unknown()).nullable() }),
  /** To both addresses; `email` is the current one, empty for an anonymous account, which `userId` names. */
  z.object({ kind: z.literal('change email'), ...asked, userId: text.nullish() }),
  z.object({ kind: z.literal('reauthenticate'), userId: text }),
  /** After a change of a way into the account, to the owner, who may not have made it. */
  z.object({ kind: z.literal('way in changed'), change: text }),
  /** `page`: an address in the language that the member chose. */
  z.object({ kind: z.literal('account closed'), email: text, page: text.nullish() }),
])
export type MailTask = z.infer<typeof TASK>

export async function queueMail(sql: Sql, task: MailTask): Promise<void> {
  await sql.unsafe('select auth.queue_mail($1::json)', [JSON.stringify(task)], { prepare: true })
}

type Account = ChangedAddress & { id: string; confirmed: boolean }

/** What a task means: to whom, and the page that asked for it; null: none did. */
type Composed = { userId: string | null; askedAt: string | null; letters: Letter[] }

const NOTHING: Composed = { userId: null, askedAt: null, letters: [] }

/**
 * @param options.accounts without a language that the member chose, mails are in that of the page which asked for them
 * @returns renders the e-mails of a queued task; none if the recipient or reason is gone
 */
export function createEmails(options: {
  db: Database
  mailSecrets: MailSecrets
  siteUrl: string
  apiAddress: (path: string) => string
  accounts: Pick<AccountRules, 'languageOf'>
}): (task: unknown) => Promise<Email[]> {
  const { db, mailSecrets, siteUrl, apiAddress, accounts } = options
  const issueToken = async (
    sql: Sql,
    account: Account,
    type: MailedTokenType,
    email: string,
    asking: Asking,
    signUp: string | null = null,
  ) => {
    const { link, code } = await mailSecrets.make(sql, {
      signUp,
      userId: account.id,
      type,
      email,
      challenge: asking.challenge,
    })
    const query = new URLSearchParams({ token: link, type: asking.as, redirect_to: asking.redirectTo })
    // A page with a button: mail filters open every link, so opening one must change nothing.
    return { address: apiAddress(`/auth/v1/confirm?${query}`), code }
  }

  const compose = async (sql: Sql, task: MailTask): Promise<Composed> => {
    if (task.kind === 'way in changed') {
      const change = await issueUndo(sql, task.change)
      if (!change) return NOTHING
      const undoUrl = (page: Telling['page']) => {
        const query = new URLSearchParams({ token: change.token, type: 'undo', redirect_to: page('/') })
        return apiAddress(`/auth/v1/confirm?${query}`)
      }
      return { userId: change.userId, askedAt: null, letters: changeMails(change, undoUrl) }
    }
    if (task.kind === 'account closed')
      return { userId: null, askedAt: task.page ?? null, letters: [accountClosed(task.email)] }
    if (task.kind === 'reauthenticate') {
      const account = await findAccount(sql, { id: task.userId })
      if (!account) return NOTHING
      const asking = { challenge: null, redirectTo: siteUrl, as: 'reauthentication' }
      const { code } = await issueToken(sql, account, 'reauthentication_token', account.email, asking)
      return { userId: account.id, askedAt: null, letters: [reauthenticate(account.email, code)] }
    }
    const { email, redirectTo, challenge } = task
    const to = (as: string) => ({ as, redirectTo, challenge })
    const id = task.kind === 'change email' ? task.userId : null
    const account = await findAccount(sql, id ? { id } : { email })
    if (!account && !(task.kind === 'sign in' && task.join)) return NOTHING
    const of = (userId: string, ...letters: Letter[]): Composed => ({ userId, askedAt: redirectTo, letters })
    switch (task.kind) {
      case 'confirm': {
        if (!account) return NOTHING
        if (account.confirmed) return of(account.id, accountExists(email))
        await sql`update auth.users set confirmation_sent_at = now() where id = ${account.id}`
        const signUp = task.signUp ?? (await signUpOf(sql, account.id))
        const proof = await issueToken(sql, account, 'confirmation_token', email, to('signup'), signUp)
        return of(account.id, confirm(email, proof))
      }
      case 'invite': {
        if (!account || account.confirmed) return NOTHING
        const proof = await issueToken(sql, account, 'confirmation_token', email, to('invite'))
        return of(account.id, invite(email, proof))
      }
      case 'recover': {
        if (!account) return NOTHING
        await sql`update auth.users set recovery_sent_at = now() where id = ${account.id}`
        const proof = await issueToken(sql, account, 'recovery_token', email, to('recovery'))
        return of(account.id, recover(email, proof))
      }
      case 'sign in': {
        const member = account ?? (await join(sql, email, task.join ?? {}))
        if (!member) return NOTHING
        await sql`update auth.users set recovery_sent_at = now() where id = ${member.id}`
        const proof = await issueToken(sql, member, 'recovery_token', email, to('magiclink'))
        return of(member.id, signIn(email, proof))
      }
      case 'change email': {
        if (!account?.newEmail) return NOTHING
        const { newEmail } = account
        // Both links are new, so both must be opened again.
        await sql`update auth.users set email_change_confirm_status = 0 where id = ${account.id}`
        const asking = to('email_change')
        const proof = await issueToken(sql, account, 'email_change_token_new', newEmail, asking)
        const letters = [confirmChange(newEmail, account, proof)]
        // An unverified address does not have to agree: it may be a typing mistake.
        if (account.verified) {
          const other = await issueToken(sql, account, 'email_change_token_current', email, asking)
          letters.push(confirmChange(email, account, other))
        }
        return of(account.id, ...letters)
      }
    }
  }
  return async (task) => {
    const read = TASK.parse(task)
    const { userId, askedAt, letters } = await asAuth(db, (sql) => compose(sql, read))
    const chosen = userId === null ? null : await accounts.languageOf(userId)
    const language = chosen ?? (askedAt === null ? 'en' : languageOfPath(new URL(askedAt).pathname))
    const telling: Telling = {
      t: wordsOf(language).accountMails,
      page: (path) => siteUrl + inLanguage(language, path),
    }
    return letters.map((letter) => ({ ...letter(telling), language }))
  }
}

type Asking = { as: string; redirectTo: string; challenge: string | null }

async function findAccount(sql: Sql, by: { email: string } | { id: string }): Promise<Account | undefined> {
  const email = 'email' in by ? by.email : null
  const id = 'id' in by ? by.id : null
  // A banned member gets no sign-in link.
  const [account] = await sql<Account[]>`
    select id, lower(email) as email, coalesce(email_change, '') as "newEmail",
      email_confirmed_at is not null as confirmed,
      coalesce(raw_app_meta_data ->> 'email_verified', '') = 'true' as verified
    from auth.users
    where (lower(email) = ${email} or id = ${id}) and not is_sso_user and deleted_at is null
      and (banned_until is null or banned_until <= now())`
  return account
}

/**
 * Creates the account of a first sign-in by mail, without a password.
 * @returns null when the address is held for the account that gave it up
 */
async function join(sql: Sql, email: string, data: Record<string, unknown>): Promise<Account | null> {
  const make = async (metadata: Record<string, unknown>) => {
    const account = newAccount({ email, hashed: null, data: metadata, confirmed: false })
    await insertAccount(sql, account)
    return account.id
  }
  await sql`savepoint joining`
  const id = await make(data).catch(async (error: unknown) => {
    // The username was taken after the request: the community chooses another.
    if (!isTaken(error) && !(isDatabaseError(error) && error.code.startsWith('PT'))) throw error
    await sql`rollback to savepoint joining`
    if (isTaken(error)) return null
    const { username: _, ...rest } = data
    return make(rest)
  })
  if (id === null) return (await findAccount(sql, { email })) ?? null
  return { id, email, newEmail: '', confirmed: false, verified: false }
}
