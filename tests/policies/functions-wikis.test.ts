// Wikis: what an edit by another member leaves behind, whom it tells, and when it is refused.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import type { Actor, Member } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

let stage: Stage
/** asha's. */
const thread = idOf('thread', 'asha')
const reply = idOf('reply', 'asha')

beforeAll(async () => {
  const server = await sharedServer()
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  stage = { server, sql, ...(await gatherCast(server)) }
})

afterAll(async () => {
  await stage?.sql.end()
  await stage?.server.stop()
})

beforeEach(async () => {
  await setStage(stage)
  await stage.sql`delete from public.post_revisions`
  await stage.sql`delete from public.notifications`
  await stage.sql`delete from private.mentions`
  await stage.sql`delete from private.write_counts`
  await stage.sql`insert into public.wiki_posts (thread_id) values (${thread})`
  await stage.sql`insert into public.wiki_posts (reply_id) values (${reply})`
})

async function send(actor: Actor, method: string, path: string, body?: object) {
  const answer = await fetch(`${stage.server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: stage.server.publishableKey,
      prefer: 'return=representation',
      'content-type': 'application/json',
      ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const found = (await answer.json()) as { code?: string } & unknown[]
  return answer.ok ? found.length : (found.code ?? 'no code')
}

const edit = (actor: Actor, text: string, path = `replies?id=eq.${reply}`) =>
  send(actor, 'PATCH', path, { content: `<p>${text}</p>` })
const textOf = async () =>
  (await stage.sql<{ content: string }[]>`select content from public.replies where id = ${reply}`)[0]?.content
const told = () =>
  stage.sql<{ user_id: string; actor_id: string; thread_id: string; reply_id: string | null }[]>`
    select user_id, actor_id, thread_id, reply_id from public.notifications where kind = 'wiki_edited' order by created_at`

test('an edit is in the history under its editor, and the post keeps its author, votes and activity', async () => {
  const before = () =>
    stage.sql`select author_id, upvote_count, created_at from public.replies where id = ${reply}`
  const was = await before()
  expect(await edit('bala', 'यह बेहतर है 😀')).toBe(1)
  expect(await textOf()).toBe('<p>यह बेहतर है 😀</p>')
  expect(await before()).toEqual(was)
  expect(await stage.sql`select editor_id, content from public.post_revisions`).toEqual([
    { editor_id: stage.ids.bala, content: '<p>Staged reply</p>' },
  ])
  expect(await stage.sql`select edited_by from public.wiki_posts where edited_at is not null`).toEqual([
    { edited_by: stage.ids.bala },
  ])
  expect(
    await stage.sql`select total_replies, reputation from public.profiles where id = ${stage.ids.bala}`,
  ).toEqual([{ total_replies: 0, reputation: 0 }])
})

test('the author is told of one edit an hour for each post, not of own ones, and not if switched off', async () => {
  await edit('asha', 'By its author')
  expect(await told()).toEqual([])
  await edit('bala', 'First')
  await edit('meera', 'Second')
  await edit('bala', 'In the opening post', `threads?id=eq.${thread}`)
  const one = { user_id: stage.ids.asha, actor_id: stage.ids.bala, thread_id: thread, reply_id: null }
  expect(await told()).toEqual([{ ...one, reply_id: reply }, one])
  await stage.sql`update public.wiki_posts set told_at = now() - interval '61 minutes'`
  await edit('meera', 'Third')
  expect(await told()).toHaveLength(3)
  await stage.sql`update public.wiki_posts set told_at = now() - interval '61 minutes'`
  await stage.sql`update public.notification_settings set muted = '{wikis}' where user_id = ${stage.ids.asha}`
  await edit('bala', 'Fourth')
  expect(await told()).toHaveLength(3)
})

test('who is mentioned by an edit is told that the editor did, the author included', async () => {
  await edit('bala', 'Ask @meera and @asha about it')
  expect(
    await stage.sql`select user_id, actor_id from public.notifications where kind = 'mention' order by user_id`,
  ).toEqual(
    [stage.ids.meera, stage.ids.asha].toSorted().map((user_id) => ({ user_id, actor_id: stage.ids.bala })),
  )
})

test('nobody else edits once it stopped being a wiki', async () => {
  expect(await edit('bala', 'While it was one')).toBe(1)
  expect(await send('asha', 'DELETE', `wiki_posts?reply_id=eq.${reply}`)).toBe(1)
  expect(await edit('bala', 'Too late')).toBe(0)
  expect(await edit('asha', 'Still mine')).toBe(1)
  expect(await textOf()).toBe('<p>Still mine</p>')
})

test('a hidden reply is edited by nobody, its author included', async () => {
  await stage.sql`update public.replies set is_hidden = true where id = ${reply}`
  expect([await edit('bala', 'Edited'), await edit('asha', 'By its author')]).toEqual([0, 0])
})

test('of two edits from the same version the second changes nothing', async () => {
  const [row] = await stage.sql<{ updated_at: string }[]>`
    select to_json(updated_at) #>> '{}' as updated_at from public.replies where id = ${reply}`
  const path = `replies?id=eq.${reply}&updated_at=eq.${encodeURIComponent(row?.updated_at ?? '')}`
  const both = await Promise.all([edit('bala', 'Of bala', path), edit('meera', 'Of meera', path)])
  expect(both.toSorted()).toEqual([0, 1])
  expect(await textOf()).toBe(both[0] === 1 ? '<p>Of bala</p>' : '<p>Of meera</p>')
})

test.each<[string, () => Promise<unknown>]>([
  ['a hidden discussion', () => stage.sql`update public.threads set is_hidden = true where id = ${thread}`],
  ['a locked discussion', () => stage.sql`update public.threads set is_locked = true where id = ${thread}`],
  ['a deleted discussion', () => stage.sql`update public.threads set is_deleted = true where id = ${thread}`],
  ['maintenance', () => stage.sql`update public.site_settings set maintenance_mode = true`],
])('no edit by another member: %s', async (_what, prepare) => {
  await prepare()
  expect([
    await edit('bala', 'Edited'),
    await edit('bala', 'Edited long enough', `threads?id=eq.${thread}`),
  ]).toEqual([0, 0])
  expect(await textOf()).toBe('<p>Staged reply</p>')
})

test.each<[number, string, number]>([
  [0, '31 days', 1],
  [0, '29 days', 0],
  [5, '4 days', 1],
  [5, '2 days', 0],
])('with %i upvotes and %s here, %i posts can be edited', async (reputation, age, edited) => {
  await stage.sql`update public.profiles set reputation = ${reputation}, created_at = now() - ${age}::interval`
  expect(await edit('bala', 'Edited')).toBe(edited)
  expect(await edit('asha', 'By its author')).toBe(1)
})

test('a text that may not be posted may not be written into a wiki, and edits are limited for each editor', async () => {
  expect(await edit('bala', 'x')).toBe('23514')
  expect(await edit('bala', '<script>alert(1)</script><b onclick="a()">Bold</b> enough')).toBe(1)
  expect(await textOf()).not.toMatch(/script|onclick/)
  await stage.sql`update private.configuration set rate_limits = true`
  expect(await edit('bala', 'Counted')).toBe(1)
  await stage.sql`update private.write_counts set amount = 30 where kind = 'wiki edit'`
  expect(await edit('bala', 'One too many')).toBe('PT429')
  expect(await edit('meera', 'Not too many')).toBe(1)
  await stage.sql`update private.configuration set rate_limits = false`
})

test('an edit cannot name another editor, and hostile bodies are refused', async () => {
  const bad: object[] = [
    { thread_id: thread, reply_id: reply },
    {},
    { reply_id: [reply] },
    { reply_id: { id: reply } },
    { reply_id: 'x'.repeat(10_000) },
    { reply_id: reply, told_at: 'infinity' },
  ]
  await stage.sql`delete from public.wiki_posts`
  for (const body of bad)
    expect(await send('asha', 'POST', 'wiki_posts', body)).toMatch(/^(22P02|23514|42501)$/)
  expect(await stage.sql`select from public.wiki_posts`).toHaveLength(0)
  expect(await send('asha', 'POST', 'wiki_posts', { reply_id: reply })).toBe(1)
  expect(await send('asha', 'POST', 'wiki_posts', { reply_id: reply })).toBe('23505')
})

test.each([
  ['thread_id', 'threads', thread, idOf('locked thread', 'asha')],
  ['reply_id', 'replies', reply, idOf('locked reply', 'asha')],
])(
  'a report of a wiki names its last editor, and of any other post its author (%s)',
  async (column, table, id, plain) => {
    const reported = async (post: string) => {
      await stage.sql`delete from public.reports`
      const body = { reporter_id: stage.ids.meera, [column]: post, reason: 'Sells tips' }
      expect(await send('meera', 'POST', 'reports', body)).toBe(1)
      const [row] = await stage.sql<
        { target_author_id: string }[]
      >`select target_author_id from public.reports`
      return row?.target_author_id
    }
    expect(await reported(id), 'nobody has edited it').toBe(stage.ids.asha)
    await edit('bala', 'As another member has it', `${table}?id=eq.${id}`)
    expect(await reported(id)).toBe(stage.ids.bala)
    await edit('asha', 'As it was before that', `${table}?id=eq.${id}`)
    expect(await reported(id)).toBe(stage.ids.asha)
    await edit('admin', 'Corrected by an administrator', `${table}?id=eq.${plain}`)
    expect(await reported(plain), 'an edit of a post that is no wiki').toBe(stage.ids.asha)
  },
)

test('a wiki goes with its text, and staff who make or end one are in the log', async () => {
  await stage.sql`insert into public.replies (thread_id, author_id, content)
    values (${thread}, ${stage.ids.bala}, '<p>An answer</p>')`
  await send('asha', 'POST', 'rpc/withdraw_thread', { thread })
  expect(await stage.sql`select thread_id from public.wiki_posts`).toEqual([{ thread_id: null }])
  expect(await send('admin', 'DELETE', `wiki_posts?reply_id=eq.${reply}`)).toBe(1)
  expect(await send('admin', 'POST', 'wiki_posts', { reply_id: reply })).toBe(1)
  expect(
    await stage.sql`select action, target_table, target_id from public.moderation_log where target_id = ${reply} order by id`,
  ).toEqual(['unwiki', 'wiki'].map((action) => ({ action, target_table: 'replies', target_id: reply })))
})

test('a wiki that is made, edited or ended makes its page stale', async () => {
  const changes = async () => {
    const found = await stage.sql<{ payload: { table: string; thread_id: string } }[]>`
      select payload from private.changes order by id`
    await stage.sql`delete from private.changes`
    return found.map(({ payload }) => [payload.table, payload.thread_id])
  }
  await changes()
  await send('asha', 'DELETE', `wiki_posts?reply_id=eq.${reply}`)
  expect(await changes()).toEqual([['wiki_posts', thread]])
  await send('asha', 'POST', 'wiki_posts', { reply_id: reply })
  expect(await changes()).toEqual([['wiki_posts', thread]])
  await edit('bala', 'Edited')
  expect(await changes()).toContainEqual(['replies', thread])
})

test('an export has own wikis, and what the member wrote into those of others', async () => {
  await edit('bala', 'By bala')
  await edit('meera', 'By meera')
  const section = async (member: Member, name: string) =>
    (
      await stage.sql<{ row: Record<string, unknown> }[]>`
      select private.personal_data(${stage.ids[member]}, ${name}, 0) as row`
    ).map(({ row }) => row)
  expect((await section('asha', 'wikis')).map((row) => row.reply_id ?? row.thread_id)).toEqual([
    thread,
    reply,
  ])
  expect((await section('bala', 'wiki_edits')).map((row) => row.content)).toEqual(['<p>By bala</p>'])
  expect((await section('meera', 'wiki_edits')).map((row) => row.content)).toEqual(['<p>By meera</p>'])
  expect(await section('asha', 'wiki_edits')).toEqual([])
  await stage.sql`update public.post_revisions set is_hidden = true where editor_id = ${stage.ids.meera}`
  expect((await section('bala', 'wiki_edits')).map((row) => row.content)).toEqual([null])
})
