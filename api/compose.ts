// Composes the API: accounts, tables, channels and files over an open database, and their routes. Used by both
// entries: the site (server/start.ts) and the API alone (api/main.ts).
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { type Auth, createAuth } from './auth/auth.ts'
import { apiKeyOf } from './auth/authenticate.ts'
import { identityCleanup } from './auth/cleanup.ts'
import type { AccountRules, SessionCookie } from './auth/services.ts'
import type { Config } from './config.ts'
import type { ListeningDatabase } from './database/database.ts'
import { createProxyProbe } from './http/proxy-probe.ts'
import type { Job } from './jobs/job.ts'
import { startWorkerSoon } from './jobs/start-soon.ts'
import { createLimits, type Limits, PROOF_HEADER, type WorkLimits } from './limits/limits.ts'
import type { Logger } from './log.ts'
import { createMail, type MailRefused } from './mail/mail.ts'
import { type Outbox, outboxJobs } from './mail/outbox.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { createRealtime, type Realtime } from './realtime/realtime.ts'
import { openRedis, type Redis } from './redis.ts'
import type { GroupedCalls } from './rest/grouped-calls.ts'
import { createRest, type Rest } from './rest/rest.ts'
import type { TableSanitizers } from './rest/sanitizers.ts'
import { createStorage, type Storage } from './storage/storage.ts'

export type ApiParts = {
  limits: Limits
  auth: Auth
  rest: Rest
  storage: Storage
  realtime: Realtime
  metrics: Metrics
  /** Null: the site has none. */
  redis: Redis | null
  /** Stops after running work, and closes what was opened. */
  stop(): Promise<void>
}

/**
 * Creates the services. `config.siteUrl` must be known.
 * @param sanitizers of columns that hold HTML
 * @param groupedCalls functions whose calls by guests are executed together
 * @param siteName the site's name in e-mails
 * @param outboxes e-mails in addition to the auth service's
 * @param jobs background work in addition to that of the auth service, the files and the outboxes
 */
export async function composeApi(options: {
  config: Config & { siteUrl: string }
  db: ListeningDatabase
  log: Logger
  sanitizers: TableSanitizers
  groupedCalls: GroupedCalls
  siteName: () => string
  outboxes: readonly Outbox[]
  jobs: readonly Job[]
  accounts: AccountRules
  sessionCookie?: SessionCookie
  workLimits: WorkLimits
  mailRefused?: MailRefused
  /** Whether to install change triggers on published tables, because the schema has none. */
  watch?: boolean
}): Promise<ApiParts> {
  const {
    config,
    db,
    log,
    sanitizers,
    groupedCalls,
    siteName,
    outboxes,
    jobs,
    watch = false,
    accounts,
    sessionCookie = null,
    workLimits,
    mailRefused = async () => undefined,
  } = options
  const redis =
    config.redisUrl === null ? null : await openRedis(config.redisUrl, config.secrets.ENCRYPTION_KEY, log)
  const limits = createLimits({ config, db, redis, log, work: workLimits })
  const [auth, rest] = await Promise.all([
    createAuth({ config, db, log, limits, accounts, sessionCookie }),
    createRest({ db, settings: config.rest, log, sanitizers, groupedCalls }),
  ])
  const [storage, realtime] = await Promise.all([
    createStorage({ config, db, log, limits, authenticate: auth.authenticate }),
    createRealtime({ config, db, log, auth, limits, redis, watch }),
  ])
  const mail = createMail({ config, log, outboxes, emails: auth.emails, siteName, refused: mailRefused })
  const worker = await startWorkerSoon({
    db,
    log,
    jobs: [...jobs, ...outboxJobs(db, outboxes), ...storage.jobs, identityCleanup(db)],
    mail: mail.send,
    alone: config.databaseUrl === null,
  })
  return {
    limits,
    auth,
    rest,
    storage,
    realtime,
    metrics: await createMetrics({ config, db, redis, log, realtime, worker }),
    redis,
    stop: async () => {
      await worker.stop()
      mail.close()
      await storage.stop()
      await realtime.stop()
      redis?.close()
    },
  }
}

const API_PREFIXES = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/realtime/v1',
  '/healthz',
  '/readyz',
  '/metrics',
]

export function isApiPath(path: string): boolean {
  return API_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

type Bindings = { Bindings: { incoming: IncomingMessage } }

/** Patterns of addresses that Hono's routes do not tell apart. */
const FURTHER_PATTERNS = ['/rest/v1/rpc/:function', '/rest/v1/:table', '/rest/v1']

/** The addresses of `routes` as patterns, for metrics and the access log (observeRequests). */
export function patternsOf(routes: Pick<Hono<Bindings>, 'routes'>): string[] {
  const paths = routes.routes.map(({ path }) => path).filter((path) => !/(?:^|v1)\/\*$/.test(path))
  return [...paths, ...FURTHER_PATTERNS]
}

export function apiRoutes(options: {
  config: Config
  db: ListeningDatabase
  log: Logger
  parts: Omit<ApiParts, 'stop'>
  isReady: () => boolean
}): Hono<Bindings> {
  const { config, db, log, isReady } = options
  const { auth, limits, rest, storage, realtime, metrics } = options.parts
  const app = new Hono<Bindings>()
  const probe = createProxyProbe(config.secrets.ENCRYPTION_KEY, config.trustedProxies)
  app.get('/healthz', (context) => {
    const arrival = probe(context.env.incoming, Date.now())
    if (arrival) context.header('cache-control', 'no-store')
    return context.json({ status: 'ok', ...(arrival ? { arrival } : {}) })
  })
  app.get('/readyz', (context) => {
    const database = db.heartbeat?.isUnresponsive === false
    const ready = isReady() && database
    return context.json({ status: ready ? 'ready' : 'not ready', database }, ready ? 200 : 503)
  })
  app.get('/metrics', ({ req }) => metrics.answer(req.raw))
  if (config.requireApiKey) app.use(async ({ req }, next) => demandKey(req.raw) ?? next())
  app.route('/auth/v1', auth.app)
  app.route('/storage/v1', storage.app)
  app.all('/rest/v1/*', async (context) => {
    const request = context.req.raw
    const address = limits.clientAddress(context.env.incoming)
    const viewer = await auth.authenticate(request, address)
    if (viewer instanceof Response) return viewer
    const refused = await limits.checkApiLimit(request, viewer)
    const proof = limits.prover.read(request.headers.get(PROOF_HEADER))
    return refused ?? rest.fetch(request, viewer, (work) => limits.checkWorkLimit(work, viewer, proof))
  })
  const broadcast = (raw: Request, incoming: IncomingMessage) =>
    realtime.http(raw, limits.clientAddress(incoming))
  app.all('/realtime/v1/api/broadcast', ({ req, env }) => broadcast(req.raw, env.incoming))
  app.all('/realtime/v1/api/broadcast/*', ({ req, env }) => broadcast(req.raw, env.incoming))
  app.onError((error, context) => {
    log.error({ err: error, path: context.req.path }, 'http.request_failed')
    return context.json({ code: 'XX000', details: null, hint: null, message: 'Internal Server Error' }, 500)
  })
  return app
}

/** URLs that a browser opens directly: from a mail, from a provider, as an image. They carry no header. */
const OPENED_BY_BROWSERS =
  /^\/auth\/v1\/(?:verify|confirm|authorize|callback|health|\.well-known\/.*)$|^\/storage\/v1\/(?:object|render\/image)\/(?:public|sign)\//

/** Refuses requests without any key, if one is required. Whether a key is valid is checked elsewhere. */
function demandKey(request: Request): Response | null {
  const { pathname } = new URL(request.url)
  if (request.method === 'OPTIONS' || !isApiPath(pathname) || OPENED_BY_BROWSERS.test(pathname)) return null
  if (apiKeyOf(request)) return null
  return Response.json(
    {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    },
    { status: 401, headers: { 'www-authenticate': 'Bearer', 'access-control-allow-origin': '*' } },
  )
}
