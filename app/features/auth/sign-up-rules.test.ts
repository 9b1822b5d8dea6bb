import { describe, expect, it } from 'vitest'
import { refuseSignUp, type SignUpValues, usernameError } from './sign-up-rules.ts'

const good: SignUpValues = {
  username: 'asha.k',
  email: 'asha@example.com',
  password: 'correct horse',
  confirmation: 'correct horse',
  agreed: true,
}

describe('sign-up', () => {
  it('sends what is right', () => {
    expect(refuseSignUp(good)).toBeNull()
  })

  it('asks for the terms first, then for equal passwords, then for eight characters', () => {
    const worst = { ...good, agreed: false, password: 'short', confirmation: 'other' }
    expect(refuseSignUp(worst)?.toast).toEqual({
      title: 'Terms Agreement Required',
      text: 'Please agree to the terms and conditions to continue.',
    })
    expect(refuseSignUp({ ...worst, agreed: true })?.toast).toEqual({
      title: 'Password Mismatch',
      text: 'Passwords do not match. Please try again.',
    })
    expect(refuseSignUp({ ...worst, agreed: true, confirmation: 'short' })?.toast).toEqual({
      title: 'Password Too Short',
      text: 'Password must be at least 8 characters long.',
    })
  })

  it('says everything at its field at once', () => {
    const refusal = refuseSignUp({
      ...good,
      username: 'a b',
      email: 'nobody',
      confirmation: 'x',
      agreed: false,
    })
    expect(Object.keys(refusal?.errors ?? {})).toEqual(['username', 'email', 'confirmation', 'agreed'])
  })

  it('asks for what is missing without one of the three messages', () => {
    const refusal = refuseSignUp({ username: '', email: '', password: '', confirmation: '', agreed: true })
    expect(refusal?.toast).toBeNull()
    expect(Object.keys(refusal?.errors ?? {})).toEqual(['username', 'email', 'password'])
  })

  it('counts characters as people do, and bytes as the server does', () => {
    const sameTwice = (password: string) => refuseSignUp({ ...good, password, confirmation: password })
    expect(sameTwice('पासवर्डहै')).toBeNull()
    expect(sameTwice('🔑🔑🔑🔑🔑🔑🔑')?.toast?.title).toBe('Password Too Short')
    expect(sameTwice('🔑🔑🔑🔑🔑🔑🔑🔑')).toBeNull()
    expect(sameTwice('a'.repeat(256))).toBeNull()
    expect(sameTwice('a'.repeat(257))?.errors.password).toMatch(/at most 256/)
    expect(sameTwice('क'.repeat(86))?.errors.password).toMatch(/at most 256/)
  })

  it.each(['आशा', 'asha🙂', 'josé'])(
    '%s has other signs than an address may have, and hears which',
    (username) => {
      expect(usernameError(username)).toMatch(/the letters a to z/)
    },
  )

  it.each(['ab', 'a'.repeat(31), 'asha kumar', '<script>', "o'neil", 'a@b'])(
    '%s is no username',
    (username) => {
      expect(usernameError(username)).toBe('A username has 3 to 30 letters, digits, or the signs _ . -')
    },
  )

  it.each(['abc', 'a'.repeat(30), 'A_b.c-9'])('%s is a username', (username) => {
    expect(usernameError(username)).toBeUndefined()
  })
})

it.each(['asha@x', 'asha', '@example.com', 'asha@example.', 'a b@example.com'])(
  '%j is marked as no address before it is sent',
  (email) => {
    expect(refuseSignUp({ ...good, email })?.errors).toHaveProperty('email')
  },
)
