// What visitors see while the database is killed or frozen, and that the site recovers without a restart.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postmaster, signalAll } from '../faults/postgres-processes.ts'
import { connect } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Far above the two seconds that an error takes, for a busy machine; a lost request would wait for ever. */
const TOLD_WITHIN_MS = 10_000
const BACK_WITHIN_MS = 20_000
const LATER_VISITORS = 20

let site: TestServer
beforeAll(async () => {
  site = await startServer({ SEED: 'sample' })
}, 60_000)
afterAll(() => site.stop())

const tables = () => ask('/rest/v1/forum_categories?select=slug')
const readiness = () => ask('/readyz')
/** A request with an unknown parameter, which is rendered each time instead of served from the cache. */
const renderedPage = () => ask(`/forums?anew=${performance.now()}`)

async function ask(path: string, init: RequestInit = {}) {
  const began = performance.now()
  const headers = { apikey: site.publishableKey, 'content-type': 'application/json' }
  const answer = await fetch(site.url + path, { headers, ...init })
  const retryAfter = Number(answer.headers.get('retry-after'))
  return { status: answer.status, retryAfter, text: await answer.text(), ms: performance.now() - began }
}

/** What needs the database and was not asked for before: pages whose reads throw, pages that show their error. */
const PAGES = [
  ...['/', '/trending', '/blog', '/blog/no-such-article', '/latest', '/tags', '/tags/ipo', '/experts'],
  ...['/experts/nobody', '/forums', '/forums/ipos', '/forums/ipos/no-such-discussion', '/search?q=ipo'],
  ...['/new-discussion', '/t/an-imported-discussion/42'],
]
const DATA = ['/trending.data', '/forums.data', '/experts/nobody.data']
const DOCUMENTS = ['/latest/feed.xml', '/sitemap.xml', '/sitemaps/threads-1-1.xml', '/social/forums/ipos.png']

/** Sends one request after another for `ms` milliseconds. */
async function askFor(ms: number): Promise<{ status: number; ms: number }[]> {
  const answers: { status: number; ms: number }[] = []
  for (const until = performance.now() + ms; performance.now() < until; ) answers.push(await tables())
  return answers
}

describe('a database that was killed', () => {
  it('is started again, and loses nothing that was acknowledged', async () => {
    const stored = await fetch(`${site.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'asha@example.invalid', password: 'kaleidoscope-tamarind-7' }),
    })
    expect(stored.status).toBe(200)
    process.kill(postmaster(site.dataDir), 'SIGKILL')
    // Every request meanwhile is answered, also one that a connection had not sent yet when it broke.
    const meanwhile = await askFor(3_000)
    expect(meanwhile.filter(({ status }) => ![200, 503, 504].includes(status))).toEqual([])
    expect(Math.max(...meanwhile.map(({ ms }) => ms))).toBeLessThan(TOLD_WITHIN_MS)
    await expect.poll(async () => (await tables()).status, { timeout: BACK_WITHIN_MS }).toBe(200)
    const signedIn = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'asha@example.invalid', password: 'kaleidoscope-tamarind-7' }),
    })
    expect(signedIn.status).toBe(200)
    await expect.poll(async () => (await readiness()).status, { timeout: BACK_WITHIN_MS }).toBe(200)
  }, 60_000)
})

describe('connections that are ended while they open', () => {
  it('cost their requests an error, and the process nothing', async () => {
    const sql = connect(site.adminDatabaseUrl, { max: 2 })
    const [locker, observer] = [await sql.reserve(), await sql.reserve()]
    const endAll = () =>
      observer`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'authenticator%'`
    const opening = async () =>
      (
        await observer`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%pg_type a%'`
      ).length
    try {
      await opening()
      await endAll()
      // The driver's own query on each new connection waits for this lock.
      await locker.unsafe('begin; lock table pg_catalog.pg_type in access exclusive mode')
      await endAll()
      const waiting = tables()
      await expect.poll(opening).toBeGreaterThan(0)
      await endAll()
      await expect.poll(() => site.log().map(({ msg }) => msg)).toContain('db.connection_lost')
      await locker.unsafe('rollback')
      expect([200, 503, 504]).toContain((await waiting).status)
      await expect.poll(async () => (await tables()).status, { timeout: BACK_WITHIN_MS }).toBe(200)
      await expect.poll(async () => (await readiness()).status, { timeout: BACK_WITHIN_MS }).toBe(200)
    } finally {
      locker.release()
      observer.release()
      await sql.end({ timeout: 1 })
    }
  }, 60_000)
})

describe('a table that another session has locked', () => {
  it('makes a sign-up fail with an error that says to retry, and logs no server error', async () => {
    const sql = connect(site.adminDatabaseUrl, { max: 1 })
    const signUp = () =>
      fetch(`${site.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'late@example.invalid', password: 'kaleidoscope-tamarind-7' }),
      })
    try {
      await sql.begin(async (holder) => {
        await holder`lock table public.profiles in exclusive mode`
        const answer = await signUp()
        expect(answer.status).toBe(504)
        expect(await answer.json()).toMatchObject({ error_code: 'request_timeout' })
      })
      expect(site.log().map(({ msg }) => msg)).not.toContain('auth.request_failed')
      expect((await signUp()).status).toBe(200)
    } finally {
      await sql.end()
    }
  }, 30_000)
})

describe('a database that froze', () => {
  it('makes everything that needs it say 503 or 504 and when to try again', async () => {
    const logged = site.log().length
    const pid = postmaster(site.dataDir)
    signalAll(pid, 'SIGSTOP')
    try {
      await expect.poll(async () => (await readiness()).status, { timeout: TOLD_WITHIN_MS }).toBe(503)
      const paths = [...PAGES, ...DATA, ...DOCUMENTS]
      const answers = await Promise.all(paths.map((path) => ask(path)))
      expect(answers.map(({ status, retryAfter }, at) => [paths[at], status, retryAfter > 0])).toEqual(
        paths.map((path) => [path, 503, true]),
      )
      const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })
      const services = await Promise.all([
        tables(),
        ask('/rest/v1/rpc/is_admin', post({})),
        ask(
          '/auth/v1/token?grant_type=password',
          post({ email: 'a@example.invalid', password: 'unknown-9' }),
        ),
        ask('/storage/v1/object/public/avatars/nothing.png'),
        readiness(),
      ])
      for (const { status, retryAfter, text } of services) {
        expect([503, 504, 544], text).toContain(status)
        expect(retryAfter, text).toBeGreaterThan(0)
      }
      // An alert on errors hears of it once; what each request meets is a warning, so that crawlers do not fill the log.
      const errors = site
        .log()
        .slice(logged)
        .filter(({ level }) => level >= 50)
      expect(errors).toMatchObject([{ msg: 'db.unresponsive' }])
    } finally {
      signalAll(pid, 'SIGCONT')
    }
    await expect.poll(async () => (await readiness()).status, { timeout: BACK_WITHIN_MS }).toBe(200)
  }, 60_000)

  it('fails requests within two seconds, leaves cached pages, and is used again when it recovers', async () => {
    expect((await ask('/forums')).status).toBe(200)
    const pid = postmaster(site.dataDir)
    signalAll(pid, 'SIGSTOP')
    try {
      const waiting = await Promise.all([tables(), tables(), renderedPage()])
      for (const { status, ms } of waiting) {
        expect([503, 504]).toContain(status)
        expect(ms).toBeLessThan(TOLD_WITHIN_MS)
      }
      expect(JSON.parse(waiting[0]?.text ?? '')).toMatchObject({ code: 'PGRST003' })
      const [told, kept] = await Promise.all([tables(), ask('/forums')])
      expect(told.status).toBe(504)
      // Later requests fail at once: in sequence they finish before each could have waited its two seconds.
      const began = performance.now()
      for (let visitor = 0; visitor < LATER_VISITORS; visitor += 1) expect((await tables()).status).toBe(504)
      expect(performance.now() - began).toBeLessThan((LATER_VISITORS * 2_000) / 4)
      expect(kept.status).toBe(200)
      await expect.poll(async () => (await readiness()).status, { timeout: TOLD_WITHIN_MS }).toBe(503)
    } finally {
      signalAll(pid, 'SIGCONT')
    }
    await expect.poll(async () => (await tables()).status, { timeout: BACK_WITHIN_MS }).toBe(200)
    // Every connection whose request was abandoned can be used again; on a busy machine the first of them are still waking.
    const many = async () =>
      (await Promise.all(Array.from({ length: 30 }, renderedPage))).map(({ status }) => status)
    await expect.poll(many, { timeout: BACK_WITHIN_MS }).toEqual(Array(30).fill(200))
  }, 60_000)
})
