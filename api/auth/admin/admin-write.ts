// POST /admin/users, PUT /admin/users/{id}: accounts created and changed by the operator, without any proof of the
// address.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { isUuid } from '../authenticate.ts'
import { changeAsOperator } from '../credentials/change.ts'
import { setEmail, setPassword } from '../credentials/ways-in.ts'
import { AuthError, emailExists, invalid, isDatabaseError } from '../errors.ts'
import { checkMetadata, metadata, normalEmail, optionalText, readBody, withoutNull } from '../read-body.ts'
import type { AuthContext } from '../services.ts'
import { findUser, type UserRow, userBody } from '../users.ts'
import { requireAccount } from './admin.ts'

const ACCOUNT = z.object({
  id: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: optionalText,
})

export async function adminCreateUser(context: AuthContext): Promise<Response> {
  const { db, passwords } = context.var.services
  const input = await readBody(context.req.raw, ACCOUNT)
  if (input.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (!input.email) throw invalid('Cannot create a user without either an email or phone')
  const email = normalEmail(input.email)
  const id = input.id ?? randomUUID()
  if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  checkAllMetadata(input)
  if (input.password) await passwords.check(input.password, [email])
  const hashed = input.password ? await passwords.hash(input.password) : null
  const banned = bannedUntil(input.ban_duration)
  const identity = { sub: id, email, email_verified: false, phone_verified: false }
  const app = { provider: 'email', providers: ['email'], ...withoutNull(input.app_metadata) }
  // As upstream: the field is present only when confirmed.
  const confirms = input.email_confirm === true ? { email_verified: true } : {}
  const shown = { ...withoutNull(input.user_metadata), ...confirms }
  const made = await asAuth(db, async (sql) => {
    await sql`
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, banned_until,
        raw_app_meta_data, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', ${email}, ${hashed},
        case when ${input.email_confirm === true} then now() end, ${banned}, ${app as never}, ${shown as never})`
    await sql`
      insert into auth.identities (provider_id, user_id, provider, identity_data)
      values (${id}, ${id}, 'email', ${identity as never})`
    return (await findUser(sql, id)) as UserRow
  }).catch(explain)
  return context.json(userBody(made))
}

/** 200 with the updated account. A new password or a ban ends all its sessions. */
export async function adminUpdateUser(context: AuthContext): Promise<Response> {
  const { db, passwords } = context.var.services
  const user = await requireAccount(context)
  const change = await readBody(context.req.raw, ACCOUNT)
  if (change.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  const email = change.email ? normalEmail(change.email) : null
  checkAllMetadata(change)
  if (change.password) await passwords.check(change.password, [email ?? user.email ?? ''])
  const hashed = change.password ? await passwords.hash(change.password) : null
  const banned = bannedUntil(change.ban_duration)
  const app = withoutNull({ ...user.app_metadata, ...change.app_metadata })
  // The operator's change of an address is not its owner's confirmation, which was for the old one.
  if (email !== null && email !== user.email) delete app.email_verified
  const confirms = change.email_confirm === true ? { email_verified: true } : {}
  const shown = withoutNull({ ...user.user_metadata, ...change.user_metadata, ...confirms })
  const changed = await asAuth(db, async (sql) => {
    if (email !== null || hashed !== null || banned !== null)
      await changeAsOperator(sql, user.id, async (granted) => {
        if (email !== null) await setEmail(granted, email, { verified: null })
        if (hashed !== null) await setPassword(granted, hashed)
      })
    await sql`
      update auth.users set
        email_confirmed_at = case when ${change.email_confirm === true} then coalesce(email_confirmed_at, now())
          else email_confirmed_at end,
        banned_until = case when ${change.ban_duration === null} then banned_until else ${banned}::timestamptz end,
        raw_app_meta_data = ${app as never}, raw_user_meta_data = ${shown as never}, updated_at = now()
      where id = ${user.id}`
    if (hashed || banned) await sql`delete from auth.sessions where user_id = ${user.id}`
    return (await findUser(sql, user.id)) as UserRow
  }).catch(explain)
  return context.json(userBody(changed))
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** The end of a ban, given as a Go duration ('24h', '1h30m'); null for 'none' or an invalid one. */
function bannedUntil(duration: string | null): Date | null {
  if (duration === null || duration === 'none') return null
  const parts = [...duration.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0)
  const isWhole = parts.map(([part]) => part).join('') === duration
  const until = new Date(Date.now() + ms)
  // JavaScript's dates end before PostgreSQL's do.
  if (!isWhole || ms <= 0 || Number.isNaN(until.getTime()) || until.getUTCFullYear() > 9_999) {
    throw invalid(`invalid format for ban duration: ${JSON.stringify(duration)}`)
  }
  return until
}

function checkAllMetadata(input: z.output<typeof ACCOUNT>): void {
  checkMetadata(input.user_metadata ?? {})
  checkMetadata(input.app_metadata ?? {})
}

function explain(error: unknown): never {
  if (!isDatabaseError(error)) throw error
  if (error.constraint_name === 'users_email_partial_key') throw emailExists()
  if (error.constraint_name === 'users_pkey') {
    throw new AuthError(422, 'user_already_exists', 'A user with this ID already exists')
  }
  if (/^PT4\d\d$/.test(error.code)) throw new AuthError(422, 'validation_failed', error.message)
  throw error
}
