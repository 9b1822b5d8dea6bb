// Links that end one kind of mail for one member, without a session: signed, so that nothing is stored for them.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { MAILED_TOPICS } from '../../shared/notification-topics.ts'

/** `all`: every mail of a notification except the digest. */
const ENDED = [...MAILED_TOPICS, 'digest', 'all'] as const
type Ended = (typeof ENDED)[number]

/** @param secret key material that every process of the site has */
export function createUnsubscribeLinks(secret: string, siteUrl: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'arthachowk unsubscribe links', 32))
  const sign = (member: string, topic: Ended) =>
    createHmac('sha256', key).update(`${member}.${topic}`).digest('base64url')
  return {
    of: (member: string, topic: Ended): string => {
      const token = `${member}.${topic}.${sign(member, topic)}`
      return `${siteUrl}/mail/unsubscribe?${new URLSearchParams({ token })}`
    },
    /** Whose mails of which kind a link ends; null for one that the site did not make. */
    read: (token: string): { member: string; topic: Ended } | null => {
      const [member = '', named = '', signature = ''] = token.split('.', 3)
      const topic = ENDED.find((one) => one === named)
      if (!topic) return null
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(member, topic))]
      return given.length === right.length && timingSafeEqual(given, right) ? { member, topic } : null
    },
  }
}

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>
