// The site's request router.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type ApiParts, apiRoutes, type Bindings, patternsOf } from '../api/compose.ts'
import type { Config } from '../api/config.ts'
import type { ListeningDatabase } from '../api/database/database.ts'
import { isUnavailable } from '../api/database/session-refusal.ts'
import { withPlainTarget } from '../api/http/plain-target.ts'
import { withResponseTimeout } from '../api/http/response-timeout.ts'
import { isForNow } from '../api/http/retry-later.ts'
import { type RouteCost, withLargestBody } from '../api/http/route-cost.ts'
import type { Routes } from '../api/http/routes.ts'
import { withSecurityHeaders } from '../api/http/security-headers.ts'
import type { Logger } from '../api/log.ts'
import { currentRequestId, withRequestId } from '../api/observability/request-id.ts'
import { observeRequests } from '../api/observability/requests.ts'
import { MAX_BODY_BYTES as REST_BODY_BYTES } from '../api/rest/receive.ts'
import type { Rest } from '../api/rest/rest.ts'
import { guest } from '../api/viewer.ts'
import { wordsOf } from '../messages/by-language.ts'
import { languageOfPath } from '../shared/languages.ts'
import { OWN_PART_PATH } from '../shared/page-contract.ts'
import { PREVIEW_PATH } from '../shared/preview.ts'
import type { SiteInfo } from '../shared/site.ts'
import { adminRoutes } from './admin/admin.ts'
import type { Passes } from './admin/passes.ts'
import { sanitizeForeign } from './content/content.ts'
import { previewRoutes } from './content/preview-routes.ts'
import { contactRoutes } from './mail/contact-form.ts'
import { mailRoutes } from './mail/routes.ts'
import type { UnsubscribeLinks } from './mail/unsubscribe-links.ts'
import { newsletterRoutes } from './newsletter/routes.ts'
import { plainAddress } from './pages/address.ts'
import type { Admission } from './pages/admission.ts'
import type { Documents } from './pages/documents/documents.ts'
import type { StaticFiles } from './pages/files.ts'
import type { LanePasses } from './pages/lane-passes.ts'
import { PROOF_PATH } from './pages/moment-page.ts'
import { ownPartRoutes } from './pages/own-part.ts'
import { answerMaintenance, isInMaintenance } from './pages/plain-pages.ts'
import { proofRoutes } from './pages/proof-routes.ts'
import { noteUnavailable, type Pages, type PagesOptions } from './pages/render.ts'
import { redirectTo, sendPage } from './pages/send.ts'
import type { PushKeys } from './push/keys.ts'
import { pushRoutes } from './push/routes.ts'
import { SITE_RULES } from './site-limits.ts'

export type Mounts = Omit<ApiParts, 'stop'> & {
  config: Config & { siteUrl: string }
  db: ListeningDatabase
  log: Logger
  files: StaticFiles
  documents: Documents
  pages: Pages
  build: PagesOptions['build']
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

/**
 * The REST API for callers in this process: server rendering reads through it as a guest. A page that was read while
 * the database was away says so, whatever its loader made of the answer.
 */
export function inProcessFetch(rest: Rest): typeof fetch {
  return async (input, init) => {
    const request = withLargestBody(new Request(input, init), REST_BODY_BYTES)
    const answer = await rest.fetch(request, { ...guest('127.0.0.1'), isRendering: true })
    if (isForNow(answer.status)) noteUnavailable()
    return answer
  }
}

const PAGE: RouteCost = { limit: [SITE_RULES.page], share: ['callers', 'service'], body: 'none' }

/** All that the site answers, apart from files of the build: what no route answers is a page. */
export function siteRoutes(mounts: Mounts): Routes<Bindings> {
  const { auth, storage, config } = mounts
  const routes = apiRoutes({ ...mounts, parts: mounts })
  // Before the administrators', which answer everything else below /site/v1.
  routes.mount(OWN_PART_PATH, ownPartRoutes({ ...mounts, identify: auth.identify, siteUrl: config.siteUrl }))
  routes.mount(PROOF_PATH, proofRoutes({ ...mounts, passes: mounts.lanePasses }))
  routes.mount(PREVIEW_PATH, previewRoutes({ ...mounts, identify: auth.identify, clean: sanitizeForeign }))
  routes.mount(
    '/site/v1',
    adminRoutes({
      ...mounts,
      identify: auth.identify,
      storage: storage.measured,
      isLogArchived: config.walArchive !== null,
    }),
  )
  routes.mount('/newsletter', newsletterRoutes({ ...mounts, siteUrl: config.siteUrl }))
  routes.mount('/contact', contactRoutes({ ...mounts, siteUrl: config.siteUrl }))
  routes.mount('/mail', mailRoutes({ ...mounts, bounceSecret: config.bounceSecret }))
  routes.mount('/push', pushRoutes({ ...mounts, keys: mounts.pushKeys }))
  routes.declare('GET', '/*', PAGE)
  return routes
}

/**
 * Creates the server's request listener. Cached pages and files of the build are served first, and without a request
 * id: nothing of theirs is logged, and caches between here and the visitor may keep them.
 */
export function createListener(mounts: Mounts): RequestListener {
  const { log, limits, passes } = mounts
  const routes = siteRoutes(mounts)
  const dynamic = getRequestListener(routes.app.fetch)
  const answerDynamic = (
    site: SiteInfo,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    if (routes.answers(request.method ?? 'GET', path)) return void dynamic(request, response)
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
      patterns: [...patternsOf(routes), ...mounts.patterns],
    },
  )
}

/** Only the page of a member knows how the name is spelled: one redirect leads there, whatever else was spelled otherwise. */
const OF_MEMBERS = /^\/experts\/[^/?]+(?:\?|$)/

/** Serves a page or document; what is rendered is admitted (pages/admission.ts), cached responses are not limited. */
async function answerPage(mounts: Mounts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pages, documents, admission } = mounts
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method Not Allowed')
    return
  }
  const address = await pages.canonical(request)
  if (address === null) {
    response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request')
    return
  }
  const isSpelledOtherwise = address !== request.url
  if (isSpelledOtherwise && !OF_MEMBERS.test(address)) return sendPage(redirectTo(address), request, response)
  const path = address.split('?', 1)[0] ?? '/'
  // A document has no parameters, so its query string is ignored.
  const url = documents.isDocument(path) ? path : plainAddress(address)
  if (!isSpelledOtherwise) {
    if (url !== address && pages.cache.answer(request, response, url)) return
    if (pages.cache.answerFromStore(url, request, response)) return
  }
  return admission.run({ url, request, response, needsLane: !documents.isBounded(path) }, async () => {
    if (isSpelledOtherwise) return pages.leadTo(url, request, response)
    if (await documents.answer(path, request, response)) return
    await pages.handle(url, request, response)
  })
}

function fail(log: Logger, path: string, error: unknown, response: ServerResponse): void {
  const isAway = isUnavailable(error)
  log[isAway ? 'warn' : 'error']({ err: error, path }, 'page.failed')
  if (response.headersSent) response.destroy()
  else
    response
      .writeHead(isAway ? 503 : 500, { 'content-type': 'text/plain; charset=utf-8' })
      .end(wordsOf(languageOfPath(path)).plainPages.somethingWentWrong(currentRequestId() ?? ''))
}
