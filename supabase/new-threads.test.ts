// A job tells of new threads those who follow the author or watch the category or a tag: each once, in batches, without delaying the author, and not
// without bound.
import { beforeEach, expect, test } from 'vitest'
import { as, category, database, ids, type Name, start, withAnchorThread } from '../tests/support/anchors.ts'

const CROWD = 600
const CONTENT = '<p>What does the anchor list tell?</p>'

withAnchorThread()

beforeEach(async () => {
  await database.sql`delete from public.follows`
  await database.sql`delete from public.watches`
  await database.sql`delete from private.thread_outbox`
})

const followMember = (name: Name, followed: Name) =>
  as(name, (work) => work`insert into public.follows (followed_id) values (${ids[followed]})`)

/** Runs the job. @returns the number of batches */
async function notify(batch = 250): Promise<number> {
  for (let batches = 0; ; batches += 1) {
    const [row] = await database.sql<
      { left: string }[]
    >`select private.notify_of_new_threads(${batch}) as left`
    if (row?.left === '0') return batches
  }
}

/** What `name` may read of new threads. */
async function toldOf(name: Name): Promise<{ kind: string; thread_id: string }[]> {
  await notify()
  const rows = await as(
    name,
    (work) => work<{ kind: string; thread_id: string }[]>`
      select kind, thread_id from public.notifications order by created_at, thread_id`,
  )
  return [...rows]
}

async function waiting(): Promise<number> {
  const [row] = await database.sql<
    { rows: number }[]
  >`select count(*)::int as rows from private.thread_outbox`
  return row?.rows ?? -1
}

test('a follower of the author is told, by name, once; nobody else is', async () => {
  await followMember('bala', 'asha')
  await followMember('asha', 'bala')
  const id = await start('asha', CONTENT)
  expect(await toldOf('bala')).toEqual([{ kind: 'thread_by_followed', thread_id: id }])
  expect(await toldOf('asha')).toEqual([])
  expect(await toldOf('meera')).toEqual([])
  const [row] = await database.sql`select actor_id from public.notifications`
  expect(row?.actor_id).toBe(ids.asha)
  expect(await waiting()).toBe(0)
})

test('a thread that cannot be told of holds up no other', async () => {
  const { sql } = database
  await followMember('bala', 'asha')
  const fails = await start('asha', CONTENT)
  await sql.unsafe(`
    create function private.fail_to_tell() returns trigger language plpgsql as $$
    begin
      if new.thread_id = '${fails}' then raise 'This one fails'; end if;
      return new;
    end $$;
    create trigger fail_to_tell before insert on public.notifications
      for each row execute function private.fail_to_tell()`)
  try {
    const behind = await start('asha', CONTENT)
    for (let left = 1; left > 0; )
      left = Number((await sql`select private.notify_of_new_threads() as left`)[0]?.left)
    const told = await sql`select thread_id from public.notifications where user_id = ${ids.bala}`
    expect([...told]).toEqual([{ thread_id: behind }])
    expect(await waiting(), 'the one that fails is not lost').toBe(1)
  } finally {
    await sql.unsafe(
      'drop trigger fail_to_tell on public.notifications; drop function private.fail_to_tell()',
    )
  }
})

test('nobody waits for the job when nobody follows', async () => {
  await start('asha', CONTENT)
  expect(await waiting()).toBe(0)
})

test('a follower whom the opening post mentions is told of the mention alone', async () => {
  await followMember('bala', 'asha')
  await start('asha', '<p>What does @bala say?</p>')
  expect((await toldOf('bala')).map(({ kind }) => kind)).toEqual(['mention'])
})

test('author, category and tags of one thread are one notification, of the first kind that is on', async () => {
  const watch = (name: Name, subject: { category_id?: string; tag?: string }) =>
    as(name, (work) => work`insert into public.watches ${work(subject)}`)
  const tagged = async (tags: string[]) => {
    const [row] = await as(
      'asha',
      (work) => work<
        { id: string }[]
      >`insert into public.threads (title, content, author_id, category_id, tags)
        values ('A question about anchors', ${CONTENT}, ${ids.asha}, ${category}, ${tags}) returning id`,
    )
    return row?.id ?? ''
  }
  await watch('bala', { category_id: category })
  await watch('bala', { tag: 'ipo' })
  await watch('bala', { tag: 'gmp' })
  await followMember('bala', 'asha')
  await watch('meera', { tag: 'ipo' })
  await watch('asha', { tag: 'ipo' })
  const first = await tagged(['IPO', 'gmp'])
  expect(await toldOf('bala')).toEqual([{ kind: 'thread_by_followed', thread_id: first }])
  expect(await toldOf('meera'), 'however the tag is spelled').toEqual([
    { kind: 'thread_watched', thread_id: first },
  ])
  expect(await toldOf('asha'), 'not of their own').toEqual([])
  await as('bala', (work) => work`insert into public.notification_settings (muted) values ('{members}')`)
  const second = await tagged([])
  expect(await toldOf('bala')).toContainEqual({ kind: 'thread_watched', thread_id: second })
  expect(await toldOf('meera'), 'without the tag').toHaveLength(1)
  await as('bala', (work) => work`update public.notification_settings set muted = '{members,watched}'`)
  await tagged(['ipo'])
  expect(await toldOf('bala')).toHaveLength(2)
})

test('a member watches a hundred at most, also by two requests at once', async () => {
  const insert = (from: number, to: number) =>
    as(
      'bala',
      (work) =>
        work`insert into public.watches (tag) select 'tag ' || n from generate_series(${from}::int, ${to}::int) n`,
    )
  await database.sql`delete from private.write_counts`
  for (const [from, to] of [
    [1, 50],
    [51, 99],
  ] as const) {
    await insert(from, to)
    await database.sql`delete from private.write_counts`
  }
  const answers = await Promise.allSettled([insert(100, 100), insert(101, 101)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(insert(102, 102)).rejects.toMatchObject({ code: 'PT422' })
  await expect(
    as('bala', (work) => work`insert into public.watches (tag) values ('IPO')`),
  ).rejects.toMatchObject({
    code: '23514',
  })
})

test('what is hidden, deleted or by a banned member when the job runs is not told, nor to whom it is off', async () => {
  await followMember('bala', 'asha')
  const hidden = await start('asha', CONTENT)
  await as('admin', (sql) => sql`update public.threads set is_hidden = true where id = ${hidden}`)
  const deleted = await start('asha', CONTENT)
  await as('admin', (sql) => sql`delete from public.threads where id = ${deleted}`)
  expect(await toldOf('bala')).toEqual([])

  await start('asha', CONTENT)
  await database.sql`update public.profiles set user_level = 'Banned' where id = ${ids.asha}`
  await notify()
  expect(await waiting()).toBe(0)
  await database.sql`update public.profiles set user_level = 'Regular' where id = ${ids.asha}`
  expect(await toldOf('bala')).toEqual([])

  await as('bala', (sql) => sql`insert into public.notification_settings (muted) values ('{members}')`)
  await start('asha', CONTENT)
  expect(await toldOf('bala')).toEqual([])
  await as('bala', (sql) => sql`update public.notification_settings set muted = '{}', mailed = '{members}'`)
  await start('asha', CONTENT)
  expect(await toldOf('bala')).toHaveLength(1)
  const [mail] = await database.sql`select topic from private.notification_mails`
  expect(mail).toEqual({ topic: 'members' })
})

test('what is told is no longer shown when the thread is hidden', async () => {
  await followMember('bala', 'asha')
  const id = await start('asha', CONTENT)
  expect(await toldOf('bala')).toHaveLength(1)
  await as('admin', (sql) => sql`update public.threads set is_hidden = true where id = ${id}`)
  expect(await toldOf('bala')).toEqual([])
})

test('a flood makes twenty rows an hour and a hundred in all, until they are read', async () => {
  await followMember('bala', 'asha')
  const flood = async (threads: number, minutes: number) => {
    await database.sql`set session_replication_role = replica`
    const made = await database.sql<{ id: string }[]>`
      insert into public.threads (title, content, author_id, category_id)
      select 'Flood', ${CONTENT}, ${ids.asha}, ${category} from generate_series(1, ${threads}::int) returning id`
    await database.sql`set session_replication_role = origin`
    await database.sql`insert into private.thread_outbox ${database.sql(made.map(({ id }) => ({ thread_id: id })))}`
    await notify()
    await database.sql`update public.notifications set created_at = created_at - make_interval(mins => ${minutes})`
    return (await database.sql`select from public.notifications where user_id = ${ids.bala}`).length
  }
  expect(await flood(25, 30)).toBe(20)
  expect(await flood(5, 31), 'within the hour').toBe(20)
  for (const told of [40, 60, 80, 100, 100]) expect(await flood(25, 61)).toBe(told)
  await database.sql`update public.notifications set read_at = now()`
  expect(await flood(3, 0)).toBe(103)
})

test('many are told in batches, each once, also after an interrupted batch; the author writes one row for all', async () => {
  const { sql } = database
  await sql`
    insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
    select 'crowd' || n || '@example.com', now(), jsonb_build_object('username', 'crowd' || n)
    from generate_series(1, ${CROWD}::int) n`
  await sql`
    insert into public.follows (follower_id, followed_id)
    select id, ${ids.asha} from public.profiles where username like 'crowd%'`
  await start('asha', CONTENT)
  expect(await waiting()).toBe(1)
  await sql`select private.notify_of_new_threads(100)`
  await expect(
    sql.begin(async (work) => {
      await work`select private.notify_of_new_threads(100)`
      throw new Error('the node ends here')
    }),
  ).rejects.toThrow('the node ends here')
  expect(await notify(100)).toBe(CROWD / 100)
  const [row] = await sql`
    select count(*)::int as rows, count(distinct user_id)::int as members from public.notifications
    where kind = 'thread_by_followed'`
  expect(row).toEqual({ rows: CROWD, members: CROWD })
})
