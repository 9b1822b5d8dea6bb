// The contact form without JavaScript: a site must take complaints from every reader (rule 3(2) of the IT Rules, 2021). With
// a script the form calls the same function of the database by itself.
import { isUnavailable } from '../../api/database/session-refusal.ts'
import type { RouteCost } from '../../api/http/route-cost.ts'
import { createRoutes, type Routes } from '../../api/http/routes.ts'
import type { Limits } from '../../api/limits/limits.ts'
import { RULES } from '../../api/limits/rules.ts'
import type { Logger } from '../../api/log.ts'
import type { Rest } from '../../api/rest/rest.ts'
import { visitorCall } from '../visitor-call.ts'
import { type FormRequest, formOf, refusalOfBody, textOf, toldAt } from './form.ts'

/** The longest message in Devanagari, of which a form sends nine bytes a letter, and the other fields. */
const MESSAGE_BYTES = 64 * 1024
const MESSAGE: RouteCost = { limit: [RULES.guest, RULES.member], share: ['callers'], body: MESSAGE_BYTES }

/** The route below /contact. */
export function contactRoutes(site: {
  rest: Rest
  limits: Limits
  log: Logger
  siteUrl: string
}): Routes<FormRequest> {
  const { log } = site
  const routes = createRoutes<FormRequest>(log)
  const call = visitorCall(site)

  routes.post('/send', MESSAGE, async (context) => {
    const { fields, language } = await formOf(context)
    const { name, email, subject, message } = fields
    const given = {
      name: textOf(name),
      email: textOf(email),
      subject: textOf(subject),
      message: textOf(message),
      language,
    }
    const answer = await call('send_contact_message', given, context.env.incoming)
    const step = answer.ok ? 'sent' : answer.status === 400 ? 'refused' : 'later'
    return toldAt(context, `/contact/${step}`)
  })

  routes.app.onError((error, context) => {
    const refused = refusalOfBody(error)
    if (refused) return refused
    log[isUnavailable(error) ? 'warn' : 'error']({ err: error }, 'contact.request_failed')
    return toldAt(context, '/contact/later')
  })
  return routes
}
