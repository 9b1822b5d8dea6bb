// The contact form: every field is required, with the limits of the database.
import * as z from 'zod/mini'
import { CONTACT } from '../limits.ts'
import { isWithin, messageOf, text } from './rules.ts'

/** The subjects of a message (SPEC.md section 2), with their labels. */
export const SUBJECTS = [
  ['general', 'General question'],
  ['technical', 'Technical problem'],
  ['partnership', 'Partnership'],
  ['feedback', 'Feedback'],
  ['report', 'Report a problem with content'],
] as const

/** Refuses what certainly is no address. The database has the same rule; here each character has one place. */
const ADDRESS = /^[^@\s<>"]+@[^@\s<>"][^@\s<>".]*\.[^@\s<>"]+$/

export const contactSchema = z.object({
  name: text('contact_messages_name_length', { max: CONTACT.name, missing: 'Please tell us your name.' }),
  email: z.string().check(
    z.trim(),
    z.refine((address) => address !== '', 'Please tell us where to answer.'),
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
    missing: 'Please write your message.',
  }),
})

export type ContactMessage = z.input<typeof contactSchema>
