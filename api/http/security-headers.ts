// Headers of every response: pages, files, the API.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}
/** A year. Subdomains are not included, because the site does not control them. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Sets the headers before `listener` runs, which may override them: a response to a URL that contains a secret has a
 * stricter Referrer-Policy. Cross-Origin-Opener-Policy is set for documents only (server/pages): on a redirect of
 * /auth/v1 it would cut a sign-in window off from its opener.
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
