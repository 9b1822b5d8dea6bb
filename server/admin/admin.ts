// /site/v1: administrative endpoints about this node, which no table covers. The API's roles decide who is an
// administrator.
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import type { Authenticate } from '../../api/auth/authenticate.ts'
import { readWalState } from '../../api/backup/wal-state.ts'
import type { Database } from '../../api/database/database.ts'
import { asService, asViewer } from '../../api/database/scope.ts'
import { hasTimedOut, isUnavailable, sessionRefusal } from '../../api/database/session-refusal.ts'
import { topStatements } from '../../api/database/statements.ts'
import type { Limits } from '../../api/limits/limits.ts'
import type { Logger } from '../../api/log.ts'
import type { Redis } from '../../api/redis.ts'
import type { MeasuredStorage } from '../../api/storage/storage.ts'
import { countPushes, countRefusals, lastBackup, measureHealth } from './health.ts'
import type { Passes } from './passes.ts'

type Bindings = { Bindings: { incoming: IncomingMessage } }

/**
 * GET health: state of the parts. GET statements: what the database spends its time on. POST pass: the cookie that
 * shows pages during maintenance.
 */
export function createAdmin(options: {
  db: Database
  log: Logger
  limits: Limits
  authenticate: Authenticate
  storage: MeasuredStorage
  redis: Redis | null
  passes: Passes
  isLogArchived: boolean
}): Hono<Bindings> {
  const { db, log, limits, authenticate, storage, redis, passes, isLogArchived } = options
  const refuse = async (context: Context<Bindings>): Promise<Response | null> => {
    const request = context.req.raw
    const viewer = await authenticate(request, limits.clientAddress(context.env.incoming))
    if (viewer instanceof Response) return viewer
    const limited = await limits.checkApiLimit(request, viewer)
    if (limited) return limited
    if (viewer.userId === null) return refusal(401, 'Sign in first.')
    const scope = { readOnly: true, method: request.method, path: context.req.path }
    const question = { text: 'select public.is_admin() as yes', values: [] }
    const [answer] = await asViewer<{ yes: boolean }>(db, viewer, scope, question)
    return answer?.yes ? null : refusal(403, 'Unauthorized: Admin access required')
  }
  const app = new Hono<Bindings>()
  app.get('/health', async (context) => {
    const refused = await refuse(context)
    if (refused) return refused
    const health = await measureHealth(
      () => db.pool`select 1`,
      storage,
      () => asService(db, lastBackup),
      async () => (isLogArchived ? asService(db, readWalState) : null),
      redis,
      () => asService(db, countRefusals),
      () => asService(db, countPushes),
    )
    return context.json(health, 200, { 'cache-control': 'no-store' })
  })
  app.get('/statements', async (context) => {
    const refused = await refuse(context)
    if (refused) return refused
    return context.json(await topStatements(db), 200, { 'cache-control': 'no-store' })
  })
  app.post('/pass', async (context) => {
    const refused = await refuse(context)
    if (refused) return refused
    return context.body(null, 204, { 'set-cookie': passes.issue(Date.now()), 'cache-control': 'no-store' })
  })
  app.notFound(() => refusal(404, 'There is no such endpoint here'))
  app.onError((error) => {
    // A refused session is a client error; any other error means that the database does not answer.
    const session = sessionRefusal(error)
    if (session) return refusal(session.status, session.status === 401 ? 'Sign in first.' : session.code)
    if (isUnavailable(error) || hasTimedOut(error)) log.warn({ err: error }, 'db.unreachable')
    else log.error({ err: error }, 'admin.request_failed')
    return refusal(503, 'The database does not answer.')
  })
  return app
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { 'cache-control': 'no-store' } })
}
