// When digests and summaries are mailed, that nothing is in two of them, and what a killed process leaves.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { digestScene, type Member, WANTED } from '../support/digest-scene.ts'
import { openDatabase } from '../support/identity.ts'
import { type Mailbox, mailFolder, startMailServer } from '../support/mailbox.ts'
import { notified } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let sql: postgres.Sql
let at: Awaited<ReturnType<typeof digestScene>>
let mails: Mailbox
let asha: Member
let bala: Member

beforeAll(async () => {
  server = await startServer({}, { entry: 'impatient' })
  sql = openDatabase(server)
  mails = mailFolder(server.dataDir)
  at = await digestScene(server, sql)
  bala = await at.enter()
})

beforeEach(async () => {
  asha = await at.enter()
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

test('a digest is due at the chosen hour in India, and after a stop of weeks there is one', async () => {
  const due = async (...after: [string, number, number, string]) => {
    const [row] = await sql<{ at: Date }[]>`
      select private.next_digest(${after[0]}, ${after[1]}::smallint, ${after[2]}::smallint, ${after[3]}) as at`
    return row?.at.toISOString()
  }
  // 2026-12-07 is a Monday.
  expect(await due('daily', 1, 8, '2026-12-07T02:29:59Z')).toBe('2026-12-07T02:30:00.000Z')
  expect(await due('daily', 1, 8, '2026-12-07T02:30:00Z')).toBe('2026-12-08T02:30:00.000Z')
  expect(await due('weekly', 1, 0, '2026-12-06T18:29:59Z')).toBe('2026-12-06T18:30:00.000Z')
  expect(await due('weekly', 1, 0, '2026-12-06T18:30:00Z')).toBe('2026-12-13T18:30:00.000Z')
  expect(await due('weekly', 7, 23, '2026-12-07T00:00:00Z')).toBe('2026-12-13T17:30:00.000Z')

  await at.choose(asha, { ...WANTED, digest: 'weekly', digest_day: 3, digest_hour: 20 })
  await at.reply(bala, await at.discussion(asha))
  await notified(sql)
  await sql`update private.digests set next_at = now() - interval '30 days', until = now() - interval '37 days'`
  await expect.poll(() => mails.to(asha.email).length, { timeout: 15_000 }).toBe(1)
  await at.mailed()
  expect(mails.to(asha.email)).toHaveLength(1)
  const [next] = await sql<{ day: number; hour: number; isAhead: boolean }[]>`
    select extract(isodow from next_at at time zone 'Asia/Kolkata')::int as day,
      extract(hour from next_at at time zone 'Asia/Kolkata')::int as hour,
      next_at between now() and now() + interval '7 days' as "isAhead"
    from private.digests where user_id = ${asha.id}`
  expect(next).toEqual({ day: 3, hour: 20, isAhead: true })
})

test('what exceeds twenty mails of an hour comes as one summary, and its link ends all such mails', async () => {
  const threads = await Promise.all(
    Array.from({ length: 24 }, (_, index) => at.discussion(asha, `Question number ${index}`)),
  )
  for (const thread of threads) await at.reply(bala, thread)
  await notified(sql)
  await sql`update private.notification_mails set due_at = now() where taken_at is null`
  await expect.poll(() => mails.to(asha.email).length, { timeout: 15_000 }).toBe(20)
  const [summary] = await sql`
    select kind, next_at between now() + interval '50 minutes' and now() + interval '1 hour' as "inAnHour"
    from private.digests where user_id = ${asha.id}`
  expect(summary).toEqual({ kind: 'summary', inAnHour: true })
  await at.mailed()
  await at.mailed()
  expect(mails.to(asha.email)).toHaveLength(21)
  const { subject, text, headers } = await mails.newest(asha.email, 21)
  expect(subject).toMatch(/^More that is new for you: 4 notifications · /)
  const link = /<([^>]+)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(text).toContain(link)
  expect(
    new Set(mails.to(asha.email).flatMap(({ text: said }) => said.match(/Question number \d+/g))).size,
  ).toBe(24)
  await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(await sql`select mailed from public.notification_settings where user_id = ${asha.id}`).toEqual([
    { mailed: [] },
  ])
})

describe('a process that is killed in the middle of its digests', () => {
  const MEMBERS = 12
  /** Connections to the mail server, each with one mail that it has taken and not confirmed. */
  const ON_THE_WAY = 2

  test('leaves the rest to the next one; only what the mail server had not confirmed comes again, with the same id', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-digests-'))
    const mailServer = await startMailServer()
    const start = () =>
      startServer(
        { DATA_DIR: dataDir, SMTP_URL: mailServer.url, MAIL_FROM: 'post@example.com', AUTOCONFIRM: 'on' },
        { entry: 'impatient' },
      )
    const first = await start()
    const db = openDatabase(first)
    const there = await digestScene(first, db)
    const writer = await there.enter()
    const members: Member[] = []
    for (let index = 0; index < MEMBERS; index += 1) {
      const member = await there.enter()
      await there.choose(member, WANTED)
      await there.reply(writer, await there.discussion(member))
      members.push(member)
    }
    await notified(db)
    const exited = new Promise((resolve) => first.process.once('exit', resolve))
    mailServer.holds = true
    await db`update private.digests set next_at = now()`
    await expect.poll(mailServer.count, { timeout: 15_000 }).toBe(ON_THE_WAY)
    first.process.kill('SIGKILL')
    await exited
    await db.end({ timeout: 1 })
    mailServer.holds = false
    const second = await start()
    try {
      await Promise.all(members.map(({ email }) => mailServer.newest(email)))
      const again = openDatabase(second)
      await again`update private.digests set next_at = now()`
      await expect
        .poll(async () => {
          const [row] = await again<{ left: number }[]>`
            select (select count(*) from private.digests where next_at <= now())::int
              + (select count(*) from graphile_worker._private_jobs where payload ->> 'kind' = 'digest')::int as left`
          return row?.left
        })
        .toBe(0)
      await again.end()
      const sent = members.map(({ email }) =>
        mailServer.to(email).map(({ headers }) => headers['message-id']),
      )
      expect(sent.every((ids) => new Set(ids).size === 1)).toBe(true)
      expect(sent.flat()).toHaveLength(MEMBERS + ON_THE_WAY)
    } finally {
      await second.stop()
      await mailServer.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }, 60_000)
})
