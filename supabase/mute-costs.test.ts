// What mutes and members' own lists cost: a look at a text is one however many words are muted, and a list reads what is
// unread, not what was read before.
import { beforeEach, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import {
  as,
  category,
  connect,
  database,
  follow,
  ids,
  notifyFollowers,
  notifyOfReplies,
  reply,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

withAnchorThread()

beforeEach(async () => {
  for (const table of ['thread_subscriptions', 'mutes', 'thread_reads'])
    await database.sql.unsafe(`delete from public.${table}`)
  await withoutTriggers((sql) => sql`delete from public.replies`)
  await database.sql`delete from private.reply_outbox`
})

const withoutTriggers = (work: (sql: Sql) => Promise<unknown>) =>
  database.sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await work(transaction as unknown as Sql)
  })

const muteWords = (user: string, words: number) => database.sql`
  insert into public.mutes (user_id, word) select ${user}, 'unheard word ' || n from generate_series(1, ${words}::int) n`

/** 2,000 words: nearly as long as a reply may be. */
const LONG = '<p>Value &amp; <strong>patience</strong></p>'.repeat(1_000)

test('two hundred muted words look at a text as often as one', async () => {
  const fastest = async (name: 'asha' | 'meera') => {
    const times: number[] = []
    for (let run = 0; run < 3; run += 1) {
      const started = performance.now()
      // Of different texts, as in a list: the planner would compute the words of a constant before.
      await database.sql`
        select bool_or(private.is_muted_post(${ids[name]}, ${ids.bala}, ${LONG}::text || n))
        from generate_series(1, 20) n`
      times.push(performance.now() - started)
    }
    return Math.min(...times)
  }
  await muteWords(ids.asha, 1)
  await muteWords(ids.meera, 200)
  // When each word made the words of the text again, it was a hundred times.
  expect((await fastest('meera')) / (await fastest('asha'))).toBeLessThan(10)
})

test('followers who mute two hundred words each are told of a long reply within the time of a job', async () => {
  await database.sql`
    insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
    select 'muter' || n || '@example.com', now(), jsonb_build_object('username', 'muter' || n)
    from generate_series(1, 40) n`
  const crowd = await database.sql<
    { id: string }[]
  >`select id from public.profiles where username like 'muter%'`
  for (const { id } of crowd) await muteWords(id, 200)
  await database.sql`
    insert into public.thread_subscriptions (user_id, thread_id)
    select id, ${thread} from public.profiles where username like 'muter%'`
  await reply('bala', LONG)
  await database.sql`set statement_timeout = '5s'`
  try {
    await notifyFollowers()
  } finally {
    await database.sql`reset statement_timeout`
  }
  const [told] = await database.sql`
    select count(*)::int as told from public.notifications where kind = 'reply_to_followed'`
  expect(told).toEqual({ told: crowd.length })
})

const authors = [ids.asha, ids.bala, ids['d.rao'], ids.admin]

/** Replies of the last hour by all others than Meera. */
const replies = (count: number) =>
  withoutTriggers(async (sql) => {
    await sql`
      insert into public.replies (thread_id, author_id, content, created_at)
      select ${thread}, (${authors}::uuid[])[1 + n % 4], '<p>An earlier reply</p>',
        now() - interval '1 hour' + n * interval '0.1 second'
      from generate_series(1, ${count}::int) n`
    // Of other discussions, as the planner knows them of a site.
    await sql`
      insert into public.replies (thread_id, author_id, content)
      select md5((n % 100)::text)::uuid, (${authors}::uuid[])[1 + n % 4], '<p>Elsewhere</p>'
      from generate_series(1, 1000) n`
  })

/** Pages that Meera's statement reads, in the functions that it calls too. */
async function pages(statement: string): Promise<number> {
  const read = async () => {
    const rows = await as('meera', (work) =>
      work.unsafe<
        { 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] }[]
      >(`explain (analyze, buffers, timing off, format json) ${statement}`),
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  }
  await read() // fills the caches of the catalog
  return read()
}

/**
 * At most `most` more pages than `few`. Read until it is so: while another transaction may see deleted rows, they are read
 * too, and a vacuum leaves them.
 */
async function expectFew(statement: string, few: number, most: number): Promise<number> {
  await expect.poll(() => pages(statement), { timeout: 30_000, interval: 500 }).toBeLessThan(few + most)
  return few
}

test.each([
  ['For you', () => 'select * from public.for_you(20)'],
  ['all that is unread', () => 'select * from public.unread_threads()'],
  ['what is unread in a category', () => `select * from public.unread_threads(20, 0, '${category}')`],
  ['the line of news', () => 'select * from public.news() where unread = 1'],
  ['the next unread', () => 'select * from public.next_unread(gen_random_uuid())'],
  ['how many replies are unread', () => `select * from public.unread_replies(array['${thread}']::uuid[])`],
])('%s begins at what was read, however much that is', async (_, statement) => {
  await follow('meera')
  const measure = async (read: () => Promise<number>) => {
    await database.sql`vacuum analyze`
    await database.sql`delete from public.thread_reads`
    await database.sql`
      insert into public.thread_reads (user_id, thread_id, read_until) values (${ids.meera}, ${thread}, now())`
    const [last] = await database.sql<{ id: string }[]>`
      insert into public.replies (thread_id, author_id, content) values (${thread}, ${ids.bala}, '<p>New</p>')
      returning id`
    const found = await as('meera', (work) => work.unsafe(statement()))
    expect(found.length, 'the discussion is unread').toBeGreaterThan(0)
    const result = await read()
    await database.sql`delete from public.replies where id = ${last?.id ?? ''}`
    return result
  }
  await muteWords(ids.meera, 25)
  await replies(100)
  const few = await measure(() => pages(statement()))
  await replies(5_000)
  await measure(() => expectFew(statement(), few, 30))
})

test('what a guest has read is stored by key, however many discussions there are', async () => {
  const statement = `select public.merge_thread_reads(array['${thread.slice(0, 8)}.0'])`
  const store = async (count: number) => {
    await withoutTriggers(
      (sql) => sql`
        insert into public.threads (title, content, author_id, category_id)
        select 'Elsewhere', '<p>Elsewhere</p>', ${ids.bala}, ${category} from generate_series(1, ${count}::int)`,
    )
    await database.sql`vacuum analyze`
    await as('meera', (sql) => sql.unsafe(statement))
    expect(await database.sql`select thread_id from public.thread_reads`).toEqual([{ thread_id: thread }])
  }
  await store(100)
  const few = await pages(statement)
  await store(5_000)
  await expectFew(statement, few, 10)
})

test('a discussion of which all is muted is given up after its latest replies', async () => {
  await database.sql`
    insert into public.mutes (user_id, member_id) select ${ids.meera}, unnest(${authors}::uuid[])`
  await database.sql`
    insert into public.thread_reads (user_id, thread_id, read_until)
    values (${ids.meera}, ${thread}, now() - interval '2 hours')`
  const statement = 'select * from public.unread_threads()'
  const store = async (count: number) => {
    await replies(count)
    await database.sql`vacuum analyze`
    expect(await as('meera', (work) => work.unsafe(statement))).toEqual([])
  }
  await store(500)
  const few = await pages(statement)
  await store(5_000)
  await expectFew(statement, few, 30)
})

/** How often `work` looks for muted words in a text. */
async function looks(work: () => Promise<unknown>): Promise<number> {
  const { sql } = database
  const [{ known } = { known: '' }] = await sql<{ known: string }[]>`
    select pg_get_functiondef('private.has_word(text, text[])'::regprocedure) as known`
  await sql.unsafe('create sequence public.looks; grant usage on sequence public.looks to authenticated')
  await sql.unsafe(`
    create or replace function private.has_word(spaced text, words text[]) returns boolean language plpgsql
    volatile as $$ begin
      perform nextval('public.looks');
      return exists (select from unnest(words) as w (word) where strpos(spaced, w.word) > 0);
    end $$`)
  try {
    await work()
    const [row] = await sql<{ looks: number }[]>`
      select case when is_called then last_value else 0 end::int as looks from public.looks`
    return row?.looks ?? 0
  } finally {
    await sql.unsafe(known)
    await sql.unsafe('drop sequence public.looks')
  }
}

test('what is new, in all or in a category, and how much, reads the latest beginnings, however many there are', async () => {
  const statements = [
    'select * from public.new_threads()',
    `select * from public.new_threads(20, 0, '${category}')`,
    'select * from public.news() where new = 100',
  ]
  const store = async (count: number) => {
    await withoutTriggers(
      (sql) => sql`
        insert into public.threads (title, content, author_id, category_id, created_at, last_activity)
        select 'Begun', '<p>Begun</p>', ${ids.bala}, ${category}, now() - n * interval '1 ms', now()
        from generate_series(1, ${count}::int) n`,
    )
    await database.sql`vacuum analyze`
  }
  await store(600)
  const few = new Map<string, number>()
  for (const statement of statements) {
    const found = await as('meera', (work) => work.unsafe(statement))
    expect(found.length, statement).toBeGreaterThan(0)
    few.set(statement, await pages(statement))
  }
  await store(1_500)
  for (const [statement, before] of few) await expectFew(statement, before, 60)
})

test('a word that stands in every reply costs at most twenty looks at texts of a discussion', async () => {
  await follow('meera')
  await database.sql`insert into public.mutes (user_id, word) values (${ids.meera}, 'earlier')`
  await database.sql`
    insert into public.thread_reads (user_id, thread_id, read_until)
    values (${ids.meera}, ${thread}, now() - interval '2 hours')`
  await database.sql`update public.thread_subscriptions set last_read_at = now() - interval '2 hours'`
  await replies(300)
  for (const statement of [
    'select * from public.for_you(20)',
    'select * from public.unread_threads()',
    `select * from public.unread_threads(20, 0, '${category}')`,
    'select * from public.next_unread(gen_random_uuid())',
    `select * from public.unread_replies(array['${thread}']::uuid[])`,
  ])
    expect(await looks(() => as('meera', (work) => work.unsafe(statement))), statement).toBeLessThanOrEqual(
      20,
    )
})

test('while the mutes of whom a reply names are looked at, others reply in its discussion', async () => {
  await database.sql`insert into public.mutes (user_id, word) values (${ids.meera}, 'unheard')`
  const [{ known } = { known: '' }] = await database.sql<{ known: string }[]>`
    select pg_get_functiondef('private.has_word(text, text[])'::regprocedure) as known`
  // A look at a text that ends when the test says.
  const gate = connect(database.ownerUrl, { max: 1 })
  const others = connect(database.ownerUrl, { max: 1 })
  await gate`select pg_advisory_lock(2350)`
  await database.sql.unsafe(`
    create or replace function private.has_word(spaced text, words text[]) returns boolean language plpgsql
    stable as $$ begin perform pg_advisory_xact_lock_shared(2350); return false; end $$`)
  try {
    const slow = reply('bala', '<p>What does @meera say?</p>').then(notifyOfReplies)
    await expect
      .poll(() => gate`select from pg_locks where locktype = 'advisory' and not granted`)
      .toHaveLength(1)
    await others.begin(async (sql) => {
      await sql`set local lock_timeout = '2s'`
      await sql`
        insert into public.replies (content, thread_id, author_id)
        values ('<p>And what do others say?</p>', ${thread}, ${ids.asha})`
    })
    await gate`select pg_advisory_unlock(2350)`
    await slow
  } finally {
    await gate`select pg_advisory_unlock_all()`
    await Promise.all([gate.end(), others.end()])
    await database.sql.unsafe(known)
  }
})
