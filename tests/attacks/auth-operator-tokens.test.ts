// Tokens that an operator signs with JWT_SECRET do not bypass identity's rules.
import { SignJWT } from 'jose'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, newMember, openDatabase } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

const JWT_SECRET = 'an-operator-secret-of-32-characters'

let server: TestServer
let sql: postgres.Sql

beforeAll(async () => {
  server = await startServer({ JWT_SECRET })
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

function sign(claims: object, alg = 'HS256', secret = JWT_SECRET): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
}

async function editBio(token: string, id: string): Promise<number> {
  const answer = await fetch(`${server.url}/rest/v1/profiles?id=eq.${id}`, {
    method: 'PATCH',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ bio: 'Written with an operator’s token.' }),
  })
  return answer.status
}

test('the premise: such a token acts for its member', async () => {
  const { user } = await newMember(server)
  expect(await editBio(await sign({ sub: user.id, role: 'authenticated' }), user.id)).toBe(204)
})

test('is refused for an account that the operator banned, and for a deleted one', async () => {
  const { user } = await newMember(server)
  const token = await sign({ sub: user.id, role: 'authenticated' })
  await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${user.id}`
  expect(await editBio(token, user.id)).toBe(401)
  expect((await ask(server, 'user', { token })).body.error_code).toBe('user_banned')
  await sql`delete from auth.users where id = ${user.id}`
  expect(await editBio(token, user.id)).toBe(401)
})

test('writes nothing for a member whom the forum banned', async () => {
  const { user } = await newMember(server)
  const token = await sign({ sub: user.id, role: 'authenticated' })
  await sql`update public.profiles set user_level = 'Banned' where id = ${user.id}`
  expect(await editBio(token, user.id)).toBe(204)
  expect(await sql`select bio from public.profiles where id = ${user.id}`).toEqual([{ bio: null }])
})

test.each(['service_role', 'site_jobs', 'supabase_auth_admin'])(
  'is refused with the role %s',
  async (role) => {
    const key = await sign({ role })
    for (const headers of [{ apikey: key }, { authorization: `Bearer ${key}` }]) {
      const answer = await fetch(`${server.url}/rest/v1/user_roles`, { headers })
      expect(answer.status).toBe(401)
    }
  },
)

test('is refused when the publishable key or another secret signed it', async () => {
  const { user } = await newMember(server)
  const claims = { sub: user.id, role: 'authenticated' }
  const { body } = await ask(server, '.well-known/jwks.json')
  for (const secret of [JSON.stringify(body.keys[0]), body.keys[0].x, `${JWT_SECRET} `]) {
    expect(await editBio(await sign(claims, 'HS256', secret), user.id)).toBe(401)
  }
  expect(await editBio(await sign(claims, 'HS512', JWT_SECRET), user.id)).toBe(401)
})
