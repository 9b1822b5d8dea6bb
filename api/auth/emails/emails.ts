// E-mails of the auth service. A request only queues a task, the same one for an address with and without an account;
// the recipient and content are determined here, when the queue processes it. So neither a response nor its timing
// reveals who has an account, and no link exists before its e-mail.
import { z } from 'zod'
import type { Sql } from '../../database/connection.ts'
import type { Database } from '../../database/database.ts'
import { asAuth } from '../../database/scope.ts'
import type { Email } from '../../mail/email.ts'
import { changeMails } from '../credentials/change-mails.ts'
import { issueUndo } from '../credentials/undo.ts'
import { isDatabaseError, isTaken } from '../errors.ts'
import { insertAccount, newAccount, signUpOf } from '../signup/new-account.ts'
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
  z.object({ kind: z.literal('account closed'), email: text }),
])
export type MailTask = z.infer<typeof TASK>

export async function queueMail(sql: Sql, task: MailTask): Promise<void> {
  await sql.unsafe('select auth.queue_mail($1::json)', [JSON.stringify(task)], { prepare: true })
}

type Account = { id: string; email: string; newEmail: string; confirmed: boolean; verified: boolean }

/** @returns renders the e-mails of a queued task; none if the recipient or reason is gone */
export function createEmails(options: {
  db: Database
  mailSecrets: MailSecrets
  siteUrl: string
  apiAddress: (path: string) => string
}): (task: unknown) => Promise<Email[]> {
  const { db, mailSecrets, siteUrl, apiAddress } = options
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

  const compose = async (sql: Sql, task: MailTask): Promise<Email[]> => {
    if (task.kind === 'way in changed') {
      const change = await issueUndo(sql, task.change)
      if (!change) return []
      const query = new URLSearchParams({ token: change.token, type: 'undo' })
      return changeMails(change, apiAddress(`/auth/v1/confirm?${query}`), siteUrl)
    }
    if (task.kind === 'account closed') return [accountClosed(task.email, siteUrl)]
    if (task.kind === 'reauthenticate') {
      const account = await findAccount(sql, { id: task.userId })
      if (!account) return []
      const asking = { challenge: null, redirectTo: siteUrl, as: 'reauthentication' }
      const { code } = await issueToken(sql, account, 'reauthentication_token', account.email, asking)
      return [reauthenticate(account.email, code)]
    }
    const { email, redirectTo, challenge } = task
    const to = (as: string) => ({ as, redirectTo, challenge })
    const id = task.kind === 'change email' ? task.userId : null
    const account = await findAccount(sql, id ? { id } : { email })
    if (!account && !(task.kind === 'sign in' && task.join)) return []
    switch (task.kind) {
      case 'confirm': {
        if (!account) return []
        if (account.confirmed) return [accountExists(email, siteUrl)]
        await sql`update auth.users set confirmation_sent_at = now() where id = ${account.id}`
        const signUp = task.signUp ?? (await signUpOf(sql, account.id))
        const proof = await issueToken(sql, account, 'confirmation_token', email, to('signup'), signUp)
        return [confirm(email, proof)]
      }
      case 'invite': {
        if (!account || account.confirmed) return []
        return [invite(email, await issueToken(sql, account, 'confirmation_token', email, to('invite')))]
      }
      case 'recover': {
        if (!account) return []
        await sql`update auth.users set recovery_sent_at = now() where id = ${account.id}`
        return [recover(email, await issueToken(sql, account, 'recovery_token', email, to('recovery')))]
      }
      case 'sign in': {
        const member = account ?? (await join(sql, email, task.join ?? {}))
        if (!member) return []
        await sql`update auth.users set recovery_sent_at = now() where id = ${member.id}`
        return [signIn(email, await issueToken(sql, member, 'recovery_token', email, to('magiclink')))]
      }
      case 'change email': {
        if (!account?.newEmail) return []
        const { newEmail } = account
        // Both links are new, so both must be opened again.
        await sql`update auth.users set email_change_confirm_status = 0 where id = ${account.id}`
        const asking = to('email_change')
        const emails = [
          confirmChange(
            newEmail,
            account,
            await issueToken(sql, account, 'email_change_token_new', newEmail, asking),
          ),
        ]
        // An unverified address does not have to agree: it may be a typing mistake.
        if (account.verified) {
          const proof = await issueToken(sql, account, 'email_change_token_current', email, asking)
          emails.push(confirmChange(email, account, proof))
        }
        return emails
      }
    }
  }
  return (task) => {
    const read = TASK.parse(task)
    return asAuth(db, (sql) => compose(sql, read))
  }
}

type Asking = { as: string; redirectTo: string; challenge: string | null }
type IssuedToken = { address: string; code: string }

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

const NOT_YOU = 'If you did not ask for this, ignore this e-mail: nothing happens without the link.'
const TEN_MINUTES = 'The link and the code work once, for 10 minutes.'
const ONE_DAY = 'The link works once, for 24 hours; the code for 10 minutes.'

function confirm(to: string, { address, code }: IssuedToken): Email {
  return {
    to,
    subject: 'Confirm your e-mail address',
    code,
    lines: ['Welcome! One step is left: confirm that this address is yours.'],
    button: { label: 'Confirm and sign in', address },
    remarks: [ONE_DAY, NOT_YOU],
  }
}

function invite(to: string, { address, code }: IssuedToken): Email {
  return {
    to,
    subject: 'You are invited',
    code,
    lines: ['You have been invited to join. Accept, and your account is ready.'],
    button: { label: 'Accept the invitation', address },
    remarks: [ONE_DAY, 'If you do not want to join, ignore this mail.'],
  }
}

function accountExists(to: string, siteUrl: string): Email {
  return {
    to,
    subject: 'You already have an account',
    lines: [
      'Somebody, perhaps you, tried to join with this address. It has an account already, so nothing was changed.',
      'If it was you, sign in. A forgotten password can be replaced there.',
    ],
    button: { label: 'Sign in', address: `${siteUrl}/signin` },
    remarks: ['If it was not you, there is nothing to do: nobody learned that you have an account.'],
  }
}

function recover(to: string, { address, code }: IssuedToken): Email {
  return {
    to,
    subject: 'Choose a new password',
    code,
    lines: ['Somebody, we hope you, asked for a new password for your account.'],
    button: { label: 'Choose a new password', address },
    remarks: [TEN_MINUTES, NOT_YOU],
  }
}

function signIn(to: string, { address, code }: IssuedToken): Email {
  return {
    to,
    subject: 'Your link to sign in',
    code,
    lines: ['Here is your link. No password is needed.'],
    button: { label: 'Sign in', address },
    remarks: [TEN_MINUTES, NOT_YOU],
  }
}

function confirmChange(to: string, account: Account, { address, code }: IssuedToken): Email {
  const other = account.verified ? ' The change happens once both addresses have confirmed it.' : ''
  return {
    to,
    subject: 'Confirm the change of your e-mail address',
    code,
    lines: [`The address of your account shall change from ${account.email} to ${account.newEmail}.${other}`],
    button: { label: 'Confirm the change', address },
    remarks: [ONE_DAY, NOT_YOU],
  }
}

function reauthenticate(to: string, code: string): Email {
  return {
    to,
    subject: 'Your code',
    code,
    lines: ['Enter this code to confirm that it is you who changes something in your account.'],
    remarks: [
      'The code works once, for 10 minutes. Nobody from this site will ever ask you for it.',
      'If you are not changing anything, somebody else is signed in as you: change your password.',
    ],
  }
}

function accountClosed(to: string, siteUrl: string): Email {
  return {
    to,
    subject: 'Your account is closed',
    lines: [
      'Your account was closed just now, and every device was signed out. Your name is gone from the site.',
    ],
    button: { label: 'It was not me', address: `${siteUrl}/contact?subject=technical` },
    remarks: ['If it was you, there is nothing to do. A closed account cannot be opened again.'],
  }
}
