import { expect, test } from 'vitest'
import { normalEmail } from './email-address.ts'

test('an address has one spelling: lower case', () => {
  expect(normalEmail('Asha.K@Example.COM')).toBe('asha.k@example.com')
})

test.each([
  '',
  'asha',
  'asha@',
  '@example.com',
  'asha@@example.com',
  'asha @example.com',
  ' asha@example.com',
  'asha@example.com\n',
  'asha@example.com\0',
  'asha@exam_ple.com',
  'аsha@example.com', // Cyrillic а
  'asha@exаmple.com',
  '\u212aasha@example.com', // the Kelvin sign would fold to k
  'ash\u200ba@example.com',
  'asha@example.com, bala@example.com',
  'Asha <asha@example.com>',
])('%j is no address', (email) => {
  const attempt = () => normalEmail(email)
  expect(attempt).toThrow(expect.objectContaining({ status: 400, code: 'validation_failed' }))
})

test('an address has at most 255 characters', () => {
  const domain = `@${'a'.repeat(60)}.example.com`
  expect(normalEmail(`${'a'.repeat(255 - domain.length)}${domain}`)).toHaveLength(255)
  expect(() => normalEmail(`${'a'.repeat(256 - domain.length)}${domain}`)).toThrow('too long')
})
