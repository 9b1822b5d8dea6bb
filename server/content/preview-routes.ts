// /site/v1/preview: POST what a member is writing, for the HTML that it would be stored as. Nothing is stored.
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import {
  CredentialError,
  credentialsOf,
  type Identify,
  refusalOfCredential,
} from '../../api/auth/authenticate.ts'
import { BodyError, readJson } from '../../api/http/bounded-body.ts'
import { createRoutes, type Routes } from '../../api/http/routes.ts'
import { type Limits, retryAfter } from '../../api/limits/limits.ts'
import type { Logger } from '../../api/log.ts'
import { RestError } from '../../api/rest/errors.ts'
import { PREVIEW_PATH } from '../../shared/preview.ts'
import { SITE_RULES } from '../site-limits.ts'

/** Of UTF-8 and JSON, for the longest text that a member may post. */
const MOST_BYTES = 1024 * 1024
const BODY = z.object({ html: z.string() })
const NO_STORE = { 'cache-control': 'no-store' }

type Bindings = { Bindings: { incoming: IncomingMessage } }

/** The route at PREVIEW_PATH. @param clean sanitises as a write does */
export function previewRoutes(options: {
  log: Logger
  limits: Limits
  identify: Identify
  clean: (html: string) => Promise<string>
}): Routes<Bindings> {
  const { log, limits, identify, clean } = options
  const routes = createRoutes<Bindings>(log)
  const limit = [SITE_RULES.preview]
  routes.post('/', { limit, share: ['callers', 'service'], body: MOST_BYTES }, async (context) => {
    const request = context.req.raw
    const viewer = await identify(credentialsOf(request), limits.clientAddress(context.env.incoming))
    if (viewer.userId === null) return refusal(401, 'Sign in first.')
    const waitMs = await limits.take(limit, viewer.userId)
    if (waitMs > 0) return refusal(429, 'Too many at once.', { 'retry-after': retryAfter(waitMs) })
    const body = BODY.safeParse(await readJson(request))
    if (!body.success) return refusal(400, 'The body is no text.')
    return context.json({ html: await clean(body.data.html) }, 200, NO_STORE)
  })
  routes.app.onError((error) => {
    if (error instanceof CredentialError) return refusalOfCredential(error)
    if (error instanceof RestError) return refusal(error.status, error.message)
    if (error instanceof BodyError) return refusal(error.reason === 'too large' ? 413 : 400, error.message)
    log.error({ err: error, path: PREVIEW_PATH }, 'preview.failed')
    return refusal(500, 'The preview failed.')
  })
  return routes
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers: { ...NO_STORE, ...headers } })
}
