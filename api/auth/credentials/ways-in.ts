// The ways into an account: password, address, identities, factors and recovery codes. Every statement that changes one of
// an account in use is here and takes a `Change`; writers.test.ts names the others, with reasons. Beside them: the copy of
// all ways in that a change keeps and an undo restores.
import type { Sql } from '../../database/connection.ts'
import type { Change } from './change.ts'

/** `hashed`: null takes the password away. */
export async function setPassword({ sql, userId }: Change, hashed: string | null): Promise<void> {
  await sql`update auth.users set encrypted_password = ${hashed}, updated_at = now() where id = ${userId}`
}

/**
 * Sets the address, and carries it to the e-mail identity; links sent to the old one become invalid. The address is
 * confirmed, if it was not; an anonymous account is confirmed by becomeMember.
 * @param verified whether a mail to the address was used; null: the identity says what it said before
 */
export async function setEmail(
  { sql, userId }: Change,
  email: string,
  { verified, confirms = false }: { verified: boolean | null; confirms?: boolean },
): Promise<void> {
  await sql`
    update auth.users set
      email = ${email}, email_change = '', email_change_confirm_status = 0,
      email_confirmed_at = case when ${confirms} then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
      raw_app_meta_data = case when ${verified === true}
        then coalesce(raw_app_meta_data, '{}') || '{"email_verified": true}'
        else raw_app_meta_data - 'email_verified' end,
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_strip_nulls(
        jsonb_build_object('email', ${email}::text, 'email_verified', case when ${verified === true} then true end)),
      updated_at = now()
    where id = ${userId}`
  await carryEmail(sql, userId, email, verified)
}

async function carryEmail(sql: Sql, id: string, email: string, verified: boolean | null): Promise<void> {
  await sql`
    update auth.identities set updated_at = now(), identity_data = identity_data
      || jsonb_strip_nulls(jsonb_build_object('email', ${email}::text, 'email_verified', ${verified}::boolean))
    where user_id = ${id} and provider = 'email'`
  await sql`delete from auth.one_time_tokens where user_id = ${id}`
  // Codes of links that were opened at the old address.
  await sql`delete from auth.flow_state where user_id = ${id}`
}

export type NewIdentity = { id: string; provider: string; data: Record<string, unknown> }

export async function addIdentity(
  { sql, userId }: Change,
  { id, provider, data }: NewIdentity,
): Promise<void> {
  await sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
    values (${id}, ${userId}, ${provider}, ${data as never}, now())`
  await noteProviders(sql, userId)
}

export async function removeIdentity(
  { sql, userId }: Change,
  { id, provider }: { id: string; provider: string },
): Promise<void> {
  await sql`delete from auth.identities where id = ${id} and user_id = ${userId}`
  // The password belongs to the e-mail identity.
  if (provider === 'email') await sql`update auth.users set encrypted_password = null where id = ${userId}`
  await noteProviders(sql, userId)
}

async function noteProviders(sql: Sql, userId: string): Promise<void> {
  await sql`
    update auth.users u set updated_at = now(), raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
      || jsonb_build_object('provider', now_in.names[1], 'providers', to_jsonb(now_in.names))
    from (
      select array_agg(provider order by created_at, id) as names from auth.identities where user_id = ${userId}
    ) now_in
    where u.id = ${userId}`
}

export type DraftFactor = { id: string; userId: string; name: string | null; sealedSecret: string }

/** A factor that opens nothing until `activateFactor`. */
export async function draftFactor(sql: Sql, { id, userId, name, sealedSecret }: DraftFactor): Promise<void> {
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret)
    values (${id}, ${userId}, ${name}, 'totp', ${sealedSecret})`
}

/** Deletes drafts of `userId`: the one named, or with null all that are older than `minutes`. */
export async function deleteDrafts(
  sql: Sql,
  userId: string,
  { id = null, minutes = 0 }: { id?: string | null; minutes?: number },
): Promise<void> {
  await sql`
    delete from auth.mfa_factors
    where user_id = ${userId} and status = 'unverified' and (${id}::uuid is null or id = ${id})
      and created_at <= now() - make_interval(mins => ${minutes})`
}

export async function activateFactor({ sql, userId }: Change, factorId: string): Promise<void> {
  await sql`
    update auth.mfa_factors set status = 'verified', updated_at = now()
    where id = ${factorId} and user_id = ${userId}`
}

/**
 * Removes a factor and what depends on it: raised sessions, and the recovery codes if it was the last other factor.
 * (GoTrue refuses until the codes were deleted; but deleting them lowers the session of a member who signed in with a
 * code because the authenticator is lost, and who could then never disable it.)
 */
export async function removeFactor({ sql, userId }: Change, factorId: string): Promise<void> {
  await sql`delete from auth.mfa_factors where id = ${factorId} and user_id = ${userId}`
  const [other] = await sql`
    select from auth.mfa_factors
    where user_id = ${userId} and status = 'verified' and factor_type <> 'recovery_code' limit 1`
  if (!other)
    await sql`delete from auth.mfa_factors where user_id = ${userId} and factor_type = 'recovery_code'`
  // Without a factor no session can be above aal1, regardless of which factor raised it.
  await downgradeSessions(sql, userId, other ? factorId : null)
}

/** @returns the factor that the set of codes is; null when there is one already */
export async function addRecoveryCodes(
  { sql, userId }: Change,
  { name, hashes }: { name: string; hashes: readonly string[] },
): Promise<string | null> {
  const [factor] = await sql<{ id: string }[]>`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    values (${userId}, ${name}, 'recovery_code', 'verified')
    on conflict (user_id) where factor_type = 'recovery_code' do nothing
    returning id`
  if (!factor) return null
  await fillRecoveryCodes(sql, factor.id, hashes)
  return factor.id
}

/** @returns whether the set is still there */
export async function replaceRecoveryCodes(
  { sql, userId }: Change,
  factorId: string,
  hashes: readonly string[],
): Promise<boolean> {
  const { count } = await sql`
    update auth.mfa_factors set updated_at = now() where id = ${factorId} and user_id = ${userId}`
  if (count === 0) return false
  await sql`delete from auth.mfa_recovery_codes where factor_id = ${factorId}`
  await fillRecoveryCodes(sql, factorId, hashes)
  return true
}

async function fillRecoveryCodes(sql: Sql, factorId: string, hashes: readonly string[]): Promise<void> {
  await sql`
    insert into auth.mfa_recovery_codes (factor_id, code_hash) select ${factorId}, unnest(${[...hashes]}::text[])`
}

/** @returns whether the set was still there */
export async function removeRecoveryCodes({ sql, userId }: Change, factorId: string): Promise<boolean> {
  const { count } = await sql`delete from auth.mfa_factors where id = ${factorId} and user_id = ${userId}`
  await downgradeSessions(sql, userId, factorId)
  return count > 0
}

/** Lowers the sessions raised by `factorId`, or with null all of the member's. */
async function downgradeSessions(sql: Sql, userId: string, factorId: string | null): Promise<void> {
  await sql`
    with fallen as (
      update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
      where user_id = ${userId} and aal = 'aal2' and (factor_id = ${factorId} or ${factorId === null})
      returning id
    )
    delete from auth.mfa_amr_claims
    where session_id in (select id from fallen) and authentication_method in ('totp', 'mfa/recovery_code')`
}
