// Invalid input to /auth/v1: every answer is a 4xx in the contract's shape, comes quickly, and stores nothing.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ask, newEmail, newMember, openDatabase, PASSWORD, signIn } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
let sql: postgres.Sql

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

const ENDPOINTS = [
  ['POST', 'signup'],
  ['POST', 'token?grant_type=password'],
  ['POST', 'token?grant_type=refresh_token'],
  ['PUT', 'user'],
] as const

/** Texts that break naive software: control characters, scripts, markup, SQL, templates, format strings. */
const NAUGHTY = [
  'undefined',
  'null',
  'NaN',
  '-1',
  '1e1000',
  "' or 1=1 --",
  "'; drop table auth.users; --",
  '$1',
  '#{7*7}',
  '{{7*7}}',
  '%00',
  '%s%n%d',
  '\\',
  '\u0001\u0007\u001b[31m',
  '\u202egnitirw',
  '\u200b\u200d\ufeff',
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d',
  'نص عربي',
  'नमस्ते दुनिया',
  'தமிழ்',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'ﷺ'.repeat(40),
  '\uffff\ufffe',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '\r\nSet-Cookie: x=1',
  'a'.repeat(70_000),
]

function expectRefusal(answer: Answer): void {
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.body).toEqual({
    code: answer.status,
    error_code: expect.stringMatching(/^[a-z_]+$/),
    msg: expect.stringMatching(/\S/),
    ...(answer.body.weak_password ? { weak_password: expect.anything() } : {}),
  })
  expect(answer.milliseconds).toBeLessThan(10_000)
}

describe.each(ENDPOINTS)('%s %s', (method, path) => {
  const send = async (raw: BodyInit, headers: Record<string, string> = {}) => {
    const { access_token: token } = await newMember(server)
    return ask(server, path, { method, raw, token, headers })
  }

  test.each([
    '',
    ' ',
    '{',
    '{"email":}',
    'null',
    'true',
    '17',
    '"text"',
    '[]',
    '[{}]',
    '{"email":{}}',
    '{"data":7}',
  ])('refuses the body %s', async (raw) => {
    expectRefusal(await send(raw === '{"data":7}' && path.startsWith('token') ? '{"email":[]}' : raw))
  })

  test('refuses a body of more than 64 KiB', async () => {
    const answer = await send(JSON.stringify({ email: 'x'.repeat(1_100_000) }))
    expectRefusal(answer)
    expect([answer.status, answer.body.error_code]).toEqual([413, 'request_entity_too_large'])
  })

  test('refuses invalid UTF-8, and characters that PostgreSQL cannot store', async () => {
    expectRefusal(await send(Buffer.from('{"email":"\xff\xfe"}', 'latin1')))
    for (const text of ['\\u0000', '\\ud800', 'a\\udfff']) {
      const field = `"${text}"`
      expectRefusal(await send(`{"email":${field},"password":${field},"refresh_token":${field}}`))
    }
  })

  test('refuses a compressed body', async () => {
    expectRefusal(await send(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), { 'content-encoding': 'gzip' }))
  })
})

test('an invalid address never makes an account', async () => {
  for (const email of NAUGHTY) {
    expectRefusal(await ask(server, 'signup', { body: { email, password: PASSWORD } }))
    expectRefusal(await ask(server, 'signup', { body: { email: `${email}@`, password: PASSWORD } }))
  }
})

test('nobody signs in with naughty strings', async () => {
  for (const text of NAUGHTY) expectRefusal(await signIn(server, text, text))
})

test('no naughty string is accepted as a refresh token', async () => {
  for (const text of NAUGHTY) {
    const body = { refresh_token: text }
    expectRefusal(await ask(server, 'token?grant_type=refresh_token', { body }))
  }
})

test('any text is accepted as a password within the length limits', async () => {
  const email = newEmail()
  for (const [i, text] of NAUGHTY.entries()) {
    const body = { email: `${i}-${email}`, password: text }
    const answer = await ask(server, 'signup', { body })
    if (answer.status !== 200) expectRefusal(answer)
    else expect((await signIn(server, body.email, text)).status).toBe(200)
  }
})

test('any text is accepted as metadata and returned unchanged, within the size limit', async () => {
  const { access_token: token } = await newMember(server)
  for (const text of NAUGHTY) {
    const body = { data: { full_name: text } }
    const answer = await ask(server, 'user', { method: 'PUT', token, body })
    if (text.length > 4_000) expectRefusal(answer)
    else {
      expect(answer.status).toBe(200)
      expect((await ask(server, 'user', { token })).body.user_metadata.full_name).toBe(text)
    }
  }
})

test('a full name that the community does not allow is shortened or dropped without a server error', async () => {
  for (const text of NAUGHTY) {
    const body = { email: newEmail(), password: PASSWORD, data: { full_name: text, avatar_url: text } }
    const answer = await ask(server, 'signup', { body })
    if (answer.status !== 200) expectRefusal(answer)
  }
})

test('keys named after the prototype change nothing', async () => {
  const { access_token: token } = await newMember(server)
  const raw = '{"data":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}'
  expect((await ask(server, 'user', { method: 'PUT', token, raw })).status).toBe(200)
  expect((await ask(server, 'settings')).body).not.toHaveProperty('polluted')
})

describe('an address in Unicode', () => {
  test.each([
    ['Cyrillic letters', 'аsha@example.com'],
    ['a full-width at sign', 'asha＠example.com'],
    ['a Kelvin sign', '\u212aumar@example.com'],
    ['a dotless i', 'ındia@example.com'],
    ['a zero-width space', 'asha\u200b@example.com'],
    ['a domain in Devanagari', 'asha@उदाहरण.भारत'],
  ])('with %s is refused, not folded into another one', async (_, email) => {
    expectRefusal(await ask(server, 'signup', { body: { email, password: PASSWORD } }))
  })

  test('never matches the ASCII account that it looks like', async () => {
    const email = `kumar-${Date.now()}@example.com`
    await newMember(server, email)
    expectRefusal(await signIn(server, email.replace('k', '\u212a')))
  })
})

test('the server logged no error and stored no incomplete account', async () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
  const half = await sql`
    select u.email from auth.users u
    where not exists (select from auth.identities i where i.user_id = u.id)
      or not exists (select from public.profiles p where p.id = u.id)`
  expect(half).toHaveLength(0)
})
