// Polls: what one may ask, who may vote and until when, how votes are counted, and what the log of changes says.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import type { Actor } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

let stage: Stage
/** asha's, with the staged poll. */
const thread = idOf('thread', 'asha')

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
  await stage.sql`delete from public.poll_votes`
  await stage.sql`delete from private.write_counts`
})

async function send(actor: Actor, path: string, body: object, method = 'POST') {
  const answer = await fetch(`${stage.server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: stage.server.publishableKey,
      'content-type': 'application/json',
      ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, code: answer.ok ? null : (JSON.parse(text) as { code: string }).code }
}

const vote = (actor: Actor, choice?: unknown) =>
  send(actor, 'rpc/vote_in_poll', { thread, ...(choice === undefined ? {} : { choice }) })
const counted = async () =>
  (await stage.sql`select votes from public.polls where thread_id = ${thread}`)[0]?.votes
const DONE = { status: 204, code: null }
const FORBIDDEN = { status: 403, code: '42501' }

test('a member has one vote, changes it and takes it back; the counts follow', async () => {
  expect(await counted()).toEqual([0, 0])
  for (const actor of ['asha', 'bala', 'admin'] as const) expect(await vote(actor, 1)).toEqual(DONE)
  expect(await vote('bala', 2)).toEqual(DONE)
  expect(await vote('bala', 2)).toEqual(DONE)
  expect(await counted()).toEqual([2, 1])
  expect(await vote('admin')).toEqual(DONE)
  expect(await vote('admin')).toEqual(DONE)
  expect(await counted()).toEqual([1, 1])
})

test('twenty votes at once are all counted', async () => {
  const actors = ['asha', 'bala', 'meera', 'admin'] as const
  await Promise.all(Array.from({ length: 20 }, (_, turn) => vote(actors[turn % 4] ?? 'asha', 1 + (turn % 2))))
  const [rows] = await stage.sql`
    select array[count(*) filter (where choice = 1)::int, count(*) filter (where choice = 2)::int] as votes
    from public.poll_votes`
  expect(await counted()).toEqual(rows?.votes)
})

test('no vote by a banned member or a guest, and none for an option that is not there', async () => {
  expect(await vote('banned', 1)).toEqual(FORBIDDEN)
  expect(await vote('guest', 1)).toEqual({ status: 401, code: '42501' })
  for (const choice of [0, -1, 3, 32_767]) expect((await vote('bala', choice)).code).toBe('PT422')
  for (const choice of ['one', 1.5, 99_999, [[1]]]) expect((await vote('bala', choice)).status).toBe(400)
  expect(await counted()).toEqual([0, 0])
})

test.each([
  ['after it closed', () => stage.sql`update public.polls set closes_at = now() - interval '1 second'`],
  ['in a locked discussion', () => stage.sql`update public.threads set is_locked = true`],
  ['in a hidden discussion', () => stage.sql`update public.threads set is_hidden = true`],
])('%s nobody votes, changes a vote or takes one back', async (_when, end) => {
  await vote('bala', 1)
  await end()
  expect(await vote('meera', 1)).toEqual(FORBIDDEN)
  expect(await vote('bala', 2)).toEqual(FORBIDDEN)
  await vote('bala')
  expect(await counted()).toEqual([1, 0])
})

const ask = async (poll: object) => {
  await stage.sql`delete from public.polls`
  await stage.sql`delete from public.replies`
  return send('asha', 'polls', {
    thread_id: thread,
    question: 'Which one?',
    options: ['This', 'That'],
    ...poll,
  })
}

test('a poll is stored trimmed, without votes, and closes after its days', async () => {
  expect(
    (await ask({ question: '  Which <b>one</b>? ', options: [' एक ', '😀'], open_days: 3 })).status,
  ).toBe(201)
  const [poll] = await stage.sql`
    select question, options, votes, closes_at - now() between '71 hours' and '72 hours' as in_time from public.polls`
  expect(poll).toEqual({ question: 'Which <b>one</b>?', options: ['एक', '😀'], votes: [0, 0], in_time: true })
})

test('the question and the options of a poll keep eight marks on a letter', async () => {
  const pile = `Z${'\u0301'.repeat(20)}`
  expect((await ask({ question: `${pile} or?`, options: [pile, 'That'] })).status).toBe(201)
  expect((await stage.sql`select question, options from public.polls`)[0]).toEqual({
    question: `${pile.slice(0, 9)} or?`,
    options: [pile.slice(0, 9), 'That'],
  })
})

test.each<[string, object]>([
  ['polls_question_length', { question: 'a' }],
  ['polls_question_length', { question: 'a'.repeat(201) }],
  ['polls_question_length', { question: 'Turned \u202e around' }],
  ['polls_question_length', { question: '\u3164\u2800\u200d\ufe0f' }],
  ['polls_options_bounds', { options: ['One'] }],
  ['polls_options_bounds', { options: Array.from({ length: 11 }, (_, index) => String(index)) }],
  ['polls_options_bounds', { options: ['Yes', ' yes'] }],
  ['polls_options_bounds', { options: ['Yes', ' '] }],
  ['polls_options_bounds', { options: ['Yes', '\u3164\u2800\u200d'] }],
  ['polls_options_bounds', { options: ['Yes', null] }],
  ['polls_options_bounds', { options: ['Yes', 'a'.repeat(101)] }],
  ['polls_open_days_bounds', { open_days: 0 }],
  ['polls_open_days_bounds', { open_days: 31 }],
])('%s refuses %o', async (_constraint, poll) => {
  expect(await ask(poll)).toEqual({ status: 400, code: '23514' })
  expect(await stage.sql`select from public.polls`).toHaveLength(0)
})

test('a corrected poll is checked as a new one, closes as if asked so at first, and makes its page stale', async () => {
  await ask({ open_days: 3 })
  await stage.sql`delete from private.changes`
  const correct = (body: object) => send('asha', `polls?thread_id=eq.${thread}`, body, 'PATCH')
  expect(await correct({ options: ['Yes', ' yes'] })).toEqual({ status: 400, code: '23514' })
  expect((await correct({ options: ['This', ' Other ', 'None'], open_days: 7 })).status).toBe(204)
  const [poll] = await stage.sql`
    select options, votes, closes_at = created_at + interval '7 days' as in_time from public.polls`
  expect(poll).toEqual({ options: ['This', 'Other', 'None'], votes: [0, 0, 0], in_time: true })
  const changes = await stage.sql`select payload from private.changes`
  expect(changes.map(({ payload }) => payload.table)).toEqual(['polls'])
})

test('a poll goes with the text of its discussion, and votes go with the poll', async () => {
  await vote('bala', 1)
  await stage.sql`update public.threads set is_deleted = true where id = ${thread}`
  expect(await stage.sql`select from public.polls`).toHaveLength(0)
  expect(await stage.sql`select from public.poll_votes`).toHaveLength(0)
})

test('the log of changes has votes once in five seconds, without the voter', async () => {
  await stage.sql`update public.polls set announced_at = '-infinity'`
  await stage.sql`delete from private.changes`
  for (const actor of ['asha', 'bala', 'meera'] as const) await vote(actor, 1)
  const changes = await stage.sql`select payload from private.changes`
  expect(changes.map(({ payload }) => payload)).toEqual([
    { table: 'polls', op: 'UPDATE', id: thread, thread_id: thread, category_id: idOf('category', 'full') },
  ])
  await stage.sql`update public.polls set announced_at = now() - interval '6 seconds'`
  await vote('asha', 2)
  expect(await stage.sql`select from private.changes`).toHaveLength(2)
})

test('votes of a closed account are erased', async () => {
  await vote('bala', 1)
  await vote('meera', 1)
  await stage.sql`select private.erase_belongings(${stage.ids.bala}) from generate_series(1, 20)`
  expect(await counted()).toEqual([1, 0])
})
