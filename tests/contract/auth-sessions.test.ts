// Listing and ending one's own sessions, which is an addition to GoTrue's API.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, INSTANT, newEmail, newMember, PASSWORD, refresh, refusal, UUID } from '../support/identity.ts'
import { withFactor } from '../support/second-factor.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})

afterAll(async () => {
  await server.stop()
})

const signInFrom = async (email: string, device: string) => {
  const body = { email, password: PASSWORD }
  return (await ask(server, 'token?grant_type=password', { body, headers: { 'user-agent': device } })).body
}

test('lists the devices, last used first, and marks the current one', async () => {
  const email = newEmail()
  const { access_token: token } = await newMember(server, email)
  await signInFrom(email, 'Phone')
  const tablet = await signInFrom(email, 'Tablet')
  const { status, body } = await ask(server, 'user/sessions', { token })
  expect(status).toBe(200)
  expect(body.sessions).toEqual([
    ...['Tablet', 'Phone', expect.any(String)].map((device, at) => ({
      id: UUID,
      created_at: INSTANT,
      last_used_at: INSTANT,
      user_agent: device,
      ip: '127.0.0.1',
      aal: 'aal1',
      current: at === 2,
    })),
  ])
  const { body: seen } = await ask(server, 'user/sessions', { token: tablet.access_token })
  expect(seen.sessions.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false])
})

test('ends one session: its tokens stop at once, the others stay', async () => {
  const email = newEmail()
  const { access_token: token } = await newMember(server, email)
  const phone = await signInFrom(email, 'Phone')
  const { body } = await ask(server, 'user/sessions', { token })
  const id = body.sessions.find(({ user_agent: device }: { user_agent: string }) => device === 'Phone').id
  const ended = await ask(server, `user/sessions/${id}`, { token, method: 'DELETE' })
  expect([ended.status, ended.body]).toEqual([204, ''])
  expect((await ask(server, 'user', { token: phone.access_token })).body.error_code).toBe('session_not_found')
  expect((await refresh(server, phone.refresh_token)).body.error_code).toBe('refresh_token_not_found')
  expect((await ask(server, 'user', { token })).status).toBe(200)
  const again = await ask(server, `user/sessions/${id}`, { token, method: 'DELETE' })
  expect([again.status, again.body]).toEqual([404, refusal(404, 'session_not_found', 'Session not found')])
})

test("neither shows nor ends another member's", async () => {
  const asha = await newMember(server)
  const { access_token: token } = await newMember(server)
  const { body } = await ask(server, 'user/sessions', { token: asha.access_token })
  const [{ id }] = body.sessions
  expect((await ask(server, `user/sessions/${id}`, { token, method: 'DELETE' })).status).toBe(404)
  expect((await ask(server, 'user', { token: asha.access_token })).status).toBe(200)
  expect(JSON.stringify((await ask(server, 'user/sessions', { token })).body)).not.toContain(id)
})

test('needs the second factor of an account that has one', async () => {
  const email = newEmail()
  const { access_token: token } = await newMember(server, email)
  const { session } = await withFactor(server, token)
  const thief = await signInFrom(email, 'Thief')
  const refused = await ask(server, 'user/sessions', { token: thief.access_token })
  expect([refused.status, refused.body.error_code]).toEqual([403, 'insufficient_aal'])
  const { body } = await ask(server, 'user/sessions', { token: session.access_token })
  expect(body.sessions).toHaveLength(2)
})

test('needs a token', async () => {
  expect((await ask(server, 'user/sessions')).status).toBe(401)
})
