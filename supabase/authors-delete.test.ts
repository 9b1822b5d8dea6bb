// After authors delete what they wrote: nothing of theirs remains, and everything of others does.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

let database: TestDatabase
let sql: Sql
let asha: string
let bala: string

beforeAll(async () => {
  database = await startDatabase()
  sql = database.sql
  await sql`select private.configure(null, false)`
  await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos')`
})

afterAll(() => database.stop())

beforeEach(async () => {
  await sql`truncate auth.users, public.profiles cascade`
  await sql`select private.recount()`
  ;[asha, bala] = [await join('asha'), await join('bala')]
})

async function join(name: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
    values (${`${name}@example.com`}, now(), ${sql.json({ username: name })}) returning id`
  return row?.id as string
}

async function start(author: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id, tags)
    select 'How to read an anchor list', '<p>My salary is a secret, @bala.</p>', ${author}, id, '{anchor}'
    from public.forum_categories returning id`
  return row?.id as string
}

async function answer(thread: string, author: string, content = '<p>Like this.</p>'): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.replies (thread_id, author_id, content) values (${thread}, ${author}, ${content}) returning id`
  return row?.id as string
}

function as<T>(member: string, work: (sql: Sql) => Promise<T>, connection = sql): Promise<T> {
  return connection.begin(async (transaction) => {
    await transaction`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: member, role: 'authenticated' })}, true)`
    return work(transaction as unknown as Sql)
  }) as Promise<T>
}

const withdraw = (member: string, thread: string, connection = sql) =>
  as(
    member,
    (work) => work<{ outcome: string }[]>`select public.withdraw_thread(${thread}) as outcome`,
    connection,
  )

const corrections = () => sql`select counted, corrected from private.recount() where corrected > 0`

test('a discussion without replies of others is deleted with the author’s own replies, and its address is remembered as gone', async () => {
  const thread = await start(asha)
  await answer(thread, asha)
  expect(await withdraw(asha, thread)).toEqual([{ outcome: 'deleted' }])
  expect(await sql`select from public.threads`).toHaveLength(0)
  expect(await sql`select from public.replies`).toHaveLength(0)
  expect(await sql`select id from public.deleted_threads where id = ${thread}`).toHaveLength(1)
  expect(await corrections()).toEqual([])
})

test('an answered discussion keeps its title and the replies, and its text is deleted everywhere', async () => {
  const thread = await start(asha)
  await as(
    asha,
    (work) =>
      work`update public.threads set content = '<p>My wage is a secret, @bala.</p>' where id = ${thread}`,
  )
  await answer(thread, bala)
  expect(await sql`select kind from public.notifications where user_id = ${bala}`).toEqual([
    { kind: 'mention' },
  ])
  expect(await withdraw(asha, thread)).toEqual([{ outcome: 'emptied' }])
  expect(await sql`select title, content, tags, is_deleted, reply_count from public.threads`).toEqual([
    {
      title: 'How to read an anchor list',
      content: '<p>Deleted by its author.</p>',
      tags: ['anchor'],
      is_deleted: true,
      reply_count: 1,
    },
  ])
  expect(await sql`select from public.post_revisions`).toHaveLength(0)
  expect(await sql`select from public.notifications where user_id = ${bala}`).toHaveLength(0)
  expect(await sql`select from private.thread_words where words @@ to_tsquery('simple', 'secret')`).toEqual(
    [],
  )
  expect(await corrections()).toEqual([])
})

test('nobody can delete the post of another, and no post is deleted twice', async () => {
  const thread = await start(asha)
  await answer(thread, bala)
  await expect(withdraw(bala, thread)).rejects.toMatchObject({ code: 'PT404' })
  await withdraw(asha, thread)
  await expect(withdraw(asha, thread)).rejects.toMatchObject({ code: 'PT403' })
})

test('a banned member cannot delete', async () => {
  const thread = await start(asha)
  await sql`update public.profiles set user_level = 'Banned' where id = ${asha}`
  await expect(withdraw(asha, thread)).rejects.toMatchObject({ code: 'PT403' })
})

// The policy is evaluated again, on the row that the new reply has updated.
test('a reply that is written during the deletion of its discussion stays, and so does the discussion', async () => {
  const thread = await start(asha)
  const other = connect(database.ownerUrl, { max: 1 })
  try {
    let deletion: Promise<unknown> = Promise.resolve()
    await sql.begin(async (transaction) => {
      await transaction`
        insert into public.replies (thread_id, author_id, content)
        values (${thread}, ${bala}, '<p>In time.</p>')`
      deletion = as(
        asha,
        (work) => work`delete from public.threads where id = ${thread} returning id`,
        other,
      ).catch((error: unknown) => error)
      // The deletion waits for the lock on the row that the reply updates.
      await expect.poll(() => transaction`select from pg_locks where not granted`).toHaveLength(1)
    })
    expect(await deletion).toEqual([])
    expect(await sql`select author_id from public.replies where thread_id = ${thread}`).toEqual([
      { author_id: bala },
    ])
  } finally {
    await other.end()
  }
})

test('an own reply is deleted with its notifications', async () => {
  const thread = await start(asha)
  const reply = await answer(thread, bala)
  await sql`select private.notify_of_replies()`
  expect(await sql`select kind from public.notifications where user_id = ${asha}`).toHaveLength(1)
  await as(bala, (work) => work`delete from public.replies where id = ${reply}`)
  expect(await sql`select reply_count from public.threads`).toEqual([{ reply_count: 0 }])
  expect(await sql`select from public.notifications where user_id = ${asha}`).toHaveLength(0)
  expect(await sql`select from public.moderation_log`).toHaveLength(0)
  expect(await corrections()).toEqual([])
})

test('an own chat message is deleted without an entry in the moderation log', async () => {
  await sql`insert into public.user_roles (user_id, role) values (${asha}, 'admin')`
  for (const member of [asha, bala])
    await as(
      member,
      (work) =>
        work`insert into public.chat_messages (message, username, user_id) values ('Mine', 'x', ${member})`,
    )
  await as(asha, (work) => work`delete from public.chat_messages where user_id = ${asha}`)
  expect(await sql`select from public.moderation_log where action = 'delete'`).toHaveLength(0)
  await as(asha, (work) => work`delete from public.chat_messages where user_id = ${bala}`)
  expect(await sql`select from public.moderation_log where action = 'delete'`).toHaveLength(1)
})

test('the wait for the next post is spared for one taken back within seconds, once in two minutes', async () => {
  await sql`select private.configure(null, true)`
  try {
    const thread = await start(bala)
    const write = () =>
      as(
        asha,
        (work) => work<{ id: string }[]>`
          insert into public.replies (thread_id, author_id, content) values (${thread}, ${asha}, '<p>Like this.</p>')
          returning id`,
      )
    for (let times = 0; times < 2; times += 1) {
      const [reply] = await write()
      await as(asha, (work) => work`delete from public.replies where id = ${reply?.id ?? ''}`)
    }
    await expect(write()).rejects.toMatchObject({ code: 'PT429' })
  } finally {
    await sql`select private.configure(null, false)`
  }
})
