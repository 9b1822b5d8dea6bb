// Views: each visitor counts once in half an hour, with any browser name; they are added up without blocking writers, and
// without losing or doubling one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { connect, startSampleDatabase, type TestDatabase } from '../tests/support/database.ts'

let database: TestDatabase
let threads: { id: string; category_id: string }[]
let member: string

beforeAll(async () => {
  database = await startSampleDatabase()
  await database.sql`select private.configure(null, false)`
  threads =
    await database.sql`select id, category_id from public.threads where not is_hidden order by id limit 12`
  member = (await database.sql`select id from public.profiles limit 1`)[0]?.id
})

afterAll(() => database.stop())

beforeEach(async () => {
  await database.sql`delete from private.thread_views`
  await database.sql`delete from private.uncounted_views`
})

const at = (index: number) => threads[index]?.id ?? ''

async function see(thread: string, address: string, browser: string): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`select set_config('role', 'anon', true), set_config('request.headers', ${JSON.stringify({
      'x-forwarded-for': address,
      'user-agent': browser,
    })}, true)`
    await sql`select public.increment_thread_views(${thread})`
  })
}

const flush = async (sql: Sql = database.sql) =>
  Number((await sql<{ n: string }[]>`select private.flush_thread_views() as n`)[0]?.n)
const viewsOf = async (ids: string[]) =>
  Number((await database.sql`select sum(view_count) as n from public.threads where id = any (${ids})`)[0]?.n)

describe('a visitor', () => {
  test('with another browser name each time counts as four at most', async () => {
    for (let turn = 0; turn < 40; turn += 1) await see(at(0), '203.0.113.7', `Browser/${turn}`)
    expect(await flush()).toBe(4)
  })

  test('in an IPv6 household network is one, and in another network another', async () => {
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:3::1'])
      await see(at(0), address, 'Firefox')
    expect(await flush()).toBe(2)
  })

  test.each(['', 'unknown', ':', 'fe80::1%eth0', '::ffff:203.0.113.9', '1.2.3.4, 5.6.7.8'])(
    'with the address %j is counted',
    async (address) => {
      await see(at(0), address, 'Firefox')
      await see(at(0), address, 'Firefox')
      expect(await flush()).toBe(1)
    },
  )

  test('has another hash tomorrow, which cannot be computed from the address alone', async () => {
    const { sql } = database
    const hashes = async () => {
      await sql`delete from private.thread_views`
      await see(at(0), '203.0.113.7', 'Firefox')
      return (await sql`select visitor from private.thread_views`).map(({ visitor }) => visitor)
    }
    const today = await hashes()
    await sql`select private.fold_view_counts()`
    expect(await hashes(), 'the key holds for a day').toEqual(today)
    await sql`update private.visitor_key set made_at = now() - interval '25 hours'`
    await sql`select private.fold_view_counts()`
    expect(await hashes()).not.toEqual(today)
    const [key] = await sql`select octet_length(secret) as bytes, made_at > now() - interval '1 hour' as fresh
      from private.visitor_key`
    expect(key).toEqual({ bytes: 32, fresh: true })
  })
})

test('a group of guests is counted as its calls are one by one, and a hidden discussion not at all', async () => {
  const { sql } = database
  const browsers = ['Firefox', 'Chrome', 'Firefox']
  const views = [at(0), at(1)].flatMap((thread_id) =>
    browsers.map((browser) => ({ thread_id, address: '203.0.113.7', browser })),
  )
  const [hidden] = await sql`select id from public.threads where is_hidden limit 1`
  views.push({ thread_id: hidden?.id, address: '203.0.113.7', browser: 'Firefox' })
  const group = () => sql`select private.count_guest_views(${JSON.stringify(views)}::text::jsonb)`
  await see(at(0), '203.0.113.7', 'Firefox')
  expect(await flush()).toBe(1)
  await group()
  expect(await flush(), 'one was counted before').toBe(3)
  await group()
  expect(await flush()).toBe(0)
  await sql`update private.thread_views set seen_at = seen_at - interval '31 minutes'`
  await group()
  expect(await flush()).toBe(4)
})

describe('adding up', () => {
  test('skips a locked discussion until later, and the others do not wait for it', async () => {
    const other = connect(database.ownerUrl, { max: 1 })
    try {
      const before = await viewsOf([at(0), at(1)])
      for (const index of [0, 1]) await see(at(index), '203.0.113.7', 'Firefox')
      await other.begin(async (moderator) => {
        await moderator`select from public.threads where id = ${at(0)} for update`
        // Waiting for the lock would end in 55P03.
        await database.sql`set lock_timeout = '1s'`
        expect(await flush()).toBe(1)
        expect(await viewsOf([at(0), at(1)])).toBe(before + 1)
      })
      expect(await flush()).toBe(1)
      expect(await flush()).toBe(0)
      expect(await viewsOf([at(0), at(1)])).toBe(before + 2)
    } finally {
      await database.sql`reset lock_timeout`
      await other.end()
    }
  })

  test('by four jobs at once, while others read and write, loses none and doubles none', async () => {
    const SEEN = 400
    const pool = connect(database.ownerUrl, { max: 8 })
    const ids = threads.map(({ id }) => id)
    try {
      const before = await viewsOf(ids)
      const [kept] =
        await database.sql`select coalesce(sum(views), 0)::int as n from private.thread_view_counts`
      let isOver = false
      const adding = Array.from({ length: 4 }, async () => {
        let added = 0
        while (!isOver) added += await flush(pool)
        return added
      })
      const writing = (async () => {
        while (!isOver) {
          await pool`insert into public.replies (thread_id, author_id, content)
            values (${at(0)}, ${member}, '<p>Meanwhile</p>')`
        }
      })()
      await Promise.all(
        Array.from({ length: SEEN }, (_, turn) =>
          pool.begin(async (sql) => {
            await sql`select set_config('request.headers', ${JSON.stringify({
              'x-forwarded-for': `198.51.${turn % 100}.${Math.floor(turn / 100)}`,
            })}, true)`
            await sql`select public.increment_thread_views(${ids[turn % ids.length] ?? ''})`
          }),
        ),
      )
      isOver = true
      await writing
      // Adding up skips a discussion that a writer has locked, so the last run is after all writers have finished.
      const added = (await Promise.all(adding)).reduce((sum, one) => sum + one, 0) + (await flush())
      expect(added).toBe(SEEN)
      expect(await viewsOf(ids)).toBe(before + SEEN)
      const [after] = await database.sql`select sum(views)::int as n from private.thread_view_counts`
      expect(after?.n).toBe(kept?.n + SEEN)
    } finally {
      await pool.end()
    }
  })

  test('deletes the views of a deleted discussion', async () => {
    await see(at(11), '203.0.113.7', 'Firefox')
    await database.sql`delete from public.threads where id = ${at(11)}`
    expect(await flush()).toBe(0)
    expect(await database.sql`select from private.uncounted_views`).toHaveLength(0)
  })
})

test('signing in does not wait for a profile that a ban has locked', async () => {
  const other = connect(database.ownerUrl, { max: 1 })
  try {
    await database.sql`update public.profiles set last_active = now() - interval '1 day' where id = ${member}`
    await other.begin(async (admin) => {
      await admin`select from public.profiles where id = ${member} for update`
      await database.sql`set lock_timeout = '1s'`
      await database.sql`update auth.users set last_sign_in_at = now() where id = ${member}`
    })
    await database.sql`update auth.users set last_sign_in_at = now() where id = ${member}`
    const [row] = await database.sql`
      select last_active = date_trunc('day', now(), 'Asia/Kolkata') as noted from public.profiles where id = ${member}`
    expect(row?.noted).toBe(true)
  } finally {
    await database.sql`reset lock_timeout`
    await other.end()
  }
})
