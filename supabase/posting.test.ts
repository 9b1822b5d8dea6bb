// How often a member may post, who stays anonymous in the chat, and what a chat message replies to.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const NAMES = ['asha', 'bala', 'meera', 'admin'] as const
type Name = (typeof NAMES)[number]
const ids: Record<Name, string> = {
  asha: 'a0000000-0000-4000-8000-000000000001',
  bala: 'b0000000-0000-4000-8000-000000000002',
  meera: 'c0000000-0000-4000-8000-000000000003',
  admin: 'd0000000-0000-4000-8000-000000000004',
}

let database: TestDatabase
let category: string

beforeAll(async () => {
  database = await startDatabase()
  const { sql } = database
  for (const name of NAMES) {
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${ids[name]}, ${`${name}@example.com`}, now(), ${sql.json({ username: name })})`
  }
  await sql`insert into public.user_roles (user_id, role) values (${ids.admin}, 'admin')`
  const [row] =
    await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') returning id`
  category = row?.id as string
})

afterAll(() => database.stop())

beforeEach(async () => {
  const { sql } = database
  await sql`delete from public.threads`
  await sql`select private.configure(null, true)`
  await sql`update public.profiles set created_at = now() - interval '30 days'`
  await sql`update public.site_settings set max_posts_per_day = 10, auto_moderation = true, maintenance_mode = false`
})

function as<T>(name: Name, statement: (sql: Sql) => Promise<T>, sql = database.sql): Promise<T> {
  return sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: ids[name], role: 'authenticated' })}, true)`
    return statement(work)
  }) as Promise<T>
}

const start = (name: Name, content = '<p>What does the anchor list tell?</p>', sql = database.sql) =>
  as(
    name,
    (work) => work<{ id: string }[]>`insert into public.threads (title, content, author_id, category_id)
      values ('A question about anchors', ${content}, ${ids[name]}, ${category}) returning id`,
    sql,
  )
const reply = (name: Name, thread: string, content: string, sql = database.sql) =>
  as(
    name,
    (work) => work`insert into public.replies (content, thread_id, author_id)
      values (${content}, ${thread}, ${ids[name]})`,
    sql,
  )
/** Moves all posts into the past. */
const later = async (interval: string) => {
  await database.sql`update public.threads set created_at = created_at - ${interval}::interval`
  await database.sql`update public.replies set created_at = created_at - ${interval}::interval`
}

describe('posting', () => {
  test('a second discussion waits 15 seconds, a second reply 5', async () => {
    const [thread] = await start('asha')
    await expect(start('asha', '<p>Another text entirely</p>')).rejects.toMatchObject({
      code: 'PT429',
      message: expect.stringMatching(/^Please wait \d+ seconds before you post again\.$/),
      detail: expect.stringMatching(/^Retry after 1[45] seconds\.$/),
    })
    const id = thread?.id ?? ''
    await reply('bala', id, '<p>First answer</p>')
    await expect(reply('bala', id, '<p>Second answer</p>')).rejects.toMatchObject({ code: 'PT429' })
    await later('6 seconds')
    await reply('bala', id, '<p>Second answer</p>')
    await later('10 seconds')
    expect(await start('asha', '<p>Another text entirely</p>')).toHaveLength(1)
  })

  test('an account made today waits 120 and 30 seconds', async () => {
    await database.sql`update public.profiles set created_at = now() where id = ${ids.asha}`
    await start('asha')
    await later('60 seconds')
    await expect(start('asha', '<p>Another text entirely</p>')).rejects.toMatchObject({ code: 'PT429' })
    await later('61 seconds')
    expect(await start('asha', '<p>Another text entirely</p>')).toHaveLength(1)
  })

  test('the same text is refused within five minutes, and accepted afterwards', async () => {
    await start('asha')
    await later('1 minute')
    await expect(start('asha')).rejects.toMatchObject({
      code: 'PT429',
      message: 'You posted the same text a moment ago.',
    })
    await later('5 minutes')
    expect(await start('asha')).toHaveLength(1)
  })

  test('the day’s maximum counts discussions and replies, and can be changed in the settings', async () => {
    await database.sql`update public.site_settings set max_posts_per_day = 3`
    const [thread] = await start('asha')
    for (const text of ['one', 'two']) {
      await later('1 minute')
      await reply('asha', thread?.id ?? '', `<p>Answer ${text}</p>`)
    }
    await later('1 minute')
    await expect(reply('asha', thread?.id ?? '', '<p>Answer three</p>')).rejects.toMatchObject({
      code: 'PT429',
      message: 'You have reached the limit of 3 posts a day. Please come back tomorrow.',
    })
    await database.sql`update public.site_settings set max_posts_per_day = 4`
    await reply('asha', thread?.id ?? '', '<p>Answer three</p>')
  })

  test('of fifty replies sent at once, one is stored', async () => {
    const [thread] = await start('asha')
    const pool = connect(database.ownerUrl, { max: 10 })
    try {
      const answers = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) =>
          reply('bala', thread?.id ?? '', `<p>Answer ${index}</p>`, pool),
        ),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    } finally {
      await pool.end()
    }
    expect(await database.sql`select 1 from public.replies`).toHaveLength(1)
  })

  test('admins, and all members when the operator disables the limits, are not limited', async () => {
    await start('admin')
    expect(await start('admin')).toHaveLength(1)
    await database.sql`select private.configure(null, false)`
    await start('asha')
    expect(await start('asha')).toHaveLength(1)
  })
})

test('during maintenance only admins write', async () => {
  await database.sql`update public.site_settings set maintenance_mode = true`
  await expect(start('asha')).rejects.toMatchObject({ code: '42501' })
  expect(await start('admin')).toHaveLength(1)
})

test('an anonymous message has no reference to its member in any row that members read', async () => {
  const [message] = await as(
    'asha',
    (work) => work<{ id: string }[]>`
    insert into public.chat_messages (message, username, user_id, is_anonymous)
    values ('Who else is nervous?', 'Night Owl', ${ids.asha}, true) returning *`,
  )
  expect(message).toMatchObject({ user_id: null, username: 'Night Owl', is_anonymous: true })
  expect(JSON.stringify(message)).not.toContain(ids.asha)
  const [author] =
    await database.sql`select user_id from private.chat_authors where message_id = ${message?.id ?? ''}`
  expect(author).toEqual({ user_id: ids.asha })
})

test('a chat message replies to one that its writer may read, and stays when that one is deleted', async () => {
  const { sql } = database
  const [parent] = await sql<
    { id: string }[]
  >`insert into public.chat_messages (message, username, is_anonymous)
    values ('Any news of the listing?', 'Night Owl', true) returning id`
  const [expired] = await sql<
    { id: string }[]
  >`insert into public.chat_messages (message, username, is_anonymous, created_at)
    values ('Long ago', 'Night Owl', true, now() - interval '13 hours') returning id`
  const answer = async (to: string) => {
    const [row] = await as(
      'asha',
      (work) => work<{ id: string; reply_to: string | null }[]>`
        insert into public.chat_messages (message, username, reply_to) values ('Tomorrow', 'asha', ${to})
        returning id, reply_to`,
    )
    return row
  }
  const reply = await answer(parent?.id ?? '')
  expect(reply?.reply_to).toBe(parent?.id)
  expect((await answer(expired?.id ?? ''))?.reply_to).toBeNull()
  expect((await answer('00000000-0000-4000-8000-000000000000'))?.reply_to).toBeNull()
  await sql`update public.site_settings set chat_rooms = true`
  const [elsewhere] = await sql<{ reply_to: string | null }[]>`
    insert into public.chat_messages (message, username, is_anonymous, category_id, reply_to)
    values ('In a room', 'Night Owl', true, ${category}, ${parent?.id ?? ''}) returning reply_to`
  expect(elsewhere, 'that message is in another room').toEqual({ reply_to: null })
  await sql`delete from public.chat_messages where id = ${parent?.id ?? ''}`
  expect(await sql`select reply_to from public.chat_messages where id = ${reply?.id ?? ''}`).toEqual([
    { reply_to: null },
  ])
})

describe('a new account', () => {
  const signUp = (email: string, data: object, confirmed = true) => database.sql<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
    values (${email}, ${confirmed ? new Date().toISOString() : null}, ${database.sql.json(data as never)}) returning id`
  const nameOf = async (id: string | undefined) =>
    (await database.sql`select username from public.profiles where id = ${id ?? ''}`)[0]?.username

  test('gets a profile when it is confirmed, with the chosen name', async () => {
    const [account] = await signUp('kavya@example.com', { username: 'Kavya_S' }, false)
    expect(await nameOf(account?.id)).toBeUndefined()
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${account?.id ?? ''}`
    expect(await nameOf(account?.id)).toBe('Kavya_S')
  })

  test('that chose no name gets one that reveals nothing of its address', async () => {
    const [first] = await signUp('j+k@example.com', {})
    const [second] = await signUp('asha@elsewhere.com', {})
    expect(await nameOf(first?.id)).toMatch(/^member-[0-9a-f]{8}$/)
    expect(await nameOf(second?.id)).toMatch(/^member-[0-9a-f]{8}$/)
  })

  test.each([
    ['ASHA', 'That username is already taken.'],
    ['no spaces', 'A username has 3 to 30 letters, numbers, _ . -'],
  ])('is refused the name %s', async (username, message) => {
    await expect(signUp(`${username.length}@example.com`, { username })).rejects.toMatchObject({
      code: 'PT422',
      message,
    })
  })
})
