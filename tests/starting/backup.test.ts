// A site is backed up while members write, and restored elsewhere: what is restored is what was saved.
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { runMigrations, Logger as WorkerLogger } from 'graphile-worker'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Entry, type Head, readArchive, writeArchive } from '../../api/backup/archive.ts'
import { readFrom } from '../../api/backup/location.ts'
import { loadEntries, restoreBackup } from '../../api/backup/restore.ts'
import { readConfig } from '../../api/config.ts'
import { connect, type Sql } from '../../api/database/connection.ts'
import { MIGRATION_LOCK } from '../../api/database/migrate.ts'
import { createLog } from '../../api/log.ts'
import { createDiskBackend } from '../../api/storage/backends/disk.ts'
import { lastBackup } from '../../server/admin/health.ts'
import { backupJobs } from '../../server/backup-job.ts'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { newEmail, newMember, signIn } from '../support/identity.ts'
import { picture } from '../support/pictures.ts'
import { codeOf, show, withFactor } from '../support/second-factor.ts'
import { PROGRAM_ENV, startServer, type TestServer } from '../support/server.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const PASSPHRASE = 'monsoon over the ghats'
const scratch = mkdtempSync(join(tmpdir(), 'arthachowk-backup-'))
const email = newEmail('saver')
const archive = join(scratch, 'site.tar.gz')
/** The same as an earlier release would have made it. */
const old = join(scratch, 'old.tar.gz')
const scheduled = `${mkdtempSync(join(scratch, 'scheduled-'))}/`
const SCHEDULE = '15 3 1 1 *'
/** Of the site that moved. */
const moved = mkdtempSync(join(scratch, 'moved-'))

let site: TestServer
/** A PostgreSQL of its own, with a database that has its migrations, and one that has nothing. */
let other: TestDatabase
let bareUrl: string
let secret: string
let factorId: string
let image: Buffer
/** What the program said, and how many of the replies that were posted meanwhile were refused. */
let made: { stdout: string; posted: number; refused: number }

const program = (name: 'backup' | 'restore' | 'export', args: string[], env: Record<string, string>) =>
  run(process.execPath, [join(ROOT, `scripts/${name}.ts`), ...args], {
    cwd: ROOT,
    env: { ...PROGRAM_ENV, ...env },
  }).catch((error: { stderr: string }) => Promise.reject(new Error(error.stderr)))

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

/** Five members post one reply after another until `work` is over. */
async function whilePosting(work: () => Promise<{ stdout: string }>) {
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
const counted = async (url: string) => {
  const sql = connect(url, { max: 1 })
  const [row] = await sql<{ members: number; threads: number; wrong: number }[]>`
    select (select count(*)::int from public.profiles) as members, (select count(*)::int from public.threads) as threads,
      (select count(*)::int from private.recount() where corrected > 0) as wrong`
  await sql.end()
  return row
}

test('nobody is refused while a backup is made', () => {
  expect(made.posted).toBeGreaterThan(0)
  expect(made.refused).toBe(0)
  expect(made.stdout).toMatch(/: \d{4,} rows, 1 files\n$/)
})

/** Uploaded files in a data folder. */
function filesIn(dataDir: string): string[] {
  const folder = join(dataDir, 'storage')
  if (!existsSync(folder)) return []
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Everything that is not PostgreSQL's own. */
const contentsOf = (sql: Sql) => sql`
  select 'schema' as kind, nspname::text as name, nspacl::text as more from pg_namespace where nspname !~ '^pg_(temp|toast)'
  union all select 'class', oid::regclass::text, null from pg_class where oid >= 16384
  union all select 'function', oid::regprocedure::text, null from pg_proc where oid >= 16384
  union all select 'type', oid::regtype::text, null from pg_type where oid >= 16384
  union all select 'extension', extname, null from pg_extension
  union all select 'publication', pubname, null from pg_publication
  union all select 'trigger', evtname, null from pg_event_trigger
  union all select 'privileges', oid::text, defaclacl::text from pg_default_acl
  order by 1, 2`

/** PostgreSQL runs, and nothing is committed. */
async function begins(dataDir: string): Promise<Sql | null> {
  await expect.poll(() => existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(true)
  return null
}

/** All rows are committed, and the restore waits for a lock before it ends. @returns who holds that */
async function hasRows(dataDir: string): Promise<Sql> {
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

test.each([
  ['before its first row', 'first', begins],
  ['after its last one', 'last', hasRows],
])(
  'a restore that was killed %s is no empty site, and is repeated',
  async (_moment, name, arrives) => {
    // A short name: the socket of a longer one would be elsewhere.
    const dataDir = join(scratch, name)
    const env = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE }
    const restoring = execFile(process.execPath, [join(ROOT, 'scripts/restore.ts'), archive], {
      cwd: ROOT,
      env: { ...PROGRAM_ENV, ...env },
    })
    const ended = new Promise((resolve) => restoring.once('exit', resolve))
    const holder = await arrives(dataDir)
    restoring.kill('SIGKILL')
    await ended
    await holder?.end()
    await expect(startServer(env), 'a start').rejects.toThrow(
      `has an unfinished restore of ${archive}, begun at`,
    )
    await expect(program('backup', [join(scratch, 'none.tar.gz')], env), 'a command').rejects.toThrow(
      'run npm run restore again, or delete the folder',
    )
    const { stdout } = await program('restore', [archive], env)
    expect(stdout).toMatch(/is restored: \d{4,} rows, 1 files\.$/m)
    const again = await startServer(env)
    try {
      expect((await fetch(`${again.url}/forums/ipos`)).status).toBe(200)
      expect((await signIn(again, email)).status).toBe(200)
    } finally {
      await again.stop()
    }
  },
  60_000,
)

describe('a backup is not restored', () => {
  const refused = async (file: string, env: Record<string, string> = {}) => {
    const dataDir = mkdtempSync(join(scratch, 'target-'))
    const said = await program('restore', [file], { DATA_DIR: dataDir, ...env }).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect(readdirSync(dataDir)).toEqual([])
    return said
  }
  /** The archive, in which `change` replaces entries; null leaves one out. */
  async function* changed(change: (entry: Entry) => Entry | null): AsyncGenerator<Entry> {
    for await (const entry of readArchive(createReadStream(archive), PASSPHRASE)) {
      const kept = change(entry)
      if (kept) yield kept
    }
  }
  const withHead = (change: (head: Head) => object) =>
    changed((entry) => {
      if (entry.name !== 'backup.json') return entry
      return { ...entry, content: Buffer.from(JSON.stringify(change(JSON.parse(entry.content.toString())))) }
    })

  /** Loads entries into a database that has its migrations. @returns why it was refused */
  const refusedEntries = async (entries: AsyncGenerator<Entry>, passphrase = PASSPHRASE) => {
    const dataDir = mkdtempSync(join(scratch, 'target-'))
    const backend = createDiskBackend(join(dataDir, 'storage/files'))
    const head = JSON.parse(String((await entries.next()).value.content)) as Head
    const said = await loadEntries({ head, entries, sql: other.sql, backend, dataDir, passphrase }).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    const [found] = await other.sql`select count(*)::int as members from public.profiles`
    expect(found?.members).toBe(0)
    expect(filesIn(dataDir)).toEqual([])
    return said
  }

  test('over a site that is there', async () => {
    await expect(program('restore', [archive], { DATA_DIR: site.dataDir })).rejects.toThrow(
      'has a database; a backup is restored into an empty folder',
    )
    await expect(
      program('restore', [archive], {
        DATA_DIR: mkdtempSync(join(scratch, 'target-')),
        DATABASE_URL: site.adminDatabaseUrl,
      }),
    ).rejects.toThrow('The database is not empty')
  })

  test('when the file is cut off', async () => {
    const whole = readFileSync(archive)
    const half = readArchive(Readable.from([whole.subarray(0, whole.length / 2)]), PASSPHRASE)
    await expect(refusedEntries(half)).rejects.toThrow('it was changed since')
  })

  test('with another passphrase', async () => {
    expect(
      await refusedEntries(
        changed((entry) => entry),
        'guessed',
      ),
    ).toContain('BACKUP_PASSPHRASE is not the one')
  })

  test('without a word of it in the clear, nor with another passphrase or none for the whole', async () => {
    const whole = readFileSync(archive)
    for (const word of ['backup.json', 'public.profiles', email]) expect(whole.includes(word)).toBe(false)
    for (const [passphrase, said] of [
      ['another passphrase altogether', 'BACKUP_PASSPHRASE is not the one that it was encrypted with'],
      ['', 'it is encrypted: BACKUP_PASSPHRASE is needed'],
    ] as const) {
      const dataDir = mkdtempSync(join(scratch, 'target-'))
      const env = { DATA_DIR: dataDir, ...(passphrase ? { BACKUP_PASSPHRASE: passphrase } : {}) }
      await expect(program('restore', [archive], env)).rejects.toThrow(said)
      expect(readdirSync(dataDir)).toEqual([])
    }
  })

  test('but one of an earlier release, of which the keys alone were encrypted, is', async () => {
    await writeArchive(
      changed((entry) => entry),
      createWriteStream(old),
    )
    expect(gunzipSync(readFileSync(old)).includes('public.profiles')).toBe(true)
    const { stdout } = await program('backup', ['--verify', old], { BACKUP_PASSPHRASE: PASSPHRASE })
    expect(stdout).toContain('It has the keys.')
  })

  test.each([
    ['a row is missing', 'data/public.profiles/1.copy', 'the rows of public.profiles are not those'],
    ['the manifest is missing', 'manifest.json', 'it has no manifest'],
  ])('when %s', async (_, name, said) => {
    const entries = changed((entry) => {
      if (entry.name !== name) return entry
      const from = entry.content.indexOf('\n') + 1
      return name === 'manifest.json' ? null : { ...entry, content: entry.content.subarray(from) }
    })
    expect(await refusedEntries(entries)).toContain(said)
  })

  test('when its names are no tables of this site', async () => {
    const injecting = withHead((head) => ({
      ...head,
      tables: [{ name: 'public.threads; drop table public.threads', columns: ['id'] }],
    }))
    expect(await refusedEntries(injecting)).toContain('that no migration of this site makes')
  })

  test('when a newer release made it, or nobody', async () => {
    const newer = { kind: 'community', version: '99990101000000', name: 'flying_cars', sha256: 'x' }
    const file = join(scratch, 'newer.tar.gz')
    await writeArchive(
      withHead((head) => ({ ...head, migrations: [...head.migrations, newer] })),
      createWriteStream(file),
    )
    const sql = connect(bareUrl, { max: 1 })
    await expect(
      restoreBackup({
        input: createReadStream(file),
        ownerUrl: bareUrl,
        sql,
        backend: null,
        dataDir: scratch,
        passphrase: null,
        migrations: SITE_MIGRATIONS,
      }),
    ).rejects.toThrow('99990101000000_flying_cars is not part of it')
    await sql.end()
    writeFileSync(file, 'not a backup')
    expect(await refused(file)).toContain('cannot be read')
  }, 60_000)

  test('and leaves the database and the data folder as they were', async () => {
    const sql = connect(bareUrl, { max: 1 })
    const before = await contentsOf(sql)
    const file = join(scratch, 'unknown-column.tar.gz')
    // Refused when the migrations have run and the queue is installed.
    const queue = { name: 'graphile_worker._private_jobs', columns: ['id', 'flying_car'] }
    await writeArchive(
      withHead((head) => ({ ...head, tables: [...head.tables, queue] })),
      createWriteStream(file),
    )
    const dataDir = join(scratch, 'never-there')
    await expect(program('restore', [file], { DATA_DIR: dataDir, DATABASE_URL: bareUrl })).rejects.toThrow(
      'columns of graphile_worker._private_jobs that no migration of this site makes (flying_car)',
    )
    expect(existsSync(dataDir)).toBe(false)
    expect(await contentsOf(sql)).toEqual(before)
    await sql.end()
  }, 60_000)
})

describe('a site that moves to a PostgreSQL that it did not bring along', () => {
  beforeAll(async () => {
    const { stdout } = await program('restore', [old], { DATA_DIR: moved, DATABASE_URL: bareUrl })
    expect(stdout).toMatch(/is restored: \d{4,} rows, 1 files\.$/m)
    expect(stdout).toContain(
      'A start will be refused until the keys are there: ENCRYPTION_KEY is not the one',
    )
    expect(readdirSync(moved)).not.toContain('postgres')
    copyFileSync(join(site.dataDir, 'secrets.json'), join(moved, 'secrets.json'))
  }, 120_000)

  test('has the members, the discussions, and counters that are right', async () => {
    const there = await counted(bareUrl)
    expect(there).toEqual(await counted(site.adminDatabaseUrl))
    expect(there?.wrong).toBe(0)
  })
})

describe('a site that moves back, with its queue and its keys', () => {
  const dataDir = join(scratch, 'restored')
  const passphrase = { BACKUP_PASSPHRASE: PASSPHRASE }
  let restored: TestServer
  beforeAll(async () => {
    await runMigrations({ connectionString: bareUrl, logger: new WorkerLogger(() => () => undefined) })
    const sql = connect(bareUrl, { max: 1 })
    // No process here does such a job.
    await sql`select graphile_worker.add_job('of a later release', '{"to": "be done"}'::json)`
    await sql.end()
    const back = join(scratch, 'back.tar.gz')
    await program('backup', [back, '--with-queue', '--with-keys'], {
      ...passphrase,
      DATA_DIR: moved,
      DATABASE_URL: bareUrl,
    })
    const { stdout } = await program('restore', [back], { ...passphrase, DATA_DIR: dataDir })
    expect(stdout).toMatch(/is restored: \d{4,} rows, 1 files\.\n$/)
    restored = await startServer({ DATA_DIR: dataDir, SEED: 'sample' })
  }, 120_000)
  afterAll(() => restored?.stop())

  test('has its queue', async () => {
    const sql = connect(restored.adminDatabaseUrl, { max: 1 })
    expect(
      await sql`
        select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'of a later release'`,
    ).toEqual([{ payload: { to: 'be done' } }])
    await sql.end()
  })

  test('has the members, the discussions, and counters that are right', async () => {
    const [there, here] = [await counted(restored.adminDatabaseUrl), await counted(site.adminDatabaseUrl)]
    expect(there).toEqual(here)
    expect(there?.wrong).toBe(0)
    expect((await fetch(`${restored.url}/forums/ipos`)).status).toBe(200)
  })

  test('lets members in with their password and their second factor', async () => {
    const { status, body } = await signIn(restored, email)
    expect(status).toBe(200)
    expect((await show(restored, body.access_token, factorId, codeOf(secret, 1))).status).toBe(200)
  })

  test('has the files', async () => {
    const answer = await fetch(`${restored.url}/storage/v1/object/public/kept/a.png`)
    expect(answer.status).toBe(200)
    const there = Buffer.from(await answer.arrayBuffer())
    const here = await fetch(`${site.url}/storage/v1/object/public/kept/a.png`)
    expect(there.equals(Buffer.from(await here.arrayBuffer()))).toBe(true)
  })

  test('goes on where the other one was: what is new gets new numbers', async () => {
    const { access_token, user } = await newMember(restored)
    const headers = {
      apikey: restored.publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
    }
    const sql = connect(restored.adminDatabaseUrl, { max: 1 })
    const [thread] = await sql`select id from public.threads where not is_locked and not is_hidden limit 1`
    await sql.end()
    const body = JSON.stringify({ thread_id: thread?.id, author_id: user.id, content: '<p>Here again</p>' })
    const posted = await fetch(`${restored.url}/rest/v1/replies`, { method: 'POST', headers, body })
    expect(posted.status).toBe(201)
  })
})

test('a backup goes to a bucket and is read from it, without the keys unless asked', async () => {
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: mkdtempSync(join(scratch, 's3-')),
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const { port } = (await s3.run()) as AddressInfo
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'backups',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  try {
    const { stdout } = await program('backup', ['s3://backups/monday.tar.gz'], {
      ...env,
      DATA_DIR: site.dataDir,
    })
    expect(stdout).toContain('The keys are not in it')
    const { s3: settings } = await readConfig({ ...env, DATA_DIR: site.dataDir })
    const names: string[] = []
    for await (const { name } of readArchive(
      await readFrom('s3://backups/monday.tar.gz', { s3: settings }),
    )) {
      names.push(name)
    }
    expect([names[0], names.at(-1)]).toEqual(['backup.json', 'manifest.json'])
    expect(names).not.toContain('secrets.json')
  } finally {
    await s3.close()
  }
}, 120_000)

test('how backups went is recorded, and the oldest of a folder make room', async () => {
  const folder = `${mkdtempSync(join(scratch, 'nightly-'))}/`
  const env = { DATA_DIR: site.dataDir }
  await program('backup', [folder], env)
  const [first = ''] = readdirSync(folder)
  const own = /^backup-\d{8}T\d{6}Z(-[\da-f]{8}-[\da-f]{8}\.tar\.gz)$/.exec(first)?.[1]
  expect(own, 'the name says whose it is').toBeDefined()
  const others = [
    'backup-20200101T000000Z.tar.gz',
    'backup-20200101T000000Z-00000000-00000000.tar.gz',
    'of-my-own.tar.gz',
  ]
  for (const name of [...others, `backup-20200102T000000Z${own}`]) writeFileSync(join(folder, name), '')
  // Holds much more than today's: what a site that lost its rows would delete.
  writeFileSync(join(folder, `backup-20200103T000000Z${own}`), Buffer.alloc(10_000_000))
  await expect(program('backup', [folder, '--keep', '1'], env)).rejects.toThrow(
    `The backup was made, and 1 earlier ones stay though it is their turn, because each holds more than twice as much (backup-20200103T000000Z${own})`,
  )
  const left = readdirSync(folder)
  expect(left).toEqual(expect.arrayContaining([...others, `backup-20200103T000000Z${own}`]))
  expect(left).not.toContain(`backup-20200102T000000Z${own}`)
  expect(left).not.toContain(first)
  expect(left).toHaveLength(5)
  // A backup replaces no file.
  await expect(program('backup', [archive], { DATA_DIR: site.dataDir })).rejects.toThrow('exists')
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  const [failed, last] = await sql`
    select bytes::int, error, location, finished_at is not null as "isOver" from platform.backups order by id desc limit 2`
  await sql.end()
  expect(failed).toMatchObject({ bytes: null, error: expect.stringContaining('exists'), isOver: true })
  expect(last).toMatchObject({ bytes: expect.any(Number), error: null, isOver: true })
})

test('a backup is verified by restoring it', async () => {
  const env = { BACKUP_PASSPHRASE: PASSPHRASE }
  const { stdout } = await program('backup', ['--verify', archive], env)
  expect(stdout).toMatch(
    /can be restored: made at .*, PostgreSQL 18\.\n(?: +\d+ {2}\w+\.\w+\n)+ +1 {2}files, \d+ bytes\nIt has the keys\.\n$/,
  )
  const broken = join(scratch, 'broken.tar.gz')
  const bytes = readFileSync(archive)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  writeFileSync(broken, bytes)
  const said = await run(process.execPath, [join(ROOT, 'scripts/backup.ts'), '--verify', broken], {
    cwd: ROOT,
    env: { ...PROGRAM_ENV, ...env },
  }).catch(({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }))
  expect(said).toMatchObject({ code: 1, stdout: expect.stringContaining('cannot be restored') })
}, 60_000)

test('a passphrase that can be guessed is not used', async () => {
  const env = { DATA_DIR: site.dataDir, BACKUP_PASSPHRASE: 'short' }
  await expect(program('backup', [join(scratch, 'weak.tar.gz')], env)).rejects.toThrow(
    'BACKUP_PASSPHRASE must be at least 16 characters',
  )
  await expect(startServer({ BACKUP_PASSPHRASE: 'short' })).rejects.toThrow('at least 16 characters')
})

test('a failed backup by hand is none of the nights’; of a night’s, administrators get one mail, and one when it works again', async () => {
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  const news = async () => (await sql`select auth.take_backup_news(5) as id`).length
  const ended = (error: string | null, isScheduled = true) => sql`
    insert into platform.backups (location, finished_at, error, bytes, is_scheduled)
    values ('/x/', now(), ${error}, ${error ? null : 1}, ${isScheduled})`
  await sql`update platform.backups set told_at = now()`
  await ended(null)
  expect(await news(), 'it works').toBe(0)
  await ended('no room', false)
  expect(await news(), 'by hand').toBe(0)
  expect(await lastBackup(sql)).toMatchObject({ hasFailed: false })
  await ended('no room')
  expect(await news(), 'the first night').toBe(1)
  await ended('no room')
  expect(await news(), 'the second night').toBe(0)
  expect(await lastBackup(sql)).toMatchObject({ hasFailed: true })
  await ended(null)
  expect([await news(), await news()], 'it works again').toEqual([1, 0])
  await sql.end()
})

test('an empty folder beside backups of a site at the same address begins no new one', async () => {
  const env = { BACKUP_TO: scheduled, SITE_URL: 'https://chowk.example' }
  const folder = mkdtempSync(join(scratch, 'unmounted-'))
  await program('backup', [scheduled], { ...env, DATA_DIR: site.dataDir })
  await expect(startServer({ ...env, DATA_DIR: folder }, { fromNothing: true })).rejects.toThrow(
    /There is no site in DATA_DIR .*, and BACKUP_TO has 1 backups of https:\/\/chowk\.example\. Is its disk mounted\?/,
  )
  expect(existsSync(join(folder, 'postgres')), 'nothing was made').toBe(false)
  const elsewhere = await startServer(
    { BACKUP_TO: scheduled, SITE_URL: 'https://other.example' },
    { fromNothing: true },
  )
  await elsewhere.stop()
  const begun = await startServer({ ...env, DATA_DIR: folder, NEW_SITE: 'on' }, { fromNothing: true })
  await begun.stop()
}, 60_000)

test('a site backs itself up when it is time', async () => {
  const [job] = backupJobs(
    {
      backups: { location: scheduled, schedule: SCHEDULE, keep: 1 },
      backupPassphrase: null,
      baseCopies: null,
    },
    createLog('silent'),
  )
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  expect(
    await sql`select from graphile_worker._private_known_crontabs where identifier = ${job?.name ?? ''}`,
  ).toHaveLength(1)
  await sql.end()
  // What the queue then does, as if it were that server.
  vi.stubEnv('DATA_DIR', site.dataDir)
  try {
    await job?.run()
    await expect
      .poll(() => readdirSync(scheduled), { timeout: 30_000 })
      .toEqual([expect.stringMatching(/^backup-.*\.gz$/)])
  } finally {
    vi.unstubAllEnvs()
  }
}, 60_000)

test.each([
  ['BACKUP_TO', '/backups', 'must be a folder that ends with /'],
  ['BACKUP_SCHEDULE', 'at night', 'must be a crontab expression'],
])('a %s that cannot be is refused', async (name, value, said) => {
  await expect(readConfig({ DATA_DIR: scratch, [name]: value })).rejects.toThrow(said)
})

describe('an export', () => {
  type Line = { type: string; row: Record<string, unknown> }
  const parse = (text: string): Line[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('has all rows of one moment while members write, and no secret', async () => {
    const file = join(scratch, 'site.jsonl.gz')
    const { posted, refused } = await whilePosting(() =>
      program('export', [file], { DATA_DIR: site.dataDir }),
    )
    expect(posted).toBeGreaterThan(0)
    expect(refused).toBe(0)
    const text = gunzipSync(readFileSync(file)).toString()
    const lines = parse(text)
    expect(lines[0]).toMatchObject({ type: 'export', format: 1, with_passwords: false })
    const of = (type: string) => lines.filter((line) => line.type === type).map(({ row }) => row)
    expect(of('replies').length).toBeGreaterThan(400)
    for (const { id, reply_count: count } of of('threads')) {
      expect(
        of('replies').filter(({ thread_id: thread, is_hidden: hidden }) => thread === id && !hidden),
      ).toHaveLength(Number(count))
    }
    expect(of('accounts').map((account) => account.email)).toContain(email)
    expect(of('files')).toEqual(
      expect.arrayContaining([expect.objectContaining({ bucket_id: 'kept', name: 'a.png' })]),
    )
    const { counts } = lines.at(-1) as unknown as { counts: Record<string, number> }
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(lines.length - 2)
    expect(counts).toMatchObject({ replies: of('replies').length, profiles: of('profiles').length })
    expect(text).not.toMatch(/argon2id\$|encrypted_password|recovery_token|"secret"/)
    await expect(program('export', [file], { DATA_DIR: site.dataDir })).rejects.toThrow('exists')
  })

  test('in a folder has a file a type, the uploads, and on request the hashes of passwords', async () => {
    const folder = join(scratch, 'exported')
    await program('export', [folder, '--with-passwords'], { DATA_DIR: site.dataDir })
    expect(readFileSync(join(folder, 'files/kept/a.png')).length).toBeGreaterThan(0)
    const accounts = parse(readFileSync(join(folder, 'accounts.jsonl'), 'utf8'))
    expect(accounts.find(({ row }) => row.email === email)?.row.encrypted_password).toMatch(/^\$argon2id\$/)
    const [, end] = parse(readFileSync(join(folder, 'export.jsonl'), 'utf8')) as unknown as {
      counts: Record<string, number>
    }[]
    expect(end?.counts.accounts).toBe(accounts.length)
    await expect(program('export', [folder], { DATA_DIR: site.dataDir })).rejects.toThrow('exists')
    await expect(
      program('export', [join(scratch, 'x.jsonl.gz')], { DATA_DIR: join(scratch, 'none') }),
    ).rejects.toThrow('no database')
  })
})
