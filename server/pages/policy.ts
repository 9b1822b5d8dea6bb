// The Content-Security-Policy of a page. A cached page cannot use a nonce (reuse defeats it), so the header lists the
// SHA-256 of the inline scripts that rendering wrote. They are identified by a random nonce known only during
// rendering, so an injected script is not allowed.
import { digest } from '../../api/crypto.ts'

/** @returns the source expression that allows the inline script or style `text` */
export function inlineHash(text: string | Buffer): string {
  return `'sha256-${digest(text, 'base64')}'`
}

/**
 * Removes the nonce from a rendered page.
 * @param html its bytes, a character each: decoding UTF-8 and encoding it again would cost more than the search
 * @returns the page, and the hashes of the inline scripts that had it
 */
export function takeNonce(html: string, nonce: string): { html: string; hashes: Set<string> } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(mark) && !/\ssrc=/.test(attributes))
      hashes.add(inlineHash(Buffer.from(text, 'latin1')))
  }
  return { html: html.replaceAll(mark, ''), hashes }
}

/** @param scripts source expressions of the inline scripts that may run */
export function contentSecurityPolicy(scripts: Iterable<string>): string {
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, ...scripts].join(' '),
    // Category colours are inline custom properties; styles cannot execute code.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ].join('; ')
}
