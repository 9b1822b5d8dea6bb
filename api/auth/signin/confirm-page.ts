// /confirm: what the links of our mails lead to. Mail filters open every link, often twice, so opening it shows a page with
// a button and changes nothing; the button sends a form, which consumes the proof as GET /verify does.
import type { StatusCode } from 'hono/utils/http-status'
import { escapeHtml } from '../../../shared/escape-html.ts'
import { BodyError, readText } from '../../http/bounded-body.ts'
import type { SmallPage } from '../../http/small-page.ts'
import { undoByLink } from '../credentials/undo.ts'
import { AuthError, invalid } from '../errors.ts'
import { type AuthContext, assertWithinLimit, deviceOf } from '../services.ts'
import { followLink } from './verify.ts'

/** Maximum bytes of the form's fields. */
export const CONFIRM_BYTES = 8 * 1_024

/** What the page says, by the `type` of the link. */
const PAGES: Readonly<Record<string, { title: string; text: string; button: string }>> = {
  signup: {
    title: 'Confirm your e-mail address',
    text: 'One step is left: confirm that this address is yours.',
    button: 'Confirm and sign in',
  },
  invite: {
    title: 'You are invited',
    text: 'Accept the invitation, and your account is ready.',
    button: 'Accept the invitation',
  },
  magiclink: { title: 'Sign in', text: 'No password is needed.', button: 'Sign in' },
  recovery: {
    title: 'Choose a new password',
    text: 'Your old password works until you have saved a new one.',
    button: 'Choose a new password',
  },
  email_change: {
    title: 'Confirm the change of your e-mail address',
    text: 'Confirm that the address of your account shall change.',
    button: 'Confirm the change',
  },
  undo: {
    title: 'Undo the change of your account',
    text: 'Passwords, addresses and second steps become what they were before this change, later changes are undone too, and every device is signed out. Then choose a new password.',
    button: 'It was not me: undo it',
  },
}

const INCOMPLETE = {
  title: 'This link is not complete',
  text: 'It may have been cut in two on its way. Copy the whole address from the mail. Nothing was changed.',
}
const LATER = {
  title: 'Please try again later',
  text: 'Many links were opened from your connection in a short time. Open this one again in some minutes; it still works.',
}

/** GET /confirm?token=&type=&redirect_to= */
export function confirmPage(context: AuthContext): Promise<Response> {
  return readably(context, async () => {
    const { limits, redirects } = context.var.services
    assertWithinLimit(await limits.settings(deviceOf(context).address))
    const type = context.req.query('type') ?? ''
    const token = context.req.query('token') ?? ''
    const page = Object.hasOwn(PAGES, type) ? PAGES[type] : undefined
    if (!page || !token) throw invalid('Verify requires a token and a verification type')
    const fields = {
      token,
      type,
      redirect_to: redirects.choose(context.req.query('redirect_to')),
    }
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
    )
    const form = `<form method="post" action="confirm">${inputs.join('')}<button class="act">${page.button}</button></form>`
    return show(context, { ...page, form, formAction: sourcesOf(fields.redirect_to) })
  })
}

/** Shows a refusal as a page, because a person has followed a link here. */
async function readably(context: AuthContext, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { status, extra } = error
    context.status(status as StatusCode)
    if (extra.retryAfter) context.header('Retry-After', extra.retryAfter)
    return show(context, { ...(status === 429 ? LATER : INCOMPLETE), form: '', formAction: "'none'" })
  }
}

function show(context: AuthContext, { formAction, ...page }: SmallPage & { formAction: string }): Response {
  const { pageLook } = context.var.services
  return context.html(pageLook.render(page), undefined, {
    'Content-Security-Policy': `default-src 'none'; ${pageLook.policy}; base-uri 'none'; frame-ancestors 'none'; form-action ${formAction}`,
    // The URL contains a secret.
    'Referrer-Policy': 'no-referrer',
  })
}

/** Browsers apply form-action to the redirect after the form, too. */
function sourcesOf(target: string): string {
  const { protocol, origin } = new URL(target)
  // An app's own scheme has no origin.
  return `'self' ${origin === 'null' ? protocol : origin}`
}

/** POST /confirm: the button of the page. */
export function confirmByButton(context: AuthContext): Promise<Response> {
  return readably(context, async () => {
    assertWithinLimit(await context.var.services.limits.mail.verify(deviceOf(context).address))
    const text = await readText(context.req.raw).catch((error: unknown) => {
      if (!(error instanceof BodyError)) throw error
      throw new AuthError(
        error.reason === 'too large' ? 413 : 400,
        'validation_failed',
        'The form could not be read',
      )
    })
    const form = new URLSearchParams(text)
    if (form.get('type') === 'undo') return undoByLink(context, form.get('token') ?? '')
    return followLink(context, {
      link: form.get('token') ?? '',
      type: form.get('type'),
      redirectTo: form.get('redirect_to') ?? undefined,
    })
  })
}
