// Anonymous accounts (ANONYMOUS_SIGN_IN): a session without credentials. Such an account has no address, password or
// identity, and becomes an ordinary one when it sets an address.
import { randomUUID } from 'node:crypto'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import type { ProofOfWork } from '../../limits/proof-of-work.ts'
import { AuthError } from '../errors.ts'
import { checkMetadata } from '../read-body.ts'
import { type AuthContext, admit, assertSignupOpen, deviceOf } from '../services.ts'
import type { UserRow } from '../users.ts'
import { rethrow } from './new-account.ts'

/** Creates an anonymous account and its session. @throws AuthError 422 where they are disabled */
export async function signUpAnonymously(
  context: AuthContext,
  data: Record<string, unknown>,
  proof: ProofOfWork,
): Promise<Response> {
  const { db, limits, sessions, anonymousSignIn } = context.var.services
  if (!anonymousSignIn) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  assertSignupOpen(context)
  checkMetadata(data)
  const device = deviceOf(context)
  await admit(context, await limits.signUp(device.address, proof))
  const id = randomUUID()
  const session = await asAuth(db, async (sql) => {
    await sql`
      insert into auth.users (id, aud, role, is_anonymous, raw_app_meta_data, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', true, '{}', ${data as never})`
    return sessions.open(sql, id, device, 'anonymous')
  }).catch(rethrow(context))
  return context.json(session)
}

/** Adds the identity and role of an ordinary account; the caller has written the address. */
export async function becomeMember(
  sql: Sql,
  id: string,
  { email, confirmed, verified }: { email: string; confirmed: boolean; verified: boolean },
): Promise<void> {
  const identity = { sub: id, email, email_verified: verified, phone_verified: false }
  await sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
    values (${id}, ${id}, 'email', ${identity as never}, now())
    on conflict (provider_id, provider) do update set identity_data = excluded.identity_data, updated_at = now()`
  await sql`
    update auth.users set
      is_anonymous = false,
      email_confirmed_at = case when ${confirmed} then now() end,
      raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"provider": "email", "providers": ["email"]}',
      raw_user_meta_data = raw_user_meta_data || ${{ ...identity, email_verified: confirmed } as never}::jsonb
    where id = ${id}`
}

/** @throws AuthError 403 for an anonymous account, which cannot prove who requests the change */
export function assertNotAnonymous(user: UserRow): void {
  if (!user.is_anonymous) return
  throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
}

/** Validates PUT /user for an anonymous account. @throws AuthError 422 for a password without an address */
export function checkBecoming(
  user: UserRow,
  { email, password }: { email: string | null; password: string | null },
): void {
  if (!user.is_anonymous || password === null || email !== null) return
  const message = 'Updating password of an anonymous user without an email or phone is not allowed'
  throw new AuthError(422, 'validation_failed', message)
}
