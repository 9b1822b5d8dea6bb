// /site/v1/lane: GET a challenge, POST its solution, for a pass to a lane (admission.ts).
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { BodyError, readJson } from '../../api/http/bounded-body.ts'
import { createRoutes, type Routes } from '../../api/http/routes.ts'
import { type Limits, retryAfter } from '../../api/limits/limits.ts'
import type { Logger } from '../../api/log.ts'
import { SITE_RULES } from '../site-limits.ts'
import type { LanePasses } from './lane-passes.ts'

const MOST_BYTES = 4_096
const BODY = z.object({ token: z.string() })
const NO_STORE = { 'cache-control': 'no-store' }

type Bindings = { Bindings: { incoming: IncomingMessage } }

/** The routes below PROOF_PATH. */
export function proofRoutes(options: { log: Logger; limits: Limits; passes: LanePasses }): Routes<Bindings> {
  const { log, limits, passes } = options
  const routes = createRoutes<Bindings>(log)
  const limit = [SITE_RULES['proof-of-work']]
  const refuse = async (incoming: IncomingMessage): Promise<Response | null> => {
    const waitMs = await limits.take(limit, limits.clientAddress(incoming))
    return waitMs === 0 ? null : refusal(429, 'Too many at once.', { 'retry-after': retryAfter(waitMs) })
  }
  routes.get('/', { limit, share: 'none', body: 'none' }, async (context) => {
    const refused = await refuse(context.env.incoming)
    return refused ?? context.json(await limits.prover.challenge(), 200, NO_STORE)
  })
  routes.post('/', { limit, share: 'none', body: MOST_BYTES }, async (context) => {
    const refused = await refuse(context.env.incoming)
    if (refused) return refused
    const body = BODY.safeParse(
      await readJson(context.req.raw).catch((error: unknown) => {
        if (error instanceof BodyError) return null
        throw error
      }),
    )
    const isValid = body.success && (await limits.prover.read(body.data.token).isValid())
    if (!isValid) return refusal(400, 'That is no solution of a challenge, or it was used before.')
    return context.body(null, 204, { ...NO_STORE, 'set-cookie': passes.forProof(Date.now()) })
  })
  return routes
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers: { ...NO_STORE, ...headers } })
}
