// `npm run doctor` on the data folder of a running site: first without a fault, then with faults of the database.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { runningDatabase } from '../../api/database/embedded.ts'
import { examine } from '../../server/doctor/doctor.ts'
import type { Finding } from '../../server/doctor/finding.ts'
import { postmaster, signalAll } from '../faults/postgres-processes.ts'
import { lines } from '../support/findings.ts'
import { PROGRAM_ENV, startServer, type TestServer } from '../support/server.ts'

const ROOT = join(import.meta.dirname, '../..')
let site: TestServer
beforeAll(async () => {
  site = await startServer()
})
afterAll(() => site.stop())

const settings = () => ({ DATA_DIR: site.dataDir, SITE_URL: site.url })

test('a sound site: every check is ok except the missing backup, and the exit code is 0', async () => {
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const program = [join(ROOT, 'scripts/doctor.ts'), '--json']
    const env = { ...PROGRAM_ENV, ...settings() }
    execFile(process.execPath, program, { cwd: ROOT, env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout }),
    )
  })
  const { ok, findings } = JSON.parse(output) as { ok: boolean; findings: Finding[] }
  expect(findings.filter(({ level }) => level === 'wrong')).toEqual([])
  expect({ code, ok }).toEqual({ code: 0, ok: true })
  expect(findings.map(({ check }) => check)).toEqual([
    ...['settings', 'build', 'data folder', 'disk', 'memory', 'database', 'clock', 'collation', 'extensions'],
    ...[
      'rights',
      'connections',
      'keys',
      'schema',
      'queues',
      'backup',
      'storage',
      'mail',
      'HTTPS',
      'proxy',
      'websocket',
    ],
  ])
  expect(lines(findings)).toContain('warning backup: No backup was ever made')
  expect(lines(findings).find((line) => line.includes('proxy:'))).toMatch(
    /^ok .*arrives as 198\.51\.100\.77 from 127\.0\.0\.1, and the visitor counts as 127\.0\.0\.1$/,
  )
})

test('other keys, an edited migration and open grants each give a line with a remedy, and no key is shown', async () => {
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  const other = 'an-encryption-key-that-nobody-else-has'
  try {
    await sql`update platform.migration_checksums set sha256 = 'x' where kind = 'community'`
    await sql`grant select on auth.users to anon`
    const findings = await examine({
      env: { ...settings(), ENCRYPTION_KEY: other },
      written: null,
      recipient: null,
    })
    const found = Object.fromEntries(findings.map((finding) => [finding.check, finding]))
    expect(found.keys).toMatchObject({
      level: 'wrong',
      message: 'ENCRYPTION_KEY is not the one that this database is used with',
      remedy: expect.stringContaining('give this node the keys of the others'),
    })
    expect(found.schema).toMatchObject({
      level: 'wrong',
      message: expect.stringContaining('was edited after it was applied'),
    })
    expect(found.rights).toMatchObject({
      level: 'wrong',
      message: expect.stringContaining('anon may select auth.users'),
    })
    // The token depends on a key that this site does not have.
    expect(found.proxy).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('it has other keys'),
    })
    const kept = JSON.parse(readFileSync(join(site.dataDir, 'secrets.json'), 'utf8'))
    const said = JSON.stringify(findings)
    for (const secret of [other, kept.SECRET_KEY, kept.ENCRYPTION_KEY]) expect(said).not.toContain(secret)

    await sql`delete from platform.migration_checksums where kind = 'community'`
    await sql`insert into platform.migration_checksums values ('community', '99990101000000', 'flying_cars', 'x')`
    const newer = await examine({ env: settings(), written: null, recipient: null })
    expect(lines(newer)).toContainEqual(
      expect.stringMatching(/^wrong schema: .*newer release \(99990101000000_flying_cars/),
    )
  } finally {
    await sql.end()
  }
})

test('push without a way to its services and without https is told, once it is on', async () => {
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string | URL, init?: RequestInit) =>
    String(address).startsWith('https:') ? Promise.reject(new Error('no way')) : fetch(address, init),
  )
  const pushLines = async () => {
    const found = await examine({ env: settings(), written: null, recipient: null })
    return lines(found).filter((line) => /^\w+ push:/.test(line))
  }
  try {
    expect(await pushLines()).toEqual([])
    await sql`update public.site_settings set web_push = true`
    expect(await pushLines()).toEqual([
      expect.stringMatching(/^warning push: Push is on, and SITE_URL is not https/),
      expect.stringMatching(
        /^warning push: This machine does not reach fcm\.googleapis\.com, updates\.push\.services\.mozilla\.com, web\.push/,
      ),
    ])
  } finally {
    await sql.end()
  }
})

/** What `program` says that cannot reach the database of the site. */
async function said(program: 'doctor' | 'backup' | 'sql', args: string[]): Promise<string> {
  const env = { ...PROGRAM_ENV, ...settings() }
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [join(ROOT, `scripts/${program}.ts`), ...args],
      { cwd: ROOT, env },
      (_, stdout, stderr) => resolve(stdout + stderr),
    ),
  )
}

test('a database that starts or does not answer is waited for: nobody is told to stop the site', async () => {
  const pid = postmaster(site.dataDir)
  const expectPatience = async () => {
    for (const text of [
      await said('doctor', []),
      await said('backup', [join(site.dataDir, 'a.tar.gz')]),
      await said('sql', ['select 1']),
    ]) {
      expect(text).toMatch(
        new RegExp(`The site runs \\(process ${site.process.pid}\\) and its database does not answer yet: `),
      )
      expect(text).toMatch(/leave the site running: postgres\.log in the data folder says/)
      expect(text).not.toMatch(/stop it/)
    }
  }
  signalAll(pid, 'SIGSTOP')
  try {
    await expectPatience()
  } finally {
    signalAll(pid, 'SIGCONT')
  }
  // Between the end of one PostgreSQL and the start of the next. The site's process cannot start it while it is stopped.
  site.process.kill('SIGSTOP')
  try {
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => runningDatabase(site.dataDir)).toBeNull()
    await expectPatience()
  } finally {
    site.process.kill('SIGCONT')
  }
  // A connection of the database before can outlive it by a moment, and the site is then ready.
  await expect.poll(() => trace().catch(() => null), { timeout: 20_000 }).not.toBeNull()
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status, { timeout: 20_000 }).toBe(200)
}, 60_000)

test('it leaves no file and no row behind', async () => {
  const { files, rows } = await trace()
  await examine({ env: settings(), written: null, recipient: null })
  expect(await trace()).toEqual({ files, rows })
})

async function trace() {
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  const [row] = await sql<{ rows: string }[]>`
    select string_agg(version || sha256, ',' order by kind, version) as rows from platform.migration_checksums`
  await sql.end()
  const files = readdirSync(site.dataDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:secrets|storage|mail)/.test(file))
    // Empty folders with names of two letters stay, as they do after an upload.
    .filter((file) => !/^storage\/files(?:\/..)?$/.test(file))
    .sort()
  return { files, rows: row?.rows }
}
