// Background jobs on a real queue: once per cluster, one log line per failure, in batches.
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { communityJobs } from '../../server/jobs.ts'
import { newsletterOutboxes } from '../../server/newsletter/outboxes.ts'
import {
  connect,
  EXHAUSTIVE,
  startDatabase,
  type TestDatabase,
  withoutSlowStatements,
} from '../../tests/support/database.ts'
import type { Sql } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { asJob } from '../database/scope.ts'
import { createLog } from '../log.ts'
import { outboxJobs } from '../mail/outbox.ts'
import { FREQUENT_LOCK } from './frequent.ts'
import { type Job, untilDone } from './job.ts'
import { startWorkerSoon } from './start-soon.ts'
import { startWorker } from './worker.ts'

/** The number of subscribers of an issue. `npm run faults -- exhaustive` uses the promised maximum. */
const MANY = EXHAUSTIVE ? 10_000 : 2_000

const HANDED_OVER_WITHIN_MS = 5_000

let database: TestDatabase
let sql: Sql
let db: Database

beforeAll(async () => {
  database = await startDatabase()
  sql = database.sql
  const pool = connect(database.ownerUrl, { max: 4 })
  db = { pool, ownerUrl: database.ownerUrl, close: () => pool.end() }
}, 60_000)

afterAll(async () => {
  await db.close()
  await database.stop()
})

const startNode = async (jobs: Job[], log = createLog('silent')) =>
  (await startWorker({ db, log, jobs, mail: () => Promise.resolve(), alone: false })).stop

/** A frequent job of one node, and a count of its runs. */
function ticking(): { job: Job; runs: () => number } {
  let runs = 0
  const run = async () => {
    runs += 1
    return 0
  }
  return { job: { name: 'tick', schedule: { everySeconds: 0.02 }, run }, runs: () => runs }
}

test('a start waits for the queue of a new database, and leaves an existing one to the moment after', async () => {
  const startSoon = (jobs: Job[]) =>
    startWorkerSoon({ db, log: createLog('silent'), jobs, mail: () => Promise.resolve(), alone: false })
  const installed = async () =>
    (await sql`select from pg_namespace where nspname = 'graphile_worker'`).length === 1
  expect(await installed()).toBe(false)
  await (await startSoon([])).stop()
  expect(await installed()).toBe(true)

  const stopped = ticking()
  const started = ticking()
  const asked = ticking()
  await (await startSoon([stopped.job])).stop()
  const later = await startSoon([started.job])
  expect(started.runs()).toBe(0)
  await expect.poll(started.runs).toBeGreaterThan(2)
  await later.stop()
  // /metrics may ask before.
  const now = await startSoon([asked.job])
  expect(await now.queue()).toMatchObject({ failed: 0 })
  await expect.poll(asked.runs).toBeGreaterThan(2)
  await now.stop()
  expect(stopped.runs()).toBe(0)
})

test('frequent jobs run on one node, and on another within 5 s when it stops', async () => {
  const [first, second] = [ticking(), ticking()]
  const stopFirst = await startNode([first.job])
  await expect.poll(first.runs).toBeGreaterThan(2)
  const stopSecond = await startNode([second.job])
  const before = first.runs()
  // Longer than a node waits before it asks for the lock again.
  await expect.poll(first.runs, { timeout: 10_000 }).toBeGreaterThan(before + 100)
  expect(second.runs()).toBe(0)
  await stopFirst()
  await expect.poll(second.runs, { timeout: HANDED_OVER_WITHIN_MS }).toBeGreaterThan(2)
  await stopSecond()
}, 60_000)

test('frequent jobs end with the connection that holds their lock, and run within 5 s of its release', async () => {
  const node = ticking()
  const stop = await startNode([node.job])
  await expect.poll(node.runs).toBeGreaterThan(2)
  // Another node, next in line for the lock; its process is killed later.
  const other = connect(database.ownerUrl, { max: 1 })
  const [{ pid: otherPid = 0 } = {}] = await other<{ pid: number }[]>`select pg_backend_pid() as pid`
  const hasLock = other`select pg_advisory_lock(${FREQUENT_LOCK})`.execute()
  const [holder] = await sql`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${FREQUENT_LOCK} and granted`
  expect(holder).toBeDefined()
  await hasLock
  let before = Number.NaN
  const goesOn = () => {
    const runs = node.runs()
    const more = runs - before
    before = runs
    return more
  }
  await expect.poll(goesOn, { interval: 200 }).toBe(0)
  await sql`select pg_terminate_backend(${otherPid})`
  await expect.poll(node.runs, { timeout: HANDED_OVER_WITHIN_MS }).toBeGreaterThan(before + 2)
  await other.end()
  await stop()
}, 60_000)

test('a batch that did something is followed by the next one at once', async () => {
  let left = 5
  const isDone = await untilDone({ run: async () => left-- })
  expect(isDone).toBe(true)
  expect(left).toBe(-1)
})

test('a scheduled job that fails is logged in one line, retried, and stops no other', async () => {
  const lines: { level: number; job?: string; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  let tries = 0
  let others = 0
  const failing: Job = {
    name: 'fails once',
    schedule: '0 0 1 1 *',
    run: async () => {
      tries += 1
      if (tries === 1) throw new Error('not yet')
      return 0
    },
  }
  const other: Job = {
    name: 'other',
    schedule: { everySeconds: 0.05 },
    run: async () => {
      others += 1
      return 0
    },
  }
  const stop = await startNode([failing, other], log)
  await sql`select graphile_worker.add_job('fails once', job_key => 'fails once')`
  await expect.poll(() => tries, { timeout: 20_000 }).toBe(2)
  await expect.poll(() => others, { timeout: 20_000 }).toBeGreaterThan(2)
  await stop()
  expect(lines).toMatchObject([
    { level: 50, job: 'fails once', msg: 'job.failed', err: { message: 'not yet' } },
  ])
  expect(await sql`select from graphile_worker.jobs where task_identifier = 'fails once'`).toHaveLength(0)
}, 60_000)

test('a batch runs as the role of the jobs, with time limits of its own', async () => {
  const settings = await asJob(
    db,
    (at) => at`
      select current_user as role, current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock`,
  )
  expect(settings).toMatchObject([{ role: 'site_jobs', statement: '5s', lock: '2s' }])
})

test('every job of the community finds its function', async () => {
  const jobs = communityJobs(db, 'http://127.0.0.1')
  expect(jobs.length).toBeGreaterThan(10)
  for (const { name, run } of jobs) expect(await run(), name).toBe(0)
})

test('an issue for many subscribers is queued in batches, once per reader', async () => {
  await sql`
    insert into newsletter_subscribers (email, state, confirmed_at)
    select 'reader' || n || '@example.com', 'confirmed', now() from generate_series(1, ${MANY}::integer) n`
  const [author] =
    await sql`insert into auth.users (email, email_confirmed_at) values ('asha@example.com', now()) returning id`
  await sql`
    insert into blog_posts (title, slug, content, excerpt, category, author_id, published, mail_subscribers)
    values ('What a rights issue is', 'rights-issue', ${`<p>${'Words. '.repeat(60)}</p>`}, 'In short.', 'Basics', ${author?.id},
      true, true)`
  const job = outboxJobs(db, newsletterOutboxes(db, { siteUrl: 'http://localhost' })).at(-1) as Job
  expect(await withoutSlowStatements(sql, () => untilDone(job))).toBe(true)
  const [queued] = await sql`
    select count(*)::int as letters, count(distinct payload ->> 'id')::int as readers
    from graphile_worker._private_jobs where payload ->> 'kind' = 'newsletter article'`
  expect(queued).toEqual({ letters: MANY, readers: MANY })
  const [largest] = await sql`
    select max(count)::int as size
    from (select count(*) from graphile_worker._private_jobs where payload ->> 'kind' is not null group by xmin)`
  expect(largest?.size).toBe(200)
  expect(await sql`select recipients, queued_at is not null as through from newsletter_issues`).toEqual([
    { recipients: MANY, through: true },
  ])
  // It is not sent again, nor to later subscribers.
  await sql`insert into newsletter_subscribers (email, state, confirmed_at) values ('late@example.com', 'confirmed', now())`
  expect(await untilDone(job)).toBe(true)
  expect(
    await sql`select from graphile_worker._private_jobs where payload ->> 'kind' = 'newsletter article'`,
  ).toHaveLength(MANY)
}, 120_000)
