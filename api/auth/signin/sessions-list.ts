// Ends and lists a member's sessions. POST /logout is GoTrue's; GET /user/sessions and DELETE /user/sessions/{id} are an
// extension.
import { asAuth } from '../../database/scope.ts'
import { AuthError, invalid } from '../errors.ts'
import { type AuthContext, requireSecondStep, requireUser, uuidParam } from '../services.ts'
import { IDLE_DAYS } from '../sessions.ts'
import { instant } from '../users.ts'

type Row = {
  id: string
  created_at: string
  last_used_at: string
  user_agent: string | null
  ip: string | null
  aal: string
}

/** 200 with the live sessions, last used first; `current` is the caller's. */
export async function listSessions(context: AuthContext): Promise<Response> {
  const signedIn = await requireUser(context)
  requireSecondStep(signedIn, 'AAL2 required to see the sessions')
  const { user, session } = signedIn
  const rows = await asAuth(context.var.services.db, (sql) =>
    sql.unsafe<Row[]>(
      `select id, ${instant('created_at')} as created_at,
         ${instant('coalesce(refreshed_at, created_at)')} as last_used_at, user_agent, host(ip) as ip, aal
       from auth.sessions
       where user_id = $1 and (not_after is null or not_after > now())
         and coalesce(refreshed_at, created_at) > now() - make_interval(days => ${IDLE_DAYS})
       order by coalesce(refreshed_at, created_at) desc, id`,
      [user.id],
      { prepare: true },
    ),
  )
  return context.json({ sessions: rows.map((row) => ({ ...row, current: row.id === session?.id })) })
}

/** 204. Another member's session is not found. */
export async function endSession(context: AuthContext): Promise<Response> {
  const signedIn = await requireUser(context)
  requireSecondStep(signedIn, 'AAL2 required to end a session')
  const id = uuidParam(context, 'session')
  const ended = await asAuth(
    context.var.services.db,
    (sql) => sql`delete from auth.sessions where id = ${id} and user_id = ${signedIn.user.id} returning id`,
  )
  if (ended.length === 0) throw new AuthError(404, 'session_not_found', 'Session not found')
  return context.body(null, 204)
}

/** POST /logout?scope= global (all, the default), local (this one) or others (all but this one). Their access tokens
 * become invalid at once, before their expiry. */
export async function logout(context: AuthContext): Promise<Response> {
  const { user, session } = await requireUser(context)
  const scope = context.req.query('scope') || 'global'
  const id = session?.id ?? null
  await asAuth(context.var.services.db, async (sql) => {
    if (scope === 'global') await sql`delete from auth.sessions where user_id = ${user.id}`
    else if (scope === 'local') await sql`delete from auth.sessions where id = ${id}`
    else if (scope === 'others') {
      await sql`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${id}`
    } else {
      throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`)
    }
  })
  return context.body(null, 204)
}
