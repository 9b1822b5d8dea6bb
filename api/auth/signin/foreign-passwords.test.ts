import { createHash, pbkdf2Sync } from 'node:crypto'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { describe, expect, test } from 'vitest'
import { isForeignHash, matchesForeign } from './foreign-passwords.ts'

const PASSWORD = 'lotus-pond-77'
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const pbkdf2 = (iterations: number, length = 32) =>
  `$pbkdf2-sha256$i=${iterations},l=${length}$${base64(Buffer.from('salt-salt'))}$${base64(pbkdf2Sync(PASSWORD, 'salt-salt', Math.min(iterations, 1_000), length, 'sha256'))}`

test.each([
  ['PBKDF2, as Discourse', async () => pbkdf2(1_000)],
  ['bcrypt', () => bcrypt(PASSWORD, 4)],
  [
    'bcrypt over SHA-512, as NodeBB',
    async () => `$sha512-bcrypt${await bcrypt(createHash('sha512').update(PASSWORD).digest('hex'), 4)}`,
  ],
  ['argon2id with other parameters', () => argon2(PASSWORD, { memoryCost: 8_192, timeCost: 3 })],
])('%s: the password and no other', async (_kind, make) => {
  const stored = await make()
  expect(isForeignHash(stored)).toBe(true)
  expect(await matchesForeign(stored, PASSWORD)).toBe(true)
  expect(await matchesForeign(stored, `${PASSWORD}.`)).toBe(false)
  expect(await matchesForeign(stored, '')).toBe(false)
})

describe('is refused without hashing', () => {
  const B64 = 'A'.repeat(43)
  test.each([
    ['a billion iterations', `$pbkdf2-sha256$i=999999999,l=32$c2FsdA$${B64}`],
    ['no iterations', `$pbkdf2-sha256$i=0,l=32$c2FsdA$${B64}`],
    ['another length than it says', `$pbkdf2-sha256$i=1000,l=64$c2FsdA$${B64}`],
    ['four hours of bcrypt', `$2b$31$${'a'.repeat(53)}`],
    ['a terabyte of argon2', `$argon2id$v=19$m=999999999,t=1,p=1$AAAAAAAAAAA$${B64}`],
    ['endless argon2', `$argon2id$v=19$m=65536,t=9999,p=1$AAAAAAAAAAA$${B64}`],
    ['many lanes', `$argon2id$v=19$m=65536,t=1,p=255$AAAAAAAAAAA$${B64}`],
    ['an unknown kind', '$1$salt$hash'],
    ['nothing', ''],
  ])('%s', async (_what, stored) => {
    const startedAt = performance.now()
    expect(isForeignHash(stored)).toBe(false)
    expect(await matchesForeign(stored, PASSWORD)).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(100)
  })
})
