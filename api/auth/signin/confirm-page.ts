// /confirm: what the links of our mails lead to. Mail filters open every link, often twice, so opening it shows a page with
// a button and changes nothing; the button sends a form, which consumes the proof as GET /verify does.
import { hash } from 'node:crypto'
import { escapeHtml } from '../../../shared/escape-html.ts'
import { BodyError, readText } from '../../http/bounded-body.ts'
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

const STYLE = `:root{color-scheme:light dark;--ink:#1b1d1c;--paper:#f7f6f2;--sheet:#fff;--line:#d9d6cc;--act:#0b6b4f;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e9e7e0;--paper:#161817;--sheet:#1e2120;--line:#3a3e3c;--act:#5fc7a2;--on:#0b1a14}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
main{box-sizing:border-box;width:min(28rem,100% - 2rem);padding:2rem 1.5rem;background:var(--sheet);border:1px solid var(--line);border-radius:.75rem}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}p{margin:0 0 1.25rem}
button{width:100%;min-height:2.75rem;padding:.5rem 1rem;border:0;border-radius:.5rem;background:var(--act);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid var(--act);outline-offset:3px}`
const STYLE_HASH = hash('sha256', STYLE, 'base64')

/** GET /confirm?token=&type=&redirect_to= */
export async function confirmPage(context: AuthContext): Promise<Response> {
  const { limits, redirects } = context.var.services
  assertWithinLimit(await limits.settings(deviceOf(context).address))
  const type = context.req.query('type') ?? ''
  const page = Object.hasOwn(PAGES, type) ? PAGES[type] : undefined
  if (!page) throw invalid('Unsupported verification type')
  const fields = {
    token: context.req.query('token') ?? '',
    type,
    redirect_to: redirects.choose(context.req.query('redirect_to')),
  }
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${page.title}</title><style>${STYLE}</style></head>
<body><main><h1>${page.title}</h1><p>${page.text}</p>
<form method="post" action="confirm">${inputs.join('')}<button>${page.button}</button></form></main></body></html>
`
  return context.html(html, 200, {
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'; form-action ${sourcesOf(fields.redirect_to)}`,
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
export async function confirmByButton(context: AuthContext): Promise<Response> {
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
}
