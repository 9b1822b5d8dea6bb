// mark_answer: who may choose the answer of a discussion, which replies it takes, and what becomes of the mark.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import type { Actor } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

let stage: Stage
/** asha's, with a reply by bala, another by meera, and her own staged one. */
const thread = idOf('thread', 'asha')
const byBala = '0000000b-0000-4000-8000-00000000abcd'
const byMeera = '0000000c-0000-4000-8000-00000000abcd'

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
  const { sql, ids } = stage
  await sql`insert into public.replies (id, thread_id, author_id, content) values
    (${byBala}, ${thread}, ${ids.bala}, '<p>The cut-off is in the prospectus</p>'),
    (${byMeera}, ${thread}, ${ids.meera}, '<p>Ask your broker</p>')`
  await sql`delete from public.notifications`
  await sql`delete from private.write_counts`
})

function api(actor: Actor, method: string, path: string, body?: object) {
  return fetch(`${stage.server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: stage.server.publishableKey,
      'content-type': 'application/json',
      ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

async function mark(actor: Actor, reply: unknown, isAnswer?: boolean) {
  const body = { reply, ...(isAnswer === undefined ? {} : { is_answer: isAnswer }) }
  const answer = await api(actor, 'POST', 'rpc/mark_answer', body)
  return { status: answer.status, code: answer.ok ? null : ((await answer.json()) as { code: string }).code }
}

const DONE = { status: 204, code: null }
const FORBIDDEN = { status: 403, code: 'PT403' }
const MISSING = { status: 404, code: 'PT404' }

const answerOf = async (id: string) =>
  (await stage.sql`select answer_id from public.threads where id = ${id}`)[0]?.answer_id as string | null
const notified = () =>
  stage.sql`select user_id, actor_id, reply_id from public.notifications where kind = 'reply_accepted'`
const logged = async () =>
  (
    await stage.sql`select action from public.moderation_log where action in ('accept', 'unaccept') order by id`
  ).map(({ action }) => action as string)

test.each<[Actor, object]>([
  ['asha', DONE],
  ['admin', DONE],
  ['bala', FORBIDDEN],
  ['meera', FORBIDDEN],
  ['banned', FORBIDDEN],
  ['guest', { status: 401, code: '42501' }],
])('%s on the discussion of asha: %o', async (actor, outcome) => {
  expect(await mark(actor, byBala)).toEqual(outcome)
  expect(await answerOf(thread)).toBe(outcome === DONE ? byBala : null)
})

test('a banned member marks nothing in a discussion of their own either', async () => {
  expect(await mark('banned', idOf('reply', 'banned'))).toEqual(FORBIDDEN)
  expect(await answerOf(idOf('thread', 'banned'))).toBeNull()
})

test('twice is once, another takes its place, and only the marked one can be taken back', async () => {
  expect(await mark('asha', byBala)).toEqual(DONE)
  expect(await mark('asha', byBala, true)).toEqual(DONE)
  expect(await notified()).toHaveLength(1)
  expect(await mark('asha', byMeera)).toEqual(DONE)
  expect(await mark('asha', byBala, false)).toEqual(DONE)
  expect(await answerOf(thread)).toBe(byMeera)
  expect(await mark('asha', byMeera, false)).toEqual(DONE)
  expect(await mark('asha', byMeera, false)).toEqual(DONE)
  expect(await answerOf(thread)).toBeNull()
})

test('no hidden reply, none of a hidden discussion, no opening post, nothing that is not there', async () => {
  await stage.sql`update public.replies set is_hidden = true where id = ${byMeera}`
  for (const actor of ['asha', 'admin'] as const)
    for (const reply of [byMeera, thread, '00000000-0000-4000-8000-000000000000', null])
      expect(await mark(actor, reply), `${actor} ${reply}`).toEqual(MISSING)
  await stage.sql`update public.threads set is_hidden = true where id = ${thread}`
  expect(await mark('asha', byBala)).toEqual(MISSING)
  expect(await answerOf(thread)).toBeNull()
  expect((await mark('asha', 'no id')).status).toBe(400)
  expect((await mark('asha', { deep: [[]] })).status).toBe(400)
})

test('a lock ends it for who asked, not for an administrator; so does the deletion of the question', async () => {
  const locked = idOf('locked thread', 'asha')
  const reply = idOf('locked reply', 'asha')
  expect(await mark('asha', reply)).toEqual(FORBIDDEN)
  expect(await mark('admin', reply)).toEqual(DONE)
  expect(await mark('asha', reply, false)).toEqual(FORBIDDEN)
  expect(await answerOf(locked)).toBe(reply)
  await stage.sql`update public.threads set is_deleted = true where id = ${thread}`
  expect(await mark('asha', byBala)).toEqual(FORBIDDEN)
})

test('a hidden reply is no answer; shown again it is, unless another was chosen meanwhile', async () => {
  const hide = async (is_hidden: boolean) =>
    expect((await api('admin', 'PATCH', `replies?id=eq.${byBala}`, { is_hidden })).ok).toBe(true)
  await mark('asha', byBala)
  await hide(true)
  expect(await answerOf(thread)).toBeNull()
  await hide(false)
  expect(await answerOf(thread)).toBe(byBala)
  await hide(true)
  await mark('asha', byMeera)
  await hide(false)
  expect(await answerOf(thread)).toBe(byMeera)
})

test('the mark goes with a reply that its author deletes, and with one that moves to another discussion', async () => {
  await mark('asha', byBala)
  expect((await api('bala', 'DELETE', `replies?id=eq.${byBala}`)).ok).toBe(true)
  expect(await answerOf(thread)).toBeNull()
  await mark('asha', byMeera)
  await stage.sql`update public.replies set thread_id = ${idOf('thread', 'bala')} where id = ${byMeera}`
  expect([await answerOf(thread), await answerOf(idOf('thread', 'bala'))]).toEqual([null, null])
  expect(await stage.sql`select from private.answers`).toHaveLength(0)
})

test('a discussion with an answer can be deleted', async () => {
  await mark('asha', byBala)
  expect((await api('admin', 'DELETE', `threads?id=eq.${thread}`)).ok).toBe(true)
  expect(await stage.sql`select from private.answers`).toHaveLength(0)
})

test('the author of the reply is told once, who answered themselves is not, and the unread line goes with the mark', async () => {
  const { ids } = stage
  await mark('asha', byBala)
  expect(await notified()).toEqual([{ user_id: ids.bala, actor_id: ids.asha, reply_id: byBala }])
  await mark('asha', byBala, false)
  expect(await notified()).toHaveLength(0)
  await mark('asha', byBala)
  await stage.sql`update public.notifications set read_at = now()`
  await mark('asha', byBala, false)
  await mark('asha', byBala)
  expect(await notified()).toHaveLength(1)
  await mark('asha', idOf('reply', 'asha'))
  expect(await notified()).toHaveLength(1)
  await stage.sql`update public.notification_settings set muted = '{replies}' where user_id = ${ids.meera}`
  await mark('asha', byMeera)
  expect(await notified()).toHaveLength(1)
})

test('an administrator is in the moderation log, but not for a discussion of their own', async () => {
  await mark('asha', byBala)
  await mark('admin', byMeera)
  await mark('admin', byMeera, false)
  await mark('admin', idOf('reply', 'admin'))
  expect(await logged()).toEqual(['accept', 'unaccept'])
})

test('everybody can read who answered, and nobody writes the column', async () => {
  await mark('asha', byBala)
  const read = await api('guest', 'GET', `threads?id=eq.${thread}&select=answer_id,answered_by`)
  expect(await read.json()).toEqual([{ answer_id: byBala, answered_by: 'bala' }])
  expect((await api('asha', 'PATCH', `threads?id=eq.${thread}`, { answer_id: byMeera })).status).toBe(403)
})

test('the log of changes has it once, as a change of the discussion: pages and subscribers learn of it', async () => {
  await stage.sql`delete from private.changes`
  await mark('asha', byBala)
  await mark('asha', byBala)
  const changes = await stage.sql`select payload from private.changes where payload ->> 'table' = 'threads'`
  expect(changes.map(({ payload }) => payload)).toEqual([
    {
      table: 'threads',
      op: 'UPDATE',
      id: thread,
      category_id: idOf('category', 'full'),
      author_id: stage.ids.asha,
    },
  ])
})

test('the thirty-first choice of a minute is refused, and nothing changed', async () => {
  await stage.sql`update private.configuration set rate_limits = true`
  try {
    for (let turn = 0; turn < 30; turn++)
      expect(await mark('asha', turn % 2 === 0 ? byBala : byMeera)).toEqual(DONE)
    expect(await mark('asha', byBala)).toEqual({ status: 429, code: 'PT429' })
    expect(await answerOf(thread)).toBe(byMeera)
  } finally {
    await stage.sql`update private.configuration set rate_limits = false`
  }
})
