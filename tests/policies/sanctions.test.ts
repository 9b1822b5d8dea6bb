// What a sanction does and leaves: the session stays, writing stops at once and comes back by itself at the end, nobody
// but staff learns who decided, and the last administrator who can act stays one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { MEMBERS, type Member } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

let stage: Stage

beforeAll(async () => {
  const server = await sharedServer()
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  stage = { server, sql, ...(await gatherCast(server)) }
  // The pause between two posts would answer before the policies.
  await sql`update private.configuration set rate_limits = false`
})

beforeEach(() => setStage(stage))

afterAll(async () => {
  await stage?.sql.end()
  await stage?.server.stop()
})

async function ask(path: string, actor: Member, method = 'GET', body?: object) {
  const answer = await fetch(`${stage.server.url}${path}`, {
    method,
    headers: {
      apikey: stage.server.publishableKey,
      authorization: `Bearer ${stage.tokens[actor]}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : null) as never }
}

const call = (actor: Member, name: string, args: object) => ask(`/rest/v1/rpc/${name}`, actor, 'POST', args)
const setLevel = (level: string) =>
  ask(`/rest/v1/profiles?id=eq.${stage.ids.bala}`, 'admin', 'PATCH', { user_level: level })
const reply = (content = '<p>A reply</p>') =>
  ask('/rest/v1/replies', 'bala', 'POST', {
    content,
    thread_id: idOf('thread', 'asha'),
    author_id: stage.ids.bala,
  })
const bookmark = () =>
  ask('/rest/v1/bookmarks', 'bala', 'POST', {
    user_id: stage.ids.bala,
    thread_id: idOf('thread', 'asha'),
  })
const sanction = (kind: string, more: object = {}, member: Member = 'bala') =>
  call('admin', 'sanction_member', {
    member: stage.ids[member],
    kind,
    reason_code: 'tips',
    message: 'No calls, please.',
    ...more,
  })
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

async function levelOf(member: Member) {
  const [row] = await stage.sql`select user_level from public.profiles where id = ${stage.ids[member]}`
  return row?.user_level
}

describe('a ban (SPEC.md: the level Banned)', () => {
  test('stops writing at once and leaves the session; another level ends it', async () => {
    expect((await reply()).status, 'the premise: Bala may reply').toBe(201)
    expect((await setLevel('Banned')).status).toBe(200)
    expect(await reply('<p>Another reply</p>')).toMatchObject({ status: 403, body: { code: '42501' } })
    expect((await bookmark()).status).toBe(403)
    expect((await ask('/rest/v1/threads?limit=1', 'bala')).status).toBe(200)
    expect((await call('bala', 'my_sanction', {})).body).toMatchObject([{ kind: 'banned', ends_at: null }])
    const log = await stage.sql`
      select action, detail, actor_id from public.moderation_log where target_id = ${stage.ids.bala}`
    expect(log).toEqual([{ action: 'level', detail: 'Regular → Banned', actor_id: stage.ids.admin }])
    await setLevel('Regular')
    expect((await call('bala', 'my_sanction', {})).body).toEqual([])
    expect((await bookmark()).status).toBe(201)
  })

  test('that is lifted gives the level of before back', async () => {
    await stage.sql`update public.profiles set user_level = 'Expert' where id = ${stage.ids.bala}`
    const id = (await sanction('banned')).body
    expect(await levelOf('bala')).toBe('Banned')
    await stage.sql`update private.moderation_mails set due_at = now() - interval '1 s'`
    expect((await call('admin', 'lift_sanction', { sanction: id, reason: 'A mistake.' })).status).toBe(204)
    expect(await levelOf('bala')).toBe('Expert')
    expect((await ask('/rest/v1/sanctions', 'bala')).body).toMatchObject([{ lift_reason: 'A mistake.' }])
    expect(await sanction('banned', { ends_at: tomorrow() })).toMatchObject({ status: 422 })
  })
})

describe('a sanction', () => {
  test.each([
    ['warning', { reply: 201, bookmark: 201, chat: 201, link: 201 }],
    ['no_links', { reply: 201, bookmark: 201, chat: 201, link: 403 }],
    ['no_chat', { reply: 201, bookmark: 201, chat: 403, link: 201 }],
    ['read_only', { reply: 403, bookmark: 201, chat: 403, link: 403 }],
    ['suspended', { reply: 403, bookmark: 403, chat: 403, link: 403 }],
    ['banned', { reply: 403, bookmark: 403, chat: 403, link: 403 }],
  ])('%s forbids what it says, to the member alone', async (kind, allowed) => {
    await stage.sql`delete from public.bookmarks`
    expect((await sanction(kind)).status).toBe(200)
    const chat = { message: 'New', username: 'bala', is_anonymous: false, user_id: stage.ids.bala }
    expect({
      reply: (await reply()).status,
      bookmark: (await bookmark()).status,
      chat: (await ask('/rest/v1/chat_messages', 'bala', 'POST', chat)).status,
      link: (await reply('<p>See <a href="https://example.com">this</a></p>')).status,
    }).toEqual(allowed)
  })

  test('is told nothing of what new members are offered first, of which nothing can be done', async () => {
    expect((await call('bala', 'my_first_run', {})).body, 'the premise: Bala is new').toHaveLength(1)
    await sanction('read_only')
    expect((await call('bala', 'my_first_run', {})).body).toHaveLength(1)
    await sanction('suspended')
    expect((await call('bala', 'my_first_run', {})).body).toEqual([])
  })

  test('ends by the clock, with nobody acting', async () => {
    await sanction('read_only', { ends_at: tomorrow() })
    expect((await reply()).status).toBe(403)
    await stage.sql`update public.sanctions set starts_at = now() - interval '2 days', ends_at = now() - interval '1 s'
      where member_id = ${stage.ids.bala}`
    expect((await reply()).status).toBe(201)
    expect((await call('bala', 'my_sanction', {})).body).toEqual([])
  })

  test('does not say who decided, except to staff', async () => {
    await sanction('suspended', { note: 'Second time.' })
    const own = await ask('/rest/v1/sanctions', 'bala')
    expect(own.body).toHaveLength(1)
    expect(JSON.stringify(own.body)).not.toMatch(new RegExp(`Second time|${stage.ids.admin}`))
    expect((await call('admin', 'member_sanctions', { member: stage.ids.bala })).body).toMatchObject([
      { note: 'Second time.', decided_by: 'admin', lifted_by: null },
    ])
    const [told] = await stage.sql`select kind, detail, actor_id from public.notifications
      where user_id = ${stage.ids.bala} and kind = 'sanctioned'`
    expect(told).toEqual({ kind: 'sanctioned', detail: 'suspended', actor_id: null })
  })

  test('that is taken back within a minute was never told; the log has both acts', async () => {
    const id = (await sanction('suspended')).body
    await call('admin', 'lift_sanction', { sanction: id, reason: 'Undone' })
    expect((await ask('/rest/v1/sanctions', 'bala')).body).toEqual([])
    expect(
      await stage.sql`select from public.notifications where user_id = ${stage.ids.bala} and kind like 'sanction%'`,
    ).toHaveLength(0)
    expect(await stage.sql`select from private.moderation_mails`).toHaveLength(0)
    const log =
      await stage.sql`select action from public.moderation_log where target_id = ${stage.ids.bala} order by id`
    expect(log.map(({ action }) => action)).toEqual(['sanction', 'lift'])
  })

  test('leaves a data export and the closing of the account', async () => {
    for (const actor of ['suspended', 'banned'] as const) {
      await stage.sql`delete from public.data_exports`
      const asked = await ask('/rest/v1/data_exports', actor, 'POST', { user_id: stage.ids[actor] })
      expect(asked.status).toBe(201)
    }
  })

  test('suspends no administrator unless another can act, and nobody sanctions themselves', async () => {
    expect((await sanction('suspended', {}, 'admin')).body).toMatchObject({
      message: 'You cannot sanction yourself.',
    })
    await stage.sql`insert into public.user_roles (user_id, role) values (${stage.ids.meera}, 'admin')`
    expect((await sanction('suspended', { ends_at: tomorrow() }, 'meera')).status).toBe(200)
    expect((await call('meera', 'is_admin', {})).body).toBe(false)
    const left = await ask(`/rest/v1/user_roles?user_id=eq.${stage.ids.admin}`, 'admin', 'DELETE')
    expect(left, 'a suspended administrator is none').toMatchObject({ status: 409 })
  })
})

describe('an appeal', () => {
  const appealed = (actor: Member) =>
    call('admin', 'decide_appeal', {
      appeal: idOf('appeal', actor),
      is_granted: true,
      answer: 'It explains, and tells nobody to buy.',
    })
  const sanctionAppealed = async () => {
    await stage.sql`insert into public.appeals (id, member_id, sanction_id, text)
      values ('00000000-0000-4000-8000-0000000000dd', ${stage.ids.suspended}, ${idOf('sanction', 'suspended')},
        'I only asked a question.')`
    return { appeal: '00000000-0000-4000-8000-0000000000dd', is_granted: true, answer: 'We agree.' }
  }

  test('that is granted shows the post again, and is answered at the bell and by mail', async () => {
    expect((await appealed('bala')).status).toBe(204)
    const [thread] =
      await stage.sql`select is_hidden from public.threads where id = ${idOf('hidden thread', 'bala')}`
    expect(thread).toEqual({ is_hidden: false })
    const told = await stage.sql`select detail from public.notifications
      where user_id = ${stage.ids.bala} and kind = 'appeal_answered'`
    expect(told).toEqual([{ detail: 'granted' }])
    expect(
      await stage.sql`select subject from private.moderation_mails where subject like 'appeal:%'`,
    ).toHaveLength(1)
    expect(await appealed('bala'), 'once').toMatchObject({ status: 409 })
  })

  test('is not decided by who sanctioned, while there is another administrator', async () => {
    const decision = await sanctionAppealed()
    await stage.sql`insert into public.user_roles (user_id, role) values (${stage.ids.meera}, 'admin')`
    expect(await call('admin', 'decide_appeal', decision)).toMatchObject({
      status: 403,
      body: { message: 'Somebody else has to decide this.' },
    })
    expect((await call('meera', 'decide_appeal', decision)).status).toBe(204)
    expect((await call('suspended', 'my_sanction', {})).body).toEqual([])
  })

  test('is decided by the only administrator there is, and the log says so', async () => {
    expect((await call('admin', 'decide_appeal', await sanctionAppealed())).status).toBe(204)
    const [entry] = await stage.sql`select detail from public.moderation_log where action = 'grant_appeal'`
    expect(entry?.detail).toContain('the only administrator')
  })

  test('is asked again thirty days after the answer, not before', async () => {
    await call('admin', 'decide_appeal', { ...(await sanctionAppealed()), is_granted: false })
    const again = () =>
      ask('/rest/v1/appeals', 'suspended', 'POST', {
        member_id: stage.ids.suspended,
        sanction_id: idOf('sanction', 'suspended'),
        text: 'Please look at it again.',
      })
    expect(await again()).toMatchObject({ status: 409, body: { code: 'PT409' } })
    await stage.sql`update public.appeals set decided_at = now() - interval '31 days' where sanction_id is not null`
    expect((await again()).status).toBe(201)
  })
})

describe('every function that writes', () => {
  test.each(['suspended', 'banned'] as const)('writes nothing for %s', async (actor) => {
    const functions = await stage.sql<{ name: string; parameters: string[]; types: string[] }[]>`
      select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as parameters,
        array(select t::regtype::text from unnest(p.proargtypes) t) as types
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
        and has_function_privilege('authenticated', p.oid, 'execute')
        -- Guests may, too.
        and not has_function_privilege('anon', p.oid, 'execute')`
    expect(functions.length).toBeGreaterThan(10)
    for (const { name, parameters, types } of functions) {
      const before = await everything()
      const args = Object.fromEntries(
        parameters.map((parameter, index) => [parameter, argument(actor, parameter, types[index] ?? '')]),
      )
      const { status, body } = await call(actor, name, args)
      expect(await everything(), `${name} ${status} ${JSON.stringify(body)}`).toEqual(before)
    }
  })
})

function argument(actor: Member, parameter: string, type: string): unknown {
  if (/member/.test(parameter)) return stage.ids.asha
  if (/reply/.test(parameter)) return idOf('reply', actor)
  if (type === 'uuid') return idOf('thread', actor)
  if (type === 'uuid[]') return [idOf('thread', actor)]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'smallint') return 1
  if (type === 'jsonb' || type === 'json') return []
  if (type.startsWith('timestamp')) return tomorrow()
  return 'Tried in a test'
}

/** Every row of every table that members see, as text. */
async function everything() {
  const tables = await stage.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await stage.sql.unsafe(
      `select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as rows from public.${name} t`,
    )
    rows[name] = row?.rows
  }
  return rows
}

test('the premise: all members have a session', async () => {
  for (const member of MEMBERS) expect((await call(member, 'me', {})).status).toBe(200)
})
