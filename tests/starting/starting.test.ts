// How the process starts, refuses to start, and stops.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import { createLog } from '../../api/log.ts'
import { PROGRAM_ENV, startServer } from '../support/server.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
let dataDir = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-start-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts a server that is expected to fail. */
function refused(env: Record<string, string>): { code: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    env: { ...PROGRAM_ENV, PORT: '0', SEED: 'none', DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { code: status, stderr }
}

describe('a start that cannot succeed reports the reason in one line and changes nothing', () => {
  test('a wrong setting', () => {
    expect(refused({ PORT: 'http' })).toEqual({ code: 78, stderr: 'PORT must be a number (it is "http")\n' })
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('a port that is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const { code, stderr } = refused({ PORT: String(port) })
    other.close()
    expect(code).toBe(78)
    expect(stderr).toBe(`PORT ${port} is taken on 127.0.0.1; stop what listens there or choose another\n`)
    expect(readdirSync(dataDir)).not.toContain('postgres')
  })

  test('a data folder that another server uses', async () => {
    const first = await startServer({ DATA_DIR: dataDir })
    const { code, stderr } = refused({})
    expect(code).toBe(78)
    expect(stderr).toBe(
      `DATA_DIR ${dataDir} is in use by process ${first.process.pid}; stop it or choose another folder\n`,
    )
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    await first.stop()
  })

  test('a data folder of another PostgreSQL', () => {
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '15\n')
    const { code, stderr } = refused({})
    expect(code).toBe(78)
    expect(stderr).toMatch(
      /^DATA_DIR holds a PostgreSQL 15 database and this release runs 18; nothing was touched. npm run upgrade/,
    )
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
  })

  test('a database that does not answer', () => {
    const { code, stderr } = refused({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(code).toBe(78)
    expect(stderr).toMatch(/^DATABASE_URL .*cannot be reached/)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('a database whose user may not create roles', async () => {
    const embedded = await startEmbedded(dataDir, createLog('silent'))
    const owner = connect(embedded.ownerUrl, { max: 1 })
    await owner.unsafe('create role plain login').simple()
    await owner.unsafe('create database theirs owner plain')
    await owner.end()
    const url = new URL(embedded.ownerUrl)
    url.username = 'plain'
    url.pathname = '/theirs'
    const { code, stderr } = refused({ DATABASE_URL: url.href })
    const theirs = connect(url.href, { max: 1 })
    const schemas = await theirs`select nspname from pg_namespace where nspname in ('platform', 'auth')`
    await theirs.end()
    await embedded.stop()
    expect(code).toBe(78)
    expect(stderr).toMatch(/^DATABASE_URL's user plain may not create the roles .*\n$/)
    expect(schemas).toHaveLength(0)
  })
})

describe('a release that has a migration for the database', { timeout: 60_000 }, () => {
  test('refuses unsafe grants and wrong settings before it applies it: the release before can still start', async () => {
    const site = mkdtempSync(join(tmpdir(), 'arthachowk-before-'))
    await (await startServer({ DATA_DIR: site })).stop()
    copyFileSync(join(site, 'secrets.json'), join(dataDir, 'secrets.json'))
    const embedded = await startEmbedded(site, createLog('silent'))
    const owner = connect(embedded.ownerUrl, { max: 1 })
    const pending = async () =>
      (await owner`select from supabase_migrations.schema_migrations where version = ${version}`).length === 0
    const [{ version = '' } = {}] = await owner<{ version: string }[]>`
      delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations) returning version`
    await owner`delete from platform.migration_checksums where kind = 'community' and version = ${version}`
    try {
      const start = (env: Record<string, string>) => refused({ DATABASE_URL: embedded.ownerUrl, ...env })
      const said: [Record<string, string>, RegExp][] = [
        [{ TRUSTED_PROXIES: 'foo' }, /^TRUSTED_PROXIES must be a list/],
        [{ BACKUP_PASSPHRASE: 'short' }, /^BACKUP_PASSPHRASE must be at least/],
        [{ SITE_URL: 'https://forum.example/community' }, /^SITE_URL must be/],
        [{ EXPOSED_SCHEMAS: 'public,nowhere' }, /grants are not safe: schema nowhere \(of EXPOSED_SCHEMAS\)/],
      ]
      for (const [env, message] of said) {
        const { code, stderr } = start(env)
        expect([code, stderr.trim().split('\n').length], stderr).toEqual([78, 1])
        expect(stderr).toMatch(message)
        expect(await pending(), stderr).toBe(true)
      }
      await owner`grant select on auth.users to anon`
      expect(start({})).toEqual({
        code: 78,
        stderr: 'DATABASE_URL names a database whose grants are not safe: anon may select auth.users\n',
      })
      expect(await pending()).toBe(true)
    } finally {
      await owner.end()
      await embedded.stop()
      rmSync(site, { recursive: true, force: true })
    }
  })
})

describe('a server', { timeout: 60_000 }, () => {
  test('reports health and readiness, and creates a missing database', async () => {
    const server = await startServer({ DATA_DIR: dataDir }, { fromNothing: true })
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready', database: true })
    await server.stop()
  })

  test('takes over the database of a server that was killed', async () => {
    const first = await startServer({ DATA_DIR: dataDir })
    const postmaster = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]
    const exited = new Promise((resolve) => first.process.once('exit', resolve))
    first.process.kill('SIGKILL')
    await exited
    const second = await startServer({ DATA_DIR: dataDir })
    expect(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]).toBe(postmaster)
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
    await second.stop()
    expect(readdirSync(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  test('finishes the requests in progress before it stops', async () => {
    const server = await startServer({ DATA_DIR: dataDir })
    const sql = connect(server.adminDatabaseUrl, { max: 1 })
    await sql`insert into public.forum_categories (name, slug) values ('Slow', 'slow')`
    const locker = await sql.reserve()
    await locker.unsafe('begin; lock table public.forum_categories in access exclusive mode')
    const running = fetch(`${server.url}/rest/v1/forum_categories?select=slug`, {
      // A guest’s statement would time out after a second.
      headers: { apikey: server.secretKey },
    })
    // The request is in progress once the database shows it waiting.
    await expect
      .poll(async () => (await fetch(`${server.url}/readyz`)).ok && (await waiting(server.adminDatabaseUrl)))
      .toBeGreaterThan(0)
    const stopped = server.stop()
    await expect
      .poll(() =>
        fetch(`${server.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(false)
    await locker.unsafe('commit')
    locker.release()
    const answer = await running
    expect(await answer.json()).toEqual([{ slug: 'slow' }])
    // The client must not send its next request on a connection that is about to close.
    expect(answer.headers.get('connection')).toBe('close')
    await sql.end({ timeout: 1 })
    await stopped
    expect(server.process.exitCode).toBe(0)
  })
})

async function waiting(url: string): Promise<number> {
  const sql = connect(url, { max: 1 })
  const rows = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`
  await sql.end()
  return rows.length
}
