// E-mails an administrator's reply to a contact message to its sender.
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import type { Outbox } from '../../api/mail/outbox.ts'

const AT_ONCE = 50
const ANSWER = 'contact answer'

type Answered = { name: string; email: string; answer: string }

/** @param adminEmail reply-to address; null: the sender of mails */
export function contactReplyOutbox(db: Database, { adminEmail }: { adminEmail: string | null }): Outbox {
  return {
    kinds: [ANSWER],
    take: async (sql) => {
      const rows = await sql<{ id: string }[]>`select id from private.take_contact_answers(${AT_ONCE}) as id`
      return rows.map(({ id }) => id)
    },
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
