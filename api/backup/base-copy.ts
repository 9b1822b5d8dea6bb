// Copies the folder of the running built-in database into the archive of its WAL. PostgreSQL reads it (BASE_BACKUP of
// the replication protocol, which verifies the checksum of every page) and compresses it; this module streams it to its
// location.
import { type Duplex, PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, type ClientConfig, Query } from 'pg'
import { ConfigError } from '../config-error.ts'
import type { Sql } from '../database/connection.ts'
import { MAJOR } from '../database/embedded.ts'
import { encrypt, encryptStream } from './encryption.ts'
import { storeNew, writeTo } from './location.ts'
import {
  type BaseCopy,
  baseLocation,
  historyOf,
  makeFolders,
  segmentOf,
  tarOf,
  type WalArchive,
} from './wal-archive.ts'

/** PostgreSQL sends nothing while it waits until the copy's part of the WAL is archived. */
const SILENT_MS = 10 * 60_000
const PROOF_BYTES = 16

/**
 * @param options.sql connection of the owner
 * @param options.cluster the database's folder
 * @throws ConfigError if the WAL is not archived, because a copy would be useless without it
 */
export async function writeBaseCopy(
  archive: WalArchive,
  { sql, ownerUrl, cluster }: { sql: Sql; ownerUrl: string; cluster: string },
): Promise<{ base: BaseCopy; location: string }> {
  await assertArchiving(sql)
  const database = historyOf(cluster)
  makeFolders(archive, database)
  const { passphrase } = archive
  const startedAt = new Date().toISOString()
  const proof = passphrase === null ? null : encrypt(Buffer.alloc(PROOF_BYTES), passphrase).toString('base64')
  const copy = baseLocation(archive, database, startedAt)
  const location = `${copy}${tarOf({ proof })}`
  let bytes = 0
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  const { firstSegment, lastSegment } = await writeTo(location, archive, async (output) => {
    const tar = new PassThrough()
    const written =
      passphrase === null
        ? pipeline(tar, count, output)
        : pipeline(tar, encryptStream(passphrase), count, output)
    const [segments] = await Promise.all([streamCopy(ownerUrl, tar), written])
    return segments
  })
  const completeAt = new Date().toISOString()
  const base: BaseCopy = {
    database,
    startedAt,
    completeAt,
    firstSegment,
    lastSegment,
    bytes,
    postgres: MAJOR,
    proof,
  }
  await storeNew(`${copy}.json`, archive, Buffer.from(`${JSON.stringify(base, null, 2)}\n`))
  return { base, location }
}

/** @throws ConfigError if PostgreSQL would wait for the archive forever */
async function assertArchiving(sql: Sql): Promise<void> {
  const [state] = await sql<{ mode: string; hasFailed: boolean }[]>`
    select current_setting('archive_mode') as mode,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "hasFailed"
    from pg_stat_archiver`
  if (state?.mode !== 'on') {
    throw new ConfigError(
      'The log is not archived: WAL_ARCHIVE_TO takes effect when the site is stopped and started',
    )
  }
  if (state.hasFailed) {
    throw new ConfigError('Archiving the log fails; the end of postgres.log in the data folder says why')
  }
}

/**
 * @param tar receives the copy, a compressed tar
 * @returns the segments of the WAL that the copy needs; all are archived
 */
async function streamCopy(
  ownerUrl: string,
  tar: PassThrough,
): Promise<{ firstSegment: string; lastSegment: string }> {
  const client = new Client({ connectionString: ownerUrl, replication: 'true' } as ClientConfig)
  await client.connect()
  const { promise, resolve, reject } = Promise.withResolvers<Position[]>()
  const silence = setTimeout(() => {
    reject(new ConfigError('The archive does not take the log that the copy needs'))
  }, SILENT_MS)
  let tars = 0
  const query = new Query(BASE_BACKUP, (error, results) =>
    error ? reject(error) : resolve(results as unknown as Position[]),
  )
  // The library discards COPY data.
  Object.assign(query, {
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: { stream: Duplex }) => {
      silence.refresh()
      if (chunk[0] === NEW_TAR) tars += 1
      // The library reuses the memory of a chunk.
      if (chunk[0] !== DATA || tar.write(Buffer.from(chunk.subarray(1)))) return
      stream.pause()
      tar.once('drain', () => stream.resume())
    },
  })
  try {
    tar.once('error', reject)
    client.once('error', reject)
    client.query(query)
    const [start, , end] = await promise
    // Tablespaces would be separate tars; the built-in database has none.
    if (!start || !end || tars !== 1) throw new ConfigError('A database with tablespaces cannot be copied')
    const [from, to] = [start.rows[0], end.rows[0]]
    tar.end()
    return {
      firstSegment: segmentOf(from.recptr, Number(from.tli)),
      lastSegment: segmentOf(to.recptr, Number(to.tli), 1n),
    }
  } catch (error) {
    tar.destroy(error as Error)
    throw error
  } finally {
    clearTimeout(silence)
    await client.end()
  }
}

/** A result with a position in the WAL, like 1/A2000028, and its timeline. */
type Position = { rows: [{ recptr: string; tli: string }] }

const BASE_BACKUP = `BASE_BACKUP (LABEL 'arthachowk', CHECKPOINT 'fast', WAL false, MANIFEST 'no',
  COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1')`
/** The first byte of a message in the stream. */
const [NEW_TAR, DATA] = ['n', 'd'].map((letter) => letter.charCodeAt(0))
