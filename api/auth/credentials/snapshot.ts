// The copy of all ways into an account that a change keeps, and its restoration.
import type { Sql } from '../../database/connection.ts'

/** The ways into the account now, as JSON: passwords and codes as hashes, secrets of factors sealed. */
export async function snapshot(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql<{ taken: string }[]>`
    select jsonb_build_object(
      'email', u.email,
      'encrypted_password', u.encrypted_password,
      'email_confirmed_at', u.email_confirmed_at,
      'app', (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(u.raw_app_meta_data)
        where key in ('provider', 'providers', 'email_verified')
      ),
      'user', (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(u.raw_user_meta_data)
        where key in ('email', 'email_verified')
      ),
      'identities', (
        select coalesce(jsonb_agg(to_jsonb(i)), '[]') from auth.identities i where i.user_id = u.id
      ),
      'factors', (
        select coalesce(jsonb_agg(to_jsonb(f)), '[]') from auth.mfa_factors f
        where f.user_id = u.id and f.status = 'verified'
      ),
      'codes', (
        select coalesce(jsonb_agg(to_jsonb(c)), '[]') from auth.mfa_recovery_codes c
        join auth.mfa_factors f on f.id = c.factor_id where f.user_id = u.id
      )
    )::text as taken
    from auth.users u where u.id = ${userId}`
  if (!row) throw new Error('there is no account to copy the ways into')
  return row.taken
}

/**
 * Makes the ways into the account what they were. A recovery code that was used since stays used, and an identity that
 * another account has by now stays there.
 */
export async function restore(sql: Sql, userId: string, taken: string): Promise<void> {
  await sql`
    update auth.users u set
      email = s.ways ->> 'email',
      encrypted_password = s.ways ->> 'encrypted_password',
      email_confirmed_at = (s.ways ->> 'email_confirmed_at')::timestamptz,
      email_change = '', email_change_confirm_status = 0,
      raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') - '{provider,providers,email_verified}'::text[]
        || (s.ways -> 'app'),
      raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') - '{email,email_verified}'::text[]
        || (s.ways -> 'user'),
      updated_at = now()
    from (select ${taken}::text::jsonb as ways) s
    where u.id = ${userId}`
  await sql`
    delete from auth.identities where user_id = ${userId} and id not in (
      select id from jsonb_populate_recordset(null::auth.identities, ${taken}::text::jsonb -> 'identities'))`
  await sql`
    insert into auth.identities as i
      (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select id, provider_id, ${userId}, identity_data, provider, last_sign_in_at, created_at, updated_at
    from jsonb_populate_recordset(null::auth.identities, ${taken}::text::jsonb -> 'identities')
    on conflict (provider_id, provider) do update set identity_data = excluded.identity_data
    where i.user_id = ${userId}`
  await sql`
    delete from auth.mfa_factors where user_id = ${userId} and id not in (
      select id from jsonb_populate_recordset(null::auth.mfa_factors, ${taken}::text::jsonb -> 'factors'))`
  await sql`
    insert into auth.mfa_factors
    select f.* from jsonb_populate_recordset(null::auth.mfa_factors, ${taken}::text::jsonb -> 'factors') f
    on conflict (id) do nothing`
  await sql`
    delete from auth.mfa_recovery_codes c using auth.mfa_factors f
    where f.id = c.factor_id and f.user_id = ${userId} and (c.factor_id, c.code_hash) not in (
      select factor_id, code_hash
      from jsonb_populate_recordset(null::auth.mfa_recovery_codes, ${taken}::text::jsonb -> 'codes'))`
  await sql`
    insert into auth.mfa_recovery_codes
    select c.* from jsonb_populate_recordset(null::auth.mfa_recovery_codes, ${taken}::text::jsonb -> 'codes') c
    on conflict (factor_id, code_hash) do nothing`
}
