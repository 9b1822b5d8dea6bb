// Links that end one kind of mail for one member, without a session: signed, so that nothing is stored for them.
import { deriveKey, hmac, isEqual } from '../../api/crypto.ts'
import { MAILED_TOPICS } from '../../shared/notification-topics.ts'

/** `all`: every mail of a notification except the digest. */
const ENDED = [...MAILED_TOPICS, 'digest', 'all'] as const
type Ended = (typeof ENDED)[number]

/** @param secret key material that every process of the site has */
export function createUnsubscribeLinks(secret: string, siteUrl: string) {
  const key = deriveKey(secret, 'arthachowk unsubscribe links')
  const sign = (member: string, topic: Ended) => hmac(key, `${member}.${topic}`)
  return {
    of: (member: string, topic: Ended): string => {
      const token = `${member}.${topic}.${sign(member, topic)}`
      return `${siteUrl}/mail/unsubscribe?${new URLSearchParams({ token })}`
    },
    /** Whose mails of which kind a link ends; null for one that the site did not make. */
    read: (token: string): { member: string; topic: Ended } | null => {
      const [member = '', named = '', signature = ''] = token.split('.', 3)
      const topic = ENDED.find((one) => one === named)
      return topic && isEqual(signature, sign(member, topic)) ? { member, topic } : null
    },
  }
}

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>
