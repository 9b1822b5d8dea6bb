// /site/v1: administrative endpoints about this node, which no table covers. The API's roles decide who is an
// administrator.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { z } from 'zod'
import {
  CredentialError,
  credentialsOf,
  type Identify,
  refusalOfCredential,
} from '../../api/auth/authenticate.ts'
import { readWalState } from '../../api/backup/wal-state.ts'
import type { Database } from '../../api/database/database.ts'
import { asService, asViewer } from '../../api/database/scope.ts'
import { hasTimedOut, isUnavailable, sessionRefusal } from '../../api/database/session-refusal.ts'
import { topStatements } from '../../api/database/statements.ts'
import { BodyError, readJson } from '../../api/http/bounded-body.ts'
import type { RouteCost } from '../../api/http/route-cost.ts'
import { createRoutes, type Routes } from '../../api/http/routes.ts'
import type { Limits } from '../../api/limits/limits.ts'
import { RULES } from '../../api/limits/rules.ts'
import type { Logger } from '../../api/log.ts'
import type { Redis } from '../../api/redis.ts'
import type { MeasuredStorage } from '../../api/storage/storage.ts'
import { tryRule } from '../shield/trial.ts'
import { countPushes, countRefusals, lastBackup, measureHealth } from './health.ts'
import type { Passes } from './passes.ts'

type Bindings = { Bindings: { incoming: IncomingMessage } }

/** Of a rule. */
const MOST_BYTES = 4_096
const TRIED = z.object({ kind: z.enum(['phrase', 'host', 'contact']), pattern: z.string().min(3).max(100) })

const ADMIN: RouteCost = { limit: [RULES.guest, RULES.member], share: ['callers', 'service'], body: 'none' }

/**
 * GET health: state of the parts. GET statements: what the database spends its time on. POST pass: the cookie that
 * shows pages during maintenance. POST shield-trial: what a rule of the shield would have spoken of.
 */
export function adminRoutes(options: {
  db: Database
  log: Logger
  limits: Limits
  identify: Identify
  storage: MeasuredStorage
  redis: Redis | null
  passes: Passes
  isLogArchived: boolean
}): Routes<Bindings> {
  const { db, log, limits, identify, storage, redis, passes, isLogArchived } = options
  const refuse = async (context: Context<Bindings>): Promise<Response | null> => {
    const request = context.req.raw
    const viewer = await identify(credentialsOf(request), limits.clientAddress(context.env.incoming))
    const limited = await limits.checkApiLimit(request, viewer)
    if (limited) return limited
    if (viewer.userId === null) return refusal(401, 'Sign in first.')
    const scope = { readOnly: true, method: request.method, path: context.req.path }
    const question = { text: 'select public.is_admin() as yes', values: [] }
    const [answer] = await asViewer<{ yes: boolean }>(db, viewer, scope, question)
    return answer?.yes ? null : refusal(403, 'Unauthorized: Admin access required')
  }
  const routes = createRoutes<Bindings>(log)
  routes.get('/health', ADMIN, async (context) => {
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
  routes.get('/statements', ADMIN, async (context) => {
    const refused = await refuse(context)
    if (refused) return refused
    return context.json(await topStatements(db), 200, { 'cache-control': 'no-store' })
  })
  routes.post('/pass', ADMIN, async (context) => {
    const refused = await refuse(context)
    if (refused) return refused
    return context.body(null, 204, { 'set-cookie': passes.issue(Date.now()), 'cache-control': 'no-store' })
  })
  routes.post('/shield-trial', { ...ADMIN, body: MOST_BYTES }, async (context) => {
    const refused = await refuse(context)
    if (refused) return refused
    const rule = TRIED.safeParse(await readJson(context.req.raw))
    if (!rule.success) return refusal(400, 'The body is no rule.')
    return context.json(await tryRule(db, rule.data), 200, { 'cache-control': 'no-store' })
  })
  routes.otherwise('*', () => refusal(404, 'There is no such endpoint here'))
  routes.app.onError((error) => {
    if (error instanceof BodyError) return refusal(400, 'The body is no rule.')
    if (error instanceof CredentialError) return refusalOfCredential(error)
    // A refused session is a client error; any other error means that the database does not answer.
    const session = sessionRefusal(error)
    if (session) return refusal(session.status, session.status === 401 ? 'Sign in first.' : session.code)
    if (isUnavailable(error) || hasTimedOut(error)) log.warn({ err: error }, 'db.unreachable')
    else log.error({ err: error }, 'admin.request_failed')
    return refusal(503, 'The database does not answer.')
  })
  return routes
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { 'cache-control': 'no-store' } })
}
