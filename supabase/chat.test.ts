// The live chat: a mention rings the bell of who is mentioned, not for guests and anonymous members, and not without bound;
// reactions are counted for each reader; an edited message says so and rings nobody.
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

const countsFor = async (name: Name) => {
  const [row] = await as(
    name,
    (work) =>
      work<{ counts: unknown }[]>`select public.reaction_counts(m) as counts from public.chat_messages m`,
  )
  return row?.counts
}
const react = (name: Name, kind: string) =>
  as(
    name,
    (work) => work`
      insert into public.chat_reactions (message_id, user_id, kind)
      select id, ${ids[name]}, ${kind} from public.chat_messages`,
  )

test('reactions are one of each kind by a member, counted without those whom the reader mutes, and a guest sees them', async () => {
  await say('asha', 'Good morning')
  expect(await countsFor('bala')).toBeNull()
  await react('bala', 'thanks')
  await react('meera', 'thanks')
  await react('bala', 'idea')
  await expect(react('bala', 'idea')).rejects.toThrow('chat_reactions_once')
  await expect(react('bala', 'rocket')).rejects.toThrow('chat_reactions_kind_known')
  expect(await countsFor('bala')).toEqual([
    { kind: 'idea', count: 1, own: true },
    { kind: 'thanks', count: 2, own: true },
  ])
  await database.sql`insert into public.mutes (user_id, member_id) values (${ids.asha}, ${ids.bala})`
  expect(await countsFor('asha')).toEqual([{ kind: 'thanks', count: 1, own: false }])
  await database.sql`delete from public.mutes where user_id = ${ids.asha}`
  const [guests] = await database.sql.begin(async (sql) => {
    await sql`select set_config('role', 'anon', true), set_config('request.jwt.claims', '{"role":"anon"}', true)`
    return sql`select public.reaction_counts(m) as counts from public.chat_messages m`
  })
  expect(guests?.counts).toEqual([
    { kind: 'idea', count: 1, own: false },
    { kind: 'thanks', count: 2, own: false },
  ])
})

test('open pages learn of a reaction by its message, and of none that goes with its message', async () => {
  await say('asha', 'Good morning')
  const [{ id } = { id: '' }] = await database.sql<{ id: string }[]>`select id from public.chat_messages`
  const changes = async () => {
    const rows = await database.sql<{ op: string }[]>`
      select payload ->> 'op' as op from private.changes
      where payload ->> 'table' = 'chat_messages' and payload ->> 'id' = ${id} order by private.changes.id`
    return rows.map(({ op }) => op)
  }
  await react('bala', 'thanks')
  await as('bala', (work) => work`delete from public.chat_reactions`)
  expect(await changes()).toEqual(['INSERT', 'UPDATE', 'UPDATE'])
  await react('bala', 'thanks')
  await database.sql`delete from public.chat_messages`
  expect(await changes()).toEqual(['INSERT', 'UPDATE', 'UPDATE', 'UPDATE', 'DELETE'])
})

test('an edited message is trimmed, says when, and rings no bell', async () => {
  await say('asha', 'Good morning')
  const edit = (text: string) =>
    as(
      'asha',
      (work) => work<{ message: string; edited: boolean }[]>`
        update public.chat_messages set message = ${text} returning message, edited_at is not null as edited`,
    )
  expect(await edit(' Good morning ')).toEqual([{ message: 'Good morning', edited: false }])
  expect(await edit(' Good evening, @bala ')).toEqual([{ message: 'Good evening, @bala', edited: true }])
  expect(await told()).toEqual([])
  await expect(edit('\u200b')).rejects.toThrow('chat_messages_message_visible')
})
