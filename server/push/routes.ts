// What a browser needs for its subscription apart from tables: the key that push services know the site by, and the renewal of a
// subscription by the service worker, which has no session. The old endpoint and its secret are the proof.

import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import { isUnavailable } from '../../api/database/session-refusal.ts'
import { BodyError, readJson } from '../../api/http/bounded-body.ts'
import { createRoutes, type Routes } from '../../api/http/routes.ts'
import { type Limits, retryAfter } from '../../api/limits/limits.ts'
import type { Logger } from '../../api/log.ts'
import { SITE_RULES } from '../site-limits.ts'
import { isDevice } from './endpoint.ts'
import type { PushKeys } from './keys.ts'

const MOST_BYTES = 8 * 1024

const text = z.string().max(1_000)
const device = z.object({ endpoint: text, keys: z.object({ p256dh: text, auth: text }) })
const renewal = z.object({ from: device, to: device })

type Bindings = { Bindings: { incoming: IncomingMessage } }

/** GET /push/key and POST /push/renewal. */
export function pushRoutes(options: {
  db: Database
  keys: PushKeys
  limits: Limits
  log: Logger
}): Routes<Bindings> {
  const { db, keys, limits, log } = options
  const routes = createRoutes<Bindings>(log)

  routes.get('/key', { limit: 'none', share: 'none', body: 'none' }, ({ json }) =>
    json({ key: keys.publicKey }),
  )

  routes.post(
    '/renewal',
    { limit: [SITE_RULES['push-renewal']], share: ['service'], body: MOST_BYTES },
    async ({ req, env, json }) => {
      const waitMs = await limits.take([SITE_RULES['push-renewal']], limits.clientAddress(env.incoming))
      if (waitMs > 0)
        return json({ message: 'Too many requests' }, 429, { 'Retry-After': retryAfter(waitMs) })
      const { success, data } = renewal.safeParse(await readJson(req.raw))
      if (!success || !isDevice({ endpoint: data.to.endpoint, ...data.to.keys })) {
        return json({ message: 'The body is not a renewed subscription' }, 400)
      }
      const { from, to } = data
      const [row] = await asService(
        db,
        (sql) => sql<{ renewed: boolean }[]>`
        select private.renew_push_subscription(
          ${from.endpoint}, ${from.keys.auth}, ${to.endpoint}, ${to.keys.p256dh}, ${to.keys.auth}) as renewed`,
      )
      return row?.renewed ? json({ renewed: true }) : json({ message: 'There is no such subscription' }, 404)
    },
  )

  routes.app.onError((error, { json, req }) => {
    if (error instanceof BodyError) {
      return error.reason === 'too large'
        ? json({ message: 'Payload Too Large' }, 413)
        : json({ message: 'Bad Request' }, 400)
    }
    log[isUnavailable(error) ? 'warn' : 'error']({ err: error, path: req.path }, 'push.request_failed')
    return json({ message: 'Try again later' }, 503)
  })
  return routes
}
