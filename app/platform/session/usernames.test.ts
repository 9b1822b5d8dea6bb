import { describe, expect, it } from 'vitest'
import { USERNAME } from '#shared/limits.ts'
import { usernamesToTry } from './first-profile.ts'

describe('a username for a new profile', () => {
  it('is the given one, else the part of the e-mail before the @, else user', () => {
    expect(usernamesToTry('asha', 'a.k@example.com')[0]).toBe('asha')
    expect(usernamesToTry(undefined, 'a.k@example.com')[0]).toBe('a.k')
    expect(usernamesToTry(undefined, undefined)[0]).toBe('user')
  })

  it.each(['a', 'asha+news', 'आशा', 'x'.repeat(64), '<script>alert(1)</script>', '   '])(
    'is within the rule, whatever was wished: %s',
    (wish) => {
      const names = usernamesToTry(wish, undefined, () => 0.999_999)
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) expect(name).toMatch(USERNAME.pattern)
    },
  )

  it('ends with one that hardly anybody else has', () => {
    expect(usernamesToTry('asha', undefined, () => 0.5).at(-1)).toBe('asha550000')
  })
})
