// POST /mail/bounces: what became of mails after the mail server had taken them. Providers post JSON, which the secret of
// the setting proves to be theirs. A mail server of one's own hands on the reports (RFC 3464, RFC 5965) that arrive at the
// sender's address: anybody can mail such a report, so it counts only with the signature that each mail carries.
import { isEqual } from '../../api/crypto.ts'
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import { recipientToken } from '../../api/mail/recipient-token.ts'

export type Refusal = { address: string; kind: 'hard' | 'soft' | 'complaint' }

/** Stops mails to an address that nobody has asked for at this moment, at once or at the fifth time. */
export async function noteRefusal(db: Database, { address, kind }: Refusal): Promise<void> {
  await asService(db, (sql) => sql`select private.note_mail_refusal(${address}, ${kind})`)
}

/** Whether a request has the secret: as a bearer, or as the password that an address with one sends. */
export function isAuthorised(header: string | undefined, secret: string): boolean {
  const [, scheme = '', value = ''] = /^(\S+) (.*)$/.exec(header ?? '') ?? []
  const given =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
      : scheme.toLowerCase() === 'bearer'
        ? value
        : ''
  return isEqual(given, secret)
}

/** The refusals that a posted body reports; null for one that cannot be read. */
export function readRefusals(body: string, contentType: string, secret: string): Refusal[] | null {
  if (/^(?:message|multipart|text)\//i.test(contentType) && !body.trimStart().startsWith('{')) {
    return readReport(body, secret)
  }
  const parsed = parse(body)
  if (parsed === undefined) return null
  return (Array.isArray(parsed) ? parsed : [parsed]).slice(0, MOST_EVENTS).flatMap(readEvent)
}

/** @returns undefined for what is not JSON */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The address that confirms a subscription of Amazon SNS; null for any other body. */
export function confirmationOf(body: string): string | null {
  const { Type: type, SubscribeURL: address } = fields(parse(body))
  return type === 'SubscriptionConfirmation' ? word(address) : null
}

const MOST_EVENTS = 1_000
type Fields = Readonly<Record<string, unknown>>

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const word = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Names of events, in lower case without separators, of Postmark, SendGrid, Brevo, Mailjet, Mailgun and of our own. */
const KINDS: Readonly<Record<string, Refusal['kind']>> = {
  hard: 'hard',
  hardbounce: 'hard',
  permanent: 'hard',
  bademailaddress: 'hard',
  invalidemail: 'hard',
  soft: 'soft',
  softbounce: 'soft',
  temporary: 'soft',
  transient: 'soft',
  undetermined: 'soft',
  blocked: 'soft',
  complaint: 'complaint',
  complained: 'complaint',
  spam: 'complaint',
  spamcomplaint: 'complaint',
  spamreport: 'complaint',
}

const kindOf = (name: unknown) => {
  const key = word(name)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
  return Object.hasOwn(KINDS, key) ? KINDS[key] : undefined
}

/** One event. Others than refusals, such as opened mails, are nothing. */
function readEvent(value: unknown): Refusal[] {
  const event = fields(value)
  // Amazon SES: as it is, or within a notification of SNS.
  if (event.Type === 'Notification') return readNotification(event.Message)
  const bounce = fields(event.bounce)
  const complaint = fields(event.complaint)
  if (bounce.bouncedRecipients || complaint.complainedRecipients) {
    return [
      ...refusalsOf(
        list(bounce.bouncedRecipients).map((one) => fields(one).emailAddress),
        kindOf(bounce.bounceType),
      ),
      ...refusalsOf(
        list(complaint.complainedRecipients).map((one) => fields(one).emailAddress),
        'complaint',
      ),
    ]
  }
  const { severity, recipient } = fields(event['event-data'])
  if (recipient) return refusalsOf([recipient], kindOf(severity) ?? kindOf(fields(event['event-data']).event))
  // SendGrid has the kind of a bounce in its type, which says 'bounce' for a mailbox that does not exist.
  const kind =
    word(event.event) === 'bounce' &&
    (event.hard_bounce !== undefined || event.type !== undefined || event.status)
      ? (kindOf(event.type) ?? (event.hard_bounce === false ? 'soft' : 'hard'))
      : [event.kind, event.Type, event.event, event.RecordType].map(kindOf).find((one) => one !== undefined)
  return refusalsOf([event.address ?? event.Email ?? event.email], kind)
}

function readNotification(message: unknown): Refusal[] {
  const { Type: _, ...event } = fields(parse(word(message)))
  return readEvent(event)
}

const ADDRESS = /^[^\s<>"]{1,64}@[^\s<>"]{1,189}$/

function refusalsOf(addresses: readonly unknown[], kind: Refusal['kind'] | undefined): Refusal[] {
  if (!kind) return []
  return addresses.flatMap((address) =>
    typeof address === 'string' && ADDRESS.test(address) ? [{ address: address.toLowerCase(), kind }] : [],
  )
}

/** Of all parts of a report; our mails have one each. */
const MOST_RECIPIENTS = 20

/** `a@b` of `A <a@b>`. */
function lastWord(field: string): string {
  const trimmed = field.trimEnd()
  return (trimmed.endsWith('>') ? trimmed.slice(0, -1) : trimmed).split(/[\s<>"]+/).at(-1) ?? ''
}

/** A report of a mail server. Its part with the headers of our mail says whom it was to, with our signature. */
function readReport(body: string, secret: string): Refusal[] {
  const text = body.replaceAll(/\r?\n[ \t]+/g, ' ')
  const token = /^X-Recipient-Token:\s*([0-9a-f]{32})\s*$/im.exec(text)?.[1]
  const recipients = [...text.matchAll(/^To:(.*)$/gim)]
    .slice(0, MOST_RECIPIENTS)
    .map(([, to = '']) => lastWord(to))
  const address = recipients.find((one) => one.includes('@') && recipientToken(secret, one) === token)
  if (!address) return []
  if (/^Feedback-Type:\s*abuse\b/im.test(text)) return refusalsOf([address], 'complaint')
  const status = /^Status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(text)?.[1]
  if (!/^Action:\s*failed\b/im.test(text) || !status) return []
  return refusalsOf([address], kindOfStatus(status))
}

/** An enhanced status code (RFC 3463): 5.1.x and 5.2.1 are about the mailbox, others about this mail. */
export function kindOfStatus(status: string): Refusal['kind'] {
  return /^5\.(?:1\.\d+|2\.1)$/.test(status) ? 'hard' : 'soft'
}
