// GET OWN_PART_PATH: what the page of a member shows first, as HTML, and the reads that it was made from. Pages are
// rendered for guests and kept, and the session is in the browser's storage: without this, a member on a slow phone sees
// their rows after all modules have arrived and asked for them.
import { PostgrestClient } from '@supabase/postgrest-js'
import { credentialsOf, type Identify } from '../../api/auth/authenticate.ts'
import type { Bindings } from '../../api/compose.ts'
import { compressAnswer } from '../../api/http/compress-answer.ts'
import { createRoutes, type Routes } from '../../api/http/routes.ts'
import type { Limits } from '../../api/limits/limits.ts'
import { RULES } from '../../api/limits/rules.ts'
import type { Logger } from '../../api/log.ts'
import type { Rest } from '../../api/rest/rest.ts'
import type { Viewer } from '../../api/viewer.ts'
import { type Language, languageOfPath, withoutLanguage } from '../../shared/languages.ts'
import type { OwnPart } from '../../shared/page-contract.ts'
import type { Build } from './render.ts'

const NO_STORE = { 'cache-control': 'no-store' }
const WIDEST = 10_000

export function ownPartRoutes(options: {
  log: Logger
  limits: Limits
  identify: Identify
  rest: Rest
  build: (language: Language) => Promise<Build>
  siteUrl: string
}): Routes<Bindings> {
  const { log, limits, identify, build } = options
  const routes = createRoutes<Bindings>(log)
  const limit = [RULES.guest, RULES.member]
  routes.get('/', { limit, share: ['callers', 'service'], body: 'none' }, async (context) => {
    const request = context.req.raw
    const viewer = await identify(credentialsOf(request), limits.clientAddress(context.env.incoming))
    const refused = await limits.checkApiLimit(request, viewer)
    if (refused) return refused
    if (viewer.userId === null)
      return Response.json({ message: 'Sign in first.' }, { status: 401, headers: NO_STORE })
    const recorder = recordReads(options, viewer)
    const page = context.req.query('page') ?? ''
    const { entry } = await build(languageOfPath(page))
    const asked = {
      page: withoutLanguage(page),
      width: Math.min(Number(context.req.query('width')) || WIDEST, WIDEST),
      reader: recorder.reader,
      userId: viewer.userId,
      renderedAt: Date.now(),
    }
    const html = await entry.module.renderOwnPart(asked).catch((error: unknown) => {
      // The page sends a read that was refused itself, and tells the member.
      if (!recorder.isRefused()) log.error({ err: error, page: asked.page }, 'page.own_part_failed')
      return ''
    })
    const part: OwnPart = { html, reads: recorder.reads }
    return compressAnswer(request, Response.json(part, { headers: NO_STORE }))
  })
  return routes
}

/** The API's tables for `viewer`, in this process, and what was read through it. */
function recordReads(
  { rest, limits, siteUrl }: { rest: Rest; limits: Limits; siteUrl: string },
  viewer: Viewer,
) {
  const reads: OwnPart['reads'] = {}
  let isRefused = false
  const reader = new PostgrestClient(`${siteUrl}/rest/v1`, {
    retry: false,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const answer = await rest.fetch(request, viewer, (work) => limits.checkWorkLimit(work, viewer))
      const { pathname, search } = new URL(request.url)
      if (!answer.ok) isRefused = true
      else if (request.method === 'GET') reads[pathname + search] = await answer.clone().json()
      return answer
    },
  })
  return { reader, reads, isRefused: () => isRefused }
}
