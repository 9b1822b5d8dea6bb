// A site is backed up while members write, and restored elsewhere: what is restored is what was saved.
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runMigrations, Logger as WorkerLogger } from 'graphile-worker'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readArchive } from '../../api/backup/archive.ts'
import { readFrom } from '../../api/backup/location.ts'
import { readConfig } from '../../api/config.ts'
import { connect } from '../../api/database/connection.ts'
import { createLog } from '../../api/log.ts'
import { lastBackup } from '../../server/admin/health.ts'
import { backupJobs } from '../../server/backup-job.ts'
import {
  archive,
  bareUrl,
  begins,
  counted,
  email,
  factorId,
  hasRows,
  made,
  moved,
  old,
  openBackedUpSite,
  PASSPHRASE,
  program,
  ROOT,
  run,
  SCHEDULE,
  scheduled,
  scratch,
  secret,
  site,
  whilePosting,
} from '../support/backed-up-site.ts'
import { newMember, signIn } from '../support/identity.ts'
import { testRefusedBackups } from '../support/refused-backups.ts'
import { codeOf, show } from '../support/second-factor.ts'
import { PROGRAM_ENV, startServer, type TestServer } from '../support/server.ts'

openBackedUpSite()

test('nobody is refused while a backup is made', () => {
  expect(made.posted).toBeGreaterThan(0)
  expect(made.refused).toBe(0)
  expect(made.stdout).toMatch(/: \d{4,} rows, 1 files\n$/)
})

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

testRefusedBackups()

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
