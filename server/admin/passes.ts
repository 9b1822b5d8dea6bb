// Maintenance passes. Page requests carry no session (it is in the browser's storage), so an administrator's token is
// exchanged for a cookie, valid for an hour, which only shows pages that are public at other times.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const NAME = 'maintenance-pass'
const SECONDS = 3_600

/**
 * @param secret key material that every process of the site has
 * @param secure the site uses https
 */
export function createPasses(secret: string, { secure }: { secure: boolean }) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'arthachowk maintenance passes', 32))
  const sign = (until: string) => createHmac('sha256', key).update(until).digest('base64url')
  return {
    issue: (now: number): string => {
      const until = String(Math.floor(now / 1_000) + SECONDS)
      const marks = `Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
      return `${NAME}=${until}.${sign(until)}; ${marks}`
    },
    holds: ({ headers }: Pick<IncomingMessage, 'headers'>, now: number): boolean => {
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

export type Passes = ReturnType<typeof createPasses>

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
