// One mail, and one proof of work, more than each limit allows: with spoofed headers, and over two processes.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ask, newEmail, openDatabase } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

let database: TestServer
let nodes: TestServer[]
const folders: string[] = []

beforeAll(async () => {
  database = await sharedServer()
  nodes = await Promise.all(
    [1, 2].map(() => {
      const folder = mkdtempSync(join(tmpdir(), 'arthachowk-node-'))
      folders.push(folder)
      cpSync(join(database.dataDir, 'secrets.json'), join(folder, 'secrets.json'))
      return startServer({
        RATE_LIMITS: 'on',
        TRUSTED_PROXIES: '127.0.0.1',
        DATA_DIR: folder,
        DATABASE_URL: database.adminDatabaseUrl,
      })
    }),
  )
})

afterAll(async () => {
  await Promise.all(nodes.map((server) => server.stop()))
  await database.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

let addresses = 0
const newAddress = () => `203.0.${Math.floor(addresses / 250)}.${1 + (addresses++ % 250)}`
const from = (address: string) => ({ 'x-forwarded-for': `${newAddress()}, ${address}` })
const node = (i: number) => nodes[i % 2] as TestServer

function expectLimited(answer: Answer, code: string, maxSeconds: number): void {
  expect(answer.status).toBe(429)
  expect(answer.body.error_code).toBe(code)
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(maxSeconds)
}

describe('a request for mail', () => {
  test('is allowed 5 times in 10 minutes from one address, for all purposes together', async () => {
    const address = newAddress()
    const paths = ['recover', 'otp', 'magiclink', 'resend', 'recover']
    const send = (path: string, i: number) =>
      ask(node(i), path, { body: { email: newEmail(), type: 'signup' }, headers: from(address) })
    for (const [i, path] of paths.entries()) expect((await send(path, i)).status).toBe(200)
    for (const [i, path] of paths.entries()) {
      expectLimited(await send(path, i), 'captcha_failed', 600)
    }
  })

  test('is allowed once a minute for one mailbox, from any address, with or without an account', async () => {
    const email = newEmail()
    const send = (i: number, spelling: string) =>
      ask(node(i), 'otp', { body: { email: spelling }, headers: from(newAddress()) })
    expect((await send(0, email)).status).toBe(200)
    const refused = await send(1, email.toUpperCase())
    expectLimited(refused, 'over_email_send_rate_limit', 60)
    expect(refused.body.msg).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
  })

  test('is allowed once when twenty for one mailbox come at once', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        ask(node(i), 'recover', { body: { email }, headers: from(newAddress()) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(19)
  })

  test('is allowed twice an hour, and then with a proof of work', async () => {
    const email = newEmail()
    const sql = openDatabase(database)
    const send = (i: number) => ask(node(i), 'recover', { body: { email }, headers: from(newAddress()) })
    for (let i = 0; i < 2; i += 1) {
      expect((await send(i)).status).toBe(200)
      await sql`delete from auth.request_limits where key like 'mailbox-minute:%'`
    }
    await sql.end()
    const answer = await send(0)
    expectLimited(answer, 'captcha_failed', 3_600)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_500)
  })
})

test('attempts with links and codes are limited to 10 in 5 minutes from one address', async () => {
  const address = newAddress()
  const headers = from(address)
  const code = (i: number) =>
    ask(node(i), 'verify', { body: { type: 'email', email: newEmail(), token: '123456' }, headers })
  const link = (i: number) =>
    fetch(`${node(i).url}/auth/v1/verify?type=recovery&token=x`, { redirect: 'manual', headers })
  for (let i = 0; i < 5; i += 1) {
    expect((await code(i)).status).toBe(403)
    expect((await link(i)).status).toBe(303)
  }
  expectLimited(await code(0), 'over_request_rate_limit', 300)
  expect((await link(1)).status).toBe(429)
})
