// Endpoints of the newsletter's forms. Each calls a database function as the visitor, within the visitor's limits, and responds
// in the form that an HTML form, a script or a mail client (RFC 8058) expects. All are POST: opening a link changes
// nothing.
import { isUnavailable } from '../../api/database/session-refusal.ts'
import { namesType } from '../../api/http/accept.ts'
import type { RouteCost } from '../../api/http/route-cost.ts'
import { createRoutes, type Routes } from '../../api/http/routes.ts'
import type { Limits } from '../../api/limits/limits.ts'
import { RULES } from '../../api/limits/rules.ts'
import type { Logger } from '../../api/log.ts'
import type { Rest } from '../../api/rest/rest.ts'
import {
  FORM_BYTES,
  type FormRequest,
  formOf,
  ONE_CLICK,
  refusalOfBody,
  textOf,
  toldAt,
} from '../mail/form.ts'
import { visitorCall } from '../visitor-call.ts'

const FORM: RouteCost = { limit: [RULES.guest, RULES.member], share: ['callers'], body: FORM_BYTES }

/** The routes below /newsletter. */
export function newsletterRoutes(site: {
  rest: Rest
  limits: Limits
  log: Logger
  siteUrl: string
}): Routes<FormRequest> {
  const { log } = site
  const routes = createRoutes<FormRequest>(log)
  const call = visitorCall(site)

  routes.post('/subscribe', FORM, async (context) => {
    const { req, env } = context
    const { fields, language } = await formOf(context)
    const given = { email: textOf(fields.email), language }
    const answer = await call('subscribe_newsletter', given, env.incoming)
    if (namesType(req.header('accept'), 'application/json')) return answer
    // Without JavaScript: redirects to a result page, which may be reloaded safely.
    const step = answer.ok ? 'sent' : answer.status === 400 ? 'refused' : 'later'
    return toldAt(context, `/newsletter/${step}`)
  })

  routes.post('/confirm', FORM, async (context) => {
    const { fields } = await formOf(context)
    const answer = await call('confirm_newsletter', { token: textOf(fields.token) }, context.env.incoming)
    const step = await stepAfter(answer, 'confirmed')
    return toldAt(context, `/newsletter/${step}`)
  })

  routes.post('/unsubscribe', FORM, async (context) => {
    const { req, env, text: say } = context
    const { fields: body } = await formOf(context)
    const token = textOf(body.token) || (req.query('token') ?? '')
    const answer = await call('unsubscribe_newsletter', { token }, env.incoming)
    // Mail clients expect a status without a redirect. An unknown link is not the user's error.
    if (ONE_CLICK in body) return answer.ok ? say('Unsubscribed') : answer
    const step = await stepAfter(answer, 'unsubscribed')
    return toldAt(context, `/newsletter/${step}`)
  })

  routes.app.onError((error, context) => {
    const refused = refusalOfBody(error)
    if (refused) return refused
    log[isUnavailable(error) ? 'warn' : 'error'](
      { err: error, path: context.req.path },
      'newsletter.request_failed',
    )
    return toldAt(context, '/newsletter/later')
  })
  return routes
}

async function stepAfter(answer: Response, done: string): Promise<string> {
  if (!answer.ok) return 'later'
  return (await answer.json()) === true ? done : 'invalid'
}
