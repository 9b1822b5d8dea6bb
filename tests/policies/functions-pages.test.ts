// Functions that redirect old links.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import type { Actor } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

let stage: Stage

beforeAll(async () => {
  const server = await sharedServer()
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  stage = { server, sql, ...(await gatherCast(server)) }
})

afterAll(async () => {
  await stage?.sql.end()
  await stage?.server.stop()
})

beforeEach(() => setStage(stage))

async function found(actor: Actor, slug: string): Promise<string[]> {
  const answer = await fetch(
    `${stage.server.url}/rest/v1/rpc/threads_by_title_slug?select=id&slug=${encodeURIComponent(slug)}`,
    {
      headers: {
        apikey: stage.server.publishableKey,
        ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
      },
    },
  )
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
}

test('a title finds its discussion, also for a guest; a hidden one for nobody', async () => {
  const id = idOf('thread', 'bala')
  await stage.sql`update public.threads set title = 'What is "T+1", really?' where id = ${id}`
  expect(await found('guest', 'what-is-t-1-really')).toEqual([id])
  await stage.sql`update public.threads set is_hidden = true where id = ${id}`
  expect(await found('guest', 'what-is-t-1-really')).toEqual([])
  expect(await found('asha', 'what-is-t-1-really')).toEqual([])
  // An old link finds only what guests may see, although its author and admins could read more.
  expect(await found('bala', 'what-is-t-1-really')).toEqual([])
  expect(await found('admin', 'what-is-t-1-really')).toEqual([])
})

test('two of one title are two, and titles without a letter are not found by nothing', async () => {
  await stage.sql`update public.threads set title = 'नमस्ते दुनिया, सब लोग' where id = ${idOf('thread', 'asha')}`
  expect(await found('guest', '')).toEqual([])
  await stage.sql`update public.threads set title = 'The same title' where id <> ${idOf('thread', 'asha')}`
  expect(await found('guest', 'the-same-title')).toHaveLength(2)
})
