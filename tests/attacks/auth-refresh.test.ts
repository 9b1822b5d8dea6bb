// Refresh tokens: concurrent use by many tabs signs nobody out, and a stolen token stops working.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, newMember, openDatabase, refresh } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let server: TestServer
/** A second process on the same database and with the same secrets. */
let other: TestServer
let sql: postgres.Sql
const folder = mkdtempSync(join(tmpdir(), 'arthachowk-node-'))

beforeAll(async () => {
  server = await sharedServer()
  cpSync(join(server.dataDir, 'secrets.json'), join(folder, 'secrets.json'))
  other = await startServer({ DATA_DIR: folder, DATABASE_URL: server.adminDatabaseUrl })
  sql = openDatabase(server)
})

afterAll(async () => {
  await sql.end()
  await other.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Moves every use so far back beyond the reuse interval. */
async function letTimePass(userId: string): Promise<void> {
  await sql`update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds' where user_id = ${userId}`
}

async function liveTokens(userId: string): Promise<number> {
  return (await sql`select from auth.refresh_tokens where user_id = ${userId} and not revoked`).length
}

test('50 refreshes of one token at once: one family, one successor, nobody locked out', async () => {
  const { refresh_token: token, user } = await newMember(server)
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(server, token)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  const successors = new Set(answers.map(({ body }) => body.refresh_token))
  expect(successors.size).toBe(1)
  expect(await liveTokens(user.id)).toBe(1)
  expect(await sql`select from auth.sessions where user_id = ${user.id}`).toHaveLength(1)
  const [successor = ''] = successors
  expect((await refresh(server, successor)).status).toBe(200)
})

test('the same over two processes, 20 times', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { refresh_token: token, user } = await newMember(server)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => refresh(i % 2 ? other : server, token)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect(await liveTokens(user.id)).toBe(1)
  }
}, 60_000)

test('50 tabs that each refresh with their own token for five rounds all stay signed in', async () => {
  const { refresh_token: token, user } = await newMember(server)
  const held = Array.from({ length: 50 }, () => token)
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      // Every third tab missed the last round and sends an older token.
      held.map((own, tab) =>
        round > 0 && tab % 3 === round % 3 ? null : refresh(tab % 2 ? other : server, own),
      ),
    )
    answers.forEach((answer, tab) => {
      if (!answer) return
      expect(answer.status).toBe(200)
      held[tab] = answer.body.refresh_token
    })
  }
  expect(await liveTokens(user.id)).toBe(1)
})

test('a token used twice within 10 s gives the same successor', async () => {
  const { refresh_token: token } = await newMember(server)
  const [first, second] = [await refresh(server, token), await refresh(server, token)]
  expect(second.status).toBe(200)
  expect(second.body.refresh_token).toBe(first.body.refresh_token)
})

test('an older token that is used outside the interval ends the whole session', async () => {
  const { refresh_token: stolen, user } = await newMember(server)
  const { body: second } = await refresh(server, stolen)
  const { body: third } = await refresh(server, second.refresh_token)
  await letTimePass(user.id)
  expect((await ask(server, 'user', { token: third.access_token })).status).toBe(200)

  const reuse = await refresh(server, stolen)
  expect(reuse.status).toBe(400)
  expect(reuse.body).toEqual({
    code: 400,
    error_code: 'refresh_token_already_used',
    msg: 'Invalid Refresh Token: Already Used',
  })
  expect(await liveTokens(user.id)).toBe(0)
  for (const token of [third.refresh_token, second.refresh_token, stolen]) {
    expect((await refresh(server, token)).body.error_code).toBe('refresh_token_already_used')
  }
  // The stolen access token stops with the session, not an hour later.
  expect((await ask(server, 'user', { token: third.access_token })).body.error_code).toBe('session_not_found')
  const read = await fetch(`${server.url}/rest/v1/profiles?limit=1`, {
    headers: { apikey: server.publishableKey, authorization: `Bearer ${third.access_token}` },
  })
  expect(read.status).toBe(401)
})

test('ends that session and no other of the member', async () => {
  const { refresh_token: stolen, user } = await newMember(server)
  const elsewhere = await ask(server, 'token?grant_type=password', {
    body: { email: user.email, password: 'lotus-pond-77' },
  })
  const { body: second } = await refresh(server, stolen)
  await refresh(server, second.refresh_token)
  await letTimePass(user.id)
  expect((await refresh(server, stolen)).status).toBe(400)
  expect((await refresh(server, elsewhere.body.refresh_token)).status).toBe(200)
})

test('50 requests with a stolen old token at once are all refused, and the session ends', async () => {
  const { refresh_token: stolen, user } = await newMember(server)
  const { body: second } = await refresh(server, stolen)
  await refresh(server, second.refresh_token)
  await letTimePass(user.id)
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(server, stolen)))
  expect(new Set(answers.map(({ body }) => body.error_code))).toEqual(new Set(['refresh_token_already_used']))
  expect(await liveTokens(user.id)).toBe(0)
})

test('signing out during 20 refreshes leaves no valid token', async () => {
  const { refresh_token: token, access_token: access, user } = await newMember(server)
  const running = Array.from({ length: 20 }, () => refresh(server, token))
  const out = ask(server, 'logout', { method: 'POST', token: access })
  const answers = await Promise.all([...running, out])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(await sql`select from auth.sessions where user_id = ${user.id}`).toHaveLength(0)
  const issued = answers.map(({ body }) => body.access_token).filter(Boolean)
  for (const late of issued) {
    expect((await ask(server, 'user', { token: late })).body.error_code).toBe('session_not_found')
  }
})

test('values from the database are not accepted as refresh tokens', async () => {
  const { user } = await newMember(server)
  const rows = await sql<
    { token: string }[]
  >`select token from auth.refresh_tokens where user_id = ${user.id}`
  for (const { token } of rows) {
    expect((await refresh(server, token)).body.error_code).toBe('refresh_token_not_found')
  }
  expect(rows).toHaveLength(1)
})

test('the server logged no error', () => {
  expect(server.log().filter(({ level }) => level >= 50)).toEqual([])
})
