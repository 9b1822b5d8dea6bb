// A site with the sample community that was backed up while members wrote, a PostgreSQL beside it, and the programs that back up
// and restore: for the tests of tests/starting/backup.test.ts.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect } from 'vitest'
import { connect, type Sql } from '../../api/database/connection.ts'
import { MIGRATION_LOCK } from '../../api/database/migrate.ts'
import { startDatabase, type TestDatabase } from './database.ts'
import { newEmail, newMember } from './identity.ts'
import { picture } from './pictures.ts'
import { withFactor } from './second-factor.ts'
import { PROGRAM_ENV, startServer, type TestServer } from './server.ts'

export const run = promisify(execFile)
export const ROOT = join(import.meta.dirname, '../..')
export const PASSPHRASE = 'monsoon over the ghats'
export const scratch = mkdtempSync(join(tmpdir(), 'arthachowk-backup-'))
export const email = newEmail('saver')
export const archive = join(scratch, 'site.tar.gz')
/** The same as an earlier release would have made it. */
export const old = join(scratch, 'old.tar.gz')
export const scheduled = `${mkdtempSync(join(scratch, 'scheduled-'))}/`
export const SCHEDULE = '15 3 1 1 *'
/** Of the site that moved. */
export const moved = mkdtempSync(join(scratch, 'moved-'))

export let site: TestServer
/** A PostgreSQL of its own, with a database that has its migrations, and one that has nothing. */
export let other: TestDatabase
export let bareUrl: string
export let secret: string
export let factorId: string
let image: Buffer
/** What the program said, and how many of the replies that were posted meanwhile were refused. */
export let made: { stdout: string; posted: number; refused: number }

export const program = (name: 'backup' | 'restore' | 'export', args: string[], env: Record<string, string>) =>
  run(process.execPath, [join(ROOT, `scripts/${name}.ts`), ...args], {
    cwd: ROOT,
    env: { ...PROGRAM_ENV, ...env },
  }).catch((error: { stderr: string }) => Promise.reject(new Error(error.stderr)))

/** Starts the site of this file, saves it while members write, and removes all of it afterwards. */
export function openBackedUpSite(): void {
  beforeAll(async () => {
    site = await startServer({ SEED: 'sample', BACKUP_TO: scheduled, BACKUP_SCHEDULE: SCHEDULE })
    other = await startDatabase()
    await other.sql`create database bare`
    bareUrl = other.ownerUrl.replace('/arthachowk?', '/bare?')
    const member = await newMember(site, email)
    const enrolled = await withFactor(site, member.access_token)
    secret = enrolled.secret
    factorId = enrolled.factorId
    image = Buffer.from(await picture('png'))
    const service = createClient(site.url, site.secretKey, { auth: { persistSession: false } })
    await service.storage.createBucket('kept', { public: true })
    expect((await service.storage.from('kept').upload('a.png', image)).error).toBeNull()
    made = await whilePosting(() =>
      program('backup', [archive, '--with-keys'], { DATA_DIR: site.dataDir, BACKUP_PASSPHRASE: PASSPHRASE }),
    )
  }, 120_000)
  afterAll(async () => {
    await site?.stop()
    await other?.stop()
    rmSync(scratch, { recursive: true, force: true })
  })
}

/** Between two replies of a member: without a pause five take both cores from the work that they wait for. */
const PAUSE_MS = 100

/** Five members post one reply after another until `work` is over. */
export async function whilePosting(work: () => Promise<{ stdout: string }>) {
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  const [thread] = await sql`select id from public.threads where not is_locked and not is_hidden limit 1`
  await sql.end()
  let isOver = false
  let posted = 0
  let refused = 0
  const writers = Array.from({ length: 5 }, async () => {
    const { access_token, user } = await newMember(site)
    while (!isOver) {
      const { status } = await fetch(`${site.url}/rest/v1/replies`, {
        method: 'POST',
        headers: {
          apikey: site.publishableKey,
          authorization: `Bearer ${access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          thread_id: thread?.id,
          author_id: user.id,
          content: `<p>Meanwhile ${posted}</p>`,
        }),
      })
      if (status === 201) posted += 1
      else refused += 1
      await sleep(PAUSE_MS)
    }
  })
  try {
    const { stdout } = await work()
    return { stdout, posted, refused }
  } finally {
    isOver = true
    await Promise.all(writers)
  }
}

/** Counts of what can be compared from outside. */
export const counted = async (url: string) => {
  const sql = connect(url, { max: 1 })
  const [row] = await sql<{ members: number; threads: number; wrong: number }[]>`
    select (select count(*)::int from public.profiles) as members, (select count(*)::int from public.threads) as threads,
      (select count(*)::int from private.recount() where corrected > 0) as wrong`
  await sql.end()
  return row
}

/** PostgreSQL runs, and nothing is committed. */
export async function begins(dataDir: string): Promise<Sql | null> {
  await expect.poll(() => existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(true)
  return null
}

/** All rows are committed, and the restore waits for a lock before it ends. @returns who holds that */
export async function hasRows(dataDir: string): Promise<Sql> {
  const folder = encodeURIComponent(join(dataDir, 'postgres'))
  const holder = connect(`postgres://postgres@localhost/arthachowk?host=${folder}`, { max: 1 })
  // While the restore has it, which is until its commit, this is the next one in the queue.
  await expect
    .poll(
      () =>
        holder`
          select from pg_locks where locktype = 'advisory' and objid = ${MIGRATION_LOCK} and granted`.catch(
          () => [],
        ),
      { interval: 10, timeout: 30_000 },
    )
    .toHaveLength(1)
  await holder`select pg_advisory_lock(${MIGRATION_LOCK})`
  expect(await holder`select from public.profiles limit 1`).toHaveLength(1)
  return holder
}
