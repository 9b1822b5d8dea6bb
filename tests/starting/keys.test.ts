// Which nodes may share a database, by their keys, and which are refused.
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../../api/database/connection.ts'
import { PROGRAM_ENV, startServer, type TestServer } from '../support/server.ts'
import { startTcpDatabase, type TcpDatabase } from '../support/tcp-database.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
const folders: string[] = []
let database: TcpDatabase
let site: TestServer
let owner: Sql

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-keys-'))
  folders.push(folder)
  return folder
}

beforeAll(async () => {
  database = await startTcpDatabase()
  site = await startServer({ DATABASE_URL: database.url(), DATA_DIR: newFolder() })
  owner = connect(database.url(), { max: 1 })
}, 120_000)
afterAll(async () => {
  await owner?.end()
  await site?.stop()
  await database?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Starts a node that is expected to fail. Asynchronous, because the database's proxy runs in this process. */
async function refused(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...PROGRAM_ENV, PORT: '0', SEED: 'none', DATABASE_URL: database.url(), ...env },
    timeout: 60_000,
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr }
}

/** Whether an outsider who reaches the port can connect. */
async function logsIn(user: string, password: string): Promise<boolean> {
  const address = new URL(database.url())
  address.username = user
  address.password = password
  const sql = connect(address.href, { max: 1 })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

describe('a database address without a password', () => {
  test('gives an outsider who knows this program no access', async () => {
    const guessed = createHmac('sha256', '').update('authenticator').digest('base64url')
    expect(await logsIn('authenticator', guessed)).toBe(false)
    expect(await logsIn('authenticator_arthachowk', guessed)).toBe(false)
    // The twin: the pool connects, with a password that PostgreSQL checks.
    const own = await owner`select usename from pg_stat_activity where usename like 'authenticator%'`
    expect(new Set(own.map(({ usename }) => usename))).toEqual(new Set(['authenticator_arthachowk']))
  })

  test('the pool has a different role in each database, and its password is stored nowhere in plain text', async () => {
    await owner`create database neighbour`
    const neighbour = await startServer({ DATABASE_URL: database.url('neighbour'), DATA_DIR: newFolder() })
    try {
      const stored = await owner`
        select rolname, left(rolpassword, 14) as kind, rolcanlogin from pg_authid
        where rolname like 'authenticator%' order by 1`
      expect(stored).toEqual([
        { rolname: 'authenticator', kind: null, rolcanlogin: false },
        { rolname: 'authenticator_arthachowk', kind: 'SCRAM-SHA-256$', rolcanlogin: true },
        { rolname: 'authenticator_neighbour', kind: 'SCRAM-SHA-256$', rolcanlogin: true },
      ])
      // Both nodes keep opening connections.
      await owner`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'authenticator%'`
      for (const each of [site, neighbour]) {
        const tables = async () =>
          (
            await fetch(`${each.url}/rest/v1/forum_categories?select=slug`, {
              headers: { apikey: each.publishableKey },
            })
          ).status
        await expect.poll(tables, { timeout: 10_000 }).toBe(200)
      }
    } finally {
      await neighbour.stop()
    }
  }, 60_000)
})

describe('a node with keys other than the database’s', () => {
  test('refuses to start in one line, and changes nothing', async () => {
    const before = await owner`select * from platform.key_fingerprints order by name`
    const { code, stderr } = await refused({ DATA_DIR: newFolder() })
    expect(code).toBe(78)
    expect(stderr).toMatch(/^ENCRYPTION_KEY is not the one that this database is used with; .*\n$/)
    expect(await owner`select * from platform.key_fingerprints order by name`).toEqual(before)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  })

  test('also refuses to start when only the signing key differs', async () => {
    const { ENCRYPTION_KEY } = JSON.parse(readFileSync(join(site.dataDir, 'secrets.json'), 'utf8'))
    const { code, stderr } = await refused({ DATA_DIR: newFolder(), ENCRYPTION_KEY })
    expect(code).toBe(78)
    expect(stderr).toMatch(/^SIGNING_KEYS is not the one that this database is used with; .*\n$/)
  })
})

describe('an incompatible database', () => {
  test('is refused in one line: a newer schema, and an edited migration', async () => {
    const env = { DATA_DIR: site.dataDir }
    await owner`
      insert into platform.migration_checksums (kind, version, name, sha256)
      values ('community', '29990101000000', 'of_tomorrow', 'x')`
    expect(await refused(env)).toEqual({
      code: 78,
      stderr:
        'The database was migrated by a newer release (29990101000000_of_tomorrow is not part of this one); start that release. Nothing was touched.\n',
    })
    await owner`delete from platform.migration_checksums where version = '29990101000000'`
    const [kept] =
      await owner`select sha256 from platform.migration_checksums where kind = 'platform' and version = '0100'`
    await owner`update platform.migration_checksums set sha256 = 'x' where kind = 'platform' and version = '0100'`
    expect(await refused(env)).toEqual({
      code: 78,
      stderr:
        'Migration 0100_roles was edited after it was applied; put it back and say the change in a new file. Nothing was touched.\n',
    })
    await owner`
      update platform.migration_checksums set sha256 = ${kept?.sha256} where kind = 'platform' and version = '0100'`
  })

  test('is refused when the pool needs more connections than it has', async () => {
    expect((await refused({ DATA_DIR: site.dataDir, DATABASE_POOL: '100' })).stderr).toMatch(
      /^DATABASE_POOL 100 needs 110 connections and PostgreSQL gives 97; .*\n$/,
    )
  })

  test('allows index scans of search again after a restore', async () => {
    await owner`alter function pg_catalog.texticlike(text, text) not leakproof`
    const node = await startServer({ DATABASE_URL: database.url(), DATA_DIR: site.dataDir })
    const [found] = await owner`select proleakproof from pg_proc where proname = 'texticlike'`
    await node.stop()
    expect(found?.proleakproof).toBe(true)
  })
})
