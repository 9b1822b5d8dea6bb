import { expect, test } from 'vitest'
import { providerRefusal } from './auth-errors.ts'

test('an address without a refusal says nothing', () => {
  expect(providerRefusal('?next=%2Fforums&code=abc')).toBeNull()
})

test('a known refusal has its sentence, an unknown one a plain one', () => {
  expect(providerRefusal('?error_code=email_exists')).toContain('has an account here already')
  expect(providerRefusal('?error_code=__proto__')).toBe('Signing in did not work. Please try again.')
})

test('no text of the address is shown', () => {
  const said = 'Call 1800-EVIL now'
  const search = new URLSearchParams({ error_code: 'user_banned', error_description: said })
  expect(providerRefusal(`?${search}`)).not.toContain('EVIL')
  expect(providerRefusal(`?error_code=${encodeURIComponent(said)}`)).not.toContain('EVIL')
})
