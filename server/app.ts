// The list of what answers where, and nothing else.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createAdmin } from './admin/admin.ts'
import type { Passes } from './admin/passes.ts'
import type { Config } from './config.ts'
import { type ContractParts, contractRoutes, isContract } from './contract-parts.ts'
import type { Database } from './database/database.ts'
import type { Logger } from './log.ts'
import { createNewsletterDoors, isNewsletterDoor } from './newsletter/doors.ts'
import { answerClosed, isClosed } from './pages/closed.ts'
import type { Documents } from './pages/documents/documents.ts'
import type { StaticFiles } from './pages/files.ts'
import type { Pages } from './pages/render.ts'
import type { SiteInfo } from './pages/site.ts'
import type { Rest } from './rest/rest.ts'
import { guest } from './viewer.ts'

export type Mounts = Omit<ContractParts, 'stop'> & {
  config: Config & { siteUrl: string }
  db: Database
  log: Logger
  files: StaticFiles
  documents: Documents
  pages: Pages
  site: () => SiteInfo
  passes: Passes
  isReady: () => boolean
  /** Vite's middleware while developing. */
  development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

const ADMIN = '/site/v1'
/** Pages that are a search when their address has a `q`. */
const SEARCHES = new Set(['/search', '/search.data', '/blog', '/blog.data'])

/** The contract for callers inside this process: server rendering reads through it as a guest. */
export function inProcessFetch(rest: Rest): typeof fetch {
  return (input, init) => rest.fetch(new Request(input, init), guest('127.0.0.1'))
}

/** Makes the one listener of the server. A cached page is answered before anything else is asked. */
export function createListener(mounts: Mounts): RequestListener {
  const { db, log, limits, auth, storage, passes } = mounts
  const routes = contractRoutes({ ...mounts, parts: mounts })
  routes.route(
    ADMIN,
    createAdmin({ db, log, limits, passes, authenticate: auth.authenticate, storage: storage.measured }),
  )
  const contract = getRequestListener(routes.fetch)
  const newsletter = getRequestListener(
    createNewsletterDoors({ ...mounts, siteUrl: mounts.config.siteUrl }).fetch,
  )
  return (request, response) => {
    const site = mounts.site()
    if (!site.maintenance && mounts.pages.cache.answer(request, response)) return
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (isContract(path) || path.startsWith(`${ADMIN}/`)) return void contract(request, response)
    if (isNewsletterDoor(request.method, path)) return void newsletter(request, response)
    if (mounts.files.answer(path, request, response)) return
    if (isClosed(site, passes, request, path)) return answerClosed(site, request, response, path)
    const page = () =>
      mounts.documents
        .answer(path, request, response)
        .then(async (isAnswered) => {
          if (!isAnswered)
            await mounts.pages.handle(request, response, await waitForSearch(mounts, path, request))
        })
        .catch((error: unknown) => fail(mounts.log, path, error, response))
    if (mounts.development) mounts.development(request, response, page)
    else void page()
  }
}

/** Milliseconds that a guest has to wait for a page of answers; it is rendered anew for every question. */
async function waitForSearch({ limits }: Mounts, path: string, request: IncomingMessage): Promise<number> {
  const isQuestion = SEARCHES.has(path) && /[?&]q=[^&]/.test(request.url ?? '')
  return isQuestion ? limits.searchPage(limits.clientAddress(request)) : 0
}

function fail(log: Logger, path: string, error: unknown, response: ServerResponse): void {
  log.error({ err: error, path }, 'page failed')
  if (response.headersSent) response.destroy()
  else
    response
      .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      .end('Something went wrong on our side.')
}
