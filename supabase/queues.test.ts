// A row of a queue that always fails is tried again after a pause that doubles, is counted where the metrics look, and
// holds up none of the others.
import { beforeEach, expect, test } from 'vitest'
import { database, ids, notifyOfReplies, start, withAnchorThread } from '../tests/support/anchors.ts'

withAnchorThread()

type Queue = {
  job: string
  /** Puts a row of Bala's, which will fail, and one of Meera's into the queue. @returns the key of the first */
  fill: () => Promise<string>
  /** On what its work fails, as Bala's only. */
  breaks: { table: string; on: 'insert' | 'delete'; when: (bad: string) => string }
  left: () => Promise<string[]>
}

const keys = async (statement: string) =>
  (await database.sql.unsafe<{ key: string }[]>(statement)).map(({ key }) => key)

/** As a restored backup has it: no trigger runs, and no foreign key is checked. */
const loaded = (statement: string) =>
  database.sql
    .unsafe(`set session_replication_role = replica; ${statement}; reset session_replication_role`)
    .simple()

const ofBoth = async () => [
  await start('bala', '<p>The first one of the two</p>'),
  await start('meera', '<p>The other one of the two</p>'),
]

const QUEUES: Readonly<Record<string, Queue>> = {
  new_replies: {
    job: 'notify_of_replies',
    fill: async () => {
      await database.sql`delete from private.new_replies`
      const replies: string[] = []
      for (const id of await ofBoth()) {
        const [row] = await database.sql<{ id: string }[]>`
          insert into public.replies (thread_id, author_id, content) values (${id}, ${ids.asha}, '<p>An answer</p>')
          returning id`
        replies.push(row?.id ?? '')
      }
      return replies[0] ?? ''
    },
    breaks: { table: 'public.notifications', on: 'insert', when: (bad) => `new.reply_id = '${bad}'` },
    left: () => keys('select reply_id as key from private.new_replies'),
  },
  reply_outbox: {
    job: 'notify_followers',
    fill: async () => {
      const threads = await ofBoth()
      await database.sql`delete from private.thread_outbox`
      for (const id of threads) {
        await database.sql`insert into public.thread_subscriptions (user_id, thread_id) values (${ids['d.rao']}, ${id})`
        await database.sql`
          insert into public.replies (thread_id, author_id, content) values (${id}, ${ids.asha}, '<p>An answer</p>')`
      }
      await notifyOfReplies()
      return threads[0] ?? ''
    },
    breaks: {
      table: 'public.notifications',
      on: 'insert',
      when: (bad) => `new.thread_id = '${bad}' and new.kind = 'reply_to_followed'`,
    },
    left: () => keys('select distinct thread_id as key from private.reply_outbox'),
  },
  thread_outbox: {
    job: 'notify_of_new_threads',
    fill: async () => {
      for (const author of [ids.bala, ids.meera])
        await database.sql`
          insert into public.follows (follower_id, followed_id) values (${ids['d.rao']}, ${author}) on conflict do nothing`
      return (await ofBoth())[0] ?? ''
    },
    breaks: { table: 'public.notifications', on: 'insert', when: (bad) => `new.thread_id = '${bad}'` },
    left: () => keys('select thread_id as key from private.thread_outbox'),
  },
  pending_threads: {
    job: 'process_pending_threads',
    fill: async () => {
      const threads = await ofBoth()
      for (const id of threads)
        await loaded(`
          insert into public.replies (thread_id, author_id, content)
          select '${id}', '${ids.asha}', '<p>One of many</p>' from generate_series(1, 120)`)
      await database.sql`delete from public.threads where id in ${database.sql(threads)}`
      return threads[0] ?? ''
    },
    breaks: { table: 'public.replies', on: 'delete', when: (bad) => `old.thread_id = '${bad}'` },
    left: () => keys('select thread_id as key from private.pending_threads'),
  },
  account_erasures: {
    job: 'erase_accounts',
    fill: async () => {
      await database.sql`
        insert into public.bookmarks (user_id, thread_id)
        select u, t.id from unnest(${[ids.bala, ids.meera]}::uuid[]) u, public.threads t`
      await database.sql`
        insert into private.account_erasures (user_id) select unnest(${[ids.bala, ids.meera]}::uuid[])`
      return ids.bala
    },
    breaks: { table: 'public.bookmarks', on: 'delete', when: (bad) => `old.user_id = '${bad}'` },
    left: () => keys('select user_id as key from private.account_erasures'),
  },
  reminders: {
    job: 'send_reminders',
    fill: async () => {
      const [thread = '', other = ''] = await ofBoth()
      await loaded(`
        insert into public.bookmarks (user_id, thread_id, remind_at)
        values ('${ids.bala}', '${thread}', now() - interval '1 hour'), ('${ids.meera}', '${other}', now())`)
      return `${ids.bala} ${thread}`
    },
    breaks: { table: 'public.notifications', on: 'insert', when: () => `new.user_id = '${ids.bala}'` },
    left: () =>
      keys(`select user_id || ' ' || thread_id as key from public.bookmarks where remind_at is not null`),
  },
  closed_accounts: {
    job: 'erase_closed_accounts',
    fill: async () => {
      const rows = await database.sql<{ id: string }[]>`
        insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
        select 'gone' || n || '@example.com', now(), jsonb_build_object('username', 'gone' || n) from generate_series(1, 2) n
        returning id`
      const bad = rows[0]?.id ?? ''
      for (const { id } of rows) {
        await database.sql`update auth.users set deleted_at = now() where id = ${id}`
        await loaded(`
          insert into private.closed_accounts (user_id, email, username, registered_at, closed_at)
          select id, email, 'gone', created_at, now() - interval '181 days' from auth.users where id = '${id}'
          on conflict (user_id) do update set closed_at = excluded.closed_at`)
      }
      return bad
    },
    breaks: { table: 'auth.users', on: 'delete', when: (bad) => `old.id = '${bad}'` },
    left: () =>
      keys('select c.user_id as key from private.closed_accounts c join auth.users u on u.id = c.user_id'),
  },
}

beforeEach(async () => {
  for (const table of [
    'queue_failures',
    'reply_outbox',
    'thread_outbox',
    'pending_threads',
    'account_erasures',
  ])
    await database.sql.unsafe(`delete from private.${table}`)
  await database.sql`delete from public.bookmarks`
})

const failures = () => database.sql<{ item: string; attempts: number; pause: number; error: string }[]>`
  select item, attempts, extract(epoch from next_at - now())::int as pause, error from private.queue_failures`

/** Runs the job until nothing of its queue is due. */
async function run(job: string) {
  for (let batches = 0; batches < 100; batches += 1) {
    const [row] = await database.sql.unsafe<{ done: number }[]>(`select private.${job}()::int as done`)
    if (row?.done === 0) return
  }
  throw new Error('a row that fails is taken again and again')
}

test.each(Object.keys(QUEUES))(
  '%s: a row that fails pauses, the others go on, and it is done in the end',
  async (name) => {
    const { job, fill, breaks, left } = QUEUES[name] as Queue
    const { sql } = database
    const bad = await fill()
    const untouched = await left()
    expect(untouched).toContain(bad)
    expect(untouched.length).toBeGreaterThan(1)
    await sql.unsafe(`
    create function public.fail() returns trigger language plpgsql as $$
    begin
      if ${breaks.when(bad)} then raise 'This one fails'; end if;
      return case tg_op when 'DELETE' then old else new end;
    end $$;
    create trigger "000_fail" before ${breaks.on} on ${breaks.table} for each row execute function public.fail()`)
    try {
      await run(job)
      expect(await left()).toEqual([bad])
      const failed = { item: bad, error: 'P0001 This one fails' }
      expect(await failures()).toMatchObject([{ ...failed, attempts: 1, pause: 10 }])
      expect([...(await sql`select * from private.failing_queues()`)]).toEqual([
        { queue: name, failing: '1', attempts: 1, error: 'P0001 This one fails' },
      ])
      await sql`update private.queue_failures set next_at = now()`
      await run(job)
      expect(await failures()).toMatchObject([{ ...failed, attempts: 2, pause: 20 }])
      await sql`update private.queue_failures set next_at = now(), attempts = 500`
      await run(job)
      expect(await failures(), 'at most an hour').toMatchObject([{ ...failed, attempts: 501, pause: 3_600 }])
    } finally {
      await sql`drop function public.fail() cascade`
    }
    await run(job)
    expect(await left(), 'not before its pause is over').toEqual([bad])
    await sql`update private.queue_failures set next_at = now()`
    await run(job)
    expect(await left()).toEqual([])
    expect(await failures()).toHaveLength(0)
  },
)

test('a row that takes longer than a job may is a failure like others', async () => {
  const { job, fill, breaks, left } = QUEUES.thread_outbox as Queue
  const { sql } = database
  const bad = await fill()
  await sql.unsafe(`
    create function public.fail() returns trigger language plpgsql as $$
    begin
      if ${breaks.when(bad)} then perform pg_sleep(60); end if;
      return new;
    end $$;
    create trigger "000_fail" before insert on public.notifications for each row execute function public.fail();
    set statement_timeout = '1s'`)
  try {
    await run(job)
    expect(await left()).toEqual([bad])
    expect(await failures()).toMatchObject([
      { item: bad, attempts: 1, error: '57014 canceling statement due to statement timeout' },
    ])
  } finally {
    await sql`reset statement_timeout`
    await sql`drop function public.fail() cascade`
  }
})

test('the failure of a row that is gone is forgotten after two days', async () => {
  const { sql } = database
  await sql`
    insert into private.queue_failures (queue, item, error, next_at)
    values ('thread_outbox', 'gone', 'P0001', now() - interval '49 hours'), ('thread_outbox', 'waits', 'P0001', now())`
  await sql`select private.forget_queue_failures()`
  expect(await failures()).toMatchObject([{ item: 'waits' }])
})
