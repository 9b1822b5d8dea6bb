import { describe, expect, it } from 'vitest'
import { fieldOf, profileErrors } from './profile-rules.ts'

const good = { username: 'asha', fullName: 'आशा कुमार', bio: '' }

describe('a profile', () => {
  it('may hold what people write', () => {
    expect(profileErrors(good)).toEqual({})
    expect(profileErrors({ ...good, fullName: '🙂'.repeat(80), bio: 'क'.repeat(500) })).toEqual({})
  })

  it('is told what is too much at each field', () => {
    expect(profileErrors({ username: 'a b', fullName: 'x'.repeat(81), bio: 'y'.repeat(501) })).toEqual({
      username: 'A username has 3 to 30 letters, digits, or the signs _ . -',
      fullName: 'The full name may have at most 80 characters.',
      bio: 'The bio may have at most 500 characters.',
    })
  })

  it('finds the field of what the database refused', () => {
    expect(fieldOf('profiles_username_key')).toBe('username')
    expect(fieldOf('profiles_bio_length')).toBe('bio')
    expect(fieldOf('threads_title_length')).toBeNull()
    expect(fieldOf(null)).toBeNull()
  })
})
