// Who is told of what, once, and what nobody is told of.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '../server/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const NAMES = ['asha', 'bala', 'meera', 'd.rao', 'admin'] as const
type Name = (typeof NAMES)[number]
const ids = Object.fromEntries(
  NAMES.map((name, index) => [name, `a0000000-0000-4000-8000-00000000000${index}`]),
) as Record<Name, string>

let database: TestDatabase
let category: string
let thread: string

beforeAll(async () => {
  database = await startDatabase()
  const { sql } = database
  for (const name of NAMES) {
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${ids[name]}, ${`${name}@example.com`}, now(), ${sql.json({ username: name })})`
  }
  await sql`insert into public.user_roles (user_id, role) values (${ids.admin}, 'admin')`
  await sql`select private.configure(null, false)`
  const [row] =
    await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') returning id`
  category = row?.id as string
})

afterAll(() => database.stop())

beforeEach(async () => {
  const { sql } = database
  await sql`delete from public.threads`
  await sql`delete from public.notification_settings`
  await sql`delete from public.notifications`
  await sql`update public.profiles set user_level = 'Regular'`
  await sql`delete from public.notifications`
  thread = await start('asha', '<p>What does the anchor list tell?</p>')
})

function as<T>(name: Name, statement: (sql: Sql) => Promise<T>): Promise<T> {
  return database.sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: ids[name], role: 'authenticated' })}, true)`
    return statement(work)
  }) as Promise<T>
}

async function start(name: Name, content: string): Promise<string> {
  const [row] = await as(
    name,
    (work) => work<{ id: string }[]>`insert into public.threads (title, content, author_id, category_id)
      values ('A question about anchors', ${content}, ${ids[name]}, ${category}) returning id`,
  )
  return row?.id ?? ''
}

async function reply(name: Name, content: string, parent: string | null = null): Promise<string> {
  const [row] = await as(
    name,
    (work) => work<{ id: string }[]>`insert into public.replies (content, thread_id, author_id, parent_id)
      values (${content}, ${thread}, ${ids[name]}, ${parent}) returning id`,
  )
  return row?.id ?? ''
}

const edit = (name: Name, id: string, content: string) =>
  as(name, (work) => work`update public.replies set content = ${content} where id = ${id}`)

/** What `name` finds in the list, oldest first, as they may read it. */
async function told(name: Name): Promise<string[]> {
  const rows = await as(
    name,
    (work) => work<{ kind: string; figure: number | null; detail: string | null }[]>`
      select kind, figure, detail from public.notifications order by created_at, figure`,
  )
  return rows.map(({ kind, figure, detail }) =>
    [kind, figure, detail].filter((part) => part !== null).join(' '),
  )
}

const follow = (name: Name) =>
  as(name, (work) => work`insert into public.thread_subscriptions (thread_id) values (${thread})`)

describe('a reply', () => {
  test('tells its parent’s author, the discussion’s author and its followers, each once', async () => {
    await follow('meera')
    const first = await reply('bala', '<p>It tells who came first.</p>')
    expect(await told('asha')).toEqual(['reply_to_thread'])
    expect(await told('meera')).toEqual(['reply_to_followed'])
    expect(await told('bala')).toEqual([])
    await reply('asha', '<p>@bala and @meera: and at which price?</p>', first)
    expect(await told('bala'), 'answered and named is told once').toEqual(['reply_to_reply'])
    expect(await told('meera')).toEqual(['reply_to_followed', 'mention'])
    expect(await told('asha'), 'nobody is told of their own').toEqual(['reply_to_thread'])
  })

  test('tells a follower no second time before the first was read', async () => {
    await follow('meera')
    await reply('bala', '<p>One</p>')
    await reply('bala', '<p>Two</p>')
    expect(await told('meera')).toEqual(['reply_to_followed'])
    await as('meera', (work) => work`update public.notifications set read_at = now()`)
    await reply('bala', '<p>Three</p>')
    expect(await told('meera')).toEqual(['reply_to_followed', 'reply_to_followed'])
  })

  test('tells 200 of a crowd of followers, those who read most recently', async () => {
    await database.sql`
      with crowd as (
        insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
        select 'crowd' || n || '@example.com', now(), jsonb_build_object('username', 'crowd' || n)
        from generate_series(1, 250) n
        returning id, (raw_user_meta_data ->> 'username') as name
      )
      insert into public.thread_subscriptions (user_id, thread_id, last_read_at)
      select id, ${thread}, '2025-01-01'::timestamptz + substr(name, 6)::int * interval '1 hour' from crowd`
    await reply('bala', '<p>Hello all</p>')
    const [row] = await database.sql`
      select count(*)::int as told, bool_or(p.username = 'crowd1') as oldest, bool_or(p.username = 'crowd250') as latest
      from public.notifications n join public.profiles p on p.id = n.user_id where n.kind = 'reply_to_followed'`
    expect(row).toEqual({ told: 200, oldest: false, latest: true })
    await database.sql`delete from auth.users where email like 'crowd%'`
  })

  test('tells nobody who does not want to know, of nothing but moderation', async () => {
    for (const name of ['asha', 'meera'] as const) {
      await as(
        name,
        (work) => work`insert into public.notification_settings (muted)
          values (array['replies', 'follows', 'mentions', 'upvotes'])`,
      )
    }
    await follow('meera')
    await reply('bala', '<p>@asha @meera hello</p>')
    await as(
      'bala',
      (work) => work`insert into public.reactions (user_id, thread_id) values (${ids.bala}, ${thread})`,
    )
    expect([await told('asha'), await told('meera')]).toEqual([[], []])
    await as('admin', (work) => work`update public.threads set is_locked = true where id = ${thread}`)
    expect(await told('asha')).toEqual(['post_locked'])
  })
})

describe('a mention', () => {
  test.each([
    [
      'chosen from the list',
      '<p>Ask <a href="/experts/bala" rel="nofollow ugc noopener">@bala</a> first</p>',
    ],
    ['typed', '<p>Ask @bala first</p>'],
    ['in another case', '<p>Ask @BALA</p>'],
    ['at a sentence’s end', '<p>Ask @bala.</p>'],
    ['in brackets', '<p>(@bala)</p>'],
    ['twice', '<p>@bala @bala</p><p>@bala</p>'],
    ['beside nobody', '<p>@nobody-of-this-name and @bala</p>'],
    ['after code and a quote', '<pre><code>@meera</code></pre><blockquote><p>x</p></blockquote><p>@bala</p>'],
  ])('%s tells once', async (_how, content) => {
    await reply('asha', content)
    expect(await told('bala')).toEqual(['mention'])
    expect(await told('meera')).toEqual([])
  })

  test.each([
    ['an address of a mailbox', '<p>bala@bala.example and x@bala</p>'],
    ['code', '<p><code>@bala</code></p><pre><code>a\n@bala</code></pre>'],
    [
      'what is quoted',
      '<blockquote><blockquote><p>@bala</p></blockquote><p>@bala</p></blockquote><p>Yes</p>',
    ],
    ['a longer name', '<p>@balaji and @bala_k</p>'],
    ['a path', '<p>/@bala and https://example.com/@bala</p>'],
  ])('in %s is none', async (_where, content) => {
    await reply('asha', content)
    expect(await told('bala')).toEqual([])
  })

  test('of a name with a dot in it is of that name', async () => {
    await reply('asha', '<p>As @d.rao. said</p>')
    expect(await told('d.rao')).toEqual(['mention'])
  })

  test('of oneself tells nobody', async () => {
    await reply('bala', '<p>I, @bala, think so</p>')
    expect(await told('bala')).toEqual([])
  })

  test('in what starts a discussion tells too', async () => {
    await start('asha', '<p>A question for @bala on anchors</p>')
    expect(await told('bala')).toEqual(['mention'])
  })

  test('by an edit tells the new names alone', async () => {
    const id = await reply('asha', '<p>@bala what do you think?</p>')
    await edit('asha', id, '<p>@bala and @meera, what do you think?</p>')
    expect([await told('bala'), await told('meera')]).toEqual([['mention'], ['mention']])
    await edit('asha', id, '<p>Never mind.</p>')
    await edit('asha', id, '<p>@bala once more?</p>')
    expect(await told('bala')).toEqual(['mention'])
  })

  test('reaches ten members of a post at most, whatever its edits', async () => {
    const names = Array.from({ length: 15 }, (_, index) => `named${index}x`)
    for (const name of names) {
      await database.sql`insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
        values (${`${name}@example.com`}, now(), ${database.sql.json({ username: name })})`
    }
    const id = await reply(
      'asha',
      `<p>${names
        .slice(0, 8)
        .map((name) => `@${name}`)
        .join(' ')}</p>`,
    )
    await edit(
      'asha',
      id,
      `<p>${names
        .slice(8)
        .map((name) => `@${name}`)
        .join(' ')}</p>`,
    )
    const rows = await database.sql<{ username: string }[]>`
      select p.username from public.notifications n join public.profiles p on p.id = n.user_id
      where n.kind = 'mention'`
    expect(rows.map(({ username }) => username).sort()).toEqual(names.slice(0, 10).sort())
    await database.sql`delete from auth.users where email like 'named%'`
  })

  test('in a text made to be slow is found in time', async () => {
    const nested = '<blockquote>'.repeat(15_000)
    const began = performance.now()
    await database.sql`select * from private.named_in(${`${nested}@bala${'@'.repeat(10_000)} @bala-.-.-`})`
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})

describe('upvotes', () => {
  test('are told at 1, 5, 10, 25, 50, 100, 250, 500, 1,000 …', async () => {
    const rows = await database.sql<{ n: number }[]>`
      select n from generate_series(0, 12000) n where private.is_milestone(n)`
    expect(rows.map(({ n }) => n)).toEqual([
      ...[1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000],
    ])
  })

  test('are told once for each figure, without the own one and without who voted', async () => {
    const vote = (name: Name) =>
      as(
        name,
        (work) => work`insert into public.reactions (user_id, thread_id) values (${ids[name]}, ${thread})`,
      )
    const takeBack = (name: Name) =>
      as(name, (work) => work`delete from public.reactions where user_id = ${ids[name]}`)
    await vote('asha')
    expect(await told('asha')).toEqual([])
    await vote('bala')
    expect(await told('asha')).toEqual(['upvotes 1'])
    await takeBack('bala')
    await as('asha', (work) => work`delete from public.notifications`)
    await vote('meera')
    expect(await told('asha')).toEqual([])
    await Promise.all([vote('bala'), vote('d.rao'), vote('admin')])
    const [row] =
      await database.sql`select actor_id, figure from public.notifications where user_id = ${ids.asha}`
    expect(row, 'four of others are no milestone').toBeUndefined()
  })
})

describe('moderation', () => {
  test('tells of a post that was hidden, shown, locked and removed, and not who did it', async () => {
    const id = await reply('bala', '<p>Buy this now</p>')
    await as('asha', (work) => work`delete from public.notifications`)
    const admin = (statement: (work: Sql) => Promise<unknown>) => as('admin', statement)
    await admin((work) => work`update public.replies set is_hidden = true where id = ${id}`)
    expect(await told('bala')).toEqual(['post_hidden'])
    await admin((work) => work`update public.replies set is_hidden = false where id = ${id}`)
    await admin((work) => work`delete from public.replies where id = ${id}`)
    expect(await told('bala'), 'what led to the reply went with it').toEqual([
      'post_removed A question about anchors',
    ])
    await admin((work) => work`update public.threads set is_locked = true where id = ${thread}`)
    await admin(
      (work) => work`update public.threads set is_locked = false, is_hidden = true where id = ${thread}`,
    )
    expect((await told('asha')).sort()).toEqual(['post_hidden', 'post_locked', 'post_unlocked'])
    await admin((work) => work`delete from public.threads where id = ${thread}`)
    expect(await told('asha')).toEqual(['post_removed A question about anchors'])
    expect(await database.sql`select 1 from public.notifications where actor_id = ${ids.admin}`).toEqual([])
  })

  test('of one’s own posts by oneself is no news', async () => {
    thread = await start('admin', '<p>Rules of this category</p>')
    await as('admin', (work) => work`update public.threads set is_locked = true where id = ${thread}`)
    await as('admin', (work) => work`delete from public.threads where id = ${thread}`)
    expect(await told('admin')).toEqual([])
  })

  test('tells what came of a report, and of a new level, not of a ban', async () => {
    await as(
      'bala',
      (work) => work`insert into public.reports (thread_id, reason) values (${thread}, 'Looks like a tip')`,
    )
    await as(
      'admin',
      (work) => work`update public.reports set state = 'resolved', resolution = 'The author was warned.'`,
    )
    expect(await told('bala')).toEqual(['report_resolved The author was warned.'])
    await as(
      'admin',
      (work) => work`update public.profiles set user_level = 'Expert' where id = ${ids.meera}`,
    )
    await as(
      'admin',
      (work) => work`update public.profiles set user_level = 'Banned' where id = ${ids.meera}`,
    )
    expect(await told('meera')).toEqual(['level_changed Expert'])
  })
})

describe('what vanishes', () => {
  test('is what leads to a hidden post, until it is shown again', async () => {
    const id = await reply('bala', '<p>Hello @meera</p>')
    expect([await told('asha'), await told('meera')]).toEqual([['reply_to_thread'], ['mention']])
    await database.sql`update public.replies set is_hidden = true where id = ${id}`
    expect([await told('asha'), await told('meera')]).toEqual([[], []])
    await database.sql`update public.replies set is_hidden = false where id = ${id}`
    await database.sql`update public.threads set is_hidden = true where id = ${thread}`
    expect(await told('meera')).toEqual([])
  })

  test('is what a banned member did, while the ban lasts, and a deleted one for good', async () => {
    await reply('bala', '<p>Hello</p>')
    await database.sql`update public.profiles set user_level = 'Banned' where id = ${ids.bala}`
    expect(await told('asha')).toEqual([])
    await database.sql`update public.profiles set user_level = 'Regular' where id = ${ids.bala}`
    expect(await told('asha')).toEqual(['reply_to_thread'])
    await database.sql`delete from public.replies`
    expect(await told('asha')).toEqual([])
  })
})

test('what is older than half a year goes by itself', async () => {
  await reply('bala', '<p>Long ago</p>')
  await database.sql`update public.notifications set created_at = now() - interval '181 days'`
  await reply('bala', '<p>Today</p>')
  const [row] = await database.sql.begin(async (transaction) => {
    await transaction`set local role service_role`
    return transaction`select private.prune_notifications()::int as gone`
  })
  expect(row).toEqual({ gone: 1 })
  expect(await told('asha')).toEqual(['reply_to_thread'])
})

describe('the history of a post', () => {
  const history = (name: Name) =>
    as(
      name,
      (work) => work<{ title: string | null; content: string; editor_id: string | null }[]>`
        select title, content, editor_id from public.post_revisions order by created_at`,
    )

  test('keeps what was there before, and one version for the edits of five minutes', async () => {
    const id = await reply('bala', '<p>One</p>')
    await edit('bala', id, '<p>Two</p>')
    await edit('bala', id, '<p>Three</p>')
    expect(await history('asha')).toEqual([{ title: null, content: '<p>One</p>', editor_id: ids.bala }])
    await database.sql`update public.post_revisions set created_at = created_at - interval '6 minutes'`
    await edit('bala', id, '<p>Four</p>')
    await edit('admin', id, '<p>Five</p>')
    expect((await history('asha')).map(({ content, editor_id }) => [content, editor_id])).toEqual([
      ['<p>One</p>', ids.bala],
      ['<p>Three</p>', ids.bala],
      ['<p>Four</p>', ids.admin],
    ])
  })

  test('holds title and tags of a discussion, and no flag or counter makes a version', async () => {
    await as(
      'asha',
      (work) => work`update public.threads set title = 'Another question' where id = ${thread}`,
    )
    await database.sql`update public.threads set view_count = 7, is_pinned = true where id = ${thread}`
    expect(await history('bala')).toMatchObject([{ title: 'A question about anchors' }])
  })

  test('of a hidden post, and a version that an admin took out, is read by admins alone', async () => {
    const id = await reply('bala', '<p>My number is 98</p>')
    await edit('bala', id, '<p>Gone</p>')
    await as('admin', (work) => work`update public.post_revisions set is_hidden = true`)
    expect(await history('bala')).toEqual([])
    expect(await history('admin')).toHaveLength(1)
    await as('admin', (work) => work`update public.post_revisions set is_hidden = false`)
    expect(await history('asha')).toHaveLength(1)
    await database.sql`update public.replies set is_hidden = true where id = ${id}`
    expect([await history('asha'), await history('bala')]).toEqual([[], []])
    expect(await history('admin')).toHaveLength(1)
  })
})
