// The contact form without JavaScript: a site must take complaints from every reader (rule 3(2) of the IT Rules, 2021). With
// a script the form calls the same function of the database by itself.
import type { IncomingMessage } from 'node:http'
import { isUnavailable } from '../../api/database/session-refusal.ts'
import type { RouteCost } from '../../api/http/route-cost.ts'
import { createRoutes, type Routes } from '../../api/http/routes.ts'
import type { Limits } from '../../api/limits/limits.ts'
import { RULES } from '../../api/limits/rules.ts'
import type { Logger } from '../../api/log.ts'
import type { Rest } from '../../api/rest/rest.ts'
import { inLanguage } from '../../shared/languages.ts'
import { visitorCall } from '../visitor-call.ts'
import { fieldsOf, languageOfForm, refusalOfBody, textOf } from './form.ts'

type Bindings = { Bindings: { incoming: IncomingMessage } }

/** The longest message in Devanagari, of which a form sends nine bytes a letter, and the other fields. */
const MESSAGE_BYTES = 64 * 1024
const MESSAGE: RouteCost = { limit: [RULES.guest, RULES.member], share: ['callers'], body: MESSAGE_BYTES }

/** The route below /contact. */
export function contactRoutes(site: {
  rest: Rest
  limits: Limits
  log: Logger
  siteUrl: string
}): Routes<Bindings> {
  const { log } = site
  const routes = createRoutes<Bindings>(log)
  const call = visitorCall(site)

  routes.post('/send', MESSAGE, async ({ req, env, redirect }) => {
    const fields = await fieldsOf(req.raw)
    const { name, email, subject, message } = fields
    const language = languageOfForm(fields)
    const given = {
      name: textOf(name),
      email: textOf(email),
      subject: textOf(subject),
      message: textOf(message),
      language,
    }
    const answer = await call('send_contact_message', given, env.incoming)
    const step = answer.ok ? 'sent' : answer.status === 400 ? 'refused' : 'later'
    return redirect(inLanguage(language, `/contact/${step}`), 303)
  })

  routes.app.onError((error, context) => {
    const refused = refusalOfBody(error)
    if (refused) return refused
    log[isUnavailable(error) ? 'warn' : 'error']({ err: error }, 'contact.request_failed')
    return context.redirect('/contact/later', 303)
  })
  return routes
}
