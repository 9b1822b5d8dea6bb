// The settings of mail: the server that takes it, its sender, and who may report that it was refused.
import { z } from 'zod'
import { address, defineSettings, longText, optional, refuse, secret } from '../setting-group.ts'

/** One address, alone or in angle brackets after a name; nothing that could start another header. */
const MAIL_FROM = /^(?:[^<>\r\n@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

export const MAIL_SETTINGS = defineSettings(
  {
    /** The mail server; null: mail is written to files in the data folder. */
    smtpUrl: ['SMTP_URL', secret(optional(address(['smtp:', 'smtps:'])))],
    mailFrom: [
      'MAIL_FROM',
      optional(
        z
          .string()
          .regex(MAIL_FROM, 'must be an address, or a name and an address: ArthaChowk <post@example.com>'),
      ),
    ],
    /** What a mail provider sends with its reports of refused mails; null: reports are not taken. */
    bounceSecret: ['BOUNCE_SECRET', secret(optional(longText(16)))],
  },
  ({ mailFrom, ...values }, context) => {
    if (values.smtpUrl && !mailFrom)
      return refuse(
        context,
        'MAIL_FROM must be given together with SMTP_URL: mail servers refuse strange senders',
      )
    return { ...values, mailFrom: mailFrom ?? 'post@localhost' }
  },
)
