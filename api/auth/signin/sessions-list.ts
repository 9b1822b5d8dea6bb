// GET /user/sessions, DELETE /user/sessions/{id}: lists and ends a member's sessions. An extension: GoTrue has no
// such endpoint.
import { asAuth } from '../../database/scope.ts'
import { AuthError } from '../errors.ts'
import { type Endpoint, isUuid, requireSecondStep, requireUser, type Services } from '../services.ts'
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
export function listSessions(services: Services): Endpoint {
  return async (context) => {
    const signedIn = await requireUser(services, context)
    requireSecondStep(signedIn, 'AAL2 required to see the sessions')
    const { user, session } = signedIn
    const rows = await asAuth(services.db, (sql) =>
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
}

/** 204. Another member's session is not found. */
export function endSession(services: Services): Endpoint {
  return async (context) => {
    const signedIn = await requireUser(services, context)
    requireSecondStep(signedIn, 'AAL2 required to end a session')
    const id = context.req.param('session') ?? ''
    if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'session_id must be an UUID')
    const ended = await asAuth(
      services.db,
      (sql) => sql`delete from auth.sessions where id = ${id} and user_id = ${signedIn.user.id} returning id`,
    )
    if (ended.length === 0) throw new AuthError(404, 'session_not_found', 'Session not found')
    return context.body(null, 204)
  }
}
