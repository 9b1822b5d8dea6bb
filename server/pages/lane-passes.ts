// The cookie that says in which lane a page is rendered for its holder (admission.ts). It holds a number, so that each
// holder's renderings can be counted, and no name; it admits to nothing but a place in a lane.
import type { IncomingMessage } from 'node:http'
import { deriveKey, hmac, randomToken } from '../../api/crypto.ts'
import { createSignedCookie } from '../signed-cookie.ts'

const DAY = 24 * 3_600
/** Renewed with the access token, each hour that a member is here. */
const MEMBER_SECONDS = 7 * DAY
/** Of a proof of work. */
const PROOF_SECONDS = 600
const NUMBER_LENGTH = 16

export type LanePass = { of: 'member' | 'proof'; id: string }

/**
 * @param secret key material that every process of the site has
 * @param secure the site uses https
 */
export function createLanePasses(secret: string, { secure }: { secure: boolean }) {
  const cookie = createSignedCookie({ name: 'lane', secret, purpose: 'arthachowk lane passes', secure })
  const key = deriveKey(secret, 'arthachowk lane members')
  return {
    /** One number for an account, however often it signs in: a shared cookie shares the member's allowance. */
    forMember: (userId: string, now: number): string => {
      const number = hmac(key, userId).slice(0, NUMBER_LENGTH)
      return cookie.issue(now, MEMBER_SECONDS, `m${number}`)
    },
    forProof: (now: number): string => cookie.issue(now, PROOF_SECONDS, `p${randomToken(12)}`),
    remove: cookie.remove,
    read: (request: Pick<IncomingMessage, 'headers'>, now: number): LanePass | null => {
      const id = cookie.read(request, now)
      return id === null ? null : { of: id.startsWith('m') ? 'member' : 'proof', id }
    },
  }
}

export type LanePasses = ReturnType<typeof createLanePasses>
