import { describe, expect, it } from 'vitest'
import { profileSchema, type SignUpValues, signUpSchema, signUpTitle } from './members.ts'
import { fieldOfConstraint, problemsOf } from './rules.ts'

const good: SignUpValues = {
  username: 'asha.k',
  email: 'asha@example.com',
  password: 'correct horse',
  confirmation: 'correct horse',
  agreed: true,
  digest: false,
}

const wrongWith = (given: Partial<SignUpValues>) => problemsOf(signUpSchema, { ...good, ...given })

describe('sign-up', () => {
  it('sends valid values', () => {
    expect(wrongWith({})).toEqual({})
  })

  it('asks for the terms first, then for equal passwords, then for eight characters', () => {
    const worst = { agreed: false, password: 'short', confirmation: 'other' }
    const said = (given: Partial<SignUpValues>) => {
      const wrong = wrongWith(given)
      return [signUpTitle(wrong), wrong.agreed ?? wrong.confirmation ?? wrong.password]
    }
    expect(said(worst)).toEqual([
      'Terms Agreement Required',
      'Please agree to the terms and conditions to continue.',
    ])
    expect(said({ ...worst, agreed: true })).toEqual([
      'Password Mismatch',
      'Passwords do not match. Please try again.',
    ])
    expect(said({ ...worst, agreed: true, confirmation: 'short' })).toEqual([
      'Password Too Short',
      'Password must be at least 8 characters long.',
    ])
  })

  it('says everything at its field at once', () => {
    const wrong = wrongWith({ username: 'a b', email: 'nobody', confirmation: 'x', agreed: false })
    expect(Object.keys(wrong).toSorted()).toEqual(['agreed', 'confirmation', 'email', 'username'])
  })

  it('reports missing fields without one of the three messages', () => {
    const wrong = wrongWith({ username: '', email: ' ', password: '', confirmation: '' })
    expect(signUpTitle(wrong)).toBeNull()
    expect(wrong).toEqual({
      username: 'Please choose a username.',
      email: 'Please enter your e-mail address.',
      password: 'Please choose a password.',
    })
  })

  it('counts characters as people do, and bytes as the server does', () => {
    const sameTwice = (password: string) => wrongWith({ password, confirmation: password })
    expect(sameTwice('पासवर्डहै')).toEqual({})
    expect(signUpTitle(sameTwice('🔑🔑🔑🔑🔑🔑🔑'))).toBe('Password Too Short')
    expect(sameTwice('🔑🔑🔑🔑🔑🔑🔑🔑')).toEqual({})
    expect(sameTwice('a'.repeat(256))).toEqual({})
    expect(sameTwice('a'.repeat(257)).password).toMatch(/at most 256/)
    expect(sameTwice('क'.repeat(86)).password).toMatch(/at most 256/)
  })

  it.each(['आशा', 'asha🙂', 'josé'])(
    '%s has other signs than an address may have, and hears which',
    (username) => {
      expect(wrongWith({ username }).username).toMatch(/the letters a to z/)
    },
  )

  it.each(['ab', 'a'.repeat(31), 'asha kumar', '<script>', "o'neil", 'a@b'])(
    '%s is no username',
    (username) => {
      expect(wrongWith({ username }).username).toBe('A username has 3 to 30 letters, numbers, _ . -')
    },
  )

  it.each(['abc', 'a'.repeat(30), 'A_b.c-9'])('%s is a username', (username) => {
    expect(wrongWith({ username }).username).toBeUndefined()
  })
})

it.each(['asha@x', 'asha', '@example.com', 'asha@example.', 'a b@example.com'])(
  '%j is marked as no address before it is sent',
  (email) => {
    expect(wrongWith({ email })).toHaveProperty('email')
  },
)

const profile = { username: 'asha', fullName: 'आशा कुमार', bio: '' }

describe('a profile', () => {
  it('accepts usual names and texts', () => {
    expect(problemsOf(profileSchema, profile)).toEqual({})
    expect(
      problemsOf(profileSchema, { ...profile, fullName: '🙂'.repeat(80), bio: 'क'.repeat(500) }),
    ).toEqual({})
  })

  it('reports too long values at their fields', () => {
    expect(
      problemsOf(profileSchema, { username: 'a b', fullName: 'x'.repeat(81), bio: 'y'.repeat(501) }),
    ).toEqual({
      username: 'A username has 3 to 30 letters, numbers, _ . -',
      fullName: 'The full name may have at most 80 characters.',
      bio: 'The bio may have at most 500 characters.',
    })
  })

  it('finds the field of a refusal of the database', () => {
    const fieldOf = (constraint: string | null) =>
      fieldOfConstraint(constraint, ['username', 'fullName', 'bio'])
    expect(fieldOf('profiles_username_key')).toBe('username')
    expect(fieldOf('profiles_full_name_length')).toBe('fullName')
    expect(fieldOf('profiles_bio_length')).toBe('bio')
    expect(fieldOf('threads_title_length')).toBeNull()
    expect(fieldOf(null)).toBeNull()
  })
})
