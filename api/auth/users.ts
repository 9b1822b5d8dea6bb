// Reads accounts, and renders them as GoTrue's user object.
import type { Sql } from '../database/connection.ts'

export type Factor = {
  id: string
  friendly_name: string | null
  factor_type: 'totp' | 'recovery_code'
  status: 'verified' | 'unverified'
  created_at: string
  updated_at: string
}

/** As selected by USER_COLUMNS; dates are RFC 3339 text. */
export type UserRow = {
  id: string
  aud: string
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  email_confirmed_at: string | null
  phone_confirmed_at: string | null
  confirmation_sent_at: string | null
  invited_at: string | null
  recovery_sent_at: string | null
  email_change_sent_at: string | null
  /** A new address that is not confirmed yet. */
  new_email: string | null
  confirmed_at: string | null
  last_sign_in_at: string | null
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  identities: Record<string, unknown>[]
  /** Null when there is none. */
  factors: Factor[] | null
  created_at: string
  updated_at: string
  is_anonymous: boolean
  banned: boolean
  banned_until: string | null
}

/** SQL that formats a time like GoTrue. */
export const instant = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const instants = (...names: string[]) => names.map((name) => `${instant(`u.${name}`)} as ${name}`).join(', ')

export const USER_COLUMNS = `u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.is_anonymous,
  ${instants('email_confirmed_at', 'phone_confirmed_at', 'confirmation_sent_at', 'invited_at', 'confirmed_at')},
  ${instants('last_sign_in_at', 'created_at', 'updated_at', 'banned_until', 'recovery_sent_at', 'email_change_sent_at')},
  nullif(u.email_change, '') as new_email,
  coalesce(u.raw_app_meta_data, '{}') as app_metadata, coalesce(u.raw_user_meta_data, '{}') as user_metadata,
  u.banned_until is not null and u.banned_until > now() as banned,
  coalesce((
    select json_agg(json_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
      'provider', i.provider, 'last_sign_in_at', ${instant('i.last_sign_in_at')},
      'created_at', ${instant('i.created_at')}, 'updated_at', ${instant('i.updated_at')}, 'email', i.email
    ) order by i.created_at, i.id)
    from auth.identities i where i.user_id = u.id
  ), '[]') as identities,
  (
    select json_agg(json_strip_nulls(json_build_object(
      'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
      'created_at', ${instant('f.created_at')}, 'updated_at', ${instant('f.updated_at')}
    )) order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id
  ) as factors`

/** @returns the account, or undefined when it is deleted */
export async function findUser(sql: Sql, id: string): Promise<UserRow | undefined> {
  const [row] = await sql.unsafe<UserRow[]>(
    `select ${USER_COLUMNS} from auth.users u where u.id = $1 and u.deleted_at is null`,
    [id],
    { prepare: true },
  )
  return row
}

const SHOWN = [
  ...[
    'id',
    'aud',
    'role',
    'email',
    'email_confirmed_at',
    'phone',
    'phone_confirmed_at',
    'confirmation_sent_at',
  ],
  ...[
    'invited_at',
    'recovery_sent_at',
    'email_change_sent_at',
    'new_email',
    'confirmed_at',
    'last_sign_in_at',
  ],
  ...['app_metadata', 'user_metadata', 'identities', 'factors', 'created_at', 'updated_at', 'is_anonymous'],
  'banned_until',
] as (keyof UserRow)[]

/** GoTrue's user object: unset fields are omitted, except e-mail and phone, which are ''. */
export function userBody(row: UserRow): Record<string, unknown> {
  const shown = { ...row, email: row.email ?? '', phone: row.phone ?? '' }
  return Object.fromEntries(SHOWN.filter((name) => shown[name] !== null).map((name) => [name, shown[name]]))
}

export function hasSecondFactor({ factors }: UserRow): boolean {
  return factors?.some(({ status }) => status === 'verified') ?? false
}

/** Whether a factor is the set of recovery codes, which supplements another factor. */
export function isRecoveryCodes({ factor_type: type }: Factor): boolean {
  return type === 'recovery_code'
}
