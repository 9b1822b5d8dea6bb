// Cookies that carry a short text and until when it is valid, signed by this site. Any process of the site can check one
// without asking anybody.
import type { IncomingMessage } from 'node:http'
import { deriveKey, hmac, isEqual } from '../api/crypto.ts'

/** Cookies of one name that are checked: a browser has one, or two of different paths. */
const MOST = 2
/** Of SHA-256 in base64url. */
const SIGNATURE = /^[\w-]{43}$/

/**
 * @param options.secret key material that every process of the site has
 * @param options.purpose keys of different purposes are different
 * @param options.secure the site uses https
 */
export function createSignedCookie(options: {
  name: string
  secret: string
  purpose: string
  secure: boolean
}) {
  const { name, secret, purpose, secure } = options
  const key = deriveKey(secret, purpose)
  const sign = (text: string) => hmac(key, text)
  const marks = (seconds: number) =>
    `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    /** The value of Set-Cookie. @param text letters, digits, `-`, `_` */
    issue: (now: number, seconds: number, text = ''): string => {
      const until = String(Math.floor(now / 1_000) + seconds)
      const signed = text === '' ? until : `${text}.${until}`
      return `${name}=${signed}.${sign(signed)}; ${marks(seconds)}`
    },
    /** The value of Set-Cookie that removes it. */
    remove: (): string => `${name}=; ${marks(0)}`,
    /** @returns the text; null without a valid cookie */
    read: ({ headers }: Pick<IncomingMessage, 'headers'>, now: number): string | null => {
      let checked = 0
      for (const cookie of (headers.cookie ?? '').split(';')) {
        const given = cookie.trim()
        if (!given.startsWith(`${name}=`)) continue
        const [signature = '', until = '', text = ''] = given
          .slice(name.length + 1)
          .split('.')
          .reverse()
        if (!SIGNATURE.test(signature) || !/^\d{1,12}$/.test(until) || Number(until) * 1_000 <= now) continue
        checked += 1
        if (checked > MOST) return null
        if (isEqual(signature, sign(text === '' ? until : `${text}.${until}`))) return text
      }
      return null
    },
  }
}
