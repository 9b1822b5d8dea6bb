// Hiding, showing and deleting a discussion of many replies: readers see it at once, the database works in batches, and
// every counter is right at each moment.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import {
  as,
  category,
  connect,
  database,
  ids,
  type Name,
  notificationsOf,
  reply,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'
import { EXHAUSTIVE, withoutSlowStatements } from '../tests/support/database.ts'

// `npm run faults -- exhaustive` runs two of the tests with 20,000.
const MANY = EXHAUSTIVE ? 20_000 : 450

withAnchorThread()

beforeEach(async () => {
  const { sql } = database
  await sql`delete from private.pending_threads`
  await sql`delete from private.changes`
  await sql`update public.forum_categories set thread_count = 0, post_count = 0`
  // As an import does: a row that one transaction counts 20,000 times takes minutes.
  await sql`set arthachowk.importing = 'on'`
  await sql`
    insert into public.replies (content, thread_id, author_id, parent_id, created_at)
    select '<p>Reply ' || n || '</p>', ${thread}, case when n % 2 = 0 then ${ids.bala}::uuid else ${ids.meera}::uuid end,
      null, now() - interval '1 hour' + n * interval '1 second'
    from generate_series(1, ${MANY}::int) n`
  await sql`reset arthachowk.importing`
  await sql`
    insert into public.reactions (reply_id, user_id)
    select id, ${ids.asha} from public.replies where thread_id = ${thread} order by created_at limit 20`
  await sql`insert into public.reactions (thread_id, user_id) values (${thread}, ${ids.bala})`
  await sql`
    update public.threads set created_at = now() - interval '2 hours', last_activity = now() - interval '2 hours'
    where id = ${thread}`
  await sql`select private.recount()`
})

const asGuest = <T>(work: (sql: Sql) => Promise<T>) =>
  database.sql.begin(async (sql) => {
    await sql`select set_config('role', 'anon', true)`
    return work(sql as unknown as Sql)
  }) as Promise<T>
const countReplies = async (sql: Sql) =>
  (await sql<{ n: number }[]>`select count(*)::int as n from public.replies where thread_id = ${thread}`)[0]
    ?.n
const countThreads = async (sql: Sql) =>
  (await sql<{ n: number }[]>`select count(*)::int as n from public.threads where id = ${thread}`)[0]?.n

/** The number of replies and threads that each actor reads: `guest 450/1`. */
async function readers(): Promise<string[]> {
  const seen = [`guest ${await asGuest(countReplies)}/${await asGuest(countThreads)}`]
  for (const name of ['asha', 'bala', 'admin'] satisfies Name[])
    seen.push(`${name} ${await as(name, countReplies)}/${await as(name, countThreads)}`)
  return seen
}
const corrections = () => database.sql`select counted, corrected from private.recount() where corrected > 0`
const flagged = async () =>
  (
    await database.sql`
    select count(*) filter (where is_thread_hidden)::int as n from public.replies where thread_id = ${thread}`
  )[0]?.n
async function workOff(): Promise<number> {
  for (let batches = 0; ; batches += 1) {
    const [row] = await database.sql<{ left: string }[]>`select private.process_pending_threads() as left`
    if (row?.left === '0') return batches
  }
}
const setHidden = (hidden: boolean) =>
  as('admin', (sql) => sql`update public.threads set is_hidden = ${hidden} where id = ${thread}`)

describe('hiding', () => {
  test('removes all replies from view at once, and updates the rows in batches', async () => {
    expect(await readers()).toEqual([
      `guest ${MANY}/1`,
      `asha ${MANY}/1`,
      `bala ${MANY}/1`,
      `admin ${MANY}/1`,
    ])
    await withoutSlowStatements(database.sql, () => setHidden(true))
    const hidden = ['guest 0/0', 'asha 0/1', `bala ${MANY / 2}/0`, `admin ${MANY}/1`]
    expect(await readers()).toEqual(hidden)
    expect(await flagged(), 'within the statement').toBe(200)
    expect(await corrections()).toEqual([])
    expect(await withoutSlowStatements(database.sql, workOff)).toBeGreaterThanOrEqual(2)
    expect(await flagged()).toBe(MANY)
    expect(await readers()).toEqual(hidden)
    expect(await corrections()).toEqual([])
  })

  test('and showing again before all were hidden shows all of them', async () => {
    await setHidden(true)
    await database.sql`select private.process_pending_threads(50)`
    await setHidden(false)
    expect(await asGuest(countThreads)).toBe(1)
    await workOff()
    expect(await flagged()).toBe(0)
    expect(await asGuest(countReplies)).toBe(MANY)
    expect(await corrections()).toEqual([])
  })

  test('and showing again and again while the job runs ends in the discussion’s last state', async () => {
    const pool = connect(database.ownerUrl, { max: 3 })
    let isOver = false
    try {
      const jobs = [0, 1].map(async () => {
        while (!isOver) await pool`select private.process_pending_threads(20)`
      })
      for (let turn = 0; turn < 11; turn += 1) await setHidden(turn % 2 === 0)
      isOver = true
      await Promise.all(jobs)
    } finally {
      await pool.end()
    }
    await workOff()
    expect(await flagged()).toBe(MANY)
    expect(await corrections()).toEqual([])
  })

  test('a short one needs no job', async () => {
    await database.sql`
      delete from public.replies where thread_id = ${thread} and id not in (
        select id from public.replies where thread_id = ${thread} order by id limit 50)`
    await setHidden(true)
    expect(await flagged()).toBe(50)
    expect(await database.sql`select from private.pending_threads`).toHaveLength(0)
    await setHidden(false)
    expect(await flagged()).toBe(0)
    expect(await corrections()).toEqual([])
  })
})

describe('deleting', () => {
  const remove = () =>
    as('admin', (sql) => sql`delete from public.threads where id = ${thread} returning id, title`)

  test('is complete at once for every reader, and returns the row', async () => {
    const [first] = await database.sql`
      select id from public.replies where thread_id = ${thread} order by created_at limit 1`
    await as(
      'meera',
      (sql) => sql`insert into public.reports (reply_id, reason) values (${first?.id}, 'It is spam')`,
    )
    const rows = await remove()
    expect(rows).toMatchObject([{ id: thread, title: 'A question about anchors' }])
    expect(await readers()).toEqual(['guest 0/0', 'asha 0/0', 'bala 0/0', 'admin 0/0'])
    expect(
      await asGuest((sql) => sql`select public.was_thread_deleted(${thread.slice(0, 8)}) as gone`),
    ).toEqual([{ gone: true }])
    expect(await notificationsOf('asha')).toContain('post_removed A question about anchors')
    const [report] =
      await database.sql`select state, resolution from public.reports where target_id = ${first?.id}`
    expect(report).toEqual({ state: 'resolved', resolution: 'It was deleted.' })
    const [log] = await database.sql`
      select action, target_label from public.moderation_log order by id desc limit 1`
    expect(log).toEqual({ action: 'delete', target_label: 'A question about anchors' })
    expect(
      await database.sql`select from private.changes where payload ->> 'id' = ${thread} and payload ->> 'op' = 'DELETE'`,
    ).toHaveLength(1)
    const [place] =
      await database.sql`select thread_count, post_count from public.forum_categories where id = ${category}`
    expect(place).toEqual({ thread_count: 0, post_count: 0 })
    expect(await corrections()).toEqual([])
  })

  test('continues in batches, each with its counters, until nothing is left', async () => {
    await withoutSlowStatements(database.sql, remove)
    const left = async () =>
      (await database.sql`select count(*)::int as n from public.replies where thread_id = ${thread}`)[0]?.n
    expect(await left()).toBe(MANY)
    const [log] = await database.sql`select count(*)::int as n from public.moderation_log`
    await database.sql`select private.process_pending_threads(100)`
    expect(await left()).toBe(MANY - 100)
    expect(await corrections()).toEqual([])
    await withoutSlowStatements(database.sql, workOff)
    expect(await left()).toBe(0)
    expect(await countThreads(database.sql)).toBe(0)
    expect(await database.sql`select from private.pending_threads`).toHaveLength(0)
    expect(await database.sql`select from public.reactions`).toHaveLength(0)
    expect(await corrections()).toEqual([])
    const [after] = await database.sql`select count(*)::int as n from public.moderation_log`
    expect(after, 'the job is no moderator').toEqual(log)
    const [member] =
      await database.sql`select total_replies, reputation from public.profiles where id = ${ids.bala}`
    expect(member).toEqual({ total_replies: 0, reputation: 0 })
  })

  test('accepts no further reply, vote or view', async () => {
    await remove()
    await expect(reply('bala', '<p>Too late</p>')).rejects.toMatchObject({ code: '42501' })
    await expect(
      as(
        'bala',
        (sql) => sql`insert into public.reactions (user_id, thread_id) values (${ids.bala}, ${thread})`,
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await as('bala', (sql) => sql`select public.increment_thread_views(${thread})`)
    expect(await database.sql`select from private.uncounted_views`).toHaveLength(0)
    expect(
      await as(
        'admin',
        (sql) => sql`update public.threads set is_hidden = false where id = ${thread} returning id`,
      ),
    ).toHaveLength(0)
  })

  test('of a hidden one, and of one that is being hidden, ends the same', async () => {
    await setHidden(true)
    await database.sql`select private.process_pending_threads(50)`
    await remove()
    expect(await readers()).toEqual(['guest 0/0', 'asha 0/0', 'bala 0/0', 'admin 0/0'])
    await workOff()
    expect(await database.sql`select from public.replies where thread_id = ${thread}`).toHaveLength(0)
    expect(await corrections()).toEqual([])
  })

  test('of a short one leaves no work for the job', async () => {
    await database.sql`
      delete from public.replies where thread_id = ${thread} and id not in (
        select id from public.replies where thread_id = ${thread} order by id limit 100)`
    await remove()
    expect(await countThreads(database.sql)).toBe(0)
    expect(await database.sql`select from public.replies where thread_id = ${thread}`).toHaveLength(0)
    expect(await database.sql`select from private.pending_threads`).toHaveLength(0)
    expect(await corrections()).toEqual([])
  })

  test('reads only members who wrote in it', async () => {
    await database.sql`
      delete from public.replies where thread_id = ${thread} and id not in (
        select id from public.replies where thread_id = ${thread} order by id limit 20)`
    const scans = async () => {
      await database.sql`select pg_stat_force_next_flush()`
      const [row] = await database.sql`
        select seq_tup_read::int as n from pg_stat_user_tables where relname = 'profiles' and schemaname = 'public'`
      return row?.n as number
    }
    await database.sql`
      insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
      select 'other' || n || '@example.com', now(), jsonb_build_object('username', 'other' || n)
      from generate_series(1, 500) n`
    // With so few members a full scan is cheap; the plan must be able to avoid it.
    await database.sql`set enable_seqscan = off`
    const before = await scans()
    await database.sql`delete from public.threads where id = ${thread}`
    expect((await scans()) - before).toBeLessThan(100)
    await database.sql`reset enable_seqscan`
  })
})

describe('a reply that is deleted', () => {
  const activity = async () =>
    (
      await database.sql`select last_activity = (
        select max(created_at) from public.replies r where r.thread_id = t.id and not r.is_hidden
      ) as right from public.threads t where t.id = ${thread}`
    )[0]?.right
  test.each([
    ['the latest', 'desc'],
    ['the first', 'asc'],
  ])('%s: the discussion’s activity is that of the latest that is left', async (_which, order) => {
    for (const act of ['delete from public.replies', 'update public.replies set is_hidden = true']) {
      await database.sql.unsafe(
        `${act} where id = (select id from public.replies where thread_id = '${thread}' and not is_hidden
          order by created_at ${order} limit 1)`,
      )
      expect(await activity()).toBe(true)
    }
    await database.sql`update public.replies set is_hidden = false where is_hidden`
    expect(await activity()).toBe(true)
    expect(await corrections()).toEqual([])
  })
})

test('the place of a reply is counted among those that all see, and up to 2,000', async () => {
  const { sql } = database
  const placeOf = async (at: number) => {
    const [row] = await asGuest(
      (work) => work<{ place: number | null }[]>`
        select public.earlier_replies(r) as place from public.replies r
        where thread_id = ${thread} order by created_at, id offset ${at} limit 1`,
    )
    return row?.place
  }
  expect([await placeOf(0), await placeOf(20), await placeOf(MANY - 1)]).toEqual([0, 20, MANY - 1])
  await sql`
    update public.replies set is_hidden = true
    where id = (select id from public.replies where thread_id = ${thread} order by created_at limit 1)`
  expect([await placeOf(0), await placeOf(20)]).toEqual([0, 20])
  await sql`set session_replication_role = replica`
  await sql`
    insert into public.replies (content, thread_id, author_id, created_at)
    select '<p>Later</p>', ${thread}, ${ids.bala}, now() + n * interval '1 second'
    from generate_series(1, 2100) n`
  await sql`reset session_replication_role`
  expect([await placeOf(2_000), await placeOf(2_001)]).toEqual([2_000, null])
})
