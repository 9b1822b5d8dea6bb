// Functions behind members' pages, dashboards and the trending list: who may call them, and what they never reveal.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { type Actor, CAST, MEMBERS, otherThan } from '../cast.ts'
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

async function call(actor: Actor, name: string, args: object, query = '') {
  const answer = await fetch(`${stage.server.url}/rest/v1/rpc/${name}${query}`, {
    method: 'POST',
    headers: {
      apikey: stage.server.publishableKey,
      'content-type': 'application/json',
      ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
    },
    body: JSON.stringify(args),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

describe('find_member', () => {
  test.each(CAST)('finds a name for %s in whichever case, and no other name', async (actor) => {
    const found = await call(actor, 'find_member', { username: 'ASHA' }, '?select=id,username')
    expect(found).toEqual({ status: 200, body: [{ id: stage.ids.asha, username: 'asha' }] })
    for (const username of ['a_ha', 'ash%', 'asha ', '', "asha' or true --"])
      expect(await call(actor, 'find_member', { username })).toEqual({ status: 200, body: [] })
  })
})

describe('me', () => {
  test.each(MEMBERS)('says who %s is, and nobody else', async (actor) => {
    const { status, body } = await call(actor, 'me', {})
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { profile: { id: stage.ids[actor] }, is_admin: actor === 'admin', unread: expect.any(Number) },
    ])
  })

  test('has the language that the caller chose, null before', async () => {
    const languageOf = async (actor: 'asha' | 'meera') =>
      ((await call(actor, 'me', {})).body as { language: string | null }[])[0]?.language
    expect([await languageOf('asha'), await languageOf('meera')]).toEqual([null, null])
    await stage.sql`update public.notification_settings set language = 'hi' where user_id = ${stage.ids.asha ?? ''}`
    expect([await languageOf('asha'), await languageOf('meera')]).toEqual(['hi', null])
    await stage.sql`update public.notification_settings set language = null`
  })

  test('a guest is refused it and the count', async () => {
    for (const name of ['me', 'unread_notifications'])
      expect(await call('guest', name, {})).toMatchObject({ status: 401, body: { code: '42501' } })
  })

  test('counts the rows of the own list that are unread: milestones of a post and replies of an Indian day are one', async () => {
    const { sql, ids } = stage
    const [thread, reply] = [idOf('thread', 'asha'), idOf('reply', 'bala')]
    await sql`delete from public.notifications`
    await sql`delete from public.mutes`
    for (const [user, kind, on, at, isRead] of [
      [ids.asha, 'upvotes', null, '2026-11-20T08:00Z', false],
      [ids.asha, 'upvotes', null, '2026-11-20T09:00Z', false],
      [ids.asha, 'upvotes', reply, '2026-11-20T09:00Z', false],
      [ids.asha, 'reply_to_thread', reply, '2026-11-20T09:00Z', false],
      [ids.asha, 'reply_to_thread', reply, '2026-11-20T18:29Z', false],
      [ids.asha, 'reply_to_thread', reply, '2026-11-20T18:30Z', false],
      [ids.asha, 'mention', reply, '2026-11-20T09:00Z', false],
      [ids.asha, 'mention', reply, '2026-11-20T09:00Z', true],
      [ids.meera, 'mention', reply, '2026-11-20T09:00Z', false],
    ] as const)
      await sql`
        insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id, created_at, read_at)
        values (${user ?? ''}, ${kind}, ${kind === 'upvotes' ? null : (ids.bala ?? '')}, ${thread}, ${on}, ${at},
          ${isRead ? at : null})`
    expect((await call('asha', 'unread_notifications', {})).body).toBe(5)
    expect((await call('asha', 'me', {})).body).toMatchObject([{ unread: 5, mutes: [] }])
    await sql`insert into public.mutes (user_id, member_id) values (${ids.asha ?? ''}, ${ids.bala ?? ''})`
    expect((await call('asha', 'me', {})).body).toMatchObject([
      {
        unread: 2,
        mutes: [{ member_id: ids.bala, member: { username: 'bala' }, category: null, word: null }],
      },
    ])
    expect((await call('meera', 'me', {})).body).toMatchObject([{ unread: 1, mutes: [] }])
  })
})

describe('member_activity', () => {
  test.each(CAST)('tells %s of visible posts alone', async (actor) => {
    const { body } = await call(actor, 'member_activity', { member: stage.ids.asha })
    // The open and the locked discussion with a reply in each count; the hidden discussion and reply do not.
    expect(body).toEqual([{ day: expect.any(String), posts: 4 }])
    await stage.sql`update public.threads set is_hidden = false where id = ${idOf('hidden thread', 'asha')}`
    expect((await call(actor, 'member_activity', { member: stage.ids.asha })).body).toMatchObject([
      { posts: 5 },
    ])
  })
})

describe('member_badges', () => {
  const badges = async (actor: Actor) =>
    (await call(actor, 'member_badges', { member: stage.ids.asha })).body as { kind: string; since: string }[]
  const accept = (reply: string, thread: string) =>
    stage.sql`update public.threads set answer_id = ${reply} where id = ${thread}`

  test.each(CAST)('%s reads what is true, and no more once it is not', async (actor) => {
    const { sql, ids } = stage
    await sql`update public.profiles set joined_at = now() - interval '364 days' where id = ${ids.asha}`
    await accept(idOf('reply', 'asha'), idOf('thread', 'asha'))
    expect(await badges(actor), 'not yet a year, and an answer to the own question').toEqual([])
    await sql`update public.profiles set joined_at = '2024-02-29T00:00Z' where id = ${ids.asha}`
    const answer = '00000000-0000-4000-8000-0000000badbe'
    await sql`insert into public.replies (id, thread_id, author_id, content, created_at)
      values (${answer}, ${idOf('thread', 'bala')}, ${ids.asha}, '<p>So it is</p>', '2024-05-01T00:00Z')`
    await accept(answer, idOf('thread', 'bala'))
    const year = { kind: 'year_here', since: '2025-02-28T00:00:00+00:00' }
    expect(await badges(actor)).toEqual([{ kind: 'first_answer', since: '2024-05-01T00:00:00+00:00' }, year])
    await sql`update public.threads set answer_id = null where id = ${idOf('thread', 'bala')}`
    expect(await badges(actor)).toEqual([year])
    await sql`update public.profiles set joined_at = '2024-02-29T00:00Z' where id = ${ids.banned}`
    expect((await call(actor, 'member_badges', { member: ids.banned })).body).toEqual([])
    expect((await call(actor, 'member_badges', { member: 'nobody' })).status).toBe(400)
  })
})

describe('follower_count and post_count', () => {
  test.each(CAST)('%s reads how many follow, and not who', async (actor) => {
    const ask = async () => {
      const answer = await fetch(
        `${stage.server.url}/rest/v1/profiles?id=eq.${stage.ids.asha}&select=follower_count,post_count`,
        {
          headers: {
            apikey: stage.server.publishableKey,
            ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
          },
        },
      )
      return answer.json()
    }
    await stage.sql`delete from public.expert_profiles where user_id = ${stage.ids.asha}`
    await stage.sql`delete from public.follows`
    expect(await ask()).toEqual([{ follower_count: 0, post_count: 0 }])
    await stage.sql`insert into public.follows (follower_id, followed_id)
      values (${stage.ids.bala}, ${stage.ids.asha}), (${stage.ids.meera}, ${stage.ids.asha})`
    await stage.sql`update public.profiles set total_posts = 2, total_replies = 3 where id = ${stage.ids.asha}`
    expect(await ask()).toEqual([{ follower_count: 2, post_count: 5 }])
  })
})

describe('resolver', () => {
  test.each(MEMBERS)('tells %s who decided on a report only if they are an administrator', async (actor) => {
    await stage.sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: stage.ids.admin, role: 'authenticated' })}, true)`
      await sql`update public.reports set state = 'dismissed'`
    })
    const answer = await fetch(`${stage.server.url}/rest/v1/reports?select=*,resolver`, {
      headers: { apikey: stage.server.publishableKey, authorization: `Bearer ${stage.tokens[actor]}` },
    })
    const reports = (await answer.json()) as { resolver: string | null }[]
    expect(reports.length, 'every member has reported something').toBeGreaterThan(0)
    const told = actor === 'admin' ? 'admin' : null
    for (const { resolver, ...row } of reports) {
      expect(resolver).toEqual(told)
      expect(Object.values(row), 'no other column says it').not.toContain(
        actor === 'admin' ? undefined : stage.ids.admin,
      )
    }
  })
})

describe('was_thread_deleted', () => {
  test.each(CAST)('tells %s of one address, and of nothing that is not one', async (actor) => {
    const prefix = idOf('deleted thread').slice(0, 8)
    expect((await call(actor, 'was_thread_deleted', { prefix })).body).toBe(true)
    for (const other of [
      idOf('thread', 'asha').slice(0, 8),
      prefix.slice(0, 7),
      `${prefix}%`,
      '',
      '________',
    ])
      expect((await call(actor, 'was_thread_deleted', { prefix: other })).body, other).toBe(false)
  })
})

describe('can_delete', () => {
  test('says nothing of a hidden discussion whose id somebody knows', async () => {
    const [row] = await stage.sql`select * from public.threads where id = ${idOf('hidden thread', 'asha')}`
    const forged = { ...row, author_id: stage.ids.bala, state: 'shown', is_hidden: false }
    expect((await call('bala', 'can_delete', { thread: forged })).body).toBe(false)
    const [own] = await stage.sql`select * from public.threads where id = ${idOf('thread', 'bala')}`
    expect((await call('bala', 'can_delete', { thread: own })).body).toBe(true)
  })
})

describe('is_staff', () => {
  test.each(CAST)(
    '%s reads who administers the site, and nobody who is suspended or banned',
    async (actor) => {
      const { sql, ids } = stage
      const staff = async () => {
        const answer = await fetch(`${stage.server.url}/rest/v1/profiles?select=id,is_staff`, {
          headers: {
            apikey: stage.server.publishableKey,
            ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
          },
        })
        const members = (await answer.json()) as { id: string; is_staff: boolean }[]
        expect(members.length).toBeGreaterThan(1)
        return members.filter(({ is_staff }) => is_staff).map(({ id }) => id)
      }
      expect(await staff()).toEqual([ids.admin])
      await sql`insert into public.user_roles (user_id, role) values (${ids.banned}, 'admin'), (${ids.suspended}, 'admin')`
      expect(await staff()).toEqual([ids.admin])
    },
  )
})

describe('the experts', () => {
  test.each(CAST)('%s is told of the verified ones who are not banned', async (actor) => {
    expect((await call(actor, 'expert_specialities', {})).body).toEqual([
      { speciality: 'Staging', experts: 1 },
    ])
    expect((await call(actor, 'featured_expert', {})).body).toEqual([
      { user_id: stage.ids.meera, recent_posts: 4 },
    ])
    // Triggers are off, like those of the stage.
    await stage.sql.unsafe(`
      begin;
      set local session_replication_role = replica;
      update public.profiles set user_level = 'Banned' where id = '${stage.ids.meera}';
      commit`)
    expect((await call(actor, 'expert_specialities', {})).body).toEqual([])
    expect((await call(actor, 'featured_expert', {})).body).toEqual([])
  })
})

describe('my_upvotes and my_figures', () => {
  test.each(MEMBERS)('tell %s what was given to the own posts, and never by whom', async (member) => {
    await stage.sql`delete from public.reactions`
    const [voter, thread] = [otherThan(member), idOf('thread', member)]
    await stage.sql`insert into public.reactions (user_id, thread_id) values
      (${stage.ids[voter]}, ${thread}), (${stage.ids[member]}, ${thread}), (${stage.ids[member]}, ${idOf('thread', voter)})`
    await stage.sql`insert into public.reactions (user_id, reply_id) values (${stage.ids[voter]}, ${idOf('reply', member)})`
    const { body } = await call(member, 'my_upvotes', {})
    expect(body).toHaveLength(2)
    expect(body).toContainEqual(
      expect.objectContaining({ thread_id: thread, reply_id: null, upvotes: 1, category_slug: 'full' }),
    )
    expect(JSON.stringify(body)).not.toContain(stage.ids[voter])
    expect((await call(member, 'my_upvotes', { max_rows: 1, skip: 1 })).body).toHaveLength(1)
    expect((await call(member, 'my_upvotes', { max_rows: -5, skip: -5 })).body).toEqual([])
    expect((await call(member, 'my_figures', {})).body).toEqual([
      { discussions: 0, replies: 0, upvotes: 2, bookmarks: 2, reputation: expect.any(Number) },
    ])
  })

  test('what a hidden discussion is called is not told to who replied in it', async () => {
    await stage.sql`delete from public.reactions`
    await stage.sql`insert into public.replies (id, thread_id, author_id, content)
      values ('00000000-0000-4000-8000-00000000abcd', ${idOf('thread', 'bala')}, ${stage.ids.asha}, '<p>In there</p>')`
    await stage.sql`insert into public.reactions (user_id, reply_id)
      values (${stage.ids.meera}, '00000000-0000-4000-8000-00000000abcd')`
    expect((await call('asha', 'my_upvotes', {})).body).toHaveLength(1)
    await stage.sql`update public.threads set is_hidden = true where id = ${idOf('thread', 'bala')}`
    expect((await call('asha', 'my_upvotes', {})).body).toEqual([])
  })

  test.each(['my_upvotes', 'my_figures'])('%s tells a guest nothing', async (name) => {
    expect(await call('guest', name, {})).toMatchObject({ status: 401, body: { code: '42501' } })
  })
})

describe('trending', () => {
  test.each(CAST)('tells %s counts of visible discussions, and no voter', async (actor) => {
    await stage.sql`update public.threads set last_activity = now(), created_at = now()`
    const ranked = (await call(actor, 'trending', { time_frame: 'today', max_rows: 100 })).body as {
      thread_id: string
    }[]
    const ids = ranked.map(({ thread_id }) => thread_id)
    expect(ids).toContain(idOf('thread', 'asha'))
    for (const member of MEMBERS) expect(ids).not.toContain(idOf('hidden thread', member))
    expect(ids).toHaveLength(2 * MEMBERS.length)
    expect(Object.keys(ranked[0] ?? {}).toSorted()).toEqual(
      ['activity', 'change_percent', 'replies', 'score', 'thread_id', 'upvotes', 'views'].toSorted(),
    )
    expect((await call(actor, 'trending_figures', { time_frame: 'today' })).body).toMatchObject([
      { trending: 2 * MEMBERS.length },
    ])
    expect((await call(actor, 'trending_categories', { time_frame: 'nonsense' })).body).toMatchObject([
      { slug: 'full', discussions: 2 * MEMBERS.length },
      { slug: 'empty', discussions: 0 },
    ])
  })

  test.each(['activity', 'site_views', 'fold_view_counts', 'points', 'frame_length'])(
    'rpc/%s is no address',
    async (name) => {
      expect((await call('admin', name, {})).status).toBe(404)
    },
  )
})
