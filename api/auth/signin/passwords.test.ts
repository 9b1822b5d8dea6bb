import { describe, expect, test, vi } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = await createPasswords()
const { check, weakness } = passwords

describe('a password', () => {
  test('is stored as argon2id with the parameters of the OWASP cheat sheet', async () => {
    expect(await passwords.hash('lotus-pond-77')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('is compared two at a time; 200 wait and the next one is refused', async () => {
    const guesses = Array.from({ length: 203 }, () => passwords.matches('lotus-pond-77', null))
    const refused = (await Promise.allSettled(guesses)).flatMap((guess, index) =>
      guess.status === 'rejected' ? [{ index, reason: guess.reason }] : [],
    )
    expect(refused).toMatchObject([{ index: 202, reason: { status: 429, code: 'over_request_rate_limit' } }])
  }, 60_000)

  test('matches itself and nothing else', async () => {
    const stored = await passwords.hash('lotus-pond-77')
    expect(await passwords.matches('lotus-pond-77', stored)).toBe(true)
    expect(await passwords.matches('lotus-pond-78', stored)).toBe(false)
    expect(await passwords.matches('', stored)).toBe(false)
  })

  test('never matches an account that has none', async () => {
    expect(await passwords.matches('', null)).toBe(false)
    expect(await passwords.matches('', '')).toBe(false)
  })

  test('matches in any Unicode composition of its characters', async () => {
    const stored = await passwords.hash('Zoë-कमल-तालाब'.normalize('NFD'))
    expect(await passwords.matches('Zoë-कमल-तालाब'.normalize('NFC'), stored)).toBe(true)
  })
})

describe('a password of a megabyte of letters that grow under NFKC', () => {
  const grown = '\ufdfa'.repeat(333_000)

  test('is refused, and matches nothing, before it is normalised', async () => {
    const stored = await passwords.hash('lotus-pond-77')
    const normalize = vi.spyOn(String.prototype, 'normalize')
    await expect(check(grown)).rejects.toThrow('Password cannot be longer than 256 bytes')
    await expect(check('lotus-pond-77', [grown])).resolves.toBeUndefined()
    expect(await passwords.matches(grown, stored)).toBe(false)
    expect(await passwords.matches(grown, null)).toBe(false)
    const longest = Math.max(...normalize.mock.contexts.map((text) => String(text).length))
    normalize.mockRestore()
    expect(longest).toBeLessThan(1_025)
  })
})

describe('a new password', () => {
  test.each(['seven77', '', 'é'.normalize('NFD').repeat(7)])(
    'not fewer than 8 characters: %j',
    async (short) => {
      expect((await weakness(short))?.reasons).toContain('length')
    },
  )

  test('8 characters of any script', async () => {
    expect(await weakness('कमलतालाबअ')).toBeNull()
    expect(await weakness('🪷🐘🌊🔑🎋🏔🌶🥭')).toBeNull()
  })

  test('needs no mix of character classes', async () => {
    expect(await weakness('lotus pond under rain')).toBeNull()
  })

  test.each([
    'password',
    'Password1',
    '12345678',
    'QWERTYUIOP',
    'iloveyou',
    'aaaaaaaaaaaa',
    '１２３４５６７８',
  ])('not one that guessers try first: %s', async (common) => {
    expect(await weakness(common)).toEqual({
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    })
  })

  test('must not be an obvious fact about the person', async () => {
    expect((await weakness('Asha@Example.com', ['asha@example.com']))?.reasons).toEqual(['pwned'])
    expect(await weakness('asha@example.com-77', ['asha@example.com'])).toBeNull()
  })

  test('has the site’s minimum length, which the message names', async () => {
    const strict = await createPasswords(12)
    expect(await strict.weakness('lotus-pond7')).toEqual({
      message: 'Password should be at least 12 characters.',
      reasons: ['length'],
    })
    await expect(strict.check('lotus-pond7')).rejects.toMatchObject({ status: 422, code: 'weak_password' })
    await expect(strict.check('lotus-pond-7')).resolves.toBeUndefined()
  })

  test('with a minimum of 6, common ones of 6 are still refused', async () => {
    const lax = await createPasswords(6)
    expect((await lax.weakness('dragon'))?.reasons).toEqual(['pwned'])
    expect((await lax.weakness('कमलता'))?.reasons).toEqual(['length'])
    expect(await lax.weakness('pond7ж')).toBeNull()
  })

  test('not more than 256 bytes', async () => {
    await expect(check('कमल'.repeat(28))).resolves.toBeUndefined()
    await expect(check(`${'कमल'.repeat(28)}-long`)).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})
