// The site's request router.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type ApiParts, apiRoutes, isApiPath, patternsOf } from '../api/compose.ts'
import type { Config } from '../api/config.ts'
import type { ListeningDatabase } from '../api/database/database.ts'
import { withPlainTarget } from '../api/http/plain-target.ts'
import { withResponseTimeout } from '../api/http/response-timeout.ts'
import { withSecurityHeaders } from '../api/http/security-headers.ts'
import type { Logger } from '../api/log.ts'
import { currentRequestId, withRequestId } from '../api/observability/request-id.ts'
import { observeRequests } from '../api/observability/requests.ts'
import type { Rest } from '../api/rest/rest.ts'
import { guest } from '../api/viewer.ts'
import type { SiteInfo } from '../shared/site.ts'
import { createAdmin } from './admin/admin.ts'
import type { Passes } from './admin/passes.ts'
import type { UnsubscribeLinks } from './mail/unsubscribe-links.ts'
import { createNewsletterRoutes, isNewsletterRoute } from './newsletter/routes.ts'
import type { Admission } from './pages/admission.ts'
import type { Documents } from './pages/documents/documents.ts'
import type { StaticFiles } from './pages/files.ts'
import type { LanePasses } from './pages/lane-passes.ts'
import { PROOF_PATH } from './pages/moment-page.ts'
import { answerMaintenance, isInMaintenance } from './pages/plain-pages.ts'
import { createProofRoutes } from './pages/proof-routes.ts'
import type { Pages } from './pages/render.ts'
import { redirectTo, sendPage } from './pages/send.ts'
import type { PushKeys } from './push/keys.ts'
import { createPushRoutes, isPushRoute } from './push/routes.ts'

export type Mounts = Omit<ApiParts, 'stop'> & {
  config: Config & { siteUrl: string }
  db: ListeningDatabase
  log: Logger
  files: StaticFiles
  documents: Documents
  pages: Pages
  admission: Admission
  site: () => SiteInfo
  passes: Passes
  lanePasses: LanePasses
  unsubscribeLinks: UnsubscribeLinks
  pushKeys: PushKeys
  /** Addresses of the pages (server/pages/patterns.ts). */
  patterns: readonly string[]
  isReady: () => boolean
  /** Vite's middleware while developing. */
  development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

const ADMIN = '/site/v1'

/** The REST API for callers in this process: server rendering reads through it as a guest. */
export function inProcessFetch(rest: Rest): typeof fetch {
  return (input, init) => rest.fetch(new Request(input, init), { ...guest('127.0.0.1'), isRendering: true })
}

/**
 * Creates the server's request listener. Cached pages and files of the build are served first, and without a request
 * id: nothing of theirs is logged, and caches between here and the visitor may keep them.
 */
export function createListener(mounts: Mounts): RequestListener {
  const { db, log, limits, auth, storage, redis, passes } = mounts
  const routes = apiRoutes({ ...mounts, parts: mounts })
  routes.route(PROOF_PATH, createProofRoutes(limits, mounts.lanePasses))
  routes.route(
    ADMIN,
    createAdmin({
      db,
      log,
      limits,
      passes,
      redis,
      authenticate: auth.authenticate,
      storage: storage.measured,
      isLogArchived: mounts.config.walArchive !== null,
    }),
  )
  const contract = getRequestListener(routes.fetch)
  const newsletterRoutes = createNewsletterRoutes({
    ...mounts,
    siteUrl: mounts.config.siteUrl,
    bounceSecret: mounts.config.bounceSecret,
  })
  const newsletter = getRequestListener(newsletterRoutes.fetch)
  const pushRoutes = createPushRoutes({ ...mounts, keys: mounts.pushKeys })
  const push = getRequestListener(pushRoutes.fetch)
  const answerDynamic = (
    site: SiteInfo,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    if (isApiPath(path) || path.startsWith(`${ADMIN}/`)) return void contract(request, response)
    if (isNewsletterRoute(request.method, path)) return void newsletter(request, response)
    if (isPushRoute(request.method, path)) return void push(request, response)
    if (isInMaintenance(site, passes, request, path)) return answerMaintenance(site, request, response, path)
    const page = () =>
      answerPage(mounts, request, response).catch((error: unknown) => fail(log, path, error, response))
    if (mounts.development) mounts.development(request, response, page)
    else void page()
  }
  const listener: RequestListener = (request, response) => {
    const site = mounts.site()
    if (!site.maintenance && mounts.pages.cache.answer(request, response)) return
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (mounts.files.answer(path, request, response)) return
    withRequestId(request, response, limits.fromProxy, () => answerDynamic(site, path, request, response))
  }
  return observeRequests(
    withSecurityHeaders(withResponseTimeout(withPlainTarget(listener)), mounts.config.siteUrl),
    {
      config: mounts.config,
      log,
      clientAddress: limits.clientAddress,
      patterns: [
        ...patternsOf(routes),
        ...patternsOf(newsletterRoutes),
        ...patternsOf(pushRoutes),
        ...mounts.patterns,
      ],
    },
  )
}

/** Serves a page or document; what is rendered is admitted (pages/admission.ts), cached responses are not limited. */
async function answerPage(mounts: Mounts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pages, documents, admission } = mounts
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method Not Allowed')
    return
  }
  const url = await pages.canonical(request)
  if (url === null) {
    response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request')
    return
  }
  if (url !== request.url) return sendPage(redirectTo(url), request, response)
  if (pages.cache.answerFromStore(url, request, response)) return
  const path = url.split('?', 1)[0] ?? '/'
  // A document has no parameters, so its query string is ignored.
  if (documents.isDocument(path) && pages.cache.answer(request, response, path)) return
  return admission.run({ url, request, response, needsLane: !documents.isBounded(path) }, async () => {
    if (await documents.answer(path, request, response)) return
    await pages.handle(url, request, response)
  })
}

function fail(log: Logger, path: string, error: unknown, response: ServerResponse): void {
  log.error({ err: error, path }, 'page.failed')
  if (response.headersSent) response.destroy()
  else
    response
      .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      .end(`Something went wrong on our side. Request: ${currentRequestId()}`)
}
