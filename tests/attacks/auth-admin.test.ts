// The operator's endpoints refuse every caller without the secret key.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newMember, openDatabase, signIn } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
let sql: postgres.Sql
let admin: { access_token: string; user: { id: string } }
let victim: { user: { id: string; email: string } }

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
  admin = await newMember(server)
  victim = await newMember(server)
  await sql`insert into public.user_roles (user_id, role) values (${admin.user.id}, 'admin')`
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

const asks = () => [
  { method: 'GET', path: 'admin/users' },
  { method: 'POST', path: 'admin/users', body: { email: 'made@example.com', password: 'lotus-pond-77' } },
  { method: 'GET', path: `admin/users/${victim.user.id}` },
  { method: 'PUT', path: `admin/users/${victim.user.id}`, body: { password: 'thief-pond-78' } },
  { method: 'DELETE', path: `admin/users/${victim.user.id}` },
  { method: 'GET', path: `admin/users/${victim.user.id}/factors` },
  { method: 'DELETE', path: `admin/users/${victim.user.id}/factors/${victim.user.id}` },
]

/** Callers who are not the operator, each with the status that refuses them. */
const callers = () =>
  [
    ['the publishable key', server.publishableKey, 403],
    ['an administrator of the community', admin.access_token, 403],
    ['a key that is nearly right', `${server.secretKey.slice(0, -1)}_`, 403],
    ['no token that can be read', 'x', 403],
  ] as const

describe('the operator’s endpoints', () => {
  test('refuse every other caller, and change nothing', async () => {
    const before = JSON.stringify(await sql`select * from auth.users order by id`)
    for (const [who, token, status] of callers()) {
      for (const { method, path, body } of asks()) {
        const answer = await ask(server, path, { method, token, ...(body ? { body } : {}) })
        expect([who, method, path, answer.status]).toEqual([who, method, path, status])
      }
    }
    expect(JSON.stringify(await sql`select * from auth.users order by id`)).toBe(before)
  })

  test('refuse a request without a key', async () => {
    for (const { method, path } of asks()) {
      const response = await fetch(`${server.url}/auth/v1/${path}`, { method })
      expect([method, path, response.status]).toEqual([method, path, 401])
    }
  })

  test('treat a member’s token beside the secret key as the member', async () => {
    const headers = { apikey: server.secretKey }
    const answer = await ask(server, 'admin/users', { token: admin.access_token, headers })
    expect(answer.status).toBe(403)
  })

  test('the twin: admit the secret key', async () => {
    const { path } = asks()[2] as { path: string }
    expect((await ask(server, path, { token: server.secretKey })).body.id).toBe(victim.user.id)
    expect((await signIn(server, victim.user.email)).status).toBe(200)
  })
})

test('mark an address that the operator changed as unverified', async () => {
  await sql`
    update auth.users set raw_app_meta_data = raw_app_meta_data || '{"email_verified": true}'
    where id = ${victim.user.id}`
  const body = { email: 'root@example.com' }
  const path = `admin/users/${victim.user.id}`
  const answer = await ask(server, path, { method: 'PUT', token: server.secretKey, body })
  expect(answer.status).toBe(200)
  expect(answer.body.app_metadata).not.toHaveProperty('email_verified')
})
