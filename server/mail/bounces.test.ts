// What reports of mail providers and mail servers say, and which of them count.
import { describe, expect, test } from 'vitest'
import { recipientToken } from '../../api/mail/recipient-token.ts'
import { isAuthorised, kindOfStatus, readRefusals } from './bounces.ts'

const SECRET = 'a secret of the provider'
const ASHA = 'asha@example.com'
const read = (body: unknown) => readRefusals(JSON.stringify(body), 'application/json', SECRET)

test.each([
  ['our own', [{ address: 'ASHA@Example.com', kind: 'hard' }], 'hard'],
  ['Postmark', { RecordType: 'Bounce', Type: 'HardBounce', Email: ASHA }, 'hard'],
  ['Postmark', { RecordType: 'Bounce', Type: 'SoftBounce', Email: ASHA }, 'soft'],
  ['Postmark', { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: ASHA }, 'complaint'],
  ['SendGrid', [{ event: 'bounce', type: 'bounce', status: '5.1.1', email: ASHA }], 'hard'],
  ['SendGrid', [{ event: 'bounce', type: 'blocked', status: '5.7.1', email: ASHA }], 'soft'],
  ['SendGrid', [{ event: 'spamreport', email: ASHA }], 'complaint'],
  ['Brevo', { event: 'hard_bounce', email: ASHA }, 'hard'],
  ['Brevo', { event: 'soft_bounce', email: ASHA }, 'soft'],
  ['Mailjet', [{ event: 'bounce', hard_bounce: true, email: ASHA }], 'hard'],
  ['Mailjet', [{ event: 'bounce', hard_bounce: false, email: ASHA }], 'soft'],
  ['Mailgun', { 'event-data': { event: 'failed', severity: 'permanent', recipient: ASHA } }, 'hard'],
  ['Mailgun', { 'event-data': { event: 'failed', severity: 'temporary', recipient: ASHA } }, 'soft'],
  ['Mailgun', { 'event-data': { event: 'complained', recipient: ASHA } }, 'complaint'],
  [
    'Amazon SES',
    {
      eventType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: ASHA }] },
    },
    'hard',
  ],
  [
    'Amazon SES by SNS',
    {
      Type: 'Notification',
      Message: JSON.stringify({
        notificationType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: ASHA }] },
      }),
    },
    'complaint',
  ],
])('%s: %j is %s', (_, body, kind) => {
  expect(read(body)).toEqual([{ address: ASHA, kind }])
})

test.each([
  [{ event: 'open', email: ASHA }],
  [{ RecordType: 'Delivery', Email: ASHA }],
  [{ address: ASHA, kind: 'constructor' }],
  [{ address: { $ne: '' }, kind: 'hard' }],
  [{ address: `${'x'.repeat(300)}@example.com`, kind: 'hard' }],
  [{ address: 'asha@example.com\nbcc: all', kind: 'hard' }],
  [{ Type: 'Notification', Message: '{"Type":"Notification","Message":"' }],
  [[[[[{ address: ASHA, kind: 'hard' }]]]]],
  [null],
  [7],
])('%j is nothing', (body) => {
  expect(read(body)).toEqual([])
})

test('what cannot be read is refused', () => {
  expect(readRefusals('{"address":', 'application/json', SECRET)).toBeNull()
  expect(readRefusals('a=b', 'application/x-www-form-urlencoded', SECRET)).toBeNull()
})

describe('a report of a mail server', () => {
  const report = (to: string, token: string, status = '5.1.1') => `To: bounces@site.example
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; ${to}
Action: failed
Status: ${status}

--b
Content-Type: message/rfc822-headers

From: Site <post@site.example>
To: ${to}
X-Recipient-Token:
 ${token}
--b--`
  const asks = (body: string) => readRefusals(body, 'message/rfc822', SECRET)
  const token = recipientToken(SECRET, ASHA)

  test('counts with the signature of the mail that it returns', () => {
    expect(asks(report(ASHA, token))).toEqual([{ address: ASHA, kind: 'hard' }])
    expect(asks(report('Asha <Asha@Example.com>', token))).toEqual([{ address: ASHA, kind: 'hard' }])
    expect(asks(report(ASHA, token, '5.2.2'))).toEqual([{ address: ASHA, kind: 'soft' }])
    expect(asks(`Feedback-Type: abuse\n${report(ASHA, token)}`)).toEqual([
      { address: ASHA, kind: 'complaint' },
    ])
  })

  test('does not without it, or with that of another mail', () => {
    expect(asks(report(ASHA, ''))).toEqual([])
    expect(asks(report(ASHA, recipientToken(SECRET, 'bala@example.com')))).toEqual([])
    expect(asks(report(ASHA, recipientToken('another secret', ASHA)))).toEqual([])
    expect(asks(report(ASHA, token, '4.2.2').replace('failed', 'delayed'))).toEqual([])
  })
})

test('only status codes about the mailbox are hard', () => {
  expect(['5.1.1', '5.1.10', '5.2.1', '5.2.2', '5.7.1', '5.0.0', '4.1.1'].map(kindOfStatus)).toEqual([
    ...['hard', 'hard', 'hard', 'soft', 'soft', 'soft', 'soft'],
  ])
})

test('the secret comes as a bearer or as a password', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  for (const right of [`Bearer ${SECRET}`, basic(`mail:${SECRET}`)])
    expect(isAuthorised(right, SECRET), right).toBe(true)
  for (const wrong of [undefined, '', 'Bearer', 'Bearer x', basic('mail:'), basic(SECRET), SECRET])
    expect(isAuthorised(wrong, `${SECRET}!`), wrong).toBe(false)
})
