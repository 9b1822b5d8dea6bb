// The Content-Security-Policy of a page. A cached page cannot carry a nonce (a reused nonce is no nonce), so its header
// names the SHA-256 of the inline scripts that the rendering itself wrote. Which ones those are is told by a random
// nonce that only the rendering knew: a script that got into the database by whatever way has none, and doesn't run.
import { createHash } from 'node:crypto'

/** @returns the source expression that allows the inline script `text` */
export function scriptHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/**
 * Takes the nonce out of a rendered page.
 * @returns the page without it, and the hashes of the inline scripts that carried it
 */
export function takeNonce(html: string, nonce: string): { html: string; hashes: Set<string> } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(mark) && !/\ssrc=/.test(attributes)) hashes.add(scriptHash(text))
  }
  return { html: html.replaceAll(mark, ''), hashes }
}

/** @param scripts source expressions of the inline scripts that may run */
export function contentSecurityPolicy(scripts: Iterable<string>): string {
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, ...scripts].join(' '),
    // Category colours are inline custom properties; a style can run nothing.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ].join('; ')
}
