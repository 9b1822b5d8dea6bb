// The daily figures are stored, and stay right when posts of past days change; and admins find replies by their words.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const ADMIN = 'a0000000-0000-4000-8000-000000000001'
const BALA = 'b0000000-0000-4000-8000-000000000002'

let database: TestDatabase
let category: string

beforeAll(async () => {
  database = await startDatabase()
  const { sql } = database
  for (const [id, name] of [
    [ADMIN, 'asha'],
    [BALA, 'bala'],
  ] as const) {
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${`${name}@example.com`}, now(), ${sql.json({ username: name })})`
  }
  await sql`insert into public.user_roles (user_id, role) values (${ADMIN}, 'admin')`
  const [row] =
    await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') returning id`
  category = row?.id as string
})

afterAll(() => database.stop())

beforeEach(async () => {
  await database.sql`delete from public.threads`
  await database.sql`delete from private.daily_post_stats`
})

async function as<T>(id: string, statement: (sql: Sql) => Promise<T>): Promise<T> {
  return database.sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: 'authenticated' })}, true)`
    return statement(work)
  }) as Promise<T>
}

/** Noon in India, `days` days ago. */
const ago = (days: number) => database.sql`
  (((now() at time zone 'Asia/Kolkata')::date - ${days}::int) + time '12:00') at time zone 'Asia/Kolkata'`

async function discussion(days: number, author = ADMIN): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id, created_at)
    values ('A question about anchors', '<p>What does the list tell?</p>', ${author}, ${category}, ${ago(days)})
    returning id`
  return row?.id ?? ''
}

async function reply(thread: string, days: number, content = '<p>Read it again.</p>'): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into public.replies (thread_id, content, author_id, created_at)
    values (${thread}, ${content}, ${BALA}, ${ago(days)}) returning id`
  return row?.id ?? ''
}

/** The dashboard's figures for a day: discussions, replies, members who wrote. */
async function figures(days: number): Promise<number[]> {
  const rows = await as(
    ADMIN,
    (sql) => sql<{ figure: string; by_day: string[] }[]>`select figure, by_day from public.admin_figures()`,
  )
  return ['discussions', 'replies', 'active'].map((figure) =>
    Number(rows.find((row) => row.figure === figure)?.by_day.at(-1 - days)),
  )
}

async function keepAll(): Promise<void> {
  for (;;) {
    const [row] = await database.sql<{ kept: Date | null }[]>`select private.store_daily_posts() as kept`
    if (!row?.kept) return
  }
}

async function keptDays(): Promise<number> {
  const [row] = await database.sql<
    { days: number }[]
  >`select count(*)::int as days from private.daily_post_stats`
  return row?.days ?? 0
}

test('a member who visits today counts today, at any hour', async () => {
  const { sql } = database
  const [row] = await sql.begin(async (transaction) => {
    await transaction`update public.profiles set last_active = case id when ${BALA} then now() else now() - interval '1 day' end`
    return transaction<{ online: string; members: string }[]>`select * from public.site_counters()`
  })
  expect(row).toMatchObject({ online: '1', members: '2' })
})

describe('a past day', () => {
  test('is stored once, and today never', async () => {
    const thread = await discussion(3)
    await reply(thread, 3)
    await reply(thread, 0)
    expect([await figures(3), await figures(0)]).toEqual([
      [1, 1, 2],
      [0, 1, 1],
    ])
    await keepAll()
    // Yesterday is stored a few minutes after midnight.
    expect([28, 29]).toContain(await keptDays())
    expect([await figures(3), await figures(0)]).toEqual([
      [1, 1, 2],
      [0, 1, 1],
    ])
    await reply(thread, 0)
    expect([28, 29], 'a reply of today forgets none').toContain(await keptDays())
    expect(await figures(0)).toEqual([0, 2, 1])
  })

  test('is the source of the figures', async () => {
    await keepAll()
    await database.sql`update private.daily_post_stats set discussions = 70, replies = 700, authors = 7
      where day = (now() at time zone 'Asia/Kolkata')::date - 5`
    expect(await figures(5)).toEqual([70, 700, 7])
  })

  test.each<[string, (thread: string, reply: string) => Promise<unknown>, number[]]>([
    [
      'a reply is hidden',
      (_, id) => database.sql`update public.replies set is_hidden = true where id = ${id}`,
      [1, 0, 1],
    ],
    ['a reply is deleted', (_, id) => database.sql`delete from public.replies where id = ${id}`, [1, 0, 1]],
    [
      'a discussion is hidden',
      (id) => database.sql`update public.threads set is_hidden = true where id = ${id}`,
      [0, 1, 1],
    ],
    [
      'a discussion is deleted with its replies',
      (id) => database.sql`delete from public.threads where id = ${id}`,
      [0, 0, 0],
    ],
    ['a discussion of that day is loaded', () => discussion(4, BALA), [2, 1, 2]],
    ['a reply of that day is loaded', (id) => reply(id, 4), [1, 2, 2]],
    [
      'a discussion turns out to be of another day',
      (id) => database.sql`update public.threads set created_at = ${ago(6)} where id = ${id}`,
      [0, 1, 1],
    ],
  ])('is true when %s', async (_, happens, expected) => {
    const thread = await discussion(4)
    const answer = await reply(thread, 4)
    await keepAll()
    expect(await figures(4)).toEqual([1, 1, 2])
    await happens(thread, answer)
    expect(await figures(4), 'before the job comes by').toEqual(expected)
    await keepAll()
    expect(await figures(4), 'and after').toEqual(expected)
  })

  test('is corrected when a hidden reply is shown again', async () => {
    const answer = await reply(await discussion(4), 4)
    await database.sql`update public.replies set is_hidden = true where id = ${answer}`
    await keepAll()
    await database.sql`update public.replies set is_hidden = false where id = ${answer}`
    expect(await figures(4)).toEqual([1, 1, 2])
  })

  test('that is long past is not stored', async () => {
    await database.sql`insert into private.daily_post_stats values ('2020-01-01', 1, 1, 1)`
    await keepAll()
    expect(await database.sql`select * from private.daily_post_stats where day = '2020-01-01'`).toEqual([])
  })
})

describe('search of replies', () => {
  const found = (id: string, words: string) =>
    as(id, (sql) => sql<{ id: string }[]>`select id from public.replies_with_words(${words})`)

  test('finds all for an admin, hidden ones too, with the last word unfinished', async () => {
    const thread = await discussion(1)
    const shown = await reply(thread, 1, '<p>Join my telegram channel for allotment tips.</p>')
    const hidden = await reply(thread, 1, '<p>My <em>Telegram</em> channel is better.</p>')
    await reply(thread, 1, '<p>What is a channel?</p>')
    await database.sql`update public.replies set is_hidden = true where id = ${hidden}`
    const ids = async (words: string) => (await found(ADMIN, words)).map(({ id }) => id).toSorted()
    expect(await ids('telegram')).toEqual([shown, hidden].toSorted())
    expect(await ids('channel teleg')).toEqual([shown, hidden].toSorted())
    expect(await ids('telegram tips')).toEqual([shown])
    expect(await ids('whatsapp')).toEqual([])
    expect(await ids(`' | & ! <-> ( :* \\`)).toEqual([])
  })

  test('is refused to everybody else', async () => {
    await reply(await discussion(1), 1, '<p>Join my telegram channel.</p>')
    expect(await found(BALA, 'telegram')).toEqual([])
  })
})
