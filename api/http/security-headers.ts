// Headers that every answer carries, whatever it is: pages, files, the contract's own.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}
/** A year. Subdomains are not the site's to decide about. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Sets the headers before `listener` answers, which may say otherwise: an answer whose address holds a secret names
 * a stricter Referrer-Policy. Cross-Origin-Opener-Policy is for documents (server/pages): on a redirect of
 * /auth/v1 it would cut a sign-in window off from the page that opened it.
 */
export function withSecurityHeaders(listener: RequestListener, siteUrl: string): RequestListener {
  const isEncrypted = siteUrl.startsWith('https:')
  const headers = Object.entries({
    ...ALWAYS,
    ...(isEncrypted ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
  })
  return (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    listener(request, response)
  }
}
