// Endpoints of the newsletter's forms, of mail clients, and of mail providers' reports. Each calls a database function as the visitor, within the
// visitor's limits, and responds in the form that an HTML form, a script or a mail client (RFC 8058) expects. All are
// POST: opening a link changes nothing. The link of a notification's mail is signed, and acted upon by the service.

import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import { isUnavailable } from '../../api/database/session-refusal.ts'
import { BodyError, readBytes } from '../../api/http/bounded-body.ts'
import { type Limits, retryAfter } from '../../api/limits/limits.ts'
import type { Logger } from '../../api/log.ts'
import type { Rest } from '../../api/rest/rest.ts'
import { guest } from '../../api/viewer.ts'
import { confirmationOf, isAuthorised, noteRefusal, readRefusals } from '../mail/bounces.ts'
import type { UnsubscribeLinks } from '../mail/unsubscribe-links.ts'
import { BOUNCE_GUESS_RULES, BOUNCE_RULES, UNSUBSCRIBE_RULES } from '../site-limits.ts'

const MOST_BYTES = 16 * 1024
/** The body of a mail client's one-click unsubscribe. */
const ONE_CLICK = 'List-Unsubscribe'

const MAIL_PATHS = new Set(['/mail/unsubscribe', '/mail/bounces'])
/** A batch of a provider, or a report with the whole mail. */
const MOST_REPORT_BYTES = 512 * 1024

type Routes = Hono<{ Bindings: { incoming: IncomingMessage } }>

export function isNewsletterRoute(method: string | undefined, path: string): boolean {
  return method === 'POST' && (path.startsWith('/newsletter/') || MAIL_PATHS.has(path))
}

export function createNewsletterRoutes({
  db,
  unsubscribeLinks,
  rest,
  limits,
  log,
  siteUrl,
  bounceSecret,
}: {
  db: Database
  unsubscribeLinks: UnsubscribeLinks
  rest: Rest
  limits: Limits
  log: Logger
  siteUrl: string
  /** Null: reports of refused mails are not taken. */
  bounceSecret: string | null
}): Routes {
  const app: Routes = new Hono()

  const call = async (name: string, given: Record<string, string>, incoming: IncomingMessage) => {
    const viewer = guest(limits.clientAddress(incoming))
    const request = new Request(`${siteUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
    const refused = await limits.checkApiLimit(request, viewer)
    return refused ?? rest.fetch(request, viewer, (work) => limits.checkWorkLimit(work, viewer))
  }

  app.post('/newsletter/subscribe', async ({ req, env, redirect }) => {
    const { email } = await fieldsOf(req.raw)
    const answer = await call('subscribe_newsletter', { email: text(email) }, env.incoming)
    if (req.header('accept')?.includes('application/json')) return answer
    // Without JavaScript: redirects to a result page, which may be reloaded safely.
    return redirect(`/newsletter/${answer.ok ? 'sent' : answer.status === 400 ? 'refused' : 'later'}`, 303)
  })

  app.post('/newsletter/confirm', async ({ req, env, redirect }) => {
    const { token } = await fieldsOf(req.raw)
    const answer = await call('confirm_newsletter', { token: text(token) }, env.incoming)
    return redirect(`/newsletter/${await stepAfter(answer, 'confirmed')}`, 303)
  })

  app.post('/newsletter/unsubscribe', async ({ req, env, redirect, text: say }) => {
    const body = await fieldsOf(req.raw)
    const token = text(body.token) || (req.query('token') ?? '')
    const answer = await call('unsubscribe_newsletter', { token }, env.incoming)
    // Mail clients expect a status without a redirect. An unknown link is not the user's error.
    if (ONE_CLICK in body) return answer.ok ? say('Unsubscribed') : answer
    return redirect(`/newsletter/${await stepAfter(answer, 'unsubscribed')}`, 303)
  })

  app.post('/mail/unsubscribe', async ({ req, env, redirect, text: say }) => {
    const body = await fieldsOf(req.raw)
    const waitMs = await limits.take(UNSUBSCRIBE_RULES, limits.clientAddress(env.incoming))
    if (waitMs > 0) {
      // A mail client tries again after a 429; a person gets a page that says so.
      if (ONE_CLICK in body) return say('Too Many Requests', 429, { 'Retry-After': retryAfter(waitMs) })
      return redirect('/mail/later', 303)
    }
    const link = unsubscribeLinks.read(text(body.token) || (req.query('token') ?? ''))
    if (link)
      await asService(db, (sql) => sql`select private.stop_notification_mail(${link.member}, ${link.topic})`)
    if (ONE_CLICK in body) return say('Unsubscribed')
    return redirect(`/mail/${link ? 'unsubscribed' : 'invalid'}`, 303)
  })

  app.post('/mail/bounces', async ({ req, env, json, header }) => {
    const address = limits.clientAddress(env.incoming)
    if (bounceSecret === null) return json({ message: 'Reports are not taken here' }, 404)
    const tooMany = (waitMs: number) =>
      json({ message: 'Too many requests' }, 429, { 'Retry-After': retryAfter(waitMs) })
    const waitMs = await limits.take(BOUNCE_RULES, address)
    if (waitMs > 0) return tooMany(waitMs)
    if (!isAuthorised(req.header('authorization'), bounceSecret)) {
      const guessedMs = await limits.take(BOUNCE_GUESS_RULES, address)
      if (guessedMs > 0) return tooMany(guessedMs)
      // Amazon's service asks without the password of its address first.
      header('WWW-Authenticate', 'Basic realm="mail"')
      return json({ message: 'The secret is missing or wrong' }, 401)
    }
    const body = Buffer.from(await readBytes(req.raw, MOST_REPORT_BYTES)).toString('utf8')
    const confirmation = confirmationOf(body)
    if (confirmation) log.warn({ address: confirmation }, 'mail.reports_to_confirm')
    const refusals = readRefusals(body, req.header('content-type') ?? '', bounceSecret)
    if (!refusals) return json({ message: 'The body is neither JSON nor a report of a mail server' }, 400)
    for (const refusal of refusals) await noteRefusal(db, refusal)
    log.info({ refusals: refusals.length }, 'mail.refusals_reported')
    return json({ noted: refusals.length })
  })

  app.onError((error, context) => {
    if (error instanceof BodyError) {
      return error.reason === 'too large'
        ? context.text('Payload Too Large', 413)
        : context.text('Bad Request', 400)
    }
    log[isUnavailable(error) ? 'warn' : 'error'](
      { err: error, path: context.req.path },
      'newsletter.request_failed',
    )
    if (context.req.path === '/mail/bounces') return context.json({ message: 'Try again later' }, 503)
    return context.redirect(context.req.path.startsWith('/mail/') ? '/mail/later' : '/newsletter/later', 303)
  })
  return app
}

/** The fields of a form; empty for other bodies. @throws BodyError */
async function fieldsOf(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, MOST_BYTES)
  const type = request.headers.get('content-type') ?? ''
  const form = new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData()
  return form.then(Object.fromEntries, () => ({}))
}

async function stepAfter(answer: Response, done: string): Promise<string> {
  if (!answer.ok) return 'later'
  return (await answer.json()) === true ? done : 'invalid'
}

/** A field's text; '' for a file or a repeated field. */
function text(field: unknown): string {
  return typeof field === 'string' ? field : ''
}
