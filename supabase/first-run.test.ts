// How far a new member came with what is offered first: told to the member alone, and done by deeds.
import { beforeEach, expect, test } from 'vitest'
import { as, category, database, ids, type Name, reply, withAnchorThread } from '../tests/support/anchors.ts'

withAnchorThread()

beforeEach(async () => {
  const { sql } = database
  await sql`delete from public.watches`
  await sql`delete from public.chat_messages`
  await sql`update public.profiles set avatar_url = null`
  await sql`update public.first_runs set keeps_figure = false, said_hello_at = null, is_dismissed = false`
})

const run = async (name: Name) => {
  const rows = await as(name, (work) => work`select * from public.my_first_run()`)
  return rows[0]
}

const NOTHING = { subjects: 0, has_face: false, has_said_hello: false, is_dismissed: false }

test('what was done is told, to the member alone', async () => {
  expect(await run('bala')).toEqual(NOTHING)
  await as('bala', (work) => work`insert into public.watches (category_id) values (${category})`)
  await as('bala', (work) => work`insert into public.watches (tag) values ('sip')`)
  await as('bala', (work) => work`update public.first_runs set keeps_figure = true`)
  expect(await run('bala')).toEqual({ ...NOTHING, subjects: 2, has_face: true })
  expect(await run('meera')).toEqual(NOTHING)
})

test('a hello in the chat counts after its message is gone; an anonymous one does not', async () => {
  await as(
    'bala',
    (work) =>
      work`insert into public.chat_messages (message, username, is_anonymous) values ('Hello', 'Owl', true)`,
  )
  expect(await run('bala')).toEqual(NOTHING)
  await as(
    'bala',
    (work) => work`insert into public.chat_messages (message, username, user_id, is_anonymous)
      values ('Hello', 'bala', ${ids.bala}, false)`,
  )
  await database.sql`delete from public.chat_messages`
  expect(await run('bala')).toEqual({ ...NOTHING, has_said_hello: true })
})

test('a reply is a hello, and a picture is a face', async () => {
  await reply('meera', '<p>It tells who bought.</p>')
  await database.sql`update public.profiles set avatar_url = '/storage/v1/object/public/avatars/x.webp' where id = ${ids.meera}`
  expect(await run('meera')).toEqual({ ...NOTHING, has_face: true, has_said_hello: true })
})

test('who joined before has none, and nobody can begin one again', async () => {
  await database.sql`delete from public.first_runs where user_id = ${ids['d.rao']}`
  expect(await run('d.rao')).toBeUndefined()
  await expect(
    as('d.rao', (work) => work`insert into public.first_runs (user_id) values (${ids['d.rao']})`),
  ).rejects.toMatchObject({ code: '42501' })
  await database.sql`insert into public.first_runs (user_id) values (${ids['d.rao']})`
})
