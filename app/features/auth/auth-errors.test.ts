import { describe, expect, it } from 'vitest'
import { authMessage, type Refused, signUpField } from './auth-errors.ts'

const refused = (of: Partial<Refused>): Refused => ({
  name: 'AuthApiError',
  message: 'no',
  code: undefined,
  status: 422,
  ...of,
})

describe('a refusal of the server', () => {
  it.each<[string, Partial<Refused>, string | null]>([
    ['a taken username', { message: 'That username is already taken.' }, 'username'],
    ['a reserved username', { message: 'That username is reserved. Please choose another.' }, 'username'],
    [
      'a username against the rule',
      { message: 'A username has 3 to 30 letters, numbers, _ . -' },
      'username',
    ],
    ['a weak password', { code: 'weak_password', name: 'AuthWeakPasswordError' }, 'password'],
    ['a known address', { code: 'user_already_exists' }, 'email'],
    [
      'an address that is none',
      { code: 'validation_failed', message: 'Unable to validate email address' },
      'email',
    ],
    ['a password against a rule', { code: 'validation_failed', message: 'Password is too long' }, 'password'],
    ['closed sign-ups', { code: 'signup_disabled', message: 'Signups not allowed' }, null],
  ])('stands at its field: %s', (_what, error, field) => {
    expect(signUpField(refused(error))).toBe(field)
  })

  it('says when to come back', () => {
    expect(authMessage(refused({ status: 429 }), 'in 2 minutes')).toBe(
      'Too many attempts. Please try again in 2 minutes.',
    )
  })

  it('tells a lost connection from a fault of ours', () => {
    const lost = refused({ name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 })
    expect(authMessage(lost, '')).toMatch(/could not be reached.*still here/)
    expect(authMessage({ ...lost, status: 503 }, '')).toMatch(/on our side.*still here/)
  })

  it.each([
    ['invalid_credentials', 'Invalid login credentials'],
    ['user_banned', 'User is banned'],
    ['signup_disabled', 'Signups not allowed for this instance'],
  ])('says the rest in the server’s words: %s', (code, message) => {
    expect(authMessage(refused({ code, message, status: 400 }), '')).toBe(message)
  })
})
