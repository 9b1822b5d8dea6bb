// A mention in the live chat rings the bell of who is mentioned: not for guests and anonymous members, and not without bound.
import { beforeEach, expect, test } from 'vitest'
import { as, database, ids, type Name, withAnchorThread } from '../tests/support/anchors.ts'

withAnchorThread()

beforeEach(async () => {
  await database.sql`delete from public.chat_messages`
})

const say = (name: Name, message: string, isAnonymous = false) =>
  as(
    name,
    (work) => work`insert into public.chat_messages (message, username, user_id, is_anonymous)
      values (${message}, ${isAnonymous ? 'Owl' : name}, ${isAnonymous ? null : ids[name]}, ${isAnonymous})`,
  )

/** Who was told of a mention in the chat, by whom. */
async function told() {
  const rows = await database.sql<{ user_id: string; actor_id: string; detail: string | null }[]>`
    select user_id, actor_id, detail from public.notifications where kind = 'chat_mention' order by user_id`
  return [...rows]
}

test('who is named is told, by whom; who wrote it is not', async () => {
  await say('asha', 'Ask @bala, @asha or @meera. 1 < 2 & mail@d.rao <b>@d.rao</b>')
  expect(await told()).toEqual(
    ['bala', 'meera', 'd.rao'].map((name) => ({
      user_id: ids[name as Name],
      actor_id: ids.asha,
      detail: null,
    })),
  )
})

test('a guest and an anonymous member ring nobody’s bell', async () => {
  await say('asha', 'I am @bala')
  await database.sql`delete from public.notifications`
  await say('asha', 'Ask @bala', true)
  await database.sql.begin(async (sql) => {
    await sql`select set_config('role', 'anon', true), set_config('request.jwt.claims', '{"role":"anon"}', true)`
    await sql`insert into public.chat_messages (message, username, is_anonymous) values ('Ask @bala', 'Crow', true)`
  })
  expect(await told()).toEqual([])
})

test('one rings once a minute, all together five times, and again after it', async () => {
  for (let times = 0; times < 3; times += 1) await say('asha', `Hey @bala ${times}`)
  expect(await told()).toHaveLength(1)
  await database.sql`
    insert into public.notifications (user_id, kind, actor_id)
    select ${ids.bala}, 'chat_mention', ${ids.meera} from generate_series(1, 4)`
  await say('d.rao', 'Me too, @bala')
  expect(await told()).toHaveLength(5)
  await database.sql`update public.notifications set created_at = now() - interval '61 seconds'`
  await say('d.rao', 'And now, @bala?')
  expect(await told()).toHaveLength(6)
})

test.each([
  [
    'has switched mentions off',
    () => database.sql`
    insert into public.notification_settings (user_id, muted) values (${ids.bala}, '{mentions}')`,
  ],
  ['is banned', () => database.sql`update public.profiles set user_level = 'Banned' where id = ${ids.bala}`],
])('a member who %s is not told', async (_what, change) => {
  await change()
  await say('asha', 'Ask @bala')
  expect(await told()).toEqual([])
})

test('a mention in a room says which', async () => {
  await database.sql`update public.site_settings set chat_rooms = true`
  await as(
    'asha',
    (work) => work`insert into public.chat_messages (message, username, user_id, category_id, is_anonymous)
      select '@bala here', 'asha', ${ids.asha}, id, false from public.forum_categories where slug = 'ipos'`,
  )
  expect(await told()).toEqual([{ user_id: ids.bala, actor_id: ids.asha, detail: 'ipos' }])
})
