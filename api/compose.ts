// Composes the API: accounts, tables, channels and files over an open database, and their routes. Used by both
// entries: the site (server/start.ts) and the API alone (api/main.ts).

import type { IncomingMessage } from 'node:http'
import { type Auth, createAuth } from './auth/auth.ts'
import { apiKeyOf, CredentialError, credentialsOf, refusalOfCredential } from './auth/authenticate.ts'
import { identityCleanup } from './auth/cleanup.ts'
import type { AccountRules, SessionCookie } from './auth/services.ts'
import type { Config } from './config.ts'
import type { ListeningDatabase } from './database/database.ts'
import { isUnavailable } from './database/session-refusal.ts'
import { compressAnswer } from './http/compress-answer.ts'
import { createProxyProbe } from './http/proxy-probe.ts'
import type { RouteCost } from './http/route-cost.ts'
import { createRoutes, type Routes } from './http/routes.ts'
import { OWN_LOOK, type PageLook } from './http/small-page.ts'
import type { Job } from './jobs/job.ts'
import { startWorkerSoon } from './jobs/start-soon.ts'
import { createLimits, type Limits, PROOF_HEADER, type WorkLimits } from './limits/limits.ts'
import { RULES } from './limits/rules.ts'
import type { Logger } from './log.ts'
import { createMail, type MailRefused } from './mail/mail.ts'
import { type Outbox, outboxJobs } from './mail/outbox.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { BROADCAST_BYTES, MESSAGE_BYTES } from './realtime/http-broadcast.ts'
import { createRealtime, type Realtime } from './realtime/realtime.ts'
import { openRedis, type Redis } from './redis.ts'
import type { GroupedCalls } from './rest/grouped-calls.ts'
import { MAX_BODY_BYTES as REST_BODY_BYTES } from './rest/receive.ts'
import { createRest, type Rest } from './rest/rest.ts'
import type { TableSanitizers } from './rest/sanitizers.ts'
import type { ShownTexts } from './rest/shown.ts'
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
 * @param shown texts that others read, and who judges them
 * @param groupedCalls functions whose calls by guests are executed together
 * @param siteName the site's name in e-mails
 * @param outboxes e-mails in addition to the auth service's
 * @param jobs background work in addition to that of the auth service, the files and the outboxes
 * @param jobPace factor of the pauses of frequent jobs
 */
export async function composeApi(options: {
  config: Config & { siteUrl: string }
  db: ListeningDatabase
  log: Logger
  sanitizers: TableSanitizers
  shown?: ShownTexts
  groupedCalls: GroupedCalls
  siteName: () => string
  outboxes: readonly Outbox[]
  jobs: readonly Job[]
  jobPace?: number
  accounts: AccountRules
  sessionCookie?: SessionCookie
  /** The API's own without it. */
  pageLook?: PageLook
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
    shown,
    groupedCalls,
    siteName,
    outboxes,
    jobs,
    jobPace,
    watch = false,
    accounts,
    sessionCookie = null,
    pageLook = OWN_LOOK,
    workLimits,
    mailRefused = async () => undefined,
  } = options
  const redis =
    config.redisUrl === null ? null : await openRedis(config.redisUrl, config.secrets.ENCRYPTION_KEY, log)
  const limits = createLimits({ config, db, redis, log, work: workLimits })
  const [auth, rest] = await Promise.all([
    createAuth({ config, db, log, limits, accounts, sessionCookie, pageLook }),
    createRest({ db, settings: config.rest, log, sanitizers, groupedCalls, ...(shown ? { shown } : {}) }),
  ])
  const [storage, realtime] = await Promise.all([
    createStorage({ config, db, log, limits, identify: auth.identify }),
    createRealtime({ config, db, log, auth, limits, redis, watch }),
  ])
  const mail = createMail({ config, log, outboxes, emails: auth.emails, siteName, refused: mailRefused })
  const worker = await startWorkerSoon({
    db,
    log,
    jobs: [...jobs, ...outboxJobs(db, outboxes), ...storage.jobs, identityCleanup(db)],
    ...(jobPace === undefined ? {} : { pace: jobPace }),
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

export type Bindings = { Bindings: { incoming: IncomingMessage } }

/** Patterns of addresses that Hono's routes do not tell apart. */
const FURTHER_PATTERNS = ['/rest/v1/rpc/:function', '/rest/v1/:table', '/rest/v1']

/** The addresses of `routes` as patterns, for metrics and the access log (observeRequests). */
export function patternsOf(routes: Pick<Routes<Bindings>, 'declared'>): string[] {
  const paths = routes.declared.map(({ path }) => path).filter((path) => !/(?:^|v1)\/\*$/.test(path))
  return [...paths, ...FURTHER_PATTERNS]
}

/** What serves as a health check costs less than counting it. */
const PROBE: RouteCost = { limit: 'none', share: 'none', body: 'none' }
/** As the caller, within the rights and the share of the caller's role. */
const BROADCAST: RouteCost = { limit: [RULES.guest, RULES.member], share: ['callers'], body: BROADCAST_BYTES }

/** The routes of the API: the services' own, and those of the process. */
export function apiRoutes(options: {
  config: Config
  db: ListeningDatabase
  log: Logger
  parts: Omit<ApiParts, 'stop'>
  isReady: () => boolean
}): Routes<Bindings> {
  const { config, db, log, isReady } = options
  const { auth, limits, rest, storage, realtime, metrics } = options.parts
  const routes = createRoutes<Bindings>(log)
  const probe = createProxyProbe(config.secrets.ENCRYPTION_KEY, config.trustedProxies)
  if (config.requireApiKey) {
    for (const path of KEYED) routes.use(path, async ({ req }, next) => demandKey(req.raw) ?? next())
  }
  routes.get('/healthz', PROBE, (context) => {
    const arrival = probe(context.env.incoming, Date.now())
    if (arrival) context.header('cache-control', 'no-store')
    return context.json({ status: 'ok', ...(arrival ? { arrival } : {}) })
  })
  routes.get('/readyz', PROBE, (context) => {
    const database = db.heartbeat?.isUnresponsive === false
    const ready = isReady() && database
    return context.json({ status: ready ? 'ready' : 'not ready', database }, ready ? 200 : 503)
  })
  routes.get('/metrics', { ...PROBE, share: ['service'] }, ({ req }) => metrics.answer(req.raw))
  routes.mount('/auth/v1', auth.routes)
  routes.mount('/storage/v1', storage.routes)
  routes.all(
    '/rest/v1/*',
    { limit: [RULES.guest, RULES.member], share: ['callers', 'service'], body: REST_BODY_BYTES },
    async (context) => {
      const request = context.req.raw
      const viewer = await auth.identify(credentialsOf(request), limits.clientAddress(context.env.incoming))
      const refused = await limits.checkApiLimit(request, viewer)
      const proof = limits.prover.read(request.headers.get(PROOF_HEADER))
      if (refused) return refused
      const answer = await rest.fetch(request, viewer, (work) => limits.checkWorkLimit(work, viewer, proof))
      return compressAnswer(request, answer)
    },
  )
  routes.all('/realtime/v1/api/broadcast', BROADCAST, ({ req, env }) =>
    realtime.http(req.raw, limits.clientAddress(env.incoming)),
  )
  routes.all('/realtime/v1/api/broadcast/*', { ...BROADCAST, body: MESSAGE_BYTES }, ({ req, env }) =>
    realtime.http(req.raw, limits.clientAddress(env.incoming)),
  )
  // Answered by realtime/upgrade.ts: an upgrade passes no router.
  routes.declare('GET', '/realtime/v1/websocket', {
    limit: [RULES.sockets],
    share: ['callers'],
    body: 'none',
  })
  routes.otherwise('/realtime/v1/*', ({ json }) => json({ message: 'There is no such endpoint here' }, 404))
  routes.app.onError((error, context) => {
    if (error instanceof CredentialError) return refusalOfCredential(error)
    if (isUnavailable(error)) {
      log.warn({ err: error }, 'db.unreachable')
      const message = 'The database does not answer.'
      return context.json({ code: 'PGRST003', details: null, hint: null, message }, 504)
    }
    log.error({ err: error, path: context.req.path }, 'http.request_failed')
    return context.json({ code: 'XX000', details: null, hint: null, message: 'Internal Server Error' }, 500)
  })
  return routes
}

/** Where REQUIRE_API_KEY asks for a key. */
const KEYED = [
  '/auth/v1/*',
  '/rest/v1/*',
  '/storage/v1/*',
  '/realtime/v1/*',
  '/healthz',
  '/readyz',
  '/metrics',
]

/** URLs that a browser opens directly: from a mail, from a provider, as an image. They carry no header. */
const OPENED_BY_BROWSERS =
  /^\/auth\/v1\/(?:verify|confirm|authorize|callback|health|\.well-known\/.*)$|^\/storage\/v1\/(?:object|render\/image)\/(?:public|sign)\//

/** Refuses requests without any key, if one is required. Whether a key is valid is checked elsewhere. */
function demandKey(request: Request): Response | null {
  const { pathname } = new URL(request.url)
  if (request.method === 'OPTIONS' || OPENED_BY_BROWSERS.test(pathname)) return null
  if (apiKeyOf(request)) return null
  return Response.json(
    {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    },
    { status: 401, headers: { 'www-authenticate': 'Bearer', 'access-control-allow-origin': '*' } },
  )
}
