// Starts the API alone (npm run api): /auth/v1, /rest/v1, /realtime/v1 and /storage/v1 over any PostgreSQL that
// DATABASE_URL names. No pages, and nothing of the community's schema.
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { apiAddress } from './addresses.ts'
import { apiRoutes, composeApi, patternsOf } from './compose.ts'
import { ConfigError } from './config.ts'
import { ChangeLog } from './database/change-log.ts'
import type { ListeningDatabase } from './database/database.ts'
import { asJob, asService } from './database/scope.ts'
import { withPlainTarget } from './http/plain-target.ts'
import { withResponseTimeout } from './http/response-timeout.ts'
import { withSecurityHeaders } from './http/security-headers.ts'
import type { Job } from './jobs/job.ts'
import { withRequestId } from './observability/request-id.ts'
import { observeRequests } from './observability/requests.ts'
import { type Served, type Service, serve } from './process.ts'

async function startApi({ config, db, log }: Served): Promise<Service> {
  const { host } = new URL(config.siteUrl)
  if (!(await watchSchema(db))) {
    log.info({ reloadWith: "notify pgrst, 'reload schema'" }, 'rest.schema_watch_unavailable')
  }
  const parts = await composeApi({
    config,
    db,
    log,
    sanitizers: {},
    groupedCalls: {},
    accounts: {
      banReason: async () => null,
      requiresConfirmation: async () => true,
      messageOf: () => null,
      refusalOfNames: async () => null,
      closingChoices: [],
      languageOf: async () => null,
    },
    workLimits: { tables: {}, functions: {} },
    siteName: () => host,
    outboxes: [],
    jobs: [changeLogCleanup(db)],
    watch: true,
  })
  const changeLog = await ChangeLog.follow(
    db,
    log,
    { changed: parts.realtime.change, missed: parts.realtime.missed },
    'realtime.changes_after',
  )
  let ready = true
  const routes = apiRoutes({ config, db, log, parts, isReady: () => ready })
  routes.otherwise('*', ({ json }) => json({ message: 'There is no such endpoint here' }, 404))
  const contract = getRequestListener(routes.app.fetch)
  const { clientAddress, fromProxy } = parts.limits
  const listener: RequestListener = (request, response) =>
    withRequestId(request, response, fromProxy, () => void contract(request, response))
  return {
    listener: observeRequests(
      withSecurityHeaders(withResponseTimeout(withPlainTarget(listener)), apiAddress(config)),
      {
        config,
        log,
        clientAddress,
        patterns: patternsOf(routes),
      },
    ),
    upgrade: parts.realtime.upgrade,
    announced: { api: apiAddress(config) },
    leave: () => {
      ready = false
    },
    drain: parts.realtime.drain,
    stop: async () => {
      ready = false
      await changeLog.stop()
      await parts.stop()
    },
  }
}

/** @returns whether schema changes are announced from now on */
async function watchSchema(db: ListeningDatabase): Promise<boolean> {
  const [row] = await asService(
    db,
    (sql) => sql<{ watched: boolean }[]>`select platform.watch_schema() as watched`,
  )
  return row?.watched ?? false
}

function changeLogCleanup(db: ListeningDatabase): Job {
  return {
    name: 'forget old changes',
    schedule: '*/30 * * * *',
    run: async () => {
      const [row] = await asJob(
        db,
        (sql) => sql<{ gone: number }[]>`select realtime.prune_changes()::int as gone`,
      )
      return row?.gone ?? 0
    },
  }
}

serve({
  migrations: null,
  check: ({ databaseUrl }) => {
    if (databaseUrl === null)
      throw new ConfigError('DATABASE_URL must name the database that is to be served')
  },
  start: startApi,
  announce: (_siteUrl, { announced }) => {
    process.stdout.write(
      `\n  /auth/v1, /rest/v1, /realtime/v1 and /storage/v1 are open at ${announced.api}\n\n`,
    )
  },
})
