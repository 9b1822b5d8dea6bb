// GET and PUT /auth/v1/user by raw requests: exact statuses and bodies, as GoTrue answers them.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ageProofs,
  ask,
  newEmail,
  newMember,
  openDatabase,
  PASSWORD,
  refusal,
  signIn,
  userOf,
} from '../support/identity.ts'
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

describe('GET /user', () => {
  test('answers the account', async () => {
    const { access_token: token, user } = await newMember(server)
    const answer = await ask(server, 'user', { token })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(userOf(user.email))
  })

  test('needs a token', async () => {
    const answer = await ask(server, 'user')
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(refusal(401, 'no_authorization', 'This endpoint requires a Bearer token'))
  })

  test('refuses an API key as a token', async () => {
    for (const token of [server.publishableKey, server.secretKey]) {
      const answer = await ask(server, 'user', { token })
      expect(answer.status).toBe(403)
      expect(answer.body.error_code).toBe('bad_jwt')
    }
  })

  test('refuses the token of an account that was deleted', async () => {
    const { access_token: token, user } = await newMember(server)
    await sql`delete from auth.users where id = ${user.id}`
    const answer = await ask(server, 'user', { token })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist'))
  })
})

describe('PUT /user', () => {
  const change = (token: string, body: object) => ask(server, 'user', { method: 'PUT', token, body })

  test('merges metadata: given keys replace, null removes', async () => {
    const { access_token: token, user } = await newMember(server)
    await change(token, { data: { city: 'Pune', theme: 'dark' } })
    const answer = await change(token, { data: { city: 'Kochi', theme: null } })
    expect(answer.status).toBe(200)
    expect(answer.body.user_metadata).toEqual({ ...user.user_metadata, city: 'Kochi' })
  })

  test('changes the password, ends the other sessions and keeps this one', async () => {
    const email = newEmail()
    const { access_token: other } = await newMember(server, email)
    const { body: own } = await signIn(server, email)
    const answer = await change(own.access_token, { password: 'monsoon-river-12' })
    expect(answer.status).toBe(200)
    expect((await ask(server, 'user', { token: own.access_token })).status).toBe(200)
    expect((await ask(server, 'user', { token: other })).body.error_code).toBe('session_not_found')
    expect((await signIn(server, email)).status).toBe(400)
    expect((await signIn(server, email, 'monsoon-river-12')).status).toBe(200)
  })

  test.each([
    [{ password: PASSWORD }, 422, 'same_password', 'New password should be different from the old password.'],
    [{ password: 'seven77' }, 422, 'weak_password', 'Password should be at least 8 characters.'],
    [
      { app_metadata: { role: 'admin' } },
      403,
      'not_admin',
      'Updating app_metadata requires admin privileges',
    ],
    [{ phone: '+911234567890' }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
    [{ email: 'nowhere' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ email: newEmail() }, 400, 'reauthentication_needed', 'This change requires the current password'],
    [
      { email: newEmail(), current_password: 'another-pond-78' },
      400,
      'invalid_credentials',
      'The current password is wrong',
    ],
  ])('refuses %j and changes nothing', async (body, status, code, message) => {
    const { access_token: token } = await newMember(server)
    const { body: before } = await ask(server, 'user', { token })
    const answer = await change(token, { ...body, data: { changed: true } })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject(refusal(status, code, message))
    expect((await ask(server, 'user', { token })).body).toEqual(before)
  })

  test('a session that signed in more than ten minutes ago changes the password only with the current one', async () => {
    const { access_token: token, user } = await newMember(server)
    await ageProofs(sql, user.id)
    const alone = await change(token, { password: 'monsoon-river-12' })
    expect(alone.status).toBe(400)
    expect(alone.body.error_code).toBe('reauthentication_needed')
    const both = await change(token, { password: 'monsoon-river-12', current_password: PASSWORD })
    expect(both.status).toBe(200)
  })

  test('changes the address at once and leaves it unverified, because no mail can be sent', async () => {
    const { access_token: token, user } = await newMember(server)
    await sql`
      update auth.users set raw_app_meta_data = raw_app_meta_data || '{"email_verified": "true"}'
      where id = ${user.id}`
    const email = newEmail('moved')
    const answer = await change(token, { email: email.toUpperCase(), current_password: PASSWORD })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ email, identities: [{ email, identity_data: { email } }] })
    expect(answer.body.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect((await signIn(server, email)).status).toBe(200)
    expect((await signIn(server, user.email)).status).toBe(400)
  })

  test('refuses the address of another account', async () => {
    const { user: other } = await newMember(server)
    const { access_token: token } = await newMember(server)
    const answer = await change(token, { email: other.email, current_password: PASSWORD })
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual(
      refusal(422, 'email_exists', 'A user with this email address has already been registered'),
    )
  })
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
