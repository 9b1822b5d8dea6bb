// The fields of forms that mails and mail clients post.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { BodyError, readBytes } from '../../api/http/bounded-body.ts'
import { inLanguage, type Language, offered } from '../../shared/languages.ts'

/** Maximum bytes of such a form. */
export const FORM_BYTES = 16 * 1024
/** Field of a mail client's one-click unsubscribe (RFC 8058). */
export const ONE_CLICK = 'List-Unsubscribe'

/** The fields of a form; empty for other bodies. @throws BodyError */
async function fieldsOf(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request)
  const type = request.headers.get('content-type') ?? ''
  const form = new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData()
  return form.then(Object.fromEntries, () => ({}))
}

/** A field's text; '' for a file or a repeated field. */
export function textOf(field: unknown): string {
  return typeof field === 'string' ? field : ''
}

/** The answer to a body that cannot be read; null for any other error. */
export function refusalOfBody(error: unknown): Response | null {
  if (!(error instanceof BodyError)) return null
  const headers = { 'content-type': 'text/plain; charset=UTF-8' }
  return error.reason === 'too large'
    ? new Response('Payload Too Large', { status: 413, headers })
    : new Response('Bad Request', { status: 400, headers })
}

/** What the routes of forms know of a request. `language`: of the page with the form, once it was read. */
export type FormRequest = { Bindings: { incoming: IncomingMessage }; Variables: { language?: Language } }

/** The fields of a form, and the language of the page with it, which a later failure is told in. @throws BodyError */
export async function formOf(
  context: Context<FormRequest>,
): Promise<{ fields: Record<string, unknown>; language: Language }> {
  const fields = await fieldsOf(context.req.raw)
  const language = offered(textOf(fields.language))
  context.set('language', language)
  return { fields, language }
}

/** The page that tells the outcome of a form, in the language of the page with it. */
export function toldAt(context: Context<FormRequest>, path: string): Response {
  return context.redirect(inLanguage(context.get('language') ?? 'en', path), 303)
}
