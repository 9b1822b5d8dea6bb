// Endpoints that mails lead to: unsubscribing from notifications by a signed link, and the reports of mail providers about
// refused mails. All are POST: opening a link changes nothing.
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import { isUnavailable } from '../../api/database/session-refusal.ts'
import { readBytes } from '../../api/http/bounded-body.ts'
import { createRoutes, type Routes } from '../../api/http/routes.ts'
import { type Limits, retryAfter } from '../../api/limits/limits.ts'
import type { Logger } from '../../api/log.ts'
import { SITE_RULES } from '../site-limits.ts'
import { confirmationOf, isAuthorised, noteRefusal, readRefusals } from './bounces.ts'
import { FORM_BYTES, type FormRequest, formOf, ONE_CLICK, refusalOfBody, textOf, toldAt } from './form.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

/** A batch of a provider, or a report with the whole mail. */
const REPORT_BYTES = 512 * 1024

/** The routes below /mail. */
export function mailRoutes({
  db,
  unsubscribeLinks,
  limits,
  log,
  bounceSecret,
}: {
  db: Database
  unsubscribeLinks: UnsubscribeLinks
  limits: Limits
  log: Logger
  /** Null: reports of refused mails are not taken. */
  bounceSecret: string | null
}): Routes<FormRequest> {
  const routes = createRoutes<FormRequest>(log)

  routes.post(
    '/unsubscribe',
    { limit: [SITE_RULES.unsubscribe], share: ['service'], body: FORM_BYTES },
    async (context) => {
      const { req, env, text: say } = context
      const { fields: body } = await formOf(context)
      const waitMs = await limits.take([SITE_RULES.unsubscribe], limits.clientAddress(env.incoming))
      if (waitMs > 0) {
        // A mail client tries again after a 429; a person gets a page that says so.
        if (ONE_CLICK in body) return say('Too Many Requests', 429, { 'Retry-After': retryAfter(waitMs) })
        return toldAt(context, '/mail/later')
      }
      const link = unsubscribeLinks.read(textOf(body.token) || (req.query('token') ?? ''))
      if (link)
        await asService(
          db,
          (sql) => sql`select private.stop_notification_mail(${link.member}, ${link.topic})`,
        )
      if (ONE_CLICK in body) return say('Unsubscribed')
      return toldAt(context, `/mail/${link ? 'unsubscribed' : 'invalid'}`)
    },
  )

  routes.post(
    '/bounces',
    { limit: [SITE_RULES.bounces], share: ['service'], body: REPORT_BYTES },
    async ({ req, env, json, header }) => {
      const address = limits.clientAddress(env.incoming)
      if (bounceSecret === null) return json({ message: 'Reports are not taken here' }, 404)
      const tooMany = (waitMs: number) =>
        json({ message: 'Too many requests' }, 429, { 'Retry-After': retryAfter(waitMs) })
      const waitMs = await limits.take([SITE_RULES.bounces], address)
      if (waitMs > 0) return tooMany(waitMs)
      if (!isAuthorised(req.header('authorization'), bounceSecret)) {
        const guessedMs = await limits.take([SITE_RULES['bounce-guess']], address)
        if (guessedMs > 0) return tooMany(guessedMs)
        // Amazon's service asks without the password of its address first.
        header('WWW-Authenticate', 'Basic realm="mail"')
        return json({ message: 'The secret is missing or wrong' }, 401)
      }
      const body = Buffer.from(await readBytes(req.raw)).toString('utf8')
      const confirmation = confirmationOf(body)
      if (confirmation) log.warn({ address: confirmation }, 'mail.reports_to_confirm')
      const refusals = readRefusals(body, req.header('content-type') ?? '', bounceSecret)
      if (!refusals) return json({ message: 'The body is neither JSON nor a report of a mail server' }, 400)
      for (const refusal of refusals) await noteRefusal(db, refusal)
      log.info({ refusals: refusals.length }, 'mail.refusals_reported')
      return json({ noted: refusals.length })
    },
  )

  routes.app.onError((error, context) => {
    const refused = refusalOfBody(error)
    if (refused) return refused
    log[isUnavailable(error) ? 'warn' : 'error'](
      { err: error, path: context.req.path },
      'mail.request_failed',
    )
    if (context.req.path === '/mail/bounces') return context.json({ message: 'Try again later' }, 503)
    return toldAt(context, '/mail/later')
  })
  return routes
}
