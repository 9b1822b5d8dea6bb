// Counters stay right under any concurrent writes of members and admins: private.recount() computes all of them from the
// rows and must find nothing to correct.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'
import { seedCommunity } from './seed/load.ts'

const CLIENTS = 24
let database: TestDatabase
let members: string[]
let admin: string

beforeAll(async () => {
  database = await startDatabase()
  expect(await seedCommunity(database.ownerUrl)).toBe(true)
  await database.sql`select private.configure(null, false)`
  const rows = await database.sql<{ id: string }[]>`
    select id from public.profiles where user_level <> 'Banned' order by id limit ${CLIENTS}`
  members = rows.map(({ id }) => id)
  admin = members[0] ?? ''
  await database.sql`insert into public.user_roles (user_id, role) values (${admin}, 'admin')`
})

afterAll(() => database.stop())

/** The number of rows that recount would correct, per table. */
async function corrections(): Promise<unknown> {
  return database.sql`select counted, corrected from private.recount() where corrected > 0`
}

/** The members whose profiles count other posts than guests can list, once the jobs have followed. */
async function miscounted(): Promise<unknown> {
  for (let left = 1; left > 0; ) {
    const [row] = await database.sql<
      { left: number }[]
    >`select private.process_pending_threads()::int as left`
    left = row?.left ?? 0
  }
  return database.sql.begin(async (sql) => {
    await sql`set local role anon`
    return [
      ...(await sql`
        select p.username, p.total_replies, r.replies, p.total_posts, t.threads
        from public.profiles p
        cross join lateral (select count(*)::int as replies from public.replies x where x.author_id = p.id) r
        cross join lateral (select count(*)::int as threads from public.threads x where x.author_id = p.id) t
        where (p.total_replies, p.total_posts) <> (r.replies, t.threads)`),
    ]
  })
}

/** Commits one statement as a member. */
function as(sql: Sql, member: string, statement: (work: Sql) => Promise<unknown>): Promise<unknown> {
  return sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: member, role: 'authenticated' })}, true)`
    return statement(work)
  })
}

test('the sample community comes out of the triggers with every counter right', async () => {
  expect(await corrections()).toEqual([])
  const [sums] = await database.sql`
    select (select sum(reply_count) from public.threads)::int as replies,
      (select count(*) from public.replies)::int as rows,
      (select sum(thread_count) from public.forum_categories)::int as threads`
  expect(sums?.replies).toBe(sums?.rows)
  expect(sums?.replies).toBeGreaterThan(300)
  expect(sums?.threads).toBeGreaterThanOrEqual(40)
})

test('the sample community has read what it was notified of, and no job will notify of what is old', async () => {
  const [row] = await database.sql`
    select (select count(*) > 300 from public.notifications where kind like 'reply%') as notified,
      (select count(*) from public.notifications where read_at is null and thread_id is not null)::int as unread,
      (select count(*) from private.new_replies)::int + (select count(*) from private.reply_outbox)::int as waiting`
  expect(row).toEqual({ notified: true, unread: 0, waiting: 0 })
})

test('a profile counts the replies that guests can list, whatever happens to their discussions', async () => {
  const { sql } = database
  expect(await miscounted()).toEqual([])
  const [thread] = await sql<{ id: string; author_id: string; category_id: string }[]>`
    select id, author_id, category_id from public.threads where reply_count > 5 order by id limit 1`
  const [id = '', other = ''] = [
    thread?.id,
    (await sql`select id from public.forum_categories where id <> ${thread?.category_id ?? ''} limit 1`)[0]
      ?.id,
  ]
  const replies = () => sql<{ id: string }[]>`
    select id from public.replies where thread_id = ${id} order by created_at, id`
  const [first, second, third] = await replies()
  const author = members.find((member) => member !== thread?.author_id) ?? ''
  const acts: [string, () => Promise<unknown>][] = [
    ['hide the discussion', () => sql`update public.threads set is_hidden = true where id = ${id}`],
    [
      'hide a reply in it',
      () => sql`update public.replies set is_hidden = true where id = ${first?.id ?? ''}`,
    ],
    [
      'show another in it',
      () => sql`update public.replies set is_hidden = false where id = ${first?.id ?? ''}`,
    ],
    ['hide it again', () => sql`update public.replies set is_hidden = true where id = ${first?.id ?? ''}`],
    ['delete one in it', () => sql`delete from public.replies where id = ${second?.id ?? ''}`],
    [
      'reply in it',
      () =>
        sql`insert into public.replies (content, thread_id, author_id) values ('<p>In private</p>', ${id}, ${author})`,
    ],
    ['move it', () => sql`update public.threads set category_id = ${other} where id = ${id}`],
    ['show the discussion', () => sql`update public.threads set is_hidden = false where id = ${id}`],
    ['show the reply', () => sql`update public.replies set is_hidden = false where id = ${first?.id ?? ''}`],
    ['hide a reply', () => sql`update public.replies set is_hidden = true where id = ${third?.id ?? ''}`],
    ['hide the discussion', () => sql`update public.threads set is_hidden = true where id = ${id}`],
    ['delete the discussion', () => sql`delete from public.threads where id = ${id}`],
  ]
  for (const [act, run] of acts) {
    await run()
    expect(await miscounted(), act).toEqual([])
    expect(await corrections(), act).toEqual([])
  }
})

test('hiding a discussion takes from who replied what their replies gave, and showing it gives that back', async () => {
  const { sql } = database
  const [thread] = await sql<{ id: string }[]>`
    select id from public.threads where reply_count > 5 and not is_hidden order by id desc limit 1`
  const id = thread?.id ?? ''
  const standings = () => sql<{ id: string; total_replies: number; reputation: number; here: number }[]>`
    select p.id, p.total_replies, p.reputation, (
      select count(*)::int from public.replies r where r.author_id = p.id and r.thread_id = ${id} and not r.is_hidden
    ) as here
    from public.profiles p
    where p.id not in (select t.author_id from public.threads t where t.id = ${id})
    order by p.id`
  const before = await standings()
  expect(before.filter(({ here }) => here > 0).length).toBeGreaterThan(2)
  await sql`update public.threads set is_hidden = true where id = ${id}`
  expect(await standings()).toEqual(
    before.map((member) => ({
      ...member,
      total_replies: member.total_replies - member.here,
      reputation: member.reputation - member.here,
    })),
  )
  await sql`update public.threads set is_hidden = false where id = ${id}`
  expect(await standings()).toEqual(before)
})

test('loading the sample a second time does nothing', async () => {
  expect(await seedCommunity(database.ownerUrl)).toBe(false)
})

test('a wrong counter is found and corrected', async () => {
  await database.sql`update public.forum_categories set post_count = post_count + 7 where slug = 'ipos'`
  expect(await corrections()).toEqual([{ counted: 'forum_categories', corrected: '1' }])
  expect(await corrections()).toEqual([])
})

describe('concurrent writes', () => {
  let pool: Sql
  beforeAll(() => {
    pool = connect(database.ownerUrl, { max: CLIENTS })
  })
  afterAll(() => pool.end())

  test('fifty upvotes added and removed by each of many members: the count matches the rows, without deadlocks', async () => {
    const [thread] = await database.sql<{ id: string; author_id: string }[]>`
      select id, author_id from public.threads order by id limit 1`
    const id = thread?.id ?? ''
    await Promise.all(
      members.map(async (member, index) => {
        for (let turn = 0; turn < 50; turn += 1) {
          await as(pool, member, async (sql) => {
            const gone = await sql`
              delete from public.reactions where user_id = ${member} and thread_id = ${id} returning id`
            if (gone.length === 0) {
              await sql`insert into public.reactions (user_id, thread_id) values (${member}, ${id})`
            }
          })
          // Every third member ends without a vote.
          if (turn === 48 && index % 3 === 0) break
        }
      }),
    )
    const [row] = await database.sql`
      select upvote_count, (select count(*)::int from public.reactions where thread_id = ${id}) as votes
      from public.threads where id = ${id}`
    expect(row?.upvote_count).toBe(row?.votes)
    expect(await corrections()).toEqual([])
  })

  test.each([
    ['replies, votes, hiding, showing and moving, mixed: no counter goes astray and nobody deadlocks', false],
    ['the same with deleting: no counter goes astray', true],
  ])('%s', async (_rule, deleting) => {
    const threads = await database.sql<{ id: string; category_id: string }[]>`
      select id, category_id from public.threads where not is_locked order by id limit 8`
    const categories = [...new Set(threads.map((thread) => thread.category_id))]
    const refused: Record<string, number> = {}
    const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T
    const attempt = (member: string, statement: (sql: Sql) => Promise<unknown>) =>
      as(pool, member, statement).catch((error: { code?: string }) => {
        // 42501, 23503, 40001: the target has just been hidden or deleted.
        if (!['40P01', '23503', '42501', '23505', '40001'].includes(error.code ?? '')) throw error
        refused[error.code ?? ''] = (refused[error.code ?? ''] ?? 0) + 1
      })
    await Promise.all(
      members.map(async (member, index) => {
        for (let turn = 0; turn < 30; turn += 1) {
          const thread = pick(threads, index * 7 + turn).id
          if (member !== admin) {
            const kind = (index + turn) % 3
            await attempt(member, (sql) =>
              kind === 0
                ? sql`insert into public.replies (content, thread_id, author_id)
                    values (${`<p>Reply ${index} ${turn}</p>`}, ${thread}, ${member})`
                : kind === 1
                  ? sql`insert into public.reactions (user_id, reply_id)
                      select ${member}, id from public.replies where thread_id = ${thread} order by created_at limit 1
                      on conflict do nothing`
                  : sql`delete from public.reactions where id = (
                      select id from public.reactions where user_id = ${member} and reply_id is not null order by id limit 1
                    )`,
            )
            continue
          }
          await attempt(member, (sql) =>
            turn % 5 === 0
              ? sql`update public.replies set is_hidden = not is_hidden
                  where id = (select id from public.replies where thread_id = ${thread} order by id limit 1)`
              : turn % 5 === 1
                ? sql`update public.threads set is_hidden = not is_hidden where id = ${thread}`
                : turn % 5 === 2
                  ? sql`update public.threads set category_id = ${pick(categories, turn + 1)} where id = ${thread}`
                  : deleting && turn % 5 === 3
                    ? sql`delete from public.replies
                        where id = (select id from public.replies where thread_id = ${thread} order by id limit 1)`
                    : deleting && turn === 14
                      ? sql`delete from public.threads where id = ${thread}`
                      : sql`select 1`,
          )
        }
      }),
    )
    // Removing a vote from a row during its deletion is the one lock cycle that cannot be excluded.
    if (!deleting) expect(Object.keys(refused)).not.toContain('40P01')
    expect(Object.values(refused).reduce((sum, count) => sum + count, 0)).toBeLessThan(members.length * 10)
    expect(await corrections()).toEqual([])
    expect(await miscounted()).toEqual([])
    expect(
      await database.sql`
        select r.id from public.replies r join public.threads t on t.id = r.thread_id
        where r.is_thread_hidden <> t.is_hidden
          and not exists (select from private.pending_threads p where p.thread_id = t.id)`,
    ).toEqual([])
  })

  test('discussions with the same repliers are hidden and shown at once, beside the jobs, without deadlocks', async () => {
    const { sql } = database
    const threads = await sql<{ id: string }[]>`
      select id from public.threads where not is_locked and not is_hidden order by reply_count desc, id limit 6`
    const [place] = await sql<{ id: string }[]>`select id from public.forum_categories order by id limit 1`
    // All that is erased or deleted meanwhile was written by those who reply in the others, too.
    for (const [index, member] of members.slice(1, 5).entries()) {
      await sql`
        insert into public.threads (id, title, content, author_id, category_id)
        values (md5(${`to go ${index}`})::uuid, 'A discussion that goes', '<p>It goes soon</p>', ${member}, ${place?.id ?? ''})`
      await sql`
        insert into public.replies (content, thread_id, author_id)
        select '<p>Number ' || n || '</p>', md5(${`to go ${index}`})::uuid, (${members}::uuid[])[1 + (n * 7 + ${index}::int) % 24]
        from generate_series(1, 130) n`
    }
    const refused: string[] = []
    const attempt = (work: Promise<unknown>) =>
      work.catch((error: { code?: string }) => refused.push(error.code ?? String(error)))
    let isOver = false
    const jobs = ['process_pending_threads()', 'process_pending_threads(20)'].map(async (job) => {
      while (!isOver) await attempt(pool.unsafe(`select private.${job}`))
    })
    await Promise.all([
      ...threads.map(async ({ id }) => {
        for (let turn = 0; turn < 20; turn += 1)
          await attempt(pool`update public.threads set is_hidden = not is_hidden where id = ${id}`)
      }),
      ...members.slice(1, 7).map(async (member, index) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const id = threads[(index + turn) % threads.length]?.id ?? ''
          await attempt(
            pool`insert into public.replies (content, thread_id, author_id) values ('<p>Once more</p>', ${id}, ${member})`,
          )
        }
      }),
      (async () => {
        for (let index = 0; index < 4; index += 1)
          await attempt(pool`delete from public.threads where id = md5(${`to go ${index}`})::uuid`)
      })(),
      (async () => {
        for (let turn = 0; turn < 6; turn += 1)
          await attempt(pool`select private.erase_posts(${members.at(-1) ?? ''})`)
      })(),
    ])
    isOver = true
    await Promise.all(jobs)
    // The first try of a reply whose discussion was just hidden; the API makes the second.
    expect(refused.filter((code) => code !== '40001')).toEqual([])
    expect(await miscounted()).toEqual([])
    expect(await corrections()).toEqual([])
  })

  test.each([
    [
      'replies to a discussion',
      (sql: Sql, member: string, id: string) =>
        sql`insert into public.replies (content, thread_id, author_id) values ('<p>And I</p>', ${id}, ${member})`,
    ],
    [
      'upvotes of a discussion',
      (sql: Sql, member: string, id: string) =>
        sql`insert into public.reactions (user_id, thread_id) values (${member}, ${id})`,
    ],
    ['votes in a poll', (sql: Sql, _: string, id: string) => sql`select public.vote_in_poll(${id}, 1)`],
  ])('%s wait in a queue: none makes a MultiXact, which would slow down the next', async (_what, write) => {
    const { sql } = database
    const [thread] = await sql<{ id: string }[]>`
      select id from public.threads where not is_locked and not is_hidden order by id limit 1`
    const id = thread?.id ?? ''
    await sql`delete from public.reactions where thread_id = ${id}`
    await sql`
      insert into public.polls (thread_id, question, options) values (${id}, 'Which one?', '{This,That}')
      on conflict do nothing`
    /** How many MultiXacts the server has made: the distance of the next from the first. */
    const multiXacts = async () => (await sql`select mxid_age('1'::xid) as made`)[0]?.made
    const waiting = () =>
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const before = await multiXacts()
    const written = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const [first = '', ...others] = members.slice(1, 6)
    const earlier = as(pool, first, async (transaction) => {
      await write(transaction, first, id)
      written.resolve()
      await release.promise
    })
    await written.promise
    const later = others.map((member) => as(pool, member, (transaction) => write(transaction, member, id)))
    await expect.poll(waiting).toHaveLength(others.length)
    release.resolve()
    await Promise.all([earlier, ...later])
    expect(await multiXacts()).toBe(before)
    expect(await corrections()).toEqual([])
  })

  test.each([
    ['locked', (sql: Sql, id: string) => sql`update public.threads set is_locked = true where id = ${id}`],
    ['hidden', (sql: Sql, id: string) => sql`update public.threads set is_hidden = true where id = ${id}`],
  ])('a reply to a discussion that is being %s waits for that, and is refused', async (_state, change) => {
    const [thread] = await database.sql<{ id: string; replies: number }[]>`
      select id, reply_count as replies from public.threads where not is_locked and not is_hidden order by id desc limit 1`
    const id = thread?.id ?? ''
    const changed = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const moderation = pool.begin(async (sql) => {
      await change(sql as unknown as Sql, id)
      changed.resolve()
      await release.promise
    })
    await changed.promise
    const member = members[3] ?? ''
    const reply = as(
      pool,
      member,
      (sql) =>
        sql`insert into public.replies (content, thread_id, author_id) values ('<p>Too late</p>', ${id}, ${member})`,
    ).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    )
    // The reply has been written and waits for the lock on the thread's row.
    await expect
      .poll(
        () =>
          database.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      .toHaveLength(1)
    release.resolve()
    await moderation
    expect(await reply).toBe('40001')
    const [after] = await database.sql`select reply_count as replies from public.threads where id = ${id}`
    expect(after?.replies).toBe(thread?.replies)
  })
})

test('closing accounts and erasing all their posts leaves every counter right', async () => {
  const before = await database.sql`select count(*)::int as n from public.replies`
  await database.sql.begin(async (sql) => {
    await sql`select set_config('account.erase_posts', 'true', true)`
    await sql`delete from auth.users where id in ${sql(members.slice(1, 6))}`
  })
  expect(await corrections()).toEqual([])
  let gone = 1
  while (gone > 0) {
    const [row] = await database.sql<{ gone: number }[]>`select private.erase_accounts()::int as gone`
    gone = row?.gone ?? 0
  }
  const after = await database.sql`select count(*)::int as n from public.replies`
  expect(after[0]?.n).toBeLessThan(before[0]?.n)
  expect(await corrections()).toEqual([])
})

describe('an update of counters alone', () => {
  test('a view and a vote send no event for the discussion; a vote sends its own event, without its voter', async () => {
    await database.sql`delete from private.changes`
    const [thread] = await database.sql<{ id: string; category_id: string }[]>`
      select id, category_id from public.threads where not is_hidden order by id limit 1`
    const id = thread?.id ?? ''
    const member = members.at(-1) ?? ''
    await database.sql`delete from public.reactions where thread_id = ${id} and user_id = ${member}`
    await database.sql`delete from private.changes`
    await as(database.sql, member, (sql) => sql`select public.increment_thread_views(${id})`)
    await database.sql`select private.flush_thread_views()`
    await as(
      database.sql,
      member,
      (sql) => sql`insert into public.reactions (user_id, thread_id) values (${member}, ${id})`,
    )
    const [vote] = await database.sql`
      select id from public.reactions where thread_id = ${id} and user_id = ${member}`
    const changes = await database.sql`select payload from private.changes order by id`
    expect(changes.map(({ payload }) => payload)).toEqual([
      { table: 'reactions', op: 'INSERT', id: vote?.id, thread_id: id, category_id: thread?.category_id },
    ])
  })
})
