// Counters stay right under any concurrent writes of members and admins, and nobody deadlocks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Sql } from '../api/database/connection.ts'
import { as, CLIENTS, type CountedCommunity, startCountedCommunity } from '../tests/support/counters.ts'

let community: CountedCommunity
let database: CountedCommunity['database']
let members: string[]
let admin: string
let corrections: CountedCommunity['corrections']
let miscounted: CountedCommunity['miscounted']
let pool: Sql

beforeAll(async () => {
  community = await startCountedCommunity()
  ;({ database, members, admin, corrections, miscounted } = community)
  pool = connect(database.ownerUrl, { max: CLIENTS })
})
afterAll(async () => {
  await pool.end()
  await database.stop()
})

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
