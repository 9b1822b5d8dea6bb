import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { CredentialError, createGate, credentialsOf, refusalOfCredential } from './authenticate.ts'
import { createTokens, type Tokens } from './tokens.ts'

const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const secret = 'an-operator-secret-of-32-characters'
const tokens = await createTokens({
  keys: { current: { ...(await exportJWK(privateKey)), kid: 'ours', alg: 'ES256' }, previous: [] },
  issuer: 'http://site/auth/v1',
  secret,
})
const keys = { publishable: 'sb_publishable_key-of-the-site', secret: 'sb_secret_key-of-the-operator-long' }
const { identify } = createGate(tokens, keys)
const id = '5b6b9f0a-1f7e-4a57-9a3e-0b6c0c2d7e11'
const sessionId = '0d7a4f2c-9f0b-4b43-8f2b-3f6f2f1f9d55'

const ask = (headers: Record<string, string>, gate = identify) =>
  gate(credentialsOf(new Request('http://site/rest/v1/threads', { headers })), '203.0.113.9')

async function bearer(claims: object): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${(await tokens.sign({ ...claims })).token}` }
}

async function refused(headers: Record<string, string>) {
  const error = await ask(headers).then(
    () => new Error('it was believed'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof CredentialError)) throw error
  const response = refusalOfCredential(error)
  return {
    status: response.status,
    body: await response.json(),
    challenge: response.headers.get('WWW-Authenticate'),
  }
}

describe('a viewer is', () => {
  const guest = {
    role: 'anon',
    claims: { role: 'anon' },
    userId: null,
    sessionId: null,
    address: '203.0.113.9',
  }

  test('a guest without a token or key', async () => {
    expect(await ask({})).toEqual(guest)
    expect(await ask({ authorization: 'Basic YTpi' })).toEqual(guest)
  })

  test('a guest with the publishable key in either header', async () => {
    expect(await ask({ apikey: keys.publishable })).toEqual(guest)
    expect(await ask({ authorization: `Bearer ${keys.publishable}` })).toEqual(guest)
    expect(await ask({ apikey: keys.publishable, authorization: `Bearer ${keys.publishable}` })).toEqual(
      guest,
    )
  })

  test('the service with the secret key', async () => {
    const service = { ...guest, role: 'service_role', claims: { role: 'service_role' } }
    expect(await ask({ apikey: keys.secret })).toEqual(service)
    expect(await ask({ apikey: keys.secret, authorization: `bearer ${keys.secret}` })).toEqual(service)
  })

  test('a member with an access token', async () => {
    const claims = { sub: id, role: 'authenticated', session_id: sessionId }
    expect(await ask({ apikey: keys.publishable, ...(await bearer(claims)) })).toMatchObject({
      role: 'authenticated',
      userId: id,
      sessionId,
      address: '203.0.113.9',
      claims,
    })
  })

  test('the member of the token even beside the secret key', async () => {
    const claims = { sub: id, role: 'authenticated', session_id: sessionId }
    expect(await ask({ apikey: keys.secret, ...(await bearer(claims)) })).toMatchObject({
      role: 'authenticated',
      userId: id,
    })
  })

  test('a guest with an older kind of key, which the operator signed for guests', async () => {
    const key = await new SignJWT({ role: 'anon' })
      .setExpirationTime('10y')
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret))
    expect(await ask({ apikey: key })).toMatchObject({ role: 'anon', userId: null })
  })
})

describe('a viewer is refused', () => {
  test.each([
    'service_role',
    'postgres',
    'supabase_auth_admin',
    'authenticator',
    '',
    'Authenticated',
    7,
    null,
  ])('with a token for the role %j, whoever signed it', async (role) => {
    const token = await bearer({ sub: id, role, session_id: sessionId })
    // null is not a role.
    if (role === null) expect(await ask(token)).toMatchObject({ role: 'anon', userId: null })
    else expect(await refused(token)).toMatchObject({ status: 401, body: { code: 'PGRST303' } })
  })

  test('with the operator’s HS256 service key: only the secret key gives that role', async () => {
    const key = await new SignJWT({ role: 'service_role' })
      .setExpirationTime('10y')
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret))
    expect(await refused({ apikey: key })).toMatchObject({
      status: 401,
      body: { message: 'Invalid API key' },
    })
    expect(await refused({ authorization: `Bearer ${key}` })).toMatchObject({
      status: 401,
      body: { code: 'PGRST303' },
    })
  })

  test.each(['nonsense', 'sb_publishable_key-of-the-sit', 'sb_secret_', ' '])(
    'with the key %j',
    async (apikey) => {
      const answer = await refused({ apikey: apikey.trim() || 'x', authorization: 'Bearer anything' })
      expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid API key' } })
    },
  )

  test.each([undefined, 'asha', "' or 1=1", 17])('with the subject %j', async (sub) => {
    expect(await refused(await bearer({ sub, role: 'authenticated' }))).toMatchObject({
      status: 401,
      body: { code: 'PGRST303', message: 'invalid claim: sub claim must be a UUID' },
    })
  })

  test('with PostgREST’s message for an expired token', async () => {
    const token = await new SignJWT({ sub: id, role: 'authenticated', exp: 1_700_000_000 })
      .setProtectedHeader({ alg: 'ES256', kid: 'ours' })
      .sign(privateKey)
    expect(await refused({ authorization: `Bearer ${token}` })).toEqual({
      status: 401,
      body: { code: 'PGRST303', details: null, hint: null, message: 'JWT expired' },
      challenge: 'Bearer error="invalid_token", error_description="JWT expired"',
    })
  })

  test('with PostgREST’s message for an invalid token', async () => {
    expect(await refused({ authorization: 'Bearer nonsense' })).toEqual({
      status: 401,
      body: { code: 'PGRST301', details: null, hint: null, message: 'Expected 3 parts in JWT; got 1' },
      challenge: 'Bearer error="invalid_token", error_description="Expected 3 parts in JWT; got 1"',
    })
    expect(await refused({ authorization: 'Bearer ' })).toMatchObject({
      status: 401,
      body: { code: 'PGRST301' },
    })
  })
})

describe('an accepted token', () => {
  test('is not verified again until it expires', async () => {
    vi.useFakeTimers()
    try {
      const verify = vi.fn(tokens.verify)
      const gate = createGate({ ...tokens, verify } satisfies Tokens, keys).identify
      const headers = await bearer({ sub: id, role: 'authenticated' })
      for (let i = 0; i < 5; i += 1) expect(await ask(headers, gate)).toMatchObject({ userId: id })
      expect(verify).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(3_640_000)
      await expect(ask(headers, gate)).rejects.toThrow(CredentialError)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not confused with another of the same length', async () => {
    const gate = createGate(tokens, keys).identify
    const headers = await bearer({ sub: id, role: 'authenticated' })
    expect(await ask(headers, gate)).toMatchObject({ userId: id })
    const last = headers.authorization.at(-1) === 'A' ? 'Q' : 'A'
    await expect(ask({ authorization: headers.authorization.slice(0, -1) + last }, gate)).rejects.toThrow(
      CredentialError,
    )
  })
})
