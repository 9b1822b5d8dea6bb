// POST /token: signs in with a password, exchanges refresh tokens, and dispatches the PKCE grant.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { queryAuth } from '../../database/scope.ts'
import { limitKey } from '../../limits/client-address.ts'
import { AuthError, type BanNotice, invalid } from '../errors.ts'
import { foldCase, optionalText, readBody } from '../read-body.ts'
import {
  type AuthContext,
  admit,
  assertWithinLimit,
  deviceOf,
  PROOF_OF_WORK_FIELD,
  proofOfWorkIn,
} from '../services.ts'
import { pkceGrant } from './pkce.ts'

const GRANTS = new Map([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
])

export function token(context: AuthContext): Promise<Response> {
  const grant = GRANTS.get(context.req.query('grant_type') ?? '')
  if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  return grant(context)
}

const CREDENTIALS = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  ...PROOF_OF_WORK_FIELD,
})

type Account = {
  id: string
  stored: string | null
  confirmed: boolean
  banned: boolean
  known: boolean
}

/** Longer than any imported hash takes (foreign-passwords.ts): how long a wrong password takes while there is one. */
const FAILURE_MS = 1_000
const ANY_FOREIGN = `
  select exists (
    select from auth.users where encrypted_password not like '$argon2id$v=19$m=19456,t=2,p=1$%'
  ) as found`

/** Accounts of an address ($1), and whether the client's address ($2) has a session of them. */
const FIND = `
  select u.id, u.encrypted_password as stored, u.email_confirmed_at is not null as confirmed,
    u.banned_until is not null and u.banned_until > now() as banned,
    exists (select from auth.sessions s where s.user_id = u.id and s.ip <<= $2::inet) as known
  from auth.users u
  where lower(u.email) = $1 and not u.is_sso_user and u.deleted_at is null`

/**
 * `password`: an unknown address, a wrong password and an account without one produce the same response after the same
 * work; the state of the account is revealed only with the right password.
 */
async function passwordGrant(context: AuthContext): Promise<Response> {
  const { db, limits, passwords, sessions } = context.var.services
  const body = await readBody(context.req.raw, CREDENTIALS)
  const { email, phone, password } = body
  if (email && phone) throw invalid('Only an email address or phone number should be provided on login.')
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!email) throw invalid('missing email or phone')
  const device = deviceOf(context)
  const address = foldCase(email)
  const from = limitKey(device.address)
  let lookup: Promise<Account[]> | null = null
  const find = () => {
    lookup ??= queryAuth<Account>(db, { text: FIND, values: [address, from] })
    return lookup
  }
  // The client address's limit comes first: a refused request queries no account.
  const known = async () => (await find())[0]?.known ?? false
  const proof = proofOfWorkIn(context, body)
  const attempt = await limits.signIn({ address: device.address, email: address, proof, known })
  await admit(context, attempt)
  const startedAt = performance.now()
  const [account] = await find()
  const right = await passwords.matches(password ?? '', account?.stored ?? null)
  if (!account || !right) {
    const [foreign] = await queryAuth<{ found: boolean }>(db, { text: ANY_FOREIGN, values: [] })
    if (foreign?.found) await sleep(FAILURE_MS - (performance.now() - startedAt))
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  }
  await attempt.succeeded()
  if (account.stored && passwords.isForeign(account.stored))
    await replaceHash(context, account, password ?? '')
  if (account.banned) {
    const ban = await banNotice(context, account.id)
    throw new AuthError(400, 'user_banned', 'User is banned', ban ? { ban } : {})
  }
  if (!account.confirmed) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  const session = await sessions.openAlone(account.id, device)
  const weak = await passwords.weakness(password ?? '')
  return context.json(weak ? { ...session, weak_password: weak } : session)
}

/** Stores a hash of our own, unless the password was changed in the meantime. */
async function replaceHash(context: AuthContext, { id, stored }: Account, password: string): Promise<void> {
  const { db, passwords } = context.var.services
  await queryAuth(db, {
    text: 'update auth.users set encrypted_password = $3 where id = $1 and encrypted_password = $2',
    values: [id, stored, await passwords.hash(password)],
  })
}

/** A ban that ends later than this counts as permanent: the community's bans last a hundred years. */
const ENDLESS_AFTER = '50 years'

/** The ban notice, shown only after the right password. */
async function banNotice(context: AuthContext, userId: string): Promise<BanNotice | null> {
  const { accounts, db } = context.var.services
  const [found, [account]] = await Promise.all([
    accounts.banReason(userId),
    queryAuth<{ until: string | null }>(db, {
      text: `select case when banned_until < now() + interval '${ENDLESS_AFTER}' then to_json(banned_until) #>> '{}' end
        as until from auth.users where id = $1`,
      values: [userId],
    }),
  ])
  if (!found && !account?.until) return null
  return { reason: found?.reason ?? null, since: found?.since ?? null, until: account?.until ?? null }
}

const REFRESH = z.object({ refresh_token: optionalText })

/** `refresh_token`: a new access token, and the next refresh token. */
async function refreshGrant(context: AuthContext): Promise<Response> {
  const { limits, sessions } = context.var.services
  assertWithinLimit(await limits.refresh(deviceOf(context).address))
  const { refresh_token: token } = await readBody(context.req.raw, REFRESH)
  if (!token) throw invalid('refresh_token required')
  return context.json(await sessions.refresh(token))
}
