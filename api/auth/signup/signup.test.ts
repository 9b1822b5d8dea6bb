// Sign-up where addresses must be confirmed: responses and their timing. tests/contract/auth-mail-signup.test.ts covers the
// mails.
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRules } from '../../../server/accounts.ts'
import { SITE_MIGRATIONS } from '../../../server/migrations.ts'
import { WORK_LIMITS } from '../../../server/site-limits.ts'
import { readConfig } from '../../config.ts'
import { type Database, openDatabase } from '../../database/database.ts'
import { OWN_LOOK } from '../../http/small-page.ts'
import { startWorker } from '../../jobs/worker.ts'
import { createLimits } from '../../limits/limits.ts'
import { createMail } from '../../mail/mail.ts'
import { type Auth, createAuth } from '../auth.ts'

const folder = mkdtempSync(join(tmpdir(), 'arthachowk-signup-'))
const incoming = { socket: { remoteAddress: '203.0.113.9' }, headers: {} } as unknown as IncomingMessage
let db: Database
let auth: Auth
let stopWorker: () => Promise<void>
let id = ''

beforeAll(async () => {
  // A mail server is named, so addresses are confirmed. Nothing listens there, which only the queue notices.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'post@example.com' }
  const settings = { DATA_DIR: folder, RATE_LIMITS: 'off', ...mail }
  const config = { ...(await readConfig(settings)), siteUrl: 'http://site' }
  const log = pino({ level: 'silent' })
  db = await openDatabase(config, log, { migrations: SITE_MIGRATIONS })
  const limits = createLimits({ config, db, redis: null, log, work: WORK_LIMITS })
  auth = await createAuth({
    config,
    db,
    log,
    limits,
    accounts: accountRules(db, { refusalOf: async () => null }),
    pageLook: OWN_LOOK,
  })
  const refused = () => Promise.resolve()
  const { send } = createMail({
    config,
    log,
    outboxes: [],
    emails: auth.emails,
    siteName: () => 'Site',
    refused,
  })
  const worker = await startWorker({ db, log, jobs: [], mail: send, alone: true })
  stopWorker = worker.stop
})

afterAll(async () => {
  await stopWorker()
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

async function send(path: string, body: object) {
  const request = new Request(`http://site${path}`, { method: 'POST', body: JSON.stringify(body) })
  const start = performance.now()
  const response = await auth.routes.app.fetch(request, { incoming })
  const answer = (await response.json()) as Record<string, unknown>
  return { status: response.status, body: answer, milliseconds: performance.now() - start }
}

const account = (email: string) => ({ email, password: 'lotus-pond-77', data: { full_name: 'Asha' } })

test('a new account is answered as an unconfirmed user, without a session', async () => {
  const { status, body } = await send('/signup', account('asha@example.com'))
  expect(status).toBe(200)
  id = String(body.id)
  expect(body).toMatchObject({ email: 'asha@example.com', role: 'authenticated', aud: 'authenticated' })
  for (const absent of ['access_token', 'refresh_token', 'email_confirmed_at', 'confirmed_at']) {
    expect(body).not.toHaveProperty(absent)
  }
})

test('and cannot sign in yet', async () => {
  const answer = await send('/token?grant_type=password', account('asha@example.com'))
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'email_not_confirmed' } })
})

test('an address that has an account gets the same response, of the same shape, after the same time', async () => {
  const times = { taken: [] as number[], free: [] as number[] }
  for (let i = 0; i < 15; i += 1) {
    const taken = await send('/signup', account('asha@example.com'))
    const free = await send('/signup', account(`new-${i}@example.com`))
    expect(taken.status).toBe(free.status)
    expect(Object.keys(taken.body).toSorted()).toEqual(Object.keys(free.body).toSorted())
    expect(shape(taken.body)).toEqual(shape(free.body))
    times.taken.push(taken.milliseconds)
    times.free.push(free.milliseconds)
  }
  const ratio = quick(times.taken) / quick(times.free)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
})

test('a taken username is refused whether or not the address is taken too', async () => {
  await db.pool.begin(async (sql) => {
    await sql`select set_config('role', 'service_role', true)`
    await sql`insert into public.profiles (id, username) values (${id}, 'lakshmi')`
  })
  const wish = { password: 'lotus-pond-77', data: { username: 'Lakshmi' } }
  const taken = await send('/signup', { ...wish, email: 'asha@example.com' })
  const free = await send('/signup', { ...wish, email: 'nobody@example.com' })
  expect(free).toMatchObject({ status: 422, body: { msg: 'That username is already taken.' } })
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
})

/** The names and types of the fields, which an observer can compare without knowing either account. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape)
  if (value === null || typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
}

/** The slowest of the fastest quarter: the time without other load on the machine. */
function quick(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 4)] ?? Number.NaN
}
