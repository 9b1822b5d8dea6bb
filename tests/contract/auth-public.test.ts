// The public endpoints of /auth/v1, and the rules that every endpoint follows.

import { createPublicKey, verify } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newMember } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})

afterAll(async () => {
  await server.stop()
})

describe('public endpoints', () => {
  test('GET /settings: e-mail alone, confirmed automatically', async () => {
    const { status, body } = await ask(server, 'settings')
    expect(status).toBe(200)
    const { external, ...rest } = body
    expect(rest).toEqual({
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    })
    const offered = Object.entries(external).filter(([, on]) => on)
    expect(offered).toEqual([['email', true]])
    expect(external).toMatchObject({ google: false, github: false, phone: false, anonymous_users: false })
  })

  test('GET /health', async () => {
    const { status, body } = await ask(server, 'health')
    expect(status).toBe(200)
    expect(body).toEqual({
      version: expect.stringMatching(/^v\d+\.\d+\.\d+$/),
      name: 'GoTrue',
      description: expect.any(String),
    })
  })

  test('GET /.well-known/jwks.json: the public key that verifies tokens, readable without an API key', async () => {
    const { access_token: token } = await newMember(server)
    const response = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=600')
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] }
    const [header = '', payload = '', signature = ''] = token.split('.')
    const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
    expect(alg).toBe('ES256')
    const jwk = keys.find((key) => key.kid === kid) ?? {}
    expect(jwk).not.toHaveProperty('d')
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const signed = Buffer.from(`${header}.${payload}`)
    const believed = verify(
      'sha256',
      signed,
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(believed).toBe(true)
  })
})

describe('every endpoint', () => {
  test('refuses an unknown API key, and treats a missing one as a guest’s', async () => {
    const headers = { apikey: 'sb_publishable_somebody-elses' }
    const refused = await ask(server, 'settings', { headers })
    expect(refused.status).toBe(401)
    expect(refused.body).toEqual({ message: 'Invalid API key' })
    expect((await fetch(`${server.url}/auth/v1/settings`)).status).toBe(200)
  })

  test('answers an unknown path in the contract’s shape', async () => {
    const answer = await ask(server, 'nowhere')
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ code: 404, error_code: 'not_found' })
  })

  test('answers requests for features that are not offered in the contract’s shape', async () => {
    const client = createClient(server.url, server.secretKey, {
      auth: { persistSession: false, autoRefreshToken: false, experimental: { passkey: true } },
    })
    const answers = {
      sso: (await client.auth.signInWithSSO({ domain: 'example.com' })).error,
      passkey: (await client.auth.passkey.startAuthentication()).error,
      clients: (await client.auth.admin.oauth.listClients()).error,
      providers: (await client.auth.admin.customProviders.listProviders()).error,
    }
    for (const [name, error] of Object.entries(answers)) {
      expect([name, error?.status, error?.code]).toEqual([name, 404, 'not_found'])
    }
  })

  test('allows requests from pages of other sites', async () => {
    const preflight = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase()
    for (const header of [
      'apikey',
      'authorization',
      'content-type',
      'x-client-info',
      'x-supabase-api-version',
    ]) {
      expect(allowed).toContain(header)
    }
    const answer = await ask(server, 'user', { headers: { origin: 'https://elsewhere.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
