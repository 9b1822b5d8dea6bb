// /admin: the operator's API. It requires the secret key; an administrator of the community is an ordinary member
// here.
import type { Context } from 'hono'
import { z } from 'zod'
import { asAuth } from '../../database/scope.ts'
import { closeAccount } from '../account/close-account.ts'
import { CredentialError, credentialsOf } from '../authenticate.ts'
import { changeAsOperator } from '../credentials/change.ts'
import { removeFactor } from '../credentials/ways-in.ts'
import { AuthError, invalid } from '../errors.ts'
import { readOptionalBody } from '../read-body.ts'
import { type AuthContext, uuidParam } from '../services.ts'
import { findUser, USER_COLUMNS, type UserRow, userBody } from '../users.ts'

const PER_PAGE = 50
const MAX_PER_PAGE = 1_000
const DELETION = z.object({ should_soft_delete: z.unknown().optional() })
const PAGE = z.coerce.number().int().min(1).max(1_000_000)

/** @throws AuthError 401 without a key or token, 403 for any but the secret key */
export async function requireService(context: AuthContext): Promise<void> {
  const { gate, limits } = context.var.services
  const authorization = context.req.header('authorization')
  if (!authorization && !context.req.header('apikey')) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a Bearer token')
  }
  const address = limits.clientAddress(context.env.incoming)
  const viewer = await gate.identify(credentialsOf(context.req.raw), address).catch((error: unknown) => {
    if (!(error instanceof CredentialError)) throw error
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify it')
  })
  if (viewer.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
}

/** GET /admin/users: 200 with a page of accounts, newest first. */
export async function listUsers(context: AuthContext): Promise<Response> {
  const page = numberOf(context, 'page', 1)
  const perPage = Math.min(numberOf(context, 'per_page', PER_PAGE), MAX_PER_PAGE)
  const { rows, total } = await asAuth(context.var.services.db, async (sql) => {
    const [count] = await sql<{ total: number }[]>`
      select count(*)::int as total from auth.users where deleted_at is null`
    const found = await sql.unsafe<UserRow[]>(
      `select ${USER_COLUMNS} from auth.users u where u.deleted_at is null
       order by u.created_at desc, u.id limit $1 offset $2`,
      [perPage, (page - 1) * perPage],
      { prepare: true },
    )
    return { rows: found, total: count?.total ?? 0 }
  })
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  const headers = { 'X-Total-Count': String(total), Link: links.join(', ') }
  return context.json({ users: rows.map(userBody), aud: 'authenticated' }, 200, headers)
}

/** GET /admin/users/{id}. */
export async function getUser(context: AuthContext): Promise<Response> {
  return context.json(userBody(await requireAccount(context)))
}

/**
 * DELETE /admin/users/{id}: deletes the account, or closes it with `should_soft_delete`; its name is removed either
 * way.
 */
export async function deleteUser(context: AuthContext): Promise<Response> {
  const { id } = await requireAccount(context)
  const soft = (await readOptionalBody(context.req.raw, DELETION))?.should_soft_delete === true
  await asAuth(context.var.services.db, async (sql) => {
    if (soft) await closeAccount(sql, id, [])
    else await sql`delete from auth.users where id = ${id}`
  })
  return context.json({})
}

/** GET /admin/users/{id}/factors: 200 with a list. */
export async function listFactors(context: AuthContext): Promise<Response> {
  return context.json((await requireAccount(context)).factors ?? [])
}

/** DELETE /admin/users/{id}/factors/{factor}: removes a lost factor, and the recovery codes with it. */
export async function deleteFactor(context: AuthContext): Promise<Response> {
  const user = await requireAccount(context)
  const factor = user.factors?.find(({ id }) => id === context.req.param('factor')?.toLowerCase())
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  await asAuth(context.var.services.db, (sql) =>
    changeAsOperator(sql, user.id, (change) => removeFactor(change, factor.id)),
  )
  return context.json(factor)
}

/** Finds the account that the path names. @throws AuthError 404 */
export async function requireAccount(context: AuthContext): Promise<UserRow> {
  const id = uuidParam(context, 'user')
  const user = await asAuth(context.var.services.db, (sql) => findUser(sql, id))
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

function numberOf(context: Context, name: string, otherwise: number): number {
  const given = context.req.query(name)
  if (!given) return otherwise
  const parsed = PAGE.safeParse(given)
  if (!parsed.success) throw invalid(`Bad Pagination Parameters: ${name}`)
  return parsed.data
}
