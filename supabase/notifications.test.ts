// Who is notified, once, of a reply, of a mention and of upvotes.
import fc from 'fast-check'
import type postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { connect, type Sql } from '../api/database/connection.ts'
import { mentionsIn } from '../shared/mentions.ts'
import { TOPIC_OF } from '../shared/notification-kinds.ts'
import { TOPICS } from '../shared/notification-topics.ts'
import { KNOWN_NAMES, MENTIONS, NAMING } from '../tests/cases/mentions.ts'
import {
  as,
  database,
  edit,
  follow,
  ids,
  type Name,
  notificationsOf,
  notifyOfReplies,
  reply,
  start,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

withAnchorThread()

test('kinds and topics are those of the sentences, icons and mails', async () => {
  const kinds = await database.sql<{ kind: string; topic: string | null }[]>`
    select kind, private.notification_topic(kind) as topic
    from regexp_matches((
      select pg_get_constraintdef(oid) from pg_constraint where conname = 'notifications_kind_known'
    ), $$'([a-z_]+)'::text$$, 'g') as found (groups), unnest(groups) as kind`
  expect(Object.fromEntries(kinds.map(({ kind, topic }) => [kind, topic]))).toEqual(TOPIC_OF)
  const [all] = await database.sql<{ topics: string[] }[]>`select private.notification_topics() as topics`
  expect(all?.topics).toEqual(TOPICS)
})

test('the words of a post are its writer’s own, and missing when it is hidden or has a muted word', async () => {
  const words = async (name: Name = 'asha') => {
    await notificationsOf(name)
    const rows = await as(
      name,
      (work) => work<{ words: string | null }[]>`
        select public.excerpt(n) as words from public.notifications n order by n.created_at, n.id`,
    )
    return rows.map((row) => row.words)
  }
  await follow('admin')
  await reply(
    'bala',
    '<blockquote><p>asha: Sell everything.</p></blockquote><p>The <b>registrar</b> does not see it.</p>',
  )
  expect(await words()).toEqual(['The registrar does not see it.'])
  await database.sql`insert into public.mutes (user_id, word) values (${ids.asha}, 'registrar')`
  expect(await words()).toEqual([null])
  await database.sql`delete from public.mutes where user_id = ${ids.asha}`
  await as(
    'bala',
    (work) => work`insert into public.reactions (user_id, thread_id) values (${ids.bala}, ${thread})`,
  )
  expect(await words(), 'one’s own words are not told').toEqual(['The registrar does not see it.', null])
  // An administrator still reads the hidden post, but not at the bell.
  expect(await words('admin')).toEqual(['The registrar does not see it.'])
  await database.sql`update public.replies set is_hidden = true where thread_id = ${thread}`
  expect(await words('admin')).toEqual([null])
})

describe('a reply', () => {
  test('notifies its parent’s author, the discussion’s author and its followers, each once', async () => {
    await follow('meera')
    const first = await reply('bala', '<p>It tells who came first.</p>')
    expect(await notificationsOf('asha')).toEqual(['reply_to_thread'])
    expect(await notificationsOf('meera')).toEqual(['reply_to_followed'])
    expect(await notificationsOf('bala')).toEqual([])
    await reply('asha', '<p>@bala and @meera: and at which price?</p>', first)
    expect(await notificationsOf('bala'), 'answered and named is told once').toEqual(['reply_to_reply'])
    expect(await notificationsOf('meera')).toEqual(['reply_to_followed', 'mention'])
    expect(await notificationsOf('asha'), 'nobody is told of their own').toEqual(['reply_to_thread'])
  })

  test('does not notify a follower again before the first one was read', async () => {
    await follow('meera')
    await reply('bala', '<p>One</p>')
    await reply('bala', '<p>Two</p>')
    expect(await notificationsOf('meera')).toEqual(['reply_to_followed'])
    await as('meera', (work) => work`update public.notifications set read_at = now()`)
    await reply('bala', '<p>Three</p>')
    expect(await notificationsOf('meera')).toEqual(['reply_to_followed', 'reply_to_followed'])
  })

  test('notifies nobody who switched it off, except of moderation', async () => {
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
    expect([await notificationsOf('asha'), await notificationsOf('meera')]).toEqual([[], []])
    await as('admin', (work) => work`update public.threads set is_locked = true where id = ${thread}`)
    expect(await notificationsOf('asha')).toEqual(['post_locked'])
  })
})

test('what two nodes take at once to be mailed is one mail of one of them', async () => {
  await reply('bala', '<p>For two nodes</p>')
  await reply('meera', '<p>And again</p>')
  await notifyOfReplies()
  await database.sql`update private.notification_mails set due_at = now()`
  const take = (sql: Sql | postgres.TransactionSql) =>
    sql`select count(*)::int as letters from private.take_notification_mails(10)`
  const other = connect(database.ownerUrl, { max: 1 })
  await database.sql.begin(async (one) => {
    expect(await take(one)).toEqual([{ letters: 1 }])
    expect(await take(other), 'while the first has not committed').toEqual([{ letters: 0 }])
  })
  expect(await take(other), 'and after that').toEqual([{ letters: 0 }])
  await other.end()
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
    expect(await notificationsOf('bala')).toEqual(['mention'])
    expect(await notificationsOf('meera')).toEqual([])
  })

  test.each([
    ['an address of a mailbox', '<p>bala@bala.example and x@bala</p>'],
    ['code', '<p><code>@bala</code></p><pre><code>a\n@bala</code></pre>'],
    [
      'what is quoted',
      '<blockquote><blockquote><p>@bala</p></blockquote><p>@bala</p></blockquote><p>Yes</p>',
    ],
    ['a longer name', '<p>@balaji and @bala_k</p>'],
    ['an address', '<p>https://example.com/@bala and www.example.com/@bala</p>'],
    ['a link', '<p><a href="https://example.com/">@bala</a> <a href="/experts/meera">@bala</a></p>'],
  ])('in %s is none', async (_where, content) => {
    await reply('asha', content)
    expect(await notificationsOf('bala')).toEqual([])
  })

  test('of a name with a dot is of that whole name', async () => {
    await reply('asha', '<p>As @d.rao. said</p>')
    expect(await notificationsOf('d.rao')).toEqual(['mention'])
  })

  test('of oneself notifies nobody', async () => {
    await reply('bala', '<p>I, @bala, think so</p>')
    expect(await notificationsOf('bala')).toEqual([])
  })

  test('in the opening post notifies too', async () => {
    await start('asha', '<p>A question for @bala on anchors</p>')
    expect(await notificationsOf('bala')).toEqual(['mention'])
  })

  test('by an edit notifies the new names alone', async () => {
    const id = await reply('asha', '<p>@bala what do you think?</p>')
    await notifyOfReplies()
    await edit('asha', id, '<p>@bala and @meera, what do you think?</p>')
    expect([await notificationsOf('bala'), await notificationsOf('meera')]).toEqual([
      ['mention'],
      ['mention'],
    ])
    await edit('asha', id, '<p>Never mind.</p>')
    await edit('asha', id, '<p>@bala once more?</p>')
    expect(await notificationsOf('bala')).toEqual(['mention'])
  })

  test('notifies ten members of a post at most, however often it is edited', async () => {
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
    await notifyOfReplies()
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

  test('is found in a text as the chat finds it, whatever is around it', async () => {
    const part = fc.constantFrom(...NAMING)
    const texts = [
      ...MENTIONS.map(([text]) => text),
      ...fc.sample(fc.array(part, { minLength: 1, maxLength: 8 }), 500).map((parts) => parts.join('')),
    ]
    const isKnown = (name: string) => KNOWN_NAMES.has(name)
    const expected = texts.map((text) => [
      ...new Set(
        mentionsIn(text, isKnown)
          .map(({ name }) => name?.toLowerCase() ?? '')
          .filter(isKnown),
      ),
    ])
    expect(expected.filter((names) => names.length > 1).length).toBeGreaterThan(20)
    const undone = new Error('undone')
    const found = database.sql.begin(async (work) => {
      await work`set local session_replication_role = replica`
      await work`insert into public.profiles (id, username)
        select gen_random_uuid(), name from unnest(${[...KNOWN_NAMES]}::text[]) as name on conflict do nothing`
      const rows = await work<{ names: string[] }[]>`
        select array(
          select p.username from private.extract_mentions(replace(replace(t.text, '&', '&amp;'), '<', '&lt;')) m
          join public.profiles p on p.id = m.member order by m.place
        ) as names
        from unnest(${texts}::text[]) with ordinality as t (text, place) order by t.place`
      expect(rows.map(({ names }, at) => [texts[at], names])).toEqual(
        expected.map((names, at) => [texts[at], names]),
      )
      throw undone
    })
    await expect(found).rejects.toBe(undone)
  })

  test('in a text built to be slow is found in time', async () => {
    const nested = '<blockquote>'.repeat(15_000)
    // A backtracking expression would take minutes.
    const began = performance.now()
    await database.sql`select * from private.extract_mentions(${`${nested}@bala${'@'.repeat(10_000)} @bala-.-.-`})`
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('upvotes', () => {
  test('notify at 1, 5, 10, 25, 50, 100, 250, 500, 1,000 …', async () => {
    const rows = await database.sql<{ n: number }[]>`
      select n from generate_series(0, 12000) n where private.is_upvote_milestone(n)`
    expect(rows.map(({ n }) => n)).toEqual([
      ...[1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000],
    ])
  })

  test('notify once for each figure, without the author’s own vote and the voters’ names', async () => {
    const vote = (name: Name) =>
      as(
        name,
        (work) => work`insert into public.reactions (user_id, thread_id) values (${ids[name]}, ${thread})`,
      )
    const takeBack = (name: Name) =>
      as(name, (work) => work`delete from public.reactions where user_id = ${ids[name]}`)
    await vote('asha')
    expect(await notificationsOf('asha')).toEqual([])
    await vote('bala')
    expect(await notificationsOf('asha')).toEqual(['upvotes 1'])
    await takeBack('bala')
    await as('asha', (work) => work`delete from public.notifications`)
    await vote('meera')
    expect(await notificationsOf('asha')).toEqual([])
    await Promise.all([vote('bala'), vote('d.rao'), vote('admin')])
    const [row] =
      await database.sql`select actor_id, figure from public.notifications where user_id = ${ids.asha}`
    expect(row, 'four of others are no milestone').toBeUndefined()
  })
})
