// A job reminds members of their bookmarks: each once, at its time, and of nothing that is hidden.
import { beforeEach, expect, test } from 'vitest'
import { as, database, ids, type Name, reply, thread, withAnchorThread } from '../tests/support/anchors.ts'

withAnchorThread()

let answer: string

beforeEach(async () => {
  await database.sql`delete from public.bookmarks`
  answer = await reply('asha', '<p>Ask again when the results are out.</p>')
})

const keepReply = (name: Name, seconds: number, note: string | null = null) =>
  as(
    name,
    (work) => work`insert into public.reply_bookmarks (reply_id, note, remind_at)
      values (${answer}, ${note}, now() + ${`${seconds} seconds`}::interval)`,
  )
const keepThread = (name: Name, seconds: number) =>
  as(
    name,
    (work) => work`insert into public.bookmarks (thread_id, remind_at)
      values (${thread}, now() + ${`${seconds} seconds`}::interval)`,
  )

/** Runs the job. @returns what was told of bookmarks, to whom */
async function remind() {
  await database.sql`select private.send_reminders()`
  const rows = await database.sql`
    select user_id, thread_id, reply_id, detail from public.notifications where kind = 'bookmark_reminder' order by user_id`
  return [...rows]
}

const left = async () =>
  (
    await database.sql`
      select remind_at from public.bookmarks where remind_at is not null
      union all select remind_at from public.reply_bookmarks where remind_at is not null`
  ).length

test('a reminder comes at its time, once, with the note; one that is not due waits', async () => {
  await keepReply('bala', -1, 'Ask the broker 🙂')
  await keepThread('meera', -1)
  await keepThread('d.rao', 60)
  const told = [
    { user_id: ids.bala, thread_id: thread, reply_id: answer, detail: 'Ask the broker 🙂' },
    { user_id: ids.meera, thread_id: thread, reply_id: null, detail: null },
  ]
  expect(await remind()).toEqual(told)
  expect(await left()).toBe(1)
  expect(await remind()).toEqual(told)
})

test.each([
  [
    'the reply is hidden',
    () => database.sql`update public.replies set is_hidden = true where id = ${answer}`,
  ],
  ['the discussion is', () => database.sql`update public.threads set is_hidden = true where id = ${thread}`],
  [
    'the member is banned',
    () => database.sql`
    update public.profiles set user_level = 'Banned' where id = ${ids.bala}`,
  ],
  [
    'the member has switched reminders off',
    () => database.sql`
    insert into public.notification_settings (user_id, muted) values (${ids.bala}, '{reminders}')`,
  ],
])('nothing is told when %s', async (_what, change) => {
  await keepReply('bala', -1)
  await change()
  expect(await remind()).toEqual([])
  expect(await left()).toBe(0)
})

test('a deleted reply takes its bookmarks along', async () => {
  await keepReply('bala', -1)
  await as('asha', (work) => work`delete from public.replies where id = ${answer}`)
  expect(await remind()).toEqual([])
  expect(await left()).toBe(0)
})

test.each([-61, 367 * 86_400])('a reminder %i seconds from now is refused', async (seconds) => {
  await expect(keepThread('bala', seconds)).rejects.toMatchObject({ code: 'PT422' })
})

test.each(['', 'x'.repeat(281)])('a note of a wrong length is refused: %j', async (note) => {
  await expect(keepReply('bala', 60, note)).rejects.toMatchObject({
    constraint_name: 'reply_bookmarks_note_length',
  })
})

test('the list has both kinds, newest first, for their owner, without what is hidden', async () => {
  await keepThread('bala', 60)
  await keepReply('bala', 60, 'नोट')
  await keepReply('meera', 60)
  const listed = (name: Name) =>
    as(name, (work) => work`select thread_id, reply_id, note from public.my_bookmarks()`)
  expect([...(await listed('bala'))]).toEqual([
    { thread_id: thread, reply_id: answer, note: 'नोट' },
    { thread_id: thread, reply_id: null, note: null },
  ])
  expect([...(await listed('asha'))]).toEqual([])
  await database.sql`update public.replies set is_hidden = true where id = ${answer}`
  expect([...(await listed('bala'))]).toEqual([{ thread_id: thread, reply_id: null, note: null }])
  expect([...(await listed('meera'))]).toEqual([])
})
