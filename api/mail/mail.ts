// Mail: takes what identity and the community want to say from the queue, renders it under the site's name, and hands it over.
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { type Email, render } from './email.ts'
import { emailsOf, type Outbox } from './outbox.ts'
import { createMailTransport } from './transport.ts'

/** Answers of a mail server that another try will not change: no such mailbox, refused for good. */
const FOR_GOOD = { from: 550, to: 554 }

export type Mail = {
  /** Does one task of the queue. @throws what another try may change */
  send(task: unknown): Promise<void>
  close(): void
}

/**
 * @param outboxes what the community mails by itself
 * @param emails what any other queued task means, as emails to send; asked again for each try
 * @param siteName as the community calls itself now
 */
export function createMail(options: {
  config: Config & { siteUrl: string }
  log: Logger
  outboxes: readonly Outbox[]
  emails: (task: unknown) => Promise<Email[]>
  siteName: () => string
}): Mail {
  const { config, log, outboxes, emails, siteName } = options
  const transport = createMailTransport(config, log)
  const send = async (task: unknown) => {
    try {
      for (const email of await (emailsOf(outboxes, task) ?? emails(task))) {
        await transport.send(render(email, { name: siteName(), url: config.siteUrl }))
      }
    } catch (error) {
      const { code, responseCode, command } = error as {
        code?: string
        responseCode?: number
        command?: string
      }
      // Not the message: a mail server repeats the address in it.
      log.warn({ code, responseCode, command }, 'mail.send_failed')
      const hopeless = responseCode && responseCode >= FOR_GOOD.from && responseCode <= FOR_GOOD.to
      if (!(hopeless && command === 'RCPT TO')) throw error
    }
  }
  return { send, close: () => transport.close() }
}
