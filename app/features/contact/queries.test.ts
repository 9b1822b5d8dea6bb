import { expect, test } from 'vitest'
import { contactProblems, fieldOfConstraint } from './queries.ts'

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
  expect(fieldOfConstraint('contact_messages_email_format')).toBe('email')
  expect(fieldOfConstraint('contact_messages_pkey')).toBeNull()
  expect(fieldOfConstraint(null)).toBeNull()
})
