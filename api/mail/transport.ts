// Delivers a rendered e-mail: by the operator's mail server or, without one, as a file in the data folder and a log
// line, so that every flow works on a laptop.
import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import type { Rendered } from './email.ts'
import { recipientToken } from './recipient-token.ts'

const CONNECT_WITHIN_MS = 10_000
const ANSWER_WITHIN_MS = 30_000
/** Loaded with the first e-mail, because loading takes a tenth of the start. */
const nodemailer = () => import('nodemailer')
/** The time, so that a directory listing is in order. */
const stamp = () => new Date().toISOString().replaceAll(/[:.]/g, '-')

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'bounceSecret' | 'dataDir'>

export type Transport = {
  /** @throws when the mail server did not accept it; it is retried */
  send(mail: Rendered): Promise<void>
  /** Connects and signs in, without sending. @throws when the mail server refuses either */
  verify(): Promise<void>
  close(): void
}

export function createMailTransport(config: MailSettings, log: Logger): Transport {
  return config.smtpUrl === null ? toFiles(config, log) : toServer(config, config.smtpUrl)
}

function toServer(config: MailSettings, smtpUrl: string): Transport {
  const open = async () =>
    (await nodemailer()).createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: CONNECT_WITHIN_MS,
      socketTimeout: ANSWER_WITHIN_MS,
      // E-mails never include files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let opened: ReturnType<typeof open> | undefined
  return {
    send: async (mail) => {
      opened ??= open()
      await (await opened).sendMail(envelope(mail, config))
    },
    verify: async () => {
      opened ??= open()
      await (await opened).verify()
    },
    close: () => void opened?.then((transporter) => transporter.close()),
  }
}

function toFiles(config: MailSettings, log: Logger): Transport {
  const folder = join(config.dataDir, 'mail')
  return {
    send: async (mail) => {
      const { createTransport } = await nodemailer()
      const writer: Transporter = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message } = (await writer.sendMail(envelope(mail, config))) as { message: Buffer }
      const file = join(folder, `${stamp()}-${randomUUID().slice(0, 8)}.eml`)
      // The rename makes only complete mails visible. A mail may open an account, so only the owner may read it.
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ file, subject: mail.subject }, 'mail.written_to_file')
    },
    verify: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    close: () => undefined,
  }
}

function envelope(mail: Rendered, { mailFrom: from, bounceSecret }: MailSettings) {
  return {
    from,
    // As an object: an address in a string could be parsed as several.
    to: { name: '', address: mail.to },
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Suppresses automatic replies.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(bounceSecret ? { 'X-Recipient-Token': recipientToken(bounceSecret, mail.to) } : {}),
      ...mail.headers,
    },
  }
}
