// What lets an administrator's browser see pages during maintenance. A session lives in the browser's storage, and a
// page's address is asked for without it: so whoever shows an admin's token gets a cookie that says so for an hour.
// It opens nothing but the pages that everybody sees at other times.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const NAME = 'maintenance-pass'
const SECONDS = 3_600

export type Passes = {
  /** A Set-Cookie header. */
  issue(now: number): string
  /** Whether a request carries a pass that still holds. */
  holds(request: Pick<IncomingMessage, 'headers'>, now: number): boolean
}

/**
 * @param secret key material that every process of the site has
 * @param secure the site is reached by https alone
 */
export function createPasses(secret: string, { secure }: { secure: boolean }): Passes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'arthachowk maintenance passes', 32))
  const sign = (until: string) => createHmac('sha256', key).update(until).digest('base64url')
  return {
    issue: (now) => {
      const until = String(Math.floor(now / 1_000) + SECONDS)
      const marks = [
        'Path=/',
        `Max-Age=${SECONDS}`,
        'HttpOnly',
        'SameSite=Lax',
        ...(secure ? ['Secure'] : []),
      ]
      return [`${NAME}=${until}.${sign(until)}`, ...marks].join('; ')
    },
    holds: ({ headers }, now) => {
      for (const cookie of (headers.cookie ?? '').split(';')) {
        const [name, value = ''] = cookie.trim().split('=', 2)
        const [until = '', signature = ''] = value.split('.', 2)
        if (name !== NAME || !/^\d{1,12}$/.test(until) || Number(until) * 1_000 <= now) continue
        if (isSame(signature, sign(until))) return true
      }
      return false
    },
  }
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
