// The contact form: every field is required, with the limits of the database.
import * as z from 'zod/mini'
import * as t from '#words/schemas.ts'
import { CONTACT } from '../limits.ts'
import { isWithin, messageOf, text } from './rules.ts'

/** The subjects of a message (SPEC.md section 2), with their labels. */
export const SUBJECTS = [
  ['general', t.generalQuestion],
  ['technical', t.technicalProblem],
  ['partnership', t.partnership],
  ['feedback', t.feedback],
  ['report', t.reportAProblemWithContent],
] as const

/** Refuses what certainly is no address. The database has the same rule; here each character has one place. */
const ADDRESS = /^[^@\s<>"]+@[^@\s<>"][^@\s<>".]*\.[^@\s<>"]+$/

export const contactSchema = z.object({
  name: text('contact_messages_name_length', { max: CONTACT.name, missing: t.pleaseTellUsYourName }),
  email: z.string().check(
    z.trim(),
    z.refine((address) => address !== '', t.pleaseTellUsWhereTo),
    z.refine(
      (address) => isWithin([...address].length, 1, CONTACT.email) && ADDRESS.test(address),
      messageOf('contact_messages_email_format'),
    ),
  ),
  subject: z
    .string()
    .check(
      z.refine(
        (subject) => SUBJECTS.some(([value]) => value === subject),
        messageOf('contact_messages_subject_known'),
      ),
    ),
  message: text('contact_messages_message_length', {
    max: CONTACT.message,
    missing: t.pleaseWriteYourMessage,
  }),
})

export type ContactMessage = z.input<typeof contactSchema>
