// A job notifies the followers of a discussion: all of them, each once, in batches, without delaying writers.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  as,
  category,
  connect,
  database,
  follow,
  ids,
  notificationsOf,
  notifyFollowers,
  notifyOfReplies,
  reply,
  start,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

const CROWD = 600

withAnchorThread()

/** The usernames that were notified of a reply in a followed discussion. */
async function crowdTold(): Promise<string[]> {
  const rows = await database.sql<{ username: string }[]>`
    select p.username from public.notifications n join public.profiles p on p.id = n.user_id
    where n.kind = 'reply_to_followed' order by p.username`
  return rows.map(({ username }) => username)
}

async function outbox(): Promise<number> {
  const [row] = await database.sql<{ rows: number }[]>`select count(*)::int as rows from private.reply_outbox`
  return row?.rows ?? -1
}

describe('many followers', () => {
  beforeEach(async () => {
    const { sql } = database
    await sql`
      insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
      select 'crowd' || n || '@example.com', now(), jsonb_build_object('username', 'crowd' || n)
      from generate_series(1, ${CROWD}::int) n
      where not exists (select from public.profiles where username = 'crowd1')`
    await sql`
      insert into public.thread_subscriptions (user_id, thread_id)
      select id, ${thread} from public.profiles where username like 'crowd%'`
  })

  test('are all notified, in batches, each once', async () => {
    const id = await reply('bala', '<p>Hello all</p>')
    expect(await crowdTold(), 'nobody within the statement of the reply').toEqual([])
    expect(await notifyFollowers(100)).toBe(CROWD / 100 + 1)
    const names = await crowdTold()
    expect(names).toHaveLength(CROWD)
    expect(new Set(names).size).toBe(CROWD)
    const [row] = await database.sql`
      select bool_and(reply_id = ${id} and actor_id = ${ids.bala}) as of_it from public.notifications
      where kind = 'reply_to_followed'`
    expect(row?.of_it).toBe(true)
    expect(await outbox()).toBe(0)
  })

  test('are notified in one pass of the first of many waiting replies', async () => {
    const [first] = [await reply('bala', '<p>One</p>'), await reply('meera', '<p>Two</p>')]
    await reply('bala', '<p>Three</p>')
    await notifyOfReplies()
    expect(await outbox()).toBe(3)
    expect(await notifyFollowers(1_000)).toBe(1)
    const [row] = await database.sql`
      select count(*)::int as told, bool_and(reply_id = ${first ?? ''}) as of_first from public.notifications
      where kind = 'reply_to_followed'`
    expect(row).toEqual({ told: CROWD, of_first: true })
    expect(await outbox()).toBe(0)
  })

  test('are notified after an interrupted pass, and only once by two concurrent passes', async () => {
    await reply('bala', '<p>Hello all</p>')
    await notifyOfReplies()
    await database.sql`select private.notify_followers(100)`
    await expect(
      database.sql.begin(async (sql) => {
        await sql`select private.notify_followers(100)`
        throw new Error('the node ends here')
      }),
    ).rejects.toThrow('the node ends here')
    expect(await crowdTold()).toHaveLength(100)
    await reply('meera', '<p>Meanwhile</p>')
    const pool = connect(database.ownerUrl, { max: 4 })
    try {
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          for (;;) {
            const [row] = await pool<{ left: string }[]>`select private.notify_followers(50) as left`
            if (row?.left === '0') return
          }
        }),
      )
    } finally {
      await pool.end()
    }
    await notifyFollowers()
    const names = await crowdTold()
    expect(names).toHaveLength(CROWD)
    expect(new Set(names).size).toBe(CROWD)
    expect(await outbox()).toBe(0)
  })

  test('do not make a reply write any row more than without them', async () => {
    const written = async () => {
      const [before] =
        await database.sql`select pg_current_wal_insert_lsn() as lsn, max(id) as id from private.changes`
      await reply('bala', `<p>Reply ${Math.random()}</p>`)
      const [row] = await database.sql`
        select count(*)::int as changes from private.changes where id > ${before?.id ?? 0}`
      return row?.changes
    }
    // The reply itself.
    expect(await written()).toBe(1)
    await notifyFollowers()
    expect(await written()).toBe(1)
  })
})

describe('no notification is sent', () => {
  test('of a reply that was hidden or deleted before the job ran', async () => {
    await follow('meera')
    const [hidden, deleted] = [await reply('bala', '<p>Spam one</p>'), await reply('bala', '<p>Spam two</p>')]
    await as('admin', (sql) => sql`update public.replies set is_hidden = true where id = ${hidden}`)
    await as('admin', (sql) => sql`delete from public.replies where id = ${deleted}`)
    expect(await notificationsOf('meera')).toEqual([])
    expect(await outbox()).toBe(0)
  })

  test('of an earlier reply to a member who follows since', async () => {
    await follow('meera')
    await reply('bala', '<p>Early</p>')
    await follow('d.rao')
    expect(await notificationsOf('d.rao')).toEqual([])
    expect(await notificationsOf('meera')).toEqual(['reply_to_followed'])
  })

  test('to the author of a reply, who is notified of the next one by somebody else', async () => {
    await follow('meera')
    await reply('meera', '<p>Mine</p>')
    await reply('bala', '<p>Yours</p>')
    expect(await notificationsOf('meera')).toEqual(['reply_to_followed'])
    const [row] = await database.sql`
      select actor_id from public.notifications where kind = 'reply_to_followed'`
    expect(row?.actor_id).toBe(ids.bala)
  })
})

test('the notification of a reply that is taken back goes to the next reply, or goes', async () => {
  await follow('meera')
  await follow('d.rao')
  const takenBack = await reply('bala', '<p>Sent too early</p>')
  await notifyFollowers()
  const told = () => database.sql`
    select p.username, n.reply_id, n.actor_id from public.notifications n join public.profiles p on p.id = n.user_id
    where n.kind = 'reply_to_followed' order by p.username`
  expect((await told()).map(({ reply_id }) => reply_id)).toEqual([takenBack, takenBack])
  const meanwhile = await reply('meera', '<p>Meanwhile</p>')
  await notifyFollowers()
  await as('bala', (sql) => sql`delete from public.replies where id = ${takenBack}`)
  expect(await told()).toEqual([{ username: 'd.rao', reply_id: meanwhile, actor_id: ids.meera }])
  expect(await notificationsOf('asha'), 'of the other reply').toEqual(['reply_to_thread'])
})

test('the notification of a reply that is taken back goes to none that is hidden', async () => {
  const { sql } = database
  await follow('d.rao')
  const takenBack = await reply('bala', '<p>Sent too early</p>')
  await notifyFollowers()
  const hidden = await reply('meera', '<p>Meanwhile, and hidden since</p>')
  const shown = await reply('meera', '<p>After it</p>')
  await notifyFollowers()
  await sql`update public.replies set is_hidden = true where id = ${hidden}`
  const told = () =>
    sql`select reply_id from public.notifications where kind = 'reply_to_followed' and user_id = ${ids['d.rao']}`
  expect(await told()).toEqual([{ reply_id: takenBack }])
  await as('bala', (work) => work`delete from public.replies where id = ${takenBack}`)
  expect(await told()).toEqual([{ reply_id: shown }])
})

test('a reply counts as taken back for fifteen seconds', async () => {
  const { sql } = database
  const isTakenBack = async (age: string) => {
    await sql`delete from private.deleted_posts`
    const id = await reply('d.rao', `<p>Deleted after ${age}</p>`)
    await sql`update public.replies set created_at = now() - ${age}::interval where id = ${id}`
    await as('d.rao', (work) => work`delete from public.replies where id = ${id}`)
    const [row] = await sql<{ spared: boolean }[]>`select is_taken_back as spared from private.deleted_posts`
    return row?.spared
  }
  expect(await isTakenBack('10 s')).toBe(true)
  expect(await isTakenBack('16 s')).toBe(false)
  await sql`delete from private.deleted_posts`
})

test('a reply that is taken back spares the pause before the next once, and stays one of the day', async () => {
  const { sql } = database
  await sql`select private.configure(null, true)`
  try {
    const post = () => reply('d.rao', `<p>Number ${Math.random()}</p>`)
    const takeBack = (id: string) => as('d.rao', (work) => work`delete from public.replies where id = ${id}`)
    await takeBack(await post())
    const second = await post()
    await expect(post()).rejects.toThrow('Please wait')
    await takeBack(second)
    await expect(post()).rejects.toThrow('Please wait')
    const [row] = await sql`
      select count(*)::int as posts, count(*) filter (where is_taken_back)::int as spared
      from private.deleted_posts where author_id = ${ids['d.rao']}`
    expect(row).toEqual({ posts: 2, spared: 1 })
  } finally {
    await sql`select private.configure(null, false)`
  }
})

test('a discussion whose followers cannot be told holds up no other, and is told once they can', async () => {
  const { sql } = database
  const fails = await start('bala', '<p>A discussion that cannot be told of</p>')
  await sql`delete from private.reply_outbox`
  await sql.unsafe(`
    create function private.fail_to_tell() returns trigger language plpgsql as $$
    begin
      if new.thread_id = '${fails}' and new.kind = 'reply_to_followed' then raise 'This one fails'; end if;
      return new;
    end $$;
    create trigger fail_to_tell before insert on public.notifications
      for each row execute function private.fail_to_tell()`)
  await as('meera', (work) => work`insert into public.thread_subscriptions (thread_id) values (${fails})`)
  await follow('meera')
  await as(
    'd.rao',
    (work) => work`insert into public.replies (content, thread_id, author_id)
      values ('<p>First in the queue</p>', ${fails}, ${ids['d.rao']})`,
  )
  await reply('bala', '<p>Behind it</p>')
  await notifyOfReplies()
  const threadsTold = async () => {
    const rows = await sql<{ thread_id: string }[]>`
      select thread_id from public.notifications where kind = 'reply_to_followed' and user_id = ${ids.meera}`
    return rows.map(({ thread_id }) => thread_id)
  }
  try {
    await notifyFollowers()
    expect(await threadsTold()).toEqual([thread])
    expect(await outbox(), 'the one that fails is not lost').toBe(1)
  } finally {
    await sql.unsafe(
      'drop trigger fail_to_tell on public.notifications; drop function private.fail_to_tell()',
    )
  }
  await sql`update private.queue_failures set next_at = now()`
  await notifyFollowers()
  expect((await threadsTold()).toSorted()).toEqual([thread, fails].toSorted())
})

test('a reply is not queued when nobody follows', async () => {
  await reply('bala', '<p>Only its author is told</p>')
  await notifyOfReplies()
  expect(await outbox()).toBe(0)
  expect(await notificationsOf('asha')).toEqual(['reply_to_thread'])
})

test('replies elsewhere in the category are written while followers are notified', async () => {
  await follow('meera')
  await reply('bala', '<p>Hello</p>')
  await notifyOfReplies()
  const pool = connect(database.ownerUrl, { max: 1 })
  try {
    await pool.begin(async (sql) => {
      await sql`select private.notify_followers()`
      // The statement's own lock_timeout would cancel it; the transaction above is still open.
      await database.sql`set lock_timeout = '1s'`
      await as(
        'bala',
        (work) => work`insert into public.replies (content, thread_id, author_id)
          values ('<p>Not held up</p>', ${thread}, ${ids.bala})`,
      )
      const [row] = await database.sql`
        select post_count::int as posts from public.forum_categories where id = ${category}`
      expect(row?.posts).toBe(3)
    })
  } finally {
    await database.sql`reset lock_timeout`
    await pool.end()
  }
})
