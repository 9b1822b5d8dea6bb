// E-mails of the contact form: the message to the operator, a receipt to its sender, and later the reply.
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Email } from '../../api/mail/email.ts'
import { type Outbox, takenBy } from '../../api/mail/outbox.ts'
import { type ServerWords, wordsOf } from '../../messages/by-language.ts'
import { type ContactPromise, except, within } from '../../shared/contact-promise.ts'
import { offered } from '../../shared/languages.ts'
import { adminAddresses } from './admin-addresses.ts'
import { type Telling, tellingIn } from './notifications.ts'

const AT_ONCE = 50

const MESSAGE = 'contact message'
const RECEIPT = 'contact receipt'
const ANSWER = 'contact answer'

const subjectOf = ({ schemas: t }: ServerWords, subject: string): string =>
  ({
    general: t.generalQuestion,
    technical: t.technicalProblem,
    partnership: t.partnership,
    feedback: t.feedback,
    report: t.reportAProblemWithContent,
  })[subject] ?? subject

type Message = {
  name: string
  email: string
  subject: string
  message: string
  language: string
  isFirst: boolean
  promise: ContactPromise
}

/** @param adminEmail recipient; null: the accounts with the role admin */
export function contactOutbox(db: Database, options: { adminEmail: string | null; siteUrl: string }): Outbox {
  return {
    kinds: [MESSAGE, RECEIPT],
    take: takenBy('private.take_contact_messages', AT_ONCE),
    emails: async (kind, id) => {
      const message = await find(db, id)
      if (!message) return []
      if (kind === RECEIPT) return message.isFirst ? [receipt(message, options.siteUrl)] : []
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
      select m.name, m.email, m.subject, m.message, m.language, not exists (
        select from public.contact_messages o
        where lower(o.email) = lower(m.email) and o.id <> m.id
          and o.created_at between m.created_at - interval '1 hour' and m.created_at
      ) as "isFirst",
        (select json_build_object('hours', s.contact_hours, 'exceptions', s.contact_exceptions) from public.site_settings s) as promise
      from public.contact_messages m
      where m.id = ${id}`,
  )
  return message
}

function forwarded(to: string, { name, email, subject, message }: Message, list: string): Email {
  const about = subjectOf(wordsOf('en'), subject)
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
function receipt({ email, subject, promise, ...message }: Message, siteUrl: string): Email {
  const { t, language } = tellingIn(offered(message.language), siteUrl)
  const words = wordsOf(language)
  const when = within(promise, words.waiting)
  return {
    to: email,
    language,
    subject: t.weHaveYourMessage,
    lines: [t.thankYouForWriting(subjectOf(words, subject), when) + except(promise)],
    remarks: [t.ifYouDidNotWriteToUs],
  }
}

type Answered = { name: string; email: string; answer: string; language: string }

/** The administrator's reply to a message, to its sender. @param adminEmail reply-to address; null: the sender of mails */
export function contactReplyOutbox(
  db: Database,
  { adminEmail, siteUrl }: { adminEmail: string | null; siteUrl: string },
): Outbox {
  return {
    kinds: [ANSWER],
    take: takenBy('private.take_contact_answers', AT_ONCE),
    emails: async (_kind, id) => {
      const [message] = await asService(
        db,
        (sql) => sql<Answered[]>`
          select name, email, answer, language from public.contact_messages where id = ${id} and answer is not null`,
      )
      if (!message) return []
      return [replyEmail(message, tellingIn(offered(message.language), siteUrl), adminEmail)]
    },
  }
}

function replyEmail(
  { name, email, answer }: Answered,
  { t, language }: Telling,
  adminEmail: string | null,
): Email {
  return {
    to: email,
    language,
    subject: t.ourAnswer,
    ...(adminEmail ? { replyTo: adminEmail } : {}),
    lines: [t.dear(name), ...answer.split(/\n{2,}/)],
    remarks: [t.youWroteByTheForm],
  }
}
