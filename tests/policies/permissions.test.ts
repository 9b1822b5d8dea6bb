// Checks every cell of the permission table through the API: the response and the rows afterwards. For a denied cell the
// error code must match and no row of the table may change.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { type Actor, CAST } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import type { Attempt, Rule, Verb } from './rule.ts'
import { RULES } from './rules.ts'
import { gatherCast, type Stage, setStage } from './scene.ts'

type Row = Record<string, unknown>
type Answer = { status: number; body: unknown }

const METHODS: Record<Verb, string> = { select: 'GET', insert: 'POST', update: 'PATCH', delete: 'DELETE' }
const STATUS: Record<string, number> = { PT403: 403, PT409: 409, PT422: 422, '23505': 409, '23514': 400 }

let stage: Stage
/** Whether the last cell changed a row, so that the rows must be created again. */
let disturbed = true

beforeAll(async () => {
  const server = await sharedServer()
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  stage = { server, sql, ...(await gatherCast(server)) }
  // The job, which runs a minute after the start, would delete the expired message before the last cells read it.
  await sql`
    create or replace function private.delete_expired_chat() returns bigint
    language sql security definer set search_path = '' return 0`
})

afterAll(async () => {
  await stage?.sql.end()
  await stage?.server.stop()
})

beforeEach(async () => {
  if (disturbed) await setStage(stage)
  disturbed = false
})

afterEach(({ task }) => {
  if (task.result?.state === 'fail') disturbed = true
})

test('every table of the exposed schema is in the table of permissions, with every verb', async () => {
  const tables = await stage.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`
  const wanted = tables.flatMap(({ name }) => Object.keys(METHODS).map((verb) => `${verb} ${name}`)).sort()
  expect([...new Set(RULES.map((rule) => `${rule.verb} ${rule.table}`))].sort()).toEqual(wanted)
})

describe.each([...new Set(RULES.map((rule) => rule.table))])('%s', (table) => {
  const cases = RULES.filter((rule) => rule.table === table).flatMap((rule) =>
    CAST.map((actor) => ({ rule, actor, name: `${actor} ${rule.verb}s ${rule.what}: ${rule.cells[actor]}` })),
  )

  test.each(cases)('$name', ({ rule, actor }) => tryCell(rule, actor))
})

describe('the test itself turns red', () => {
  const rule = RULES.find(({ what }) => what === "another's reply")

  test('when a policy lets one member change what is another’s', async () => {
    if (!rule) throw new Error('the rule has another name now')
    await tryCell(rule, 'bala')
    disturbed = true
    await stage.sql`create policy leak on public.replies for update to authenticated using (true) with check (true)`
    try {
      await expect(tryCell(rule, 'bala')).rejects.toThrow('not one row changed')
    } finally {
      await stage.sql`drop policy leak on public.replies`
    }
  })

  test('when a grant is missing and what is allowed does not happen', async () => {
    const own = RULES.find(({ what }) => what === 'the title of an own discussion')
    if (!own) throw new Error('the rule has another name now')
    await stage.sql`revoke update (title) on public.threads from authenticated`
    try {
      await expect(tryCell(own, 'bala')).rejects.toThrow('42501')
    } finally {
      await stage.sql`grant update (title) on public.threads to authenticated`
    }
  })
})

async function tryCell(rule: Rule, actor: Actor): Promise<void> {
  if (rule.prepare) {
    disturbed = true
    const { prepare } = rule
    await stage.sql.unsafe(
      `begin; set local session_replication_role = replica; ${prepare(stage.ids)}; commit`,
    )
  }
  const attempt = rule.attempt(actor, stage.ids)
  const outcome = rule.cells[actor]
  if (rule.verb === 'select') return expectReading(await send(actor, rule, attempt), outcome, actor)
  const before = await rowsOf(rule.table)
  if (outcome === 'none' && !rule.unseen) {
    const seen = await send(actor, { ...rule, verb: 'select' }, { query: attempt.query ?? '' })
    expect(seen.body, 'the premise: the actor can read the row').toHaveLength(1)
  }
  const answer = await send(actor, rule, attempt)
  const after = await rowsOf(rule.table)
  if (outcome === 'yes') {
    disturbed = true
    expectDone(rule, actor, attempt, answer, before, after)
    return
  }
  expect(after, 'not one row changed').toEqual(before)
  if (outcome === 'none') expect(answer).toEqual({ status: 200, body: [] })
  else expectRefusal(answer, outcome, actor)
}

function expectReading(answer: Answer, outcome: string, actor: Actor): void {
  if (outcome === 'yes') {
    expect(answer.status).toBe(200)
    expect(answer.body).toHaveLength(1)
  } else if (outcome === 'none') {
    expect(answer).toEqual({ status: 200, body: [] })
  } else {
    expectRefusal(answer, outcome, actor)
  }
}

function expectRefusal(answer: Answer, code: string, actor: Actor): void {
  // A guest gets 401 and a member 403.
  const status = code === '42501' ? (actor === 'guest' ? 401 : 403) : STATUS[code]
  expect(answer).toMatchObject({ status, body: { code } })
}

function expectDone(
  { verb, blind }: Rule,
  actor: Actor,
  attempt: Attempt,
  answer: Answer,
  before: Row[],
  after: Row[],
): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(verb === 'insert' ? 201 : 200)
  expect(answer.body).toHaveLength(blind === actor ? 0 : 1)
  const growth = verb === 'insert' ? 1 : verb === 'delete' ? -1 : 0
  expect(after.length - before.length).toBe(growth)
  if (verb !== 'delete') expect(after).toContainEqual(expect.objectContaining(attempt.body))
}

async function rowsOf(table: string): Promise<Row[]> {
  const rows = await stage.sql<{ row: Row }[]>`
    select to_jsonb(t) as row from ${stage.sql(`public.${table}`)} t order by to_jsonb(t)::text`
  return rows.map(({ row }) => row)
}

async function send(actor: Actor, rule: Rule, { query, body }: Attempt): Promise<Answer> {
  const { server, tokens } = stage
  const answer = await fetch(`${server.url}/rest/v1/${rule.table}${query ? `?${query}` : ''}`, {
    method: METHODS[rule.verb],
    headers: {
      apikey: server.publishableKey,
      ...(actor === 'guest' ? {} : { authorization: `Bearer ${tokens[actor]}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(rule.verb === 'select'
        ? {}
        : { prefer: rule.blind === actor ? 'return=minimal' : 'return=representation' }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: JSON.parse((await answer.text()) || '[]') }
}
