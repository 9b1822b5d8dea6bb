// A site after an import: old addresses redirect to the new pages, old passwords are accepted once, and neither reveals
// more than it should. The import runs while the site is open, as the operator runs it.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discourseBackup, discourseDump } from '../support/forum-dumps.ts'
import { openDatabase } from '../support/identity.ts'
import { PROGRAM_ENV, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let sql: postgres.Sql
let printed: string

beforeAll(async () => {
  server = await startServer()
  sql = openDatabase(server)
  // Cached before the import.
  await fetch(`${server.url}/forums`)
  const file = join(server.dataDir, 'backup.tar.gz')
  writeFileSync(file, await discourseBackup(discourseDump(), {}))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../scripts/import.ts'), 'discourse', file],
    { env: { ...PROGRAM_ENV, DATA_DIR: server.dataDir } },
  )
  printed = stdout
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

const get = (path: string) => fetch(`${server.url}${path}`, { redirect: 'manual' })
const signIn = (email: string, password: string) =>
  fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

test('the import reports its counts, and pages of the open site show the imported data', async () => {
  expect(printed).toContain('Added: member 5, category 2, thread 2, reply 3, vote 3.\n')
  await expect.poll(async () => (await get('/forums')).text()).toContain('Mutual Funds')
})

describe('an old address', () => {
  test.each([
    ['/t/direct-or-regular-plans/11', /^\/forums\/mutual-funds\/direct-or-regular-plans-[0-9a-f]{8}$/],
    ['/t/11/3', /^\/forums\/mutual-funds\/direct-or-regular-plans-[0-9a-f]{8}\?reply=[0-9a-f]{8}$/],
    ['/t/direct-or-regular-plans/11/1', /^\/forums\/mutual-funds\/direct-or-regular-plans-[0-9a-f]{8}$/],
    ['/t/direct-or-regular-plans/11?u=asha', /^\/forums\/mutual-funds\/direct-or-regular-plans-[0-9a-f]{8}$/],
    ['/c/mutual-funds/1', /^\/forums\/mutual-funds$/],
    ['/u/Asha/summary', /^\/experts\/asha$/],
  ])('%s answers 301 to the new page, the second time from the cache', async (path, to) => {
    for (const _time of [1, 2]) {
      const response = await get(path)
      expect(response.status).toBe(301)
      expect(response.headers.get('location')).toMatch(to)
    }
    expect((await fetch(`${server.url}${path}`)).status).toBe(200)
  })

  test.each([
    '/t/reports-of-this-week/12',
    '/t/13',
    '/c/staff/2',
    '/t/15',
    '/t/999',
    '/u/nobody',
    '/t/11.data',
  ])('%s stays not found', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('follows a thread whose title changes', async () => {
    const before = (await get('/t/11')).headers.get('location')
    await sql`update public.threads set title = 'Plans, direct or regular' where title = 'Direct or regular plans?'`
    await expect.poll(async () => (await get('/t/11')).headers.get('location')).not.toBe(before)
  })

  test('of a hidden thread is not found', async () => {
    await sql`update public.threads set is_hidden = true where title = 'Discussion: 80C'`
    await expect.poll(async () => (await get('/t/14')).status).toBe(404)
  })
})

describe('an old password', () => {
  const stored = async () =>
    (await sql`select encrypted_password as hash from auth.users where email = 'asha@example.com'`)[0]?.hash

  test('is accepted, and its hash is replaced', async () => {
    expect(await stored()).toMatch(/^\$pbkdf2-sha256\$i=64000/)
    expect((await signIn('asha@example.com', 'lotus-pond-78')).status).toBe(400)
    expect(await stored()).toMatch(/^\$pbkdf2-sha256\$i=64000/)
    expect((await signIn('asha@example.com', 'lotus-pond-77')).status).toBe(200)
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn('asha@example.com', 'lotus-pond-77')).status).toBe(200)
  })

  test('with another cost takes as long for a wrong guess as an address without an account', async () => {
    const emails = ['ravi@example.com', 'nobody@example.com', 'asha@example.com']
    const times = await Promise.all(
      emails.map(async (email) => {
        const startedAt = performance.now()
        expect((await signIn(email, 'wrong-guess-99')).status).toBe(400)
        return performance.now() - startedAt
      }),
    )
    for (const time of times) expect(time).toBeGreaterThan(990)
  })

  test('grants no role because of its address', async () => {
    expect(await sql`select from auth.users where raw_app_meta_data ->> 'email_verified' = 'true'`).toEqual(
      [],
    )
  })
})
