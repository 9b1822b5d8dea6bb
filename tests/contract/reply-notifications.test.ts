// A reply of the API reaches the bell within about a second, and once, though a job notifies after the commit and may be
// killed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail, newMember, openDatabase } from '../support/identity.ts'
import { notified } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Member = { token: string; id: string }

let dataDir: string
let server: TestServer
let sql: postgres.Sql
let asha: Member
let bala: Member
let thread: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-replies-'))
  await open()
  asha = await enter()
  bala = await enter()
  const [row] = await sql<{ id: string }[]>`
    with category as (
      insert into public.forum_categories (name, slug) values ('Replies', 'replies') returning id
    )
    insert into public.threads (title, content, author_id, category_id)
    select 'Who tells of this?', '<p>A question that is long enough to be asked.</p>', ${asha.id}, id
    from category returning id`
  thread = row?.id ?? ''
})

afterAll(async () => {
  await sql.end()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function open(): Promise<void> {
  server = await startServer({ DATA_DIR: dataDir })
  sql = openDatabase(server)
}

async function enter(): Promise<Member> {
  const { access_token: token, user } = await newMember(server, newEmail())
  return { token, id: user.id }
}

const rest = (member: Member, path: string, body?: object) =>
  fetch(`${server.url}/rest/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${member.token}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const bell = async () =>
  (await (await rest(asha, 'notifications?kind=eq.reply_to_thread&select=reply_id')).json()) as {
    reply_id: string
  }[]

test('its author reads it at the bell within about a second', async () => {
  const waits: number[] = []
  for (let told = 1; told <= 3; told += 1) {
    const content = `<p>Answer number ${told}</p>`
    const { status } = await rest(bala, 'replies', { content, thread_id: thread, author_id: bala.id })
    expect(status).toBe(201)
    const began = performance.now()
    await expect.poll(bell, { timeout: 15_000, interval: 20 }).toHaveLength(told)
    waits.push(performance.now() - began)
  }
  // The fastest of three: other work may keep the machine busy.
  expect(Math.min(...waits)).toBeLessThan(1_000)
})

test('a process that is killed in the middle of it loses none and tells none twice', async () => {
  const before = (await bell()).length
  const [{ notifications } = { notifications: 0 }] = await sql<{ notifications: number }[]>`
    select count(*)::int as notifications from public.notifications`
  const exited = new Promise((resolve) => server.process.once('exit', resolve))
  await sql.begin(async (lock) => {
    await lock`lock table public.notifications in share row exclusive mode`
    const other = openDatabase(server)
    await other`
      insert into public.replies (thread_id, author_id, content)
      select ${thread}, ${bala.id}, '<p>Said before the kill, ' || n || '</p>' from generate_series(1, 10) n`
    await expect
      .poll(
        () => other`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like '%notify_of_replies%'`,
        {
          timeout: 15_000,
        },
      )
      .not.toHaveLength(0)
    server.process.kill('SIGKILL')
    await exited
    await other.end()
  })
  await sql.end()
  await open()
  await notified(sql)
  const [row] = await sql`
    select count(*)::int as notifications, count(distinct reply_id)::int as replies from public.notifications`
  expect(row).toEqual({ notifications: notifications + 10, replies: notifications + 10 })
  expect(await bell()).toHaveLength(before + 10)
}, 60_000)
