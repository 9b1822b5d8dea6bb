// A crash of the server: the state it leaves, and the supervisor that restarts it.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { copyTemplate } from '../support/database.ts'
import { PROGRAM_ENV, startServer } from '../support/server.ts'

const ROOT = join(import.meta.dirname, '../..')
const CRASHES = `--import=${join(ROOT, 'tests/support/crash-on-signal.mjs')}`

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-crash-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0])
const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })

describe('an uncaught error', () => {
  test.each([
    ['SIGUSR2', 'uncaught on purpose', 'uncaughtException'],
    ['SIGPIPE', 'unhandled on purpose', 'unhandledRejection'],
  ] as const)(
    'ends the process with its reason (%s), and the next one adopts the database',
    async (signal, message, origin) => {
      const first = await startServer({ DATA_DIR: dataDir, NODE_OPTIONS: CRASHES })
      const before = postmaster()
      const sql = connect(first.adminDatabaseUrl, { max: 2 })
      await sql`insert into public.forum_categories (name, slug) values ('Slow', 'slow')`
      const locker = await sql.reserve()
      await locker.unsafe('begin; lock table public.forum_categories in access exclusive mode')
      const running = fetch(`${first.url}/rest/v1/forum_categories?select=slug`, {
        headers: { apikey: first.publishableKey },
      })
      await expect
        .poll(async () => (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`).length)
        .toBeGreaterThan(0)
      const exited = ended(first.process)
      first.process.kill(signal)
      await expect.poll(() => first.log().filter(({ level }) => level === 60)).toHaveLength(1)
      // The request in progress still gets its response.
      await locker.unsafe('commit')
      locker.release()
      expect(await (await running).json()).toEqual([{ slug: 'slow' }])
      expect(await exited).toBe(1)
      expect(first.log().find(({ level }) => level === 60)).toMatchObject({ origin, err: { message } })
      await sql.end({ timeout: 1 })
      const second = await startServer({ DATA_DIR: dataDir })
      expect(postmaster()).toBe(before)
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
      await second.stop()
    },
    60_000,
  )
})

/** Runs `node ...args` as npm start does. */
function supervised(args: string[], env: Record<string, string> = {}) {
  const module = JSON.stringify(join(ROOT, 'scripts/supervise.mjs'))
  const code = `import(${module}).then((m) => m.supervise(process.execPath, ${JSON.stringify(args)}, {}))
    .then((code) => process.exit(code))`
  const child = spawn(process.execPath, ['-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...PROGRAM_ENV, ...env },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (data) => {
    said.out += data
  })
  child.stderr.on('data', (data) => {
    said.err += data
  })
  return { child, said }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('the supervisor', () => {
  test('restarts a killed or crashed server on the running database, and stops it on a signal', async () => {
    const port = await freePort()
    copyTemplate(dataDir)
    const { child } = supervised([join(ROOT, 'server/main.ts')], {
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: 'none',
      NODE_OPTIONS: CRASHES,
      NODE_ENV: 'production',
    })
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      )
    const pid = () => Number(readFileSync(join(dataDir, 'server.pid'), 'utf8').split('\n', 1)[0])
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
    const database = postmaster()
    for (const signal of ['SIGKILL', 'SIGUSR2'] as const) {
      const before = pid()
      process.kill(before, signal)
      await expect.poll(pid, { timeout: 30_000 }).not.toBe(before)
      await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
      expect(postmaster()).toBe(database)
    }
    const exited = ended(child)
    child.kill('SIGTERM')
    // npm sends the signal a second time.
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(await isReady()).toBe(false)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  }, 120_000)

  test('does not restart a server with an invalid setting', async () => {
    const { child, said } = supervised([join(ROOT, 'server/main.ts')], { PORT: 'http', DATA_DIR: dataDir })
    expect(await ended(child)).toBe(78)
    expect(said.err).toBe('PORT must be a number (it is "http")\n')
  })

  test('gives up on a server that crashes repeatedly, and says so', async () => {
    const { child, said } = supervised(['-e', 'console.log("start"); process.exit(3)'])
    expect(await ended(child)).toBe(3)
    expect(said.out).toBe('start\n'.repeat(5))
    expect(said.err.trim().split('\n').slice(-2)).toEqual([
      'ArthaChowk: The server exited 5 times within a minute, the last time with exit code 3. It is not restarted.',
      'ArthaChowk: Its own messages are above.',
    ])
  })

  test('reports a program that cannot be started', async () => {
    const { child, said } = supervised(['--no-such-flag'])
    expect(await ended(child)).toBe(9)
    expect(said.err).toContain('It is not restarted')
  })

  test('exits when the server exits cleanly, and on a signal between two starts', async () => {
    const { child } = supervised(['-e', ''])
    expect(await ended(child)).toBe(0)
    const failing = supervised(['-e', 'console.log("start"); process.exit(1)'])
    // The delay after the fourth failure is long enough for the signal to come before the next start.
    await expect.poll(() => failing.said.err.split('is restarted').length - 1).toBe(4)
    failing.child.kill('SIGTERM')
    expect(await ended(failing.child)).toBe(0)
    expect(failing.said.out).toBe('start\n'.repeat(4))
  })
})
