// Forged access tokens against the tables and identity, over the wire. api/auth/tokens.test.ts has the full list; here
// the attacker knows everything public, and for tokens that even our own key must not validate, the secrets file too.
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, claimsOf, newMember, openDatabase } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
let own: JWK
let published: JWK
// biome-ignore lint/suspicious/noExplicitAny: a session is untyped JSON
let victim: any
let claims: Record<string, unknown>

beforeAll(async () => {
  server = await sharedServer()
  own = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8')).SIGNING_KEY
  const { body } = await ask(server, '.well-known/jwks.json')
  published = body.keys[0]
  victim = await newMember(server)
  claims = claimsOf(victim.access_token)
})

afterAll(() => server.stop())

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = async (payload: object, header: object = {}, key: JWK = own) =>
  new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'ES256', kid: own.kid ?? '', ...header })
    .sign(await importJWK(key, 'ES256'))

/** The responses of tables and identity to a token. */
async function shown(token: string) {
  const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}` }
  const table = await fetch(`${server.url}/rest/v1/profiles?select=id&limit=1`, { headers })
  const identity = await ask(server, 'user', { token })
  return {
    table: table.status,
    challenge: table.headers.get('www-authenticate'),
    code: ((await table.json()) as { code?: string }).code,
    identity: identity.status,
    identityCode: identity.body.error_code,
  }
}

async function expectRefused(token: string, code: string) {
  expect(await shown(token)).toEqual({
    table: 401,
    challenge: expect.stringMatching(/^Bearer error="invalid_token", error_description="[^"]+"$/),
    code,
    identity: 403,
    identityCode: 'bad_jwt',
  })
}

test('the premise: both accept the real token', async () => {
  expect(await shown(victim.access_token)).toMatchObject({ table: 200, identity: 200 })
  expect(await shown(await sign(claims))).toMatchObject({ table: 200, identity: 200 })
})

test('alg none', async () => {
  for (const alg of ['none', 'None', 'nOnE']) {
    await expectRefused(`${encode({ alg, typ: 'JWT', kid: own.kid })}.${encode(claims)}.`, 'PGRST301')
  }
})

test('HS256 with the published key as the secret', async () => {
  const body = `${encode({ alg: 'HS256', typ: 'JWT', kid: own.kid })}.${encode(claims)}`
  for (const secret of [JSON.stringify(published), published.x ?? '', server.publishableKey]) {
    const signature = createHmac('sha256', secret).update(body).digest('base64url')
    await expectRefused(`${body}.${signature}`, 'PGRST301')
  }
})

test('a key of the attacker: under our key’s id, embedded, or linked', async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const theirs = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'theirs' }
  const { d: _, ...jwk } = theirs
  let fetched = 0
  const thief = createServer((_request, response) => {
    fetched += 1
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/jwks.json`
  const headers = [{}, { kid: 'theirs' }, { jwk }, { jwk, kid: 'theirs' }, { jku: url }]
  for (const header of [...headers, { jku: url, kid: 'theirs' }, { x5u: url }, { iss: url }]) {
    await expectRefused(await sign(claims, header, theirs), 'PGRST301')
  }
  thief.close()
  expect(fetched).toBe(0)
})

test('kid as a path, as SQL, as a prototype', async () => {
  for (const kid of ['../../secrets.json', '/dev/null', "x' or '1'='1", '__proto__', 'constructor', '']) {
    await expectRefused(await sign(claims, { kid }), 'PGRST301')
  }
})

test('a claim changed after signing', async () => {
  const [header, , signature] = victim.access_token.split('.')
  for (const change of [{ role: 'service_role' }, { sub: randomUUID() }, { exp: 4_102_444_800 }]) {
    await expectRefused(`${header}.${encode({ ...claims, ...change })}.${signature}`, 'PGRST301')
  }
})

test('expired, without expiry, or not yet valid', async () => {
  const now = Math.floor(Date.now() / 1_000)
  await expectRefused(await sign({ ...claims, exp: now - 60 }), 'PGRST303')
  const { exp: _, ...endless } = claims
  await expectRefused(await sign(endless), 'PGRST303')
  await expectRefused(await sign({ ...claims, nbf: now + 120 }), 'PGRST303')
  await expectRefused(await sign({ ...claims, iat: now + 120 }), 'PGRST303')
})

test('another role, even signed with our own key', async () => {
  for (const role of [
    'service_role',
    'supabase_auth_admin',
    'authenticator',
    'postgres',
    'anon"; reset role',
  ]) {
    const headers = { authorization: `Bearer ${await sign({ ...claims, role })}` }
    const answer = await fetch(`${server.url}/rest/v1/profiles?limit=1`, { headers })
    expect(answer.status).toBe(401)
    const insert = await fetch(`${server.url}/rest/v1/user_roles`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: victim.user.id, role: 'admin' }),
    })
    expect(insert.status).toBe(401)
  }
  const sql = openDatabase(server)
  expect(await sql`select from public.user_roles`).toHaveLength(0)
  await sql.end()
})

test('another member’s session, and a session that does not exist', async () => {
  const other = await newMember(server)
  const theirs = claimsOf(other.access_token).session_id
  for (const session_id of [theirs, randomUUID()]) {
    expect(await shown(await sign({ ...claims, session_id }))).toMatchObject({
      table: 401,
      identity: 403,
      identityCode: 'session_not_found',
    })
  }
})

test('claims of the wrong type never break the server', async () => {
  const odd = [
    { sub: { $ne: null } },
    { sub: ['x'] },
    { sub: 'not-a-uuid' },
    { session_id: 17 },
    { session_id: 'x' },
    { role: ['authenticated'] },
    { role: {} },
    { exp: 'soon' },
    { nbf: {} },
  ]
  for (const change of odd) {
    const { table, identity } = await shown(await sign({ ...claims, ...change }))
    expect([change, table]).toEqual([change, 401])
    // Identity ignores the role and returns the account alone.
    expect([change, identity]).toEqual([change, 'role' in change ? 200 : 403])
  }
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})

test('junk in the Authorization header never breaks the server', async () => {
  const junk = ['Bearer', 'Bearer ', 'Bearer x', 'Bearer ..', `Bearer ${'a.'.repeat(3_000)}`, 'bearer\tx y z']
  for (const authorization of junk) {
    const answer = await fetch(`${server.url}/rest/v1/profiles?limit=1`, { headers: { authorization } })
    expect([authorization.slice(0, 20), answer.status]).toEqual([authorization.slice(0, 20), 401])
  }
})
