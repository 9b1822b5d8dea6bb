// A ban takes effect at once: the member's token stops working, signing in is refused, and no later request changes a
// row.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

let stage: Stage

beforeAll(async () => {
  const server = await sharedServer()
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  stage = { server, sql, ...(await gatherCast(server)) }
  await setStage(stage)
})

afterAll(async () => {
  await stage?.sql.end()
  await stage?.server.stop()
})

function ask(path: string, token: string | null, init: { method?: string; body?: object } = {}) {
  return fetch(`${stage.server.url}${path}`, {
    method: init.method ?? 'GET',
    headers: {
      apikey: stage.server.publishableKey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(init.body ? { body: JSON.stringify(init.body) } : {}),
  })
}

const reply = () => ({
  method: 'POST',
  body: { content: '<p>A reply</p>', thread_id: idOf('thread', 'asha'), author_id: stage.ids.bala },
})

const signIn = () =>
  ask('/auth/v1/token?grant_type=password', null, {
    method: 'POST',
    body: { email: 'bala@example.com', password: 'bala walks slowly through Churchgate' },
  })

test('a ban stops the token at once, and lifting it lets the member in again', async () => {
  const { tokens, ids } = stage
  expect((await ask('/rest/v1/replies', tokens.bala, reply())).status, 'the premise: Bala may reply').toBe(
    201,
  )

  const ban = await ask(`/rest/v1/profiles?id=eq.${ids.bala}`, tokens.admin, {
    method: 'PATCH',
    body: { user_level: 'Banned' },
  })
  expect(ban.status).toBe(200)

  const refused = await ask('/rest/v1/replies', tokens.bala, reply())
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ message: 'session_not_found' })
  expect((await ask('/rest/v1/threads?limit=1', tokens.bala)).status, 'reading with it stops too').toBe(401)
  expect((await ask('/rest/v1/threads?limit=1', null)).status, 'as a guest Bala still reads').toBe(200)
  expect((await signIn()).status).toBe(400)
  const written = await stage.sql`select count(*)::int as n from public.replies where author_id = ${ids.bala}
    and content = '<p>A reply</p>'`
  expect(written).toEqual([{ n: 1 }])
  const log =
    await stage.sql`select action, detail, actor_id from public.moderation_log where target_id = ${ids.bala}`
  expect(log).toEqual([{ action: 'level', detail: 'Regular → Banned', actor_id: ids.admin }])

  await ask(`/rest/v1/profiles?id=eq.${ids.bala}`, tokens.admin, {
    method: 'PATCH',
    body: { user_level: 'Regular' },
  })
  const again = await signIn()
  expect(again.status).toBe(200)
  const session = (await again.json()) as { access_token: string }
  expect((await ask('/rest/v1/replies', session.access_token, reply())).status).toBe(201)
})
