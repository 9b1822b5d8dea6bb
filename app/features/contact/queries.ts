// Sending a message to the people behind the site.

import type { DbClient } from '#app/platform/supabase/db-client.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { CONTACT } from '#shared/limits.ts'

/** What a message may be about (SPEC.md section 2), with the words of the form. */
export const SUBJECTS = [
  ['general', 'General question'],
  ['technical', 'Technical problem'],
  ['partnership', 'Partnership'],
  ['feedback', 'Feedback'],
  ['report', 'Report a problem with content'],
] as const

export type ContactMessage = { name: string; email: string; subject: string; message: string }
export type ContactField = keyof ContactMessage

/** From top to bottom: the first with an error gets the focus. */
export const FIELDS: readonly ContactField[] = ['name', 'email', 'subject', 'message']

/** What certainly is no address; the mail knows the rest. The database holds the same pattern. */
const ADDRESS = /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$/

/** What is wrong, by field: every one is required, within the bounds that the database holds too. */
export function contactProblems(given: ContactMessage): Partial<Record<ContactField, string>> {
  const { name, email, subject, message } = given
  const length = (text: string) => [...text.trim()].length
  const problems: Partial<Record<ContactField, string>> = {}
  const say = (field: ContactField, missing: string, constraint: string | null) => {
    problems[field] = constraint ? (CONSTRAINT_MESSAGES[constraint] ?? missing) : missing
  }
  if (length(name) === 0) say('name', 'Please tell us your name.', null)
  else if (length(name) > CONTACT.name) say('name', '', 'contact_messages_name_length')
  if (length(email) === 0) say('email', 'Please tell us where to answer.', null)
  else if (length(email) > CONTACT.email || !ADDRESS.test(email.trim()))
    say('email', '', 'contact_messages_email_format')
  if (!SUBJECTS.some(([value]) => value === subject)) say('subject', '', 'contact_messages_subject_known')
  if (length(message) === 0) say('message', 'Please write your message.', null)
  else if (length(message) > CONTACT.message) say('message', '', 'contact_messages_message_length')
  return problems
}

/** Which field the contract's refusal is about; null: about none. */
export function fieldOfConstraint(constraint: string | null): ContactField | null {
  return FIELDS.find((field) => constraint?.startsWith(`contact_messages_${field}_`)) ?? null
}

/** Sends it. @throws the contract's error */
export async function sendContactMessage(reader: DbClient, message: ContactMessage): Promise<void> {
  await reader.rpc('send_contact_message', message).throwOnError()
}
