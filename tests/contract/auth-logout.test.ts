// The end of a session, by raw requests: signing out, and a ban.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newEmail, newMember, openDatabase, refresh, refusal, signIn } from '../support/identity.ts'
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

describe('POST /logout', () => {
  async function threeSessions() {
    const email = newEmail()
    const first = await newMember(server, email)
    const others = [(await signIn(server, email)).body, (await signIn(server, email)).body]
    return [first, ...others]
  }

  // biome-ignore lint/suspicious/noExplicitAny: sessions are untyped JSON
  async function alive(sessions: any[]): Promise<boolean[]> {
    const answers = await Promise.all(
      sessions.map(({ access_token: token }) => ask(server, 'user', { token })),
    )
    return answers.map(({ status }) => status === 200)
  }

  test.each([
    ['', [false, false, false]],
    ['?scope=global', [false, false, false]],
    ['?scope=local', [false, true, true]],
    ['?scope=others', [true, false, false]],
  ])('%s ends exactly the sessions that it names, at once', async (query, expected) => {
    const sessions = await threeSessions()
    expect(await alive(sessions)).toEqual([true, true, true])
    const answer = await ask(server, `logout${query}`, { method: 'POST', token: sessions[0].access_token })
    expect(answer.status).toBe(204)
    expect(answer.body).toBe('')
    expect(await alive(sessions)).toEqual(expected)
    const refreshed = await Promise.all(sessions.map(({ refresh_token }) => refresh(server, refresh_token)))
    expect(refreshed.map(({ status }) => status === 200)).toEqual(expected)
  })

  test('refuses another scope and ends nothing', async () => {
    const sessions = await threeSessions()
    const answer = await ask(server, 'logout?scope=all', { method: 'POST', token: sessions[0].access_token })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(refusal(400, 'validation_failed', 'Unsupported logout scope "all"'))
    expect(await alive(sessions)).toEqual([true, true, true])
  })

  test('answers 403 for a session that has ended, which the client treats as signed out', async () => {
    const { access_token: token } = await newMember(server)
    await ask(server, 'logout', { method: 'POST', token })
    const answer = await ask(server, 'logout', { method: 'POST', token })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(
      refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
    )
  })
})

describe('a member whom the forum banned', () => {
  test('keeps the session, refreshes it and signs in', async () => {
    const email = newEmail()
    const session = await newMember(server, email)
    await sql`update public.profiles set user_level = 'Banned' where id = ${session.user.id}`
    expect((await ask(server, 'user', { token: session.access_token })).status).toBe(200)
    expect((await refresh(server, session.refresh_token)).status).toBe(200)
    expect((await signIn(server, email)).status).toBe(200)
  })
})

describe('an account that the operator banned', () => {
  test('is told so at sign-in, and only after the right password', async () => {
    const email = newEmail()
    const { user } = await newMember(server, email)
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${user.id}`
    expect((await signIn(server, email)).body).toMatchObject({
      error_code: 'user_banned',
      msg: 'User is banned',
      ban: { reason: null, since: null, until: expect.any(String) },
    })
    expect((await signIn(server, email, 'another-pond-78')).body.error_code).toBe('invalid_credentials')
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
