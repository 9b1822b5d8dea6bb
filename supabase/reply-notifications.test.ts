// A job notifies those whom a reply concerns, after its commit: each once, whatever happens to the reply or to the job, and
// without a lock that another reply waits for.
import { beforeEach, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import {
  as,
  connect,
  database,
  edit,
  follow,
  ids,
  type Name,
  notificationsOf,
  notifyFollowers,
  notifyOfReplies,
  reply,
  start,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

withAnchorThread()

beforeEach(async () => {
  await database.sql`delete from private.new_replies`
})

const waiting = async () =>
  (await database.sql<{ id: string }[]>`select reply_id as id from private.new_replies`).map(({ id }) => id)

/** All notifications, readable or not. */
const stored = async () => {
  const rows = await database.sql<{ told: string }[]>`
    select p.username || ' ' || n.kind as told
    from public.notifications n join public.profiles p on p.id = n.user_id order by 1`
  return rows.map(({ told }) => told)
}

/** Runs `work` with a connection of its own. */
async function elsewhere<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const other = connect(database.ownerUrl, { max: 1 })
  try {
    return await work(other)
  } finally {
    await other.end()
  }
}

/** Runs the job once, does `meanwhile` before its commit, and commits. */
const whileJobRuns = (meanwhile: () => Promise<unknown>) =>
  elsewhere((other) =>
    other.begin(async (sql) => {
      await sql`select private.notify_of_replies()`
      await meanwhile()
    }),
  )

test('a reply notifies nobody itself, and the job has the time of the reply', async () => {
  const id = await reply('bala', '<p>@meera, look</p>')
  expect(await stored()).toEqual([])
  expect(await waiting()).toEqual([id])
  await notifyOfReplies()
  expect(await stored()).toEqual(['asha reply_to_thread', 'meera mention'])
  expect(await waiting()).toEqual([])
  const [row] = await database.sql`
    select bool_and(n.created_at = r.created_at) as same
    from public.notifications n join public.replies r on r.id = n.reply_id`
  expect(row).toEqual({ same: true })
})

test('while the job has not committed, others reply in the discussion; and it waits for no reply', async () => {
  await reply('bala', '<p>@meera, look</p>')
  await database.sql`set lock_timeout = '2s'`
  try {
    await whileJobRuns(() => reply('d.rao', '<p>Not held up</p>'))
    await elsewhere((other) =>
      other.begin(async (sql) => {
        await sql`select from public.threads where id = ${thread} for no key update`
        await notifyOfReplies()
      }),
    )
  } finally {
    await database.sql`reset lock_timeout`
  }
  expect(await stored()).toEqual(['asha reply_to_thread', 'asha reply_to_thread', 'meera mention'])
})

test('four jobs at once and one that ended in the middle notify once', async () => {
  await follow('meera')
  for (let turn = 0; turn < 20; turn += 1)
    await reply(turn % 2 ? 'bala' : 'd.rao', `<p>@admin, number ${turn}</p>`)
  await expect(
    whileJobRuns(() => {
      throw new Error('the node ends here')
    }),
  ).rejects.toThrow('the node ends here')
  expect(await stored()).toEqual([])
  await Promise.all(
    Array.from({ length: 4 }, () =>
      elsewhere(async (sql) => {
        for (;;) {
          const [row] = await sql<{ left: string }[]>`select private.notify_of_replies() as left`
          if (row?.left === '0') return
        }
      }),
    ),
  )
  await notifyFollowers()
  expect(await stored()).toEqual([
    ...Array(20).fill('admin mention'),
    ...Array(20).fill('asha reply_to_thread'),
    'meera reply_to_followed',
  ])
})

test('a reply that fails holds up no other, and is not lost', async () => {
  // The first by its id.
  const fails = '00000000-0000-4000-8000-000000000001'
  await database.sql`
    insert into public.replies (id, thread_id, author_id, content)
    values (${fails}, ${thread}, ${ids.bala}, '<p>One that fails</p>')`
  await database.sql.unsafe(`
    create function private.fail_to_tell() returns trigger language plpgsql as $$
    begin
      if new.reply_id = '${fails}' then raise 'This one fails'; end if;
      return new;
    end $$;
    create trigger fail_to_tell before insert on public.notifications
      for each row execute function private.fail_to_tell()`)
  try {
    await reply('d.rao', '<p>Behind it</p>')
    await notifyOfReplies()
    expect(await stored()).toEqual(['asha reply_to_thread'])
    expect(await waiting()).toEqual([fails])
  } finally {
    await database.sql.unsafe(
      'drop trigger fail_to_tell on public.notifications; drop function private.fail_to_tell()',
    )
  }
  await database.sql`update private.queue_failures set next_at = now()`
  await notifyOfReplies()
  expect(await stored()).toEqual(['asha reply_to_thread', 'asha reply_to_thread'])
})

test('an edit before the job leaves the names to it, and one meanwhile notifies the new names alone', async () => {
  const question = await reply('meera', '<p>Which one?</p>')
  await notifyOfReplies()
  const before = await reply('bala', '<p>This one, @admin</p>', question)
  await edit('bala', before, '<p>This one, @meera</p>')
  await notifyOfReplies()
  expect(await notificationsOf('meera'), 'answered and named is told once').toEqual(['reply_to_reply'])
  expect(await notificationsOf('admin')).toEqual([])

  const meanwhile = await reply('bala', '<p>@d.rao too</p>')
  let edited: Promise<unknown> = Promise.resolve()
  await whileJobRuns(async () => {
    edited = edit('bala', meanwhile, '<p>@d.rao and @admin too</p>')
    await elsewhere((other) =>
      expect.poll(() => other`select from pg_stat_activity where wait_event_type = 'Lock'`).toHaveLength(1),
    )
  })
  await edited
  expect([await notificationsOf('d.rao'), await notificationsOf('admin')]).toEqual([['mention'], ['mention']])
})

test.each([
  ['reply', (sql: Sql, id: string) => sql`delete from public.replies where id = ${id}`],
  ['discussion', (sql: Sql) => sql`delete from public.threads where id = ${thread}`],
])('a %s that is being deleted is not waited for, and notifies nobody', async (_what, remove) => {
  const id = await reply('bala', '<p>@meera, too early</p>')
  const other = await start('bala', '<p>Another discussion to be told of</p>')
  await as(
    'd.rao',
    (work) => work`insert into public.replies (content, thread_id, author_id)
      values ('<p>And a reply there</p>', ${other}, ${ids['d.rao']})`,
  )
  await elsewhere((deleting) =>
    deleting.begin(async (sql) => {
      await remove(sql as unknown as Sql, id)
      await database.sql`set lock_timeout = '2s'`
      await notifyOfReplies().finally(() => database.sql`reset lock_timeout`)
      expect(await waiting()).toEqual([id])
    }),
  )
  await notifyOfReplies()
  expect(await stored()).toEqual(['bala reply_to_thread'])
  expect(await waiting()).toEqual([])
})

test('a reply that was hidden before the job is told of once it is shown again', async () => {
  const id = await reply('bala', '<p>@meera, look</p>')
  await as('admin', (sql) => sql`update public.replies set is_hidden = true where id = ${id}`)
  expect([await notificationsOf('asha'), await notificationsOf('meera')]).toEqual([[], []])
  await as('admin', (sql) => sql`update public.replies set is_hidden = false where id = ${id}`)
  expect([await notificationsOf('asha'), await notificationsOf('meera')]).toEqual([
    ['reply_to_thread'],
    ['mention'],
  ])
})

test('what is muted, switched off, or by the author themselves is as little told as at once', async () => {
  const words = (name: Name, word: string) =>
    as(name, (work) => work`insert into public.mutes (word) values (${word})`)
  await words('asha', 'pump')
  await as(
    'meera',
    (work) => work`insert into public.notification_settings (muted) values (array['mentions'])`,
  )
  await reply('bala', '<p>@meera, @bala and @admin: the pump</p>')
  await notifyOfReplies()
  expect(await stored()).toEqual(['admin mention'])
  await as('asha', (work) => work`delete from public.mutes`)
})

test('an author who has stopped following is not told of what was written before they follow again', async () => {
  await as('asha', (work) => work`delete from public.thread_subscriptions where thread_id = ${thread}`)
  await reply('bala', '<p>Unheard</p>')
  await follow('asha')
  await notifyOfReplies()
  expect(await stored()).toEqual([])
  await reply('bala', '<p>Heard</p>')
  await notifyOfReplies()
  expect(await stored()).toEqual(['asha reply_to_thread'])
})

test('the notification of a reply that is taken back goes to none whose own is still to come', async () => {
  await follow('meera')
  const takenBack = await reply('bala', '<p>Sent too early</p>')
  await notifyFollowers()
  const next = await reply('bala', '<p>@meera, now</p>')
  await as('bala', (sql) => sql`delete from public.replies where id = ${takenBack}`)
  await notifyFollowers()
  const rows = await database.sql`
    select kind, reply_id from public.notifications where user_id = ${ids.meera}`
  expect([...rows]).toEqual([{ kind: 'mention', reply_id: next }])
})

test('a reply that is taken back and sent again under its id notifies once, of the second', async () => {
  const id = await reply('bala', '<p>@meera, too early</p>')
  const remove = (sql: Sql) => sql`delete from public.replies where id = ${id}`
  await as('bala', remove)
  await as(
    'bala',
    (sql) => sql`insert into public.replies (id, content, thread_id, author_id)
      values (${id}, '<p>@admin, now</p>', ${thread}, ${ids.bala})`,
  )
  await notifyOfReplies()
  expect(await stored()).toEqual(['admin mention', 'asha reply_to_thread'])
})
