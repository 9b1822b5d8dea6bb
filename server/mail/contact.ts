// E-mails of the contact form: the message to the operator, a receipt to its sender, and later the reply.
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'
import { adminAddresses } from './admin-addresses.ts'

const AT_ONCE = 50

const MESSAGE = 'contact message'
const RECEIPT = 'contact receipt'
const ANSWER = 'contact answer'

const SUBJECTS: Readonly<Record<string, string>> = {
  general: 'General question',
  technical: 'Technical problem',
  partnership: 'Partnership',
  feedback: 'Feedback',
  report: 'Report a problem with content',
}

type Message = { name: string; email: string; subject: string; message: string; isFirst: boolean }

/** @param adminEmail recipient; null: the accounts with the role admin */
export function contactOutbox(db: Database, options: { adminEmail: string | null; siteUrl: string }): Outbox {
  return {
    kinds: [MESSAGE, RECEIPT],
    take: takenBy('private.take_contact_messages', AT_ONCE),
    emails: async (kind, id) => {
      const message = await find(db, id)
      if (!message) return []
      if (kind === RECEIPT) return message.isFirst ? [receipt(message)] : []
      const readers = await adminAddresses(db, options.adminEmail)
      return readers.map((to) => forwarded(to, message, `${options.siteUrl}/admin/contact`))
    },
  }
}

/**
 * `isFirst`: no other message from this address within the last hour, so that the form cannot be used to flood a
 * stranger's mailbox.
 */
async function find(db: Database, id: string): Promise<Message | undefined> {
  const [message] = await asService(
    db,
    (sql) => sql<Message[]>`
      select m.name, m.email, m.subject, m.message, not exists (
        select from public.contact_messages o
        where lower(o.email) = lower(m.email) and o.id <> m.id
          and o.created_at between m.created_at - interval '1 hour' and m.created_at
      ) as "isFirst"
      from public.contact_messages m
      where m.id = ${id}`,
  )
  return message
}

function forwarded(to: string, { name, email, subject, message }: Message, list: string): Email {
  const about = SUBJECTS[subject] ?? subject
  return {
    to,
    subject: `Contact: ${about}`,
    replyTo: email,
    lines: [`${name} (${email}) wrote by the contact form about: ${about}.`, ...message.split(/\n{2,}/)],
    button: { label: 'See all messages', address: list },
    remarks: [
      'Answer this mail to write to the sender. The address was typed into a form: nobody proved it.',
    ],
  }
}

/** Contains nothing that was typed: anyone may enter anyone's address. */
function receipt({ email, subject }: Message): Email {
  return {
    to: email,
    subject: 'We have your message',
    lines: [
      `Thank you for writing to us (${SUBJECTS[subject] ?? subject}). A person reads every message, and you hear from us within 24 hours.`,
    ],
    remarks: ['If you did not write to us, somebody typed your address by mistake: there is nothing to do.'],
  }
}

type Answered = { name: string; email: string; answer: string }

/** The administrator's reply to a message, to its sender. @param adminEmail reply-to address; null: the sender of mails */
export function contactReplyOutbox(db: Database, { adminEmail }: { adminEmail: string | null }): Outbox {
  return {
    kinds: [ANSWER],
    take: takenBy('private.take_contact_answers', AT_ONCE),
    emails: async (_kind, id) => {
      const [message] = await asService(
        db,
        (sql) => sql<Answered[]>`
          select name, email, answer from public.contact_messages where id = ${id} and answer is not null`,
      )
      return message ? [replyEmail(message, adminEmail)] : []
    },
  }
}

function replyEmail({ name, email, answer }: Answered, adminEmail: string | null): Email {
  return {
    to: email,
    subject: 'Our answer to your message',
    ...(adminEmail ? { replyTo: adminEmail } : {}),
    lines: [`Dear ${name},`, ...answer.split(/\n{2,}/)],
    remarks: ['You wrote to us by the contact form of this site.'],
  }
}
