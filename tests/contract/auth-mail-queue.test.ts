// Requests do not wait for the mail server, and no mail is lost: a mail that could not be sent is sent later by the same
// process or, after a crash, by the next one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, newEmail, openDatabase, PASSWORD } from '../support/identity.ts'
import { follow, type MailServer, startMailServer } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

let folder: string
let mails: MailServer
let server: TestServer | null = null

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'arthachowk-queue-'))
  mails = await startMailServer()
})

afterAll(async () => {
  await server?.stop()
  await mails.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = () => startServer({ DATA_DIR: folder, SMTP_URL: mails.url, MAIL_FROM: 'post@example.com' })

/** Resolves when the queue has tried a mail and failed. */
async function untilTried(site: TestServer): Promise<void> {
  const sql = openDatabase(site)
  try {
    for (let i = 0; i < 100; i += 1) {
      const tried = await sql`select from graphile_worker.jobs where attempts > 0 and locked_at is null`
      if (tried.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the mail was not tried')
  } finally {
    await sql.end()
  }
}

test('a mail that the mail server refused temporarily arrives after a restart', async () => {
  server = await start()
  mails.refuses = true
  const email = newEmail()
  const answer = await ask(server, 'signup', { body: { email, password: PASSWORD } })
  expect(answer.status).toBe(200)
  await untilTried(server)
  expect(mails.to(email)).toEqual([])
  await server.stop()
  mails.refuses = false
  server = await start()
  const { link } = await mails.newest(email)
  const opened = await follow(link.replace(/^https?:\/\/[^/]+/, server.url))
  expect(opened.headers.get('location')).toContain('access_token')
}, 60_000)

test('a job that a killed process held is released at the next start', async () => {
  const site = server as TestServer
  const sql = openDatabase(site)
  const email = newEmail()
  mails.refuses = true
  await ask(site, 'recover', { body: { email: newEmail() } })
  await ask(site, 'signup', { body: { email, password: PASSWORD } })
  await untilTried(site)
  // The state that a killed process leaves: a lock by a worker that no longer exists.
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone', run_at = now() - interval '1 s'`
  await sql.end()
  await site.stop()
  mails.refuses = false
  server = await start()
  await mails.newest(email)
}, 60_000)

test('a failure is logged without any address', async () => {
  const site = server as TestServer
  mails.refuses = true
  const email = newEmail()
  await ask(site, 'signup', { body: { email, password: PASSWORD } })
  await untilTried(site)
  mails.refuses = false
  const lines = site.log().filter(({ msg }) => msg === 'mail.send_failed')
  expect(lines[0]).toMatchObject({ level: 40, responseCode: 451 })
  expect(JSON.stringify(site.log())).not.toContain(email)
})

test('a mail whose last attempt failed is deleted after a week', async () => {
  const site = server as TestServer
  const sql = openDatabase(site)
  for (const [name, days] of [
    ['old', 8],
    ['young', 6],
  ] as const) {
    await sql`select graphile_worker.add_job('mail', ${sql.json({ name })}::json, job_key => ${name}, max_attempts => 1)`
    await sql`
      update graphile_worker._private_jobs
      set attempts = 1, run_at = now() - interval '9 days', updated_at = now() - make_interval(days => ${days})
      where key = ${name}`
  }
  const failed = async () =>
    (await sql<{ key: string }[]>`select key from graphile_worker.jobs where key in ('old', 'young')`).map(
      ({ key }) => key,
    )
  // This job runs at the start and then hourly.
  await sql`select graphile_worker.add_job('forget failed')`
  await expect.poll(failed).toEqual(['young'])
  await sql.end()
})
