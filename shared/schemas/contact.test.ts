import { expect, test } from 'vitest'
import { type ContactMessage, contactSchema } from './contact.ts'
import { fieldOfConstraint, problemsOf } from './rules.ts'

const contactProblems = (given: ContactMessage) => problemsOf(contactSchema, given)

const GOOD = { name: 'Asha', email: 'asha@example.com', subject: 'general', message: 'Namaste' }

test('every field is required, and blanks are nothing', () => {
  expect(contactProblems(GOOD)).toEqual({})
  expect(Object.keys(contactProblems({ name: ' ', email: '', subject: '', message: '\n' }))).toEqual([
    'name',
    'email',
    'subject',
    'message',
  ])
})

test.each([
  ['name', 'x'.repeat(81)],
  ['email', 'asha@example'],
  ['email', 'a b@example.com'],
  ['subject', 'spam'],
  ['message', 'x'.repeat(5_001)],
])('a wrong %s is refused', (field, value) => {
  expect(Object.keys(contactProblems({ ...GOOD, [field]: value }))).toEqual([field])
})

test('characters are counted as people see them', () => {
  expect(contactProblems({ ...GOOD, name: '🙂'.repeat(80), message: 'नमस्ते' })).toEqual({})
})

test('a refusal stands at its field', () => {
  const fieldOf = (constraint: string | null) => fieldOfConstraint(constraint, Object.keys(GOOD))
  expect(fieldOf('contact_messages_message_length')).toBe('message')
  expect(fieldOf('contact_messages_email_format')).toBe('email')
  expect(fieldOf('contact_messages_pkey')).toBeNull()
  expect(fieldOf(null)).toBeNull()
})
