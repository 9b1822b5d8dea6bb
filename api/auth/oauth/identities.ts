// Finds the account of an external identity, and links and unlinks identities.
//
// Protection against account takeover: an address verified by a provider signs in to an existing account only if that
// account has verified the address too. Otherwise an attacker who signed up first with somebody else's address, and
// knows the password, would share the account with its owner.
import { randomUUID } from 'node:crypto'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { changeWaysIn } from '../credentials/change.ts'
import { provenByProvider, type RecentProof } from '../credentials/proof.ts'
import { requireRecentProof } from '../credentials/recent-proof.ts'
import { addIdentity, removeIdentity } from '../credentials/ways-in.ts'
import { AuthError } from '../errors.ts'
import { normalEmail } from '../read-body.ts'
import {
  type AuthContext,
  assertSignupOpen,
  requireManualLinking,
  requireSecondStep,
  requireUser,
  uuidParam,
} from '../services.ts'
import type { ExternalUser } from './providers.ts'

type Account = { id: string; confirmed: boolean; verified: boolean; banned: boolean; deleted: boolean }

/** The account to sign in to, created if there is none. @throws AuthError when it may not be entered */
export async function accountOf(sql: Sql, context: AuthContext, identity: ExternalUser): Promise<string> {
  const known = await knownAccount(sql, identity)
  if (known) {
    await sql`
      update auth.identities set identity_data = ${identity.data as never}, last_sign_in_at = now(), updated_at = now()
      where provider = ${identity.provider} and provider_id = ${identity.id}`
    return known
  }
  if (!identity.email || !identity.emailVerified) {
    const message = `Your e-mail address is not verified with ${identity.provider}: verify it there first`
    throw new AuthError(422, 'provider_email_needs_verification', message)
  }
  const email = normalEmail(identity.email)
  const [holder] = await sql<Account[]>`
    select id, email_confirmed_at is not null as confirmed, deleted_at is not null as deleted,
      coalesce(raw_app_meta_data ->> 'email_verified', '') = 'true' as verified,
      banned_until is not null and banned_until > now() as banned
    from auth.users where lower(email) = ${email} and not is_sso_user
    for update`
  if (!holder) {
    assertSignupOpen(context)
    return newAccount(sql, identity, email)
  }
  refuseClosed(holder)
  if (holder.verified) {
    await link(sql, provenByProvider(holder.id, null), identity)
    return holder.id
  }
  if (!holder.confirmed) {
    assertSignupOpen(context)
    // Nobody ever signed in: the earlier sign-up proved nothing, and this one has.
    await sql`delete from auth.users where id = ${holder.id}`
    return newAccount(sql, identity, email)
  }
  const message = `An account has this address already. Sign in to it with its password, and connect ${identity.provider} there`
  throw new AuthError(422, 'email_exists', message)
}

/**
 * Links the identity to the account that the session `sessionId` of `userId` asked for, with a recent proof.
 * @returns the account's id
 * @throws AuthError 403 when the session has ended since: somebody has signed it out
 */
export async function linkTo(
  sql: Sql,
  { userId, sessionId }: { userId: string; sessionId: string },
  identity: ExternalUser,
): Promise<string> {
  const [target] = await sql<Account[]>`
    select id, deleted_at is not null as deleted, banned_until is not null and banned_until > now() as banned
    from auth.users where id = ${userId} for update`
  if (!target) throw new AuthError(403, 'user_not_found', 'The account to link to is gone')
  refuseClosed(target)
  const [taken] = await sql<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${identity.provider} and provider_id = ${identity.id}`
  if (taken) {
    const message =
      taken.user_id === userId ? 'Identity is already linked' : 'Identity is already linked to another user'
    throw new AuthError(422, 'identity_already_exists', message)
  }
  await link(sql, provenByProvider(userId, sessionId), identity)
  return userId
}

function link(sql: Sql, proof: RecentProof, identity: ExternalUser): Promise<void> {
  const changing = { kind: 'identity linked', detail: identity.provider } as const
  return changeWaysIn(sql, proof, changing, (change) => addIdentity(change, identity))
}

/** DELETE /user/identities/{id}: 200 with {}. The last identity cannot be removed. */
export async function unlinkIdentity(context: AuthContext): Promise<Response> {
  requireManualLinking(context)
  const signedIn = await requireUser(context)
  requireSecondStep(signedIn, 'AAL2 required to unlink an identity')
  const { user } = signedIn
  const id = uuidParam(context, 'identity')
  const proof = await requireRecentProof(context, signedIn)
  await asAuth(context.var.services.db, async (sql) => {
    await sql`select from auth.users where id = ${user.id} for update`
    const identities = await sql<{ id: string; provider: string }[]>`
      select id, provider from auth.identities where user_id = ${user.id}`
    const found = identities.find((one) => one.id === id.toLowerCase())
    if (!found) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
    if (identities.length < 2) {
      const message = 'User must have at least 1 identity after unlinking'
      throw new AuthError(422, 'single_identity_not_deletable', message)
    }
    const changing = { kind: 'identity unlinked', detail: found.provider } as const
    await changeWaysIn(sql, proof, changing, (change) => removeIdentity(change, found))
  })
  return context.json({})
}

async function knownAccount(sql: Sql, identity: ExternalUser): Promise<string | null> {
  const [known] = await sql<Account[]>`
    select u.id, u.deleted_at is not null as deleted, u.banned_until is not null and u.banned_until > now() as banned
    from auth.identities i join auth.users u on u.id = i.user_id
    where i.provider = ${identity.provider} and i.provider_id = ${identity.id}`
  if (!known) return null
  refuseClosed(known)
  return known.id
}

function refuseClosed({ banned, deleted }: Pick<Account, 'banned' | 'deleted'>): void {
  if (banned || deleted) throw new AuthError(403, 'user_banned', 'User is banned')
}

async function newAccount(sql: Sql, identity: ExternalUser, email: string): Promise<string> {
  const id = randomUUID()
  const { provider } = identity
  const app = { provider, providers: [provider], email_verified: true }
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', ${email}, now(), ${app as never}, ${identity.data as never})`
  await insertIdentity(sql, id, identity)
  return id
}

async function insertIdentity(sql: Sql, userId: string, identity: ExternalUser): Promise<void> {
  await sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
    values (${identity.id}, ${userId}, ${identity.provider}, ${identity.data as never}, now())`
}
