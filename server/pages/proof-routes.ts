// /site/v1/lane: GET a challenge, POST its solution, for a pass to a lane (admission.ts).
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { z } from 'zod'
import { BodyError, readJson } from '../../api/http/bounded-body.ts'
import { type Limits, retryAfter } from '../../api/limits/limits.ts'
import { PROOF_RULES } from '../site-limits.ts'
import type { LanePasses } from './lane-passes.ts'

const MOST_BYTES = 4_096
const BODY = z.object({ token: z.string() })
const NO_STORE = { 'cache-control': 'no-store' }

export function createProofRoutes(
  limits: Limits,
  passes: LanePasses,
): Hono<{ Bindings: { incoming: IncomingMessage } }> {
  const app = new Hono<{ Bindings: { incoming: IncomingMessage } }>()
  app.use(async (context, next) => {
    const waitMs = await limits.take(PROOF_RULES, limits.clientAddress(context.env.incoming))
    if (waitMs === 0) return next()
    return refusal(429, 'Too many at once.', { 'retry-after': retryAfter(waitMs) })
  })
  app.get('/', async (context) => context.json(await limits.prover.challenge(), 200, NO_STORE))
  app.post('/', async (context) => {
    const body = BODY.safeParse(
      await readJson(context.req.raw, MOST_BYTES).catch((error: unknown) => {
        if (error instanceof BodyError) return null
        throw error
      }),
    )
    const isValid = body.success && (await limits.prover.read(body.data.token).isValid())
    if (!isValid) return refusal(400, 'That is no solution of a challenge, or it was used before.')
    return context.body(null, 204, { ...NO_STORE, 'set-cookie': passes.forProof(Date.now()) })
  })
  return app
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers: { ...NO_STORE, ...headers } })
}
