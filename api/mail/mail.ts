// Sends queued e-mails: renders them under the site's name and passes them to the transport.
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { mails } from '../observability/instruments.ts'
import { type Email, render } from './email.ts'
import { emailsOf, type Outbox } from './outbox.ts'
import { createMailTransport } from './transport.ts'

/** Permanent SMTP failures, such as an unknown mailbox. */
const FOR_GOOD = { from: 550, to: 554 }

export type MailRefused = (address: string, status: string | null) => Promise<void>

/**
 * @param outboxes what the community mails by itself
 * @param emails what any other queued task means, as emails to send; asked again for each try
 * @param siteName as the community calls itself now
 * @param refused called when the mail server refuses a recipient for good, with the enhanced status code if it gave one
 */
export function createMail(options: {
  config: Config & { siteUrl: string }
  log: Logger
  outboxes: readonly Outbox[]
  emails: (task: unknown) => Promise<Email[]>
  siteName: () => string
  refused: MailRefused
}) {
  const { config, log, outboxes, emails, siteName, refused } = options
  const transport = createMailTransport(config, log)
  /** Sends the e-mails of one queued task. @throws errors that a retry may resolve */
  const send = async (task: unknown) => {
    let recipient = ''
    try {
      for (const email of await (emailsOf(outboxes, task) ?? emails(task))) {
        recipient = email.to
        await transport.send(render(email, { name: siteName(), url: config.siteUrl }))
        mails.inc({ result: 'sent' })
      }
    } catch (error) {
      mails.inc({ result: 'failed' })
      const { code, response, responseCode, command } = error as {
        code?: string
        response?: string
        responseCode?: number
        command?: string
      }
      // Without the message, in which mail servers repeat the address.
      log.warn({ code, responseCode, command }, 'mail.send_failed')
      const hopeless = responseCode && responseCode >= FOR_GOOD.from && responseCode <= FOR_GOOD.to
      if (!(hopeless && command === 'RCPT TO')) throw error
      await refused(recipient, /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1] ?? null)
    }
  }
  return { send, close: () => transport.close() }
}
