import { createHmac } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createTokens } from './tokens.ts'

const issuer = 'http://site/auth/v1'
const secret = 'an-operator-secret-of-32-characters'

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256' }
}

const signingKey = await newKey('ours')
const tokens = await createTokens({ keys: { current: signingKey, previous: [] }, issuer, secret: null })
const now = () => Math.floor(Date.now() / 1_000)

async function signed(claims: object, header: object = {}, key = signingKey): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'ours', ...header })
    .sign(await importJWK(key, 'ES256'))
}

function unsigned(header: object, claims: object, signature = ''): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part(header)}.${part(claims)}.${signature}`
}

function hs256(header: object, claims: object, key: string): string {
  const body = unsigned({ alg: 'HS256', ...header }, claims).slice(0, -1)
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

describe('a token of our own', () => {
  test('is accepted, names its issuer and lives an hour', async () => {
    const { token, expiresAt } = await tokens.sign({ sub: 'asha', role: 'authenticated' })
    const claims = await tokens.verify(token)
    expect(claims).toMatchObject({ iss: issuer, sub: 'asha', role: 'authenticated', exp: expiresAt })
    expect(expiresAt - now()).toBeGreaterThan(3_595)
  })

  test('is still accepted 25 s after it expires, and not 35 s after', async () => {
    await expect(tokens.verify(await signed({ exp: now() - 25 }))).resolves.toBeTruthy()
    await expect(tokens.verify(await signed({ exp: now() - 35 }))).rejects.toMatchObject({
      fault: 'expired',
      message: 'JWT expired',
    })
  })

  test('needs an expiry', async () => {
    await expect(tokens.verify(await signed({ sub: 'asha' }))).rejects.toMatchObject({ fault: 'claims' })
  })

  test('is refused before its nbf', async () => {
    await expect(tokens.verify(await signed({ exp: now() + 60, nbf: now() + 45 }))).rejects.toMatchObject({
      message: 'JWT not yet valid',
    })
    await expect(tokens.verify(await signed({ exp: now() + 60, iat: now() + 45 }))).rejects.toMatchObject({
      message: 'JWT issued at future',
    })
  })

  test('has no private half in the published key set', () => {
    expect(Object.keys(tokens.jwks.keys[0] ?? {}).sort()).toEqual(
      ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'].sort(),
    )
  })
})

describe('a forged token is refused', () => {
  const claims = { sub: 'asha', role: 'authenticated', exp: now() + 600 }

  test.each(['none', 'None', 'NONE', ''])('without a signature, alg "%s"', async (alg) => {
    await expect(tokens.verify(unsigned({ alg, kid: 'ours' }, claims))).rejects.toMatchObject({
      name: 'Error',
      fault: expect.stringMatching(/algorithm|malformed/),
    })
  })

  test('signed as HS256 with our public key in every spelling of it', async () => {
    const [jwk = {}] = tokens.jwks.keys
    const pem = await exportSPKI((await importJWK(jwk, 'ES256')) as CryptoKey)
    for (const key of [pem, pem.trim(), JSON.stringify(jwk), jwk.x ?? '', '']) {
      for (const header of [{ kid: 'ours' }, {}]) {
        await expect(tokens.verify(hs256(header, claims, key || ' '))).rejects.toMatchObject({
          fault: 'algorithm',
        })
      }
    }
  })

  test('by another key under our key’s id', async () => {
    const theirs = await newKey('ours')
    await expect(tokens.verify(await signed(claims, {}, theirs))).rejects.toMatchObject({
      fault: 'signature',
    })
  })

  test.each(['theirs', '', '../../../../dev/null', "ours' or '1'='1", 'ours\0'])(
    'that names the key %j',
    async (kid) => {
      await expect(tokens.verify(await signed(claims, { kid }))).rejects.toMatchObject({ fault: 'key' })
    },
  )

  test('that embeds its own key, or links to one', async () => {
    const theirs = await newKey('theirs')
    const { d: _, ...jwk } = theirs
    const headers = [{ jwk }, { jku: 'http://127.0.0.1:1/keys' }, { x5u: 'http://127.0.0.1:1/cert' }]
    for (const header of headers) {
      for (const kid of ['ours', 'theirs']) {
        await expect(tokens.verify(await signed(claims, { ...header, kid }, theirs))).rejects.toMatchObject({
          fault: kid === 'ours' ? 'signature' : 'key',
        })
      }
    }
  })

  test('that demands a critical extension', async () => {
    const token = await signed(claims)
    const [, payload, signature] = token.split('.')
    const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'ours', crit: ['x'], x: 1 }))
    await expect(
      tokens.verify(`${header.toString('base64url')}.${payload}.${signature}`),
    ).rejects.toMatchObject({ fault: 'malformed' })
  })

  test('with one claim changed', async () => {
    const [header, , signature] = (await signed(claims)).split('.')
    const payload = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url')
    await expect(tokens.verify(`${header}.${payload}.${signature}`)).rejects.toMatchObject({
      fault: 'signature',
    })
  })

  test('with the all-zero signature', async () => {
    const [header, payload] = (await signed(claims)).split('.')
    const zero = Buffer.alloc(64).toString('base64url')
    await expect(tokens.verify(`${header}.${payload}.${zero}`)).rejects.toMatchObject({ fault: 'signature' })
  })

  test.each(['', 'x', '..', '...', 'a.b', 'a.b.c.d', 'e30.e30.e30', '\ud83d.\ud83d.x'])(
    'that is no token at all: %j',
    async (token) => {
      await expect(tokens.verify(token)).rejects.toMatchObject({
        fault: expect.stringMatching(/malformed|algorithm/),
      })
    },
  )
})

describe('the operator’s own HS256 secret', () => {
  const claims = { role: 'anon', exp: now() + 600 }

  test('is accepted when it is set, and only then', async () => {
    const withSecret = await createTokens({ keys: { current: signingKey, previous: [] }, issuer, secret })
    await expect(withSecret.verify(hs256({}, claims, secret))).resolves.toMatchObject(claims)
    await expect(tokens.verify(hs256({}, claims, secret))).rejects.toMatchObject({ fault: 'algorithm' })
  })

  test('does not verify a token that names one of our keys, or an unknown one', async () => {
    const withSecret = await createTokens({ keys: { current: signingKey, previous: [] }, issuer, secret })
    for (const kid of ['ours', 'theirs']) {
      await expect(withSecret.verify(hs256({ kid }, claims, secret))).rejects.toMatchObject({ fault: 'key' })
    }
  })

  test('does not verify HS384 and HS512', async () => {
    const withSecret = await createTokens({ keys: { current: signingKey, previous: [] }, issuer, secret })
    const key = new TextEncoder().encode(secret.repeat(2))
    for (const alg of ['HS384', 'HS512']) {
      const token = await new SignJWT({ role: 'anon' })
        .setExpirationTime('1h')
        .setProtectedHeader({ alg })
        .sign(key)
      await expect(withSecret.verify(token)).rejects.toMatchObject({ fault: 'algorithm' })
    }
  })
})
