// Maintenance passes. Page requests carry no session (it is in the browser's storage), so an administrator's token is
// exchanged for a cookie, valid for an hour, which only shows pages that are public at other times.
import type { IncomingMessage } from 'node:http'
import { createSignedCookie } from '../signed-cookie.ts'

const SECONDS = 3_600

/**
 * @param secret key material that every process of the site has
 * @param secure the site uses https
 */
export function createPasses(secret: string, { secure }: { secure: boolean }) {
  const cookie = createSignedCookie({
    name: 'maintenance-pass',
    secret,
    purpose: 'arthachowk maintenance passes',
    secure,
  })
  return {
    issue: (now: number): string => cookie.issue(now, SECONDS),
    holds: (request: Pick<IncomingMessage, 'headers'>, now: number): boolean =>
      cookie.read(request, now) !== null,
  }
}

export type Passes = ReturnType<typeof createPasses>
