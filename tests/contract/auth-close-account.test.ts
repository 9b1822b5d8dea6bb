// DELETE /auth/v1/user: members close their own account, and nobody else can.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newEmail, newMember, openDatabase, PASSWORD, signIn } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
let sql: postgres.Sql

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
  await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') on conflict do nothing`
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

const close = (token: string, body: object) => ask(server, 'user', { method: 'DELETE', token, body })

async function profileOf(id: string): Promise<Record<string, unknown> | undefined> {
  const answer = await fetch(`${server.url}/rest/v1/profiles?id=eq.${id}`, {
    headers: { apikey: server.publishableKey },
  })
  const [row] = (await answer.json()) as Record<string, unknown>[]
  return row
}

/** A discussion of the member, and a reply to it by somebody else. */
async function answeredThread(author: string): Promise<string> {
  const other = await newMember(server)
  const [thread] = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    select 'How to read an anchor list', '<p>What does it tell?</p>', ${author}, id from public.forum_categories limit 1
    returning id`
  await sql`
    insert into public.replies (thread_id, author_id, content)
    values (${thread?.id ?? ''}, ${other.user.id}, '<p>Who bought at the price.</p>')`
  return thread?.id ?? ''
}

test('the password closes the account: sign-in stops, the name is removed, the posts stay', async () => {
  const email = newEmail()
  const { access_token: token, user } = await newMember(server, email)
  const thread = await answeredThread(user.id)
  const answer = await close(token, { password: PASSWORD })
  expect([answer.status, answer.body]).toEqual([200, {}])
  expect((await ask(server, 'user', { token })).status).toBe(403)
  expect((await signIn(server, email)).body.error_code).toBe('invalid_credentials')
  expect(await profileOf(user.id)).toMatchObject({
    username: expect.stringMatching(/^deleted-[0-9a-f]{12}$/),
    full_name: null,
    bio: null,
    avatar_url: null,
    is_deleted: true,
  })
  expect(await sql`select is_deleted from public.threads where id = ${thread}`).toEqual([
    { is_deleted: false },
  ])
  // The address is free again, and a new account with it is another member.
  expect((await newMember(server, email)).user.id).not.toBe(user.id)
})

test('the job erases the posts of a member who asked for that; the replies of others stay', async () => {
  const { access_token: token, user } = await newMember(server)
  const thread = await answeredThread(user.id)
  await close(token, { password: PASSWORD, erase_posts: true })
  await expect
    .poll(() => sql`select content, is_deleted, reply_count from public.threads where id = ${thread}`, {
      timeout: 60_000,
      interval: 500,
    })
    .toEqual([{ content: '<p>Deleted by its author.</p>', is_deleted: true, reply_count: 1 }])
}, 90_000)

describe('is refused and changes nothing', () => {
  test.each([
    ['without the password', {}, 400, 'reauthentication_needed'],
    ['with a wrong password', { password: 'not this one at all' }, 400, 'invalid_credentials'],
    ['with a code in place of the password', { nonce: '123456' }, 400, 'reauthentication_needed'],
    ['with a password that is no text', { password: 5 }, 400, 'bad_json'],
  ])('%s', async (_how, body, status, code) => {
    const { access_token: token, user } = await newMember(server)
    const answer = await close(token, body)
    expect([answer.status, answer.body.error_code]).toEqual([status, code])
    expect(await profileOf(user.id)).toMatchObject({ is_deleted: false })
  })

  test('without a session', async () => {
    const answer = await ask(server, 'user', { method: 'DELETE', body: { password: PASSWORD } })
    expect(answer.status).toBe(401)
  })

  test('in a session without the second factor that the account has', async () => {
    const { access_token: token, user } = await newMember(server)
    await sql`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
      values (${user.id}, 'Phone', 'totp', 'verified', 'x')`
    const answer = await close(token, { password: PASSWORD })
    expect([answer.status, answer.body.error_code]).toEqual([403, 'insufficient_aal'])
    expect(await profileOf(user.id)).toMatchObject({ is_deleted: false })
  })

  test('without a code, for an account that has no password', async () => {
    const { access_token: token, user } = await newMember(server)
    await sql`update auth.users set encrypted_password = null where id = ${user.id}`
    for (const [body, code] of [
      [{ password: PASSWORD }, 'reauthentication_needed'],
      [{ nonce: '123456' }, 'reauthentication_not_valid'],
    ] as const)
      expect((await close(token, body)).body.error_code).toBe(code)
    expect(await profileOf(user.id)).toMatchObject({ is_deleted: false })
  })

  test('to the last admin who can act; a banned admin does not count', async () => {
    const [first, second] = [await newMember(server), await newMember(server)]
    await sql`insert into public.user_roles (user_id, role) values (${first.user.id}, 'admin'), (${second.user.id}, 'admin')`
    await sql`update public.profiles set user_level = 'Banned' where id = ${second.user.id}`
    const refused = await close(first.access_token, { password: PASSWORD })
    expect([refused.status, refused.body.error_code, refused.body.msg]).toEqual([
      409,
      'conflict',
      'You are the last admin. Make somebody else admin first.',
    ])
    await sql`update public.profiles set user_level = 'Regular' where id = ${second.user.id}`
    expect((await close(first.access_token, { password: PASSWORD })).status).toBe(200)
  })
})
