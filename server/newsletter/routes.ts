// Where the newsletter's forms and mail programs post to. The rules are the contract's: each door calls a function
// of it as the visitor, with the visitor's limits, and turns the answer into what a form without a script, a script,
// or a mail program (RFC 8058) understands. Reading a link never changes anything; these are POST alone.
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { BodyError, readBytes } from '../../api/http/bounded-body.ts'
import type { Limits } from '../../api/limits/limits.ts'
import type { Logger } from '../../api/log.ts'
import type { Rest } from '../../api/rest/rest.ts'
import { guest } from '../../api/viewer.ts'

const MOST_BYTES = 16 * 1024
/** What a mail program's one click sends, as its whole body. */
const ONE_CLICK = 'List-Unsubscribe'

type Routes = Hono<{ Bindings: { incoming: IncomingMessage } }>

/** Whether a request is for one of these doors. */
export function isNewsletterRoute(method: string | undefined, path: string): boolean {
  return method === 'POST' && path.startsWith('/newsletter/')
}

export function createNewsletterRoutes({
  rest,
  limits,
  log,
  siteUrl,
}: {
  rest: Rest
  limits: Limits
  log: Logger
  siteUrl: string
}): Routes {
  const app: Routes = new Hono()

  /** One of the contract's functions, as this visitor. */
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
    // A form without a script: a page says how it ended, and a reload of it sends nothing again.
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
    // A mail program wants a status and no redirect. The link of somebody who is gone is no error of its user's.
    if (ONE_CLICK in body) return answer.ok ? say('Unsubscribed') : answer
    return redirect(`/newsletter/${await stepAfter(answer, 'unsubscribed')}`, 303)
  })

  app.onError((error, context) => {
    if (error instanceof BodyError) {
      return error.reason === 'too large'
        ? context.text('Payload Too Large', 413)
        : context.text('Bad Request', 400)
    }
    log.error({ err: error, path: context.req.path }, 'newsletter.request_failed')
    return context.redirect('/newsletter/later', 303)
  })
  return app
}

/** The fields of a form; what is no form has none. @throws BodyError */
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

/** A field's words; a file or a repeated field is none. */
function text(field: unknown): string {
  return typeof field === 'string' ? field : ''
}
