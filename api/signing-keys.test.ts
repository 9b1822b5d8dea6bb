import { describe, expect, test } from 'vitest'
import { newSigningKey, parseSigningKeys, parseVerificationKeys, publicHalf, retire } from './signing-keys.ts'

describe('SIGNING_KEYS', () => {
  test('the first signs, the others verify with their public half alone', async () => {
    const [first, second] = [await newSigningKey(), await newSigningKey()]
    const { current, previous } = parseSigningKeys(JSON.stringify([first, second]))
    expect(current).toEqual({ ...first, key_ops: undefined })
    expect(previous).toEqual([publicHalf(second)])
    expect(previous[0]).not.toHaveProperty('d')
  })

  test('one key alone, and a key set, are read too', async () => {
    const key = await newSigningKey()
    expect(parseSigningKeys(JSON.stringify(key)).current.kid).toBe(key.kid)
    expect(parseSigningKeys(JSON.stringify({ keys: [key] })).current.kid).toBe(key.kid)
  })

  test.each([
    ['no JSON', async () => 'key'],
    ['nothing', async () => '[]'],
    ['a first key that cannot sign', async () => JSON.stringify([publicHalf(await newSigningKey())])],
    ['a key without a name', async () => JSON.stringify({ ...(await newSigningKey()), kid: undefined })],
    ['another curve', async () => JSON.stringify({ ...(await newSigningKey()), crv: 'P-384' })],
    [
      'two keys of one name',
      async () =>
        JSON.stringify([await newSigningKey(), await newSigningKey()].map((key) => ({ ...key, kid: 'one' }))),
    ],
  ])('%s is refused', async (_, text) => {
    const given = await text()
    expect(() => parseSigningKeys(given)).toThrow(/^must be /)
  })
})

test('of a retired key the private half is forgotten', async () => {
  const retired = retire(await newSigningKey(), 1_700_000_000_999)
  expect(retired).toMatchObject({ retired_at: 1_700_000_000, kty: 'EC' })
  expect(retired).not.toHaveProperty('d')
})

describe('VERIFICATION_KEYS', () => {
  test('are public keys with name and algorithm', async () => {
    const key = publicHalf(await newSigningKey())
    expect(parseVerificationKeys(JSON.stringify([key]))).toEqual([key])
  })

  test.each([
    ['a private key', async () => JSON.stringify([await newSigningKey()])],
    ['a secret', async () => JSON.stringify([{ kty: 'oct', k: 'c2VjcmV0', kid: 'one', alg: 'HS256' }])],
    ['no algorithm', async () => JSON.stringify([{ ...publicHalf(await newSigningKey()), alg: undefined }])],
    [
      'none as algorithm',
      async () => JSON.stringify([{ ...publicHalf(await newSigningKey()), alg: 'none' }]),
    ],
  ])('%s is refused', async (_, text) => {
    const given = await text()
    expect(() => parseVerificationKeys(given)).toThrow(/^must be /)
  })
})
