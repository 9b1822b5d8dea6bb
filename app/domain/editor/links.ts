// Which addresses a link may have (SPEC.md section 5). The gateway's sanitiser keeps the same schemes.
import { LINK_SCHEMES } from '#shared/limits.ts'

const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const ALLOWED: readonly string[] = LINK_SCHEMES
const EMAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/

/** Whether a link to `address` is kept. An address without a scheme stays within the site. */
export function isAllowedAddress(address: string): boolean {
  // Browsers drop control characters and blanks inside a scheme before they follow a link.
  const bare = stripped(address)
  const scheme = SCHEME.exec(bare)?.[1]
  return scheme === undefined ? !bare.startsWith('//') : ALLOWED.includes(scheme.toLowerCase())
}

/**
 * The address that a person means by what they typed: 'sebi.gov.in' is a site, 'help@nsdl.co.in' a mailbox.
 * @returns null when it is empty or of a scheme that is not allowed
 */
export function readAddress(typed: string): string | null {
  const bare = stripped(typed)
  if (bare === '') return null
  if (EMAIL.test(bare)) return `mailto:${bare}`
  // 'example.com:8080' has a port, not a scheme.
  const hasScheme = SCHEME.test(bare) && !/^[\w.-]+\.[a-z]{2,}:\d/i.test(bare)
  const isOwn = /^[/#?]/.test(bare) && !bare.startsWith('//')
  const address = hasScheme || isOwn ? bare : `https://${bare.replace(/^\/+/, '')}`
  return isAllowedAddress(address) ? address : null
}

function stripped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u0020\u00a0\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g, '')
}
