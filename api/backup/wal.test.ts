// The log of a database goes to an archive, from which the database is restored as it was at a moment.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyTemplate } from '../../tests/support/database.ts'
import { connect, type Sql } from '../database/connection.ts'
import { clusterIn, type EmbeddedDatabase, startConfigured, startEmbedded } from '../database/embedded.ts'
import { createLog } from '../log.ts'
import { writeBaseCopy } from './base-copy.ts'
import { decryptStream, encryptStream } from './encryption.ts'
import { namesIn, storeNew } from './location.ts'
import {
  archiveSegment,
  type BaseCopy,
  basesIn,
  compact,
  fetchSegment,
  makeFolders,
  prune,
  type WalArchive,
} from './wal-archive.ts'
import { chooseBase, restoreUntil } from './wal-restore.ts'
import { readWalState } from './wal-state.ts'

const log = createLog('silent')
const scratch = mkdtempSync(join(tmpdir(), 'arthachowk-wal-'))
const folder = (name: string) => mkdtempSync(join(scratch, `${name}-`))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('a stream that is encrypted', () => {
  const PASSPHRASE = 'monsoon'
  const through = async (
    content: Buffer,
    transform: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
  ) => buffer(Readable.from(transform(Readable.from([content.subarray(0, 5), content.subarray(5)]))))
  const plain = Buffer.alloc(2 * 1024 ** 2 + 7, 'forum')

  test.each([0, 1024 ** 2, plain.length])('of %i bytes comes back', async (size) => {
    const content = plain.subarray(0, size)
    const encrypted = await through(content, encryptStream(PASSPHRASE))
    expect((await through(encrypted, decryptStream(PASSPHRASE))).equals(content)).toBe(true)
  })

  test('is refused with another passphrase, changed, cut off, or with its frames in another order', async () => {
    const encrypted = await through(plain, encryptStream(PASSPHRASE))
    const frame = 1024 ** 2 + 16
    const at = (number: number) => encrypted.subarray(23 + number * frame, 23 + (number + 1) * frame)
    const head = encrypted.subarray(0, 23)
    const changed = Buffer.from(encrypted)
    changed[frame] = (changed[frame] ?? 0) ^ 1
    await expect(through(encrypted, decryptStream('guessed'))).rejects.toThrow()
    for (const wrong of [
      changed,
      head.subarray(0, 9),
      Buffer.concat([head, at(0)]),
      Buffer.concat([head, at(0), at(1)]),
      Buffer.concat([head, at(1), at(0), at(2)]),
      Buffer.concat([head, at(0), at(2)]),
    ])
      await expect(through(wrong, decryptStream(PASSPHRASE))).rejects.toThrow()
  })
})

describe.each(['a folder', 'a bucket'])('an archive in %s', (kind) => {
  let s3: S3rver | null = null
  let archive: WalArchive
  const cluster = join(folder('cluster'), 'postgres')
  const names = () => namesIn(`${archive.location}wal/77/`, archive)
  const segment = { cluster, name: '000000010000000000000001', path: 'pg_wal/1' }

  beforeAll(async () => {
    mkdirSync(join(cluster, 'global'), { recursive: true })
    mkdirSync(join(cluster, 'pg_wal'))
    const control = Buffer.alloc(8)
    control.writeBigUInt64LE(77n)
    writeFileSync(join(cluster, 'global/pg_control'), control)
    writeFileSync(join(cluster, segment.path), Buffer.alloc(20_000, 'first'))
    if (kind === 'a folder') {
      archive = { location: `${folder('archive')}/`, s3: null, passphrase: null }
      return
    }
    s3 = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: folder('s3'),
      configureBuckets: [{ name: 'log', configs: [] }],
    })
    const { port } = (await s3.run()) as AddressInfo
    archive = {
      location: 's3://log/site/',
      s3: {
        endpoint: `http://127.0.0.1:${port}`,
        region: 'us-east-1',
        bucket: 'log',
        accessKeyId: 'S3RVER',
        secretAccessKey: 'S3RVER',
        pathStyle: true,
      },
      passphrase: null,
    }
  })
  afterAll(() => s3?.close())

  test('accepts a segment, accepts it again, and refuses other content under its name', async () => {
    await archiveSegment(archive, segment)
    await archiveSegment(archive, segment)
    expect(await names()).toEqual(['000000010000000000000001.gz'])
    writeFileSync(join(cluster, 'pg_wal/2'), Buffer.alloc(20_000, 'other'))
    await expect(archiveSegment(archive, { ...segment, path: 'pg_wal/2' })).rejects.toThrow('another content')
    // A passphrase that was set meanwhile makes no second one, either.
    await expect(
      archiveSegment({ ...archive, passphrase: 'new' }, { ...segment, path: 'pg_wal/2' }),
    ).rejects.toThrow('another content')
    expect(await fetchSegment(archive, { ...segment, path: 'pg_wal/back' })).toBe(true)
    expect(readFileSync(join(cluster, 'pg_wal/back')).equals(readFileSync(join(cluster, segment.path)))).toBe(
      true,
    )
    expect(await fetchSegment(archive, { ...segment, name: '000000010000000000000002' })).toBe(false)
  })

  test('decrypts only with the right passphrase', async () => {
    const secret = { ...archive, passphrase: 'monsoon' }
    const next = { ...segment, name: '000000010000000000000003' }
    await Promise.all([archiveSegment(secret, next), archiveSegment(secret, next)])
    expect(await names()).toEqual(['000000010000000000000001.gz', '000000010000000000000003.gz.enc'])
    expect(await fetchSegment(secret, { ...next, path: 'pg_wal/back' })).toBe(true)
    await expect(fetchSegment(archive, next)).rejects.toThrow('BACKUP_PASSPHRASE must be set')
    await expect(fetchSegment({ ...archive, passphrase: 'guessed' }, next)).rejects.toThrow('is not the one')
  })

  test('keeps the segments that the kept base copies need, and everything of other databases', async () => {
    const put = (name: string, content = 'x') =>
      storeNew(`${archive.location}${name}`, archive, Buffer.from(content))
    const base = async (database: string, day: number, first: string) => {
      makeFolders(archive, database)
      const time = new Date(Date.UTC(2026, 10, day)).toISOString()
      const copy: BaseCopy = {
        database,
        startedAt: time,
        completeAt: time,
        firstSegment: first,
        lastSegment: first,
        bytes: 1,
        postgres: '18',
        proof: null,
      }
      await put(`base/${database}.${compact(new Date(time))}.tar.gz`)
      await put(`base/${database}.${compact(new Date(time))}.json`, JSON.stringify(copy))
    }
    const segmentOf = (number: number) => `00000001000000000000000${number}`
    await base('88', 1, segmentOf(2))
    await base('88', 2, segmentOf(4))
    await base('88-20261103T000000Z', 3, segmentOf(3))
    await base('99', 1, segmentOf(2))
    await put('base/88.20261101T120000Z.tar.gz')
    for (const number of [1, 2, 3, 4, 5]) {
      await put(`wal/88/${segmentOf(number)}.gz`)
      await put(`wal/88-20261103T000000Z/${segmentOf(number)}.gz`)
      await put(`wal/99/${segmentOf(number)}.gz`)
    }
    await put(`wal/88/${segmentOf(2)}.00000028.backup.gz`)
    await put('wal/88/00000002.history.gz')
    await prune(archive, '88-20261103T000000Z', 2)
    const left = async (name: string) => (await namesIn(`${archive.location}${name}/`, archive)).sort()
    expect(await left('base')).toEqual([
      ...['88-20261103T000000Z.20261103T000000Z.json', '88-20261103T000000Z.20261103T000000Z.tar.gz'],
      ...['88.20261102T000000Z.json', '88.20261102T000000Z.tar.gz'],
      ...['99.20261101T000000Z.json', '99.20261101T000000Z.tar.gz'],
    ])
    expect(await left('wal/88')).toEqual([`${segmentOf(4)}.gz`, `${segmentOf(5)}.gz`, '00000002.history.gz'])
    expect(await left('wal/88-20261103T000000Z')).toEqual(
      [3, 4, 5].map((number) => `${segmentOf(number)}.gz`),
    )
    expect(await left('wal/99')).toHaveLength(5)
    await prune(archive, '88-20261103T000000Z', 1)
    expect(await left('wal/88')).toEqual(['00000002.history.gz'])
    expect((await basesIn(archive)).map(({ database }) => database)).toEqual(['99', '88-20261103T000000Z'])
  })
})

describe('a database whose log is archived', () => {
  const archive: WalArchive = { location: `${folder('archive')}/`, s3: null, passphrase: 'monsoon' }
  const dataDir = folder('data')
  const config = { dataDir, walArchive: archive, postgresSettings: { archive_timeout: '1h' } }
  let server: EmbeddedDatabase
  let sql: Sql
  /** Between two rows. */
  let moment: Date
  let base: BaseCopy

  const now = async () => {
    const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
    return row?.at ?? new Date(0)
  }
  const walFolder = () => `${archive.location}wal/${base.database}/`
  const state = () => readWalState(sql)

  beforeAll(async () => {
    copyTemplate(dataDir)
    server = await startConfigured(config, log)
    sql = connect(server.ownerUrl, { max: 1 })
    if (!process.env.TEMPLATE_DATA_DIR) throw new Error('there is no template database')
    await sql`create table public.entries (id int)`
    const made = await writeBaseCopy(archive, { sql, ownerUrl: server.ownerUrl, cluster: clusterIn(dataDir) })
    base = made.base
    await sql`insert into platform.backups (kind, location, bytes, finished_at) values ('base', '', 1, now())`
    await sql`insert into public.entries values (1)`
    // A moment is given in milliseconds, a commit is recorded in microseconds: each gets a millisecond of its own.
    await new Promise((resolve) => setTimeout(resolve, 5))
    moment = await now()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await sql`insert into public.entries values (2)`
  }, 60_000)

  const entriesOf = async (restored: string) => {
    const there = await startEmbedded(restored, log)
    const client = connect(there.ownerUrl, { max: 1 })
    const rows = await client<{ id: number }[]>`select id from public.entries order by id`
    await client.end()
    await there.stop()
    return rows.map(({ id }) => id)
  }
  const restore = async (until: Date | null) => {
    const restored = folder('restored')
    const from = await chooseBase(archive, { until, database: null })
    try {
      const last = await restoreUntil(archive, { base: from, until, dataDir: restored, settings: {} })
      return { restored, last }
    } finally {
      const left = readdirSync(restored).filter(
        (name) => name !== 'postgres' && !name.startsWith('postgres.log'),
      )
      expect(left).toEqual([])
    }
  }

  test('reports an unreachable archive, keeps its log meanwhile, and recovers', async () => {
    expect(await state()).toMatchObject({ isOn: true, isFailing: false, baseAt: expect.any(Date) })
    const gone = `${archive.location.slice(0, -1)}-gone`
    execFileSync('mv', [archive.location, gone])
    await sql`select pg_switch_wal()`
    await sql`insert into public.entries values (3)`
    await expect
      .poll(state, { timeout: 20_000 })
      .toMatchObject({ isFailing: true, waitingBytes: 16 * 1024 ** 2 })
    await expect(
      writeBaseCopy(archive, { sql, ownerUrl: server.ownerUrl, cluster: clusterIn(dataDir) }),
    ).rejects.toThrow('Archiving the log fails')
    execFileSync('mv', [gone, archive.location])
    // A stop ships what is left, down to the last change.
    await sql.end()
    await server.stop()
    expect(readdirSync(clusterIn(dataDir)).length).toBeGreaterThan(0)
    rmSync(join(dataDir, 'postgres'), { recursive: true })
  }, 60_000)

  test('is restored to a moment', async () => {
    const atMoment = await restore(moment)
    expect(await entriesOf(atMoment.restored)).toEqual([1])
    expect(atMoment.last?.getTime()).toBeLessThanOrEqual(moment.getTime())
  }, 60_000)

  test('is not restored to a time without a base copy, beyond the archive, or with another passphrase', async () => {
    await expect(restore(new Date(Date.parse(base.completeAt) - 1))).rejects.toThrow(
      `Nothing before ${base.completeAt} can be restored`,
    )
    await expect(restore(new Date(Date.now() + 60_000))).rejects.toThrow('is in the future')
    await expect(restore(new Date())).rejects.toThrow(
      /does not go that far: its last change is of \d{4}-.*latest/,
    )
    const guessed = { ...archive, passphrase: 'guessed' }
    await expect(chooseBase(guessed, { until: null, database: null })).rejects.toThrow('is not the one')
    const elsewhere = { ...archive, location: `${folder('empty')}/` }
    await expect(chooseBase(elsewhere, { until: null, database: null })).rejects.toThrow(
      'There is no base copy',
    )
  }, 60_000)

  test('is not restored across a gap in its log', async () => {
    const segments = readdirSync(walFolder()).filter((name) => /^[0-9A-F]{24}\.gz/.test(name))
    const [lost = '', ...later] = segments.filter((name) => name.slice(0, 24) > base.lastSegment)
    expect(later).not.toEqual([])
    rmSync(join(walFolder(), lost))
    await expect(restore(null)).rejects.toThrow(`lacks the segment ${lost.slice(0, 24)}`)
  })
})
