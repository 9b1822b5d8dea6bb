// /confirm: what the links of our mails lead to. Mail filters open every link, often twice, so opening it shows a page with
// a button and changes nothing; the button sends a form, which consumes the proof as GET /verify does.
import type { StatusCode } from 'hono/utils/http-status'
import { type AccountMails, wordsOf } from '../../../messages/by-language.ts'
import { escapeHtml } from '../../../shared/escape-html.ts'
import { type Language, languageOfPath, offered } from '../../../shared/languages.ts'
import { BodyError, readText } from '../../http/bounded-body.ts'
import type { SmallPage } from '../../http/small-page.ts'
import { undoByLink } from '../credentials/undo.ts'
import { AuthError, invalid } from '../errors.ts'
import { type AuthContext, assertWithinLimit, deviceOf } from '../services.ts'
import { followLink } from './verify.ts'

/** Maximum bytes of the form's fields. */
export const CONFIRM_BYTES = 8 * 1_024

type PageText = { title: string; text: string; button: string }

/** What the page says, by the `type` of the link. */
const PAGES: Readonly<Record<string, (t: AccountMails) => PageText>> = {
  signup: (t) => ({ title: t.confirmYourAddress, text: t.oneStepIsLeft, button: t.confirmAndSignIn }),
  invite: (t) => ({
    title: t.youAreInvited,
    text: t.acceptAndYourAccountIsReady,
    button: t.acceptTheInvitation,
  }),
  magiclink: (t) => ({ title: t.signIn, text: t.noPasswordIsNeeded, button: t.signIn }),
  recovery: (t) => ({
    title: t.chooseANewPassword,
    text: t.theOldPasswordWorksUntil,
    button: t.chooseANewPassword,
  }),
  email_change: (t) => ({
    title: t.confirmTheChangeOfYourAddress,
    text: t.confirmThatTheAddressShallChange,
    button: t.confirmTheChange,
  }),
  undo: (t) => ({ title: t.undoTheChange, text: t.whatUndoingDoes, button: t.itWasNotMeUndoIt }),
}

/** The language of the page that the link leads to. */
function languageAt(context: AuthContext, redirectTo: string | null | undefined): Language {
  return languageOfPath(new URL(context.var.services.redirects.choose(redirectTo)).pathname)
}

/** GET /confirm?token=&type=&redirect_to= */
export function confirmPage(context: AuthContext): Promise<Response> {
  const language = languageAt(context, context.req.query('redirect_to'))
  return readably(context, language, async () => {
    const { limits, redirects } = context.var.services
    assertWithinLimit(await limits.settings(deviceOf(context).address))
    const type = context.req.query('type') ?? ''
    const token = context.req.query('token') ?? ''
    const page = Object.hasOwn(PAGES, type) ? PAGES[type]?.(wordsOf(language).accountMails) : undefined
    if (!page || !token) throw invalid('Verify requires a token and a verification type')
    const fields = {
      token,
      type,
      redirect_to: redirects.choose(context.req.query('redirect_to')),
    }
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
    )
    // In the address: also said to somebody whose form cannot be read, or who pressed too often.
    const form = `<form method="post" action="confirm?language=${language}">${inputs.join('')}<button class="act">${page.button}</button></form>`
    return show(context, { ...page, language, form, formAction: sourcesOf(fields.redirect_to) })
  })
}

/** Shows a refusal as a page, because a person has followed a link here. */
async function readably(
  context: AuthContext,
  language: Language,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { status, extra } = error
    context.status(status as StatusCode)
    if (extra.retryAfter) context.header('Retry-After', extra.retryAfter)
    const t = wordsOf(language).accountMails
    const said =
      status === 429
        ? { title: t.pleaseTryAgainLater, text: t.manyLinksWereOpened }
        : { title: t.thisLinkIsNotComplete, text: t.itMayHaveBeenCut }
    return show(context, { ...said, language, form: '', formAction: "'none'" })
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
  return readably(context, offered(context.req.query('language')), async () => {
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
    if (form.get('type') === 'undo') {
      return undoByLink(context, form.get('token') ?? '', languageAt(context, form.get('redirect_to')))
    }
    return followLink(context, {
      link: form.get('token') ?? '',
      type: form.get('type'),
      redirectTo: form.get('redirect_to') ?? undefined,
    })
  })
}
