// Who may call which function, and that the functions that run as their owner reveal nothing.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { type Actor, CAST } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

let stage: Stage

beforeAll(async () => {
  const server = await sharedServer()
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  stage = { server, sql, ...(await gatherCast(server)) }
})

afterAll(async () => {
  await stage?.sql.end()
  await stage?.server.stop()
})

beforeEach(() => setStage(stage))

async function call(actor: Actor, name: string, args: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${stage.server.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: stage.server.publishableKey,
      'content-type': 'application/json',
      ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
      ...headers,
    },
    body: JSON.stringify(args),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

describe('is_admin', () => {
  test.each(CAST)('answers %s for the caller alone', async (actor) => {
    expect(await call(actor, 'is_admin', {})).toEqual({ status: 200, body: actor === 'admin' })
  })

  test('a verified ADMIN_EMAIL makes an admin, the same address unverified does not', async () => {
    await stage.sql`update private.configuration set admin_email = 'asha@example.com'`
    try {
      expect((await call('asha', 'is_admin', {})).body).toBe(false)
      await verify('true')
      expect((await call('asha', 'is_admin', {})).body).toBe(true)
      expect((await call('bala', 'is_admin', {})).body, 'and nobody else').toBe(false)
    } finally {
      await verify('false')
      await stage.sql`update private.configuration set admin_email = null`
    }
  })

  function verify(verified: 'true' | 'false') {
    return stage.sql`
      update auth.users set raw_app_meta_data = raw_app_meta_data || jsonb_build_object('email_verified', ${verified}::text)
      where id = ${stage.ids.asha}`
  }
})

describe('claim_admin', () => {
  const token = 'a token that was printed once'
  /** A link is valid only while there is no administrator. */
  const issue = () =>
    stage.sql`with gone as (delete from public.user_roles where role = 'admin')
      insert into private.admin_claims (token_hash, expires_at)
      values (${createHash('sha256').update(token).digest()}, now() + interval '1 hour')
      on conflict (token_hash) do update set used_at = null, expires_at = excluded.expires_at`
  const admins = async () =>
    (await stage.sql`select count(*)::int as n from public.user_roles where role = 'admin'`)[0]?.n as number

  test('makes its caller admin, once', async () => {
    await issue()
    expect(await call('bala', 'claim_admin', { token })).toEqual({ status: 200, body: true })
    expect((await call('bala', 'is_admin', {})).body).toBe(true)
    expect(await call('asha', 'claim_admin', { token })).toMatchObject({
      status: 403,
      body: { code: 'PT403' },
    })
    expect((await call('asha', 'is_admin', {})).body).toBe(false)
  })

  test('refuses a wrong token, an expired one, a guest and a banned member', async () => {
    await issue()
    const before = await admins()
    expect(await call('asha', 'claim_admin', { token: 'guessed' })).toMatchObject({ status: 403 })
    expect(await call('guest', 'claim_admin', { token })).toMatchObject({
      status: 401,
      body: { code: '42501' },
    })
    expect(await call('banned', 'claim_admin', { token })).toMatchObject({
      status: 403,
      body: { code: 'PT403' },
    })
    await stage.sql`update private.admin_claims set expires_at = now() - interval '1 second'`
    expect(await call('asha', 'claim_admin', { token })).toMatchObject({
      status: 403,
      body: { code: 'PT403' },
    })
    expect(await admins()).toBe(before)
  })

  test('of forty at once with one token, one becomes admin', async () => {
    await issue()
    const before = await admins()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        call((['asha', 'bala', 'meera'] as const)[index % 3] ?? 'asha', 'claim_admin', { token }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await admins()).toBe(before + 1)
  })
})

describe('chat_message_author', () => {
  const args = { message_id: idOf('anonymous message', 'bala') }

  test('tells an admin who wrote an anonymous message', async () => {
    expect(await call('admin', 'chat_message_author', args)).toEqual({ status: 200, body: stage.ids.bala })
  })

  test.each(['asha', 'bala', 'meera', 'banned'] as const)('tells %s nothing', async (actor) => {
    expect(await call(actor, 'chat_message_author', args)).toMatchObject({
      status: 403,
      body: { code: 'PT403', message: 'Unauthorized: Admin access required' },
    })
  })

  test('tells a guest nothing', async () => {
    expect(await call('guest', 'chat_message_author', args)).toMatchObject({
      status: 401,
      body: { code: '42501' },
    })
  })
})

describe('increment_thread_views', () => {
  /** The job that adds them passes over a locked discussion, so that either it waits for this, or this for it. */
  const viewsOf = (id: string) =>
    stage.sql.begin(async (sql) => {
      await sql`select from public.threads where id = ${id} for no key update`
      await sql`select private.flush_thread_views()`
      return (await sql`select view_count from public.threads where id = ${id}`)[0]?.view_count as number
    })

  test('counts a visitor once in 30 minutes, and each visitor', async () => {
    const thread_id = idOf('thread', 'asha')
    await stage.sql`delete from private.thread_views`
    for (const actor of ['guest', 'guest', 'asha', 'bala', 'bala'] as const) {
      expect((await call(actor, 'increment_thread_views', { thread_id })).status).toBe(204)
    }
    // Guests' views are counted in groups, after their answer.
    await expect.poll(() => viewsOf(thread_id)).toBe(3)
    await stage.sql`update private.thread_views set seen_at = seen_at - interval '31 minutes'`
    await call('asha', 'increment_thread_views', { thread_id })
    expect(await viewsOf(thread_id)).toBe(4)
  })

  test('counts nothing for a hidden discussion, nor for one that does not exist', async () => {
    const thread_id = idOf('hidden thread', 'asha')
    for (const actor of ['guest', 'bala'] as const) {
      expect((await call(actor, 'increment_thread_views', { thread_id })).status).toBe(204)
      expect((await call(actor, 'increment_thread_views', { thread_id: stage.ids.asha })).status).toBe(204)
    }
    expect(await viewsOf(thread_id)).toBe(0)
  })

  test('refuses a guest’s invalid arguments, whose views are counted in groups', async () => {
    const thread_id = idOf('thread', 'asha')
    for (const [args, code] of [
      [{ thread_id: 'x' }, '22P02'],
      [{ thread_id: null }, null],
      [{ thread_id, more: 1 }, 'PGRST202'],
      [[{ thread_id }], null],
    ] as const) {
      const { status, body } = await call('guest', 'increment_thread_views', args)
      expect(code === null ? status : body).toEqual(code === null ? 204 : expect.objectContaining({ code }))
    }
  })
})

describe('the lists of addresses', () => {
  test('subscribing answers the same for a new and a known address, and tells no token', async () => {
    const fresh = await call('guest', 'subscribe_newsletter', { email: 'fresh@example.com' })
    const known = await call('guest', 'subscribe_newsletter', { email: 'FRESH@example.com' })
    expect(known).toEqual(fresh)
    expect(fresh.status).toBe(204)
    const rows =
      await stage.sql`select email, state from public.newsletter_subscribers where email like 'fresh%'`
    expect(rows).toEqual([{ email: 'fresh@example.com', state: 'pending' }])
  })

  test('who asks again gets another letter after six hours, and keeps the links of the first', async () => {
    const tokens = () =>
      stage.sql<{ token: string; mailed: boolean }[]>`
        select token, mailed_at is not null as mailed from private.newsletter_tokens`
    const mailed = (ago: string) =>
      stage.sql`update private.newsletter_tokens set mailed_at = now() - ${ago}::interval`
    await call('guest', 'subscribe_newsletter', { email: 'fresh@example.com' })
    const [first] = await tokens()
    expect(first).toMatchObject({ mailed: false })
    await mailed('5 hours')
    await call('bala', 'subscribe_newsletter', { email: ' Fresh@Example.com ' })
    expect(await tokens()).toEqual([{ token: first?.token, mailed: true }])
    await mailed('7 hours')
    await call('guest', 'subscribe_newsletter', { email: 'fresh@example.com' })
    expect(await tokens()).toEqual([{ token: first?.token, mailed: false }])
    // An address that unsubscribed can subscribe again at once.
    await mailed('1 minute')
    await call('guest', 'unsubscribe_newsletter', { token: first?.token })
    expect((await call('guest', 'confirm_newsletter', { token: first?.token })).body).toBe(false)
    await call('guest', 'subscribe_newsletter', { email: 'fresh@example.com' })
    expect(await tokens()).toEqual([{ token: first?.token, mailed: false }])
  })

  test('only the mailed token confirms and unsubscribes', async () => {
    await call('guest', 'subscribe_newsletter', { email: 'fresh@example.com' })
    const [row] = await stage.sql<{ token: string }[]>`select token from private.newsletter_tokens`
    expect((await call('guest', 'confirm_newsletter', { token: 'guessed' })).body).toBe(false)
    expect((await call('guest', 'confirm_newsletter', { token: row?.token })).body).toBe(true)
    expect((await call('guest', 'unsubscribe_newsletter', { token: row?.token })).body).toBe(true)
    const [subscriber] = await stage.sql`
      select state from public.newsletter_subscribers where email = 'fresh@example.com'`
    expect(subscriber).toEqual({ state: 'unsubscribed' })
  })

  test('a contact message names its sender’s account only when signed in as it', async () => {
    const message = { name: 'Reader', email: 'r@example.com', subject: 'feedback', message: 'Well done' }
    expect((await call('guest', 'send_contact_message', message)).status).toBe(204)
    expect((await call('asha', 'send_contact_message', { ...message, name: 'Asha' })).status).toBe(204)
    const rows = await stage.sql`
      select name, user_id from public.contact_messages where subject = 'feedback' order by name`
    expect(rows).toEqual([
      { name: 'Asha', user_id: stage.ids.asha },
      { name: 'Reader', user_id: null },
    ])
    expect(await call('guest', 'send_contact_message', { ...message, subject: 'spam' })).toMatchObject({
      status: 400,
      body: { code: '23514' },
    })
  })
})

describe('what is private', () => {
  const functions = [
    'recount',
    'configure',
    'flush_thread_views',
    'visitor_hash',
    'notify_followers',
    'announce',
    'issue_admin_claim',
    'may_write',
  ]

  test.each(functions)('rpc/%s is no address, for an admin neither', async (name) => {
    expect((await call('admin', name, {})).status).toBe(404)
    const asked = await call('admin', name, {}, { 'content-profile': 'private' })
    expect(asked).toMatchObject({ status: 406, body: { code: 'PGRST106' } })
  })

  test.each([
    'configuration',
    'admin_claims',
    'chat_authors',
    'thread_views',
    'visitor_key',
    'users',
    'sessions',
  ])('%s is no table of the contract', async (table) => {
    const headers = {
      apikey: stage.server.publishableKey,
      authorization: `Bearer ${stage.tokens.admin}`,
    }
    expect((await fetch(`${stage.server.url}/rest/v1/${table}`, { headers })).status).toBe(404)
    for (const profile of ['private', 'auth']) {
      const answer = await fetch(`${stage.server.url}/rest/v1/${table}`, {
        headers: { ...headers, 'accept-profile': profile },
      })
      expect(answer.status).toBe(406)
    }
  })
})
