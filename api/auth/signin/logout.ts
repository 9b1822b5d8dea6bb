// POST /logout: ends sessions. Their access tokens become invalid at once, before their expiry.
import { asAuth } from '../../database/scope.ts'
import { AuthError } from '../errors.ts'
import { type Endpoint, requireUser, type Services } from '../services.ts'

/** ?scope= global (all, the default), local (this one) or others (all but this one). */
export function logout(services: Services): Endpoint {
  return async (context) => {
    const { user, session } = await requireUser(services, context)
    const scope = context.req.query('scope') || 'global'
    const id = session?.id ?? null
    await asAuth(services.db, async (sql) => {
      if (scope === 'global') await sql`delete from auth.sessions where user_id = ${user.id}`
      else if (scope === 'local') await sql`delete from auth.sessions where id = ${id}`
      else if (scope === 'others') {
        await sql`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${id}`
      } else {
        throw new AuthError(400, 'validation_failed', `Unsupported logout scope ${JSON.stringify(scope)}`)
      }
    })
    return context.body(null, 204)
  }
}
