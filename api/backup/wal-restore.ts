// Restores the built-in database to a moment: the newest base copy before it, and the WAL up to it. PostgreSQL replays
// the WAL in a separate folder, which becomes the database's when the replay is complete.
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { ConfigError } from '../config-error.ts'
import { connect } from '../database/connection.ts'
import { clusterIn, giveToServer, MAJOR, startRecovery, stopServer } from '../database/embedded.ts'
import { decryptStream } from './encryption.ts'
import { readFrom, syncFolder } from './location.ts'
import {
  assertPassphrase,
  type BaseCopy,
  baseLocation,
  basesIn,
  beginHistory,
  endOfLog,
  replaying,
  tarOf,
  type WalArchive,
} from './wal-archive.ts'

/** Folders in which the WAL is replayed. */
const WORK = 'postgres-restoring-'

/**
 * @param options.until null: to the end of the WAL
 * @param options.database one history of the archive; null: any
 * @returns the base copy to start from
 * @throws ConfigError if there is none, or the archive is known not to extend to that moment
 */
export async function chooseBase(
  archive: WalArchive,
  { until, database }: { until: Date | null; database: string | null },
): Promise<BaseCopy> {
  if (until && until.getTime() > Date.now()) throw new ConfigError(`${until.toISOString()} is in the future`)
  const bases = await basesIn(archive, database ?? undefined)
  const [oldest] = bases
  const of = database === null ? '' : ` of ${database}`
  if (!oldest) throw new ConfigError(`There is no base copy${of} in ${archive.location}`)
  const base = bases.findLast(({ completeAt }) => until === null || Date.parse(completeAt) <= until.getTime())
  if (!base) {
    throw new ConfigError(
      `Nothing before ${oldest.completeAt} can be restored: the oldest base copy${of} was complete then`,
    )
  }
  assertPassphrase(base, archive)
  if (base.postgres !== MAJOR) {
    throw new ConfigError(
      `The base copy is of PostgreSQL ${base.postgres} and this release runs ${MAJOR}: restore with the release that made it, then npm run upgrade`,
    )
  }
  const { missing, isGap } = await endOfLog(archive, base)
  if (isGap && (until === null || missing <= base.lastSegment)) {
    throw new ConfigError(
      `The archive lacks the segment ${missing} of the log and has later ones: what was written from then on cannot be restored. Name a time before with --until`,
    )
  }
  return base
}

/**
 * @param options.dataDir has no database yet
 * @param options.settings of PostgreSQL
 * @returns the commit time of the last replayed change; null: none after the base copy
 * @throws ConfigError if the WAL does not extend to that moment; nothing is left behind
 */
export async function restoreUntil(
  archive: WalArchive,
  options: { base: BaseCopy; until: Date | null; dataDir: string; settings: Record<string, string> },
): Promise<Date | null> {
  const { base, until, dataDir } = options
  await discard(dataDir)
  const work = mkdtempSync(join(dataDir, WORK))
  const cluster = clusterIn(work)
  try {
    await unpack(archive, base, cluster)
    writeFileSync(join(cluster, 'recovery.signal'), '')
    giveToServer(join(cluster, 'recovery.signal'))
    const { settings, env } = replaying(archive, until)
    const server = await startRecovery(work, { ...options.settings, ...settings }, env).catch(async () => {
      throw new ConfigError(await explain(archive, base, readFileSync(join(work, 'postgres.log'), 'utf8')))
    })
    const sql = connect(server.ownerUrl, { max: 1 })
    const [last] = await sql<{ at: Date | null }[]>`select pg_last_xact_replay_timestamp() as at`
    // Files of the earlier history.
    await sql`delete from platform.backups where kind = 'base'`
    await sql.end()
    await server.stop()
    beginHistory(cluster)
    renameSync(cluster, clusterIn(dataDir))
    syncFolder(dataDir)
    return last?.at ?? null
  } finally {
    await discard(dataDir)
  }
}

/** Deletes what an interrupted run left behind. */
async function discard(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((found) => found.startsWith(WORK))) {
    const folder = join(dataDir, name)
    await stopServer(clusterIn(folder))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

async function unpack(archive: WalArchive, base: BaseCopy, cluster: string): Promise<void> {
  const location = `${baseLocation(archive, base.database, base.startedAt)}${tarOf(base)}`
  const stored = await readFrom(location, archive)
  const tar = extract()
  mkdirSync(cluster, { mode: 0o700 })
  giveToServer(cluster)
  const { passphrase } = archive
  const read =
    base.proof === null || passphrase === null
      ? pipeline(stored, createGunzip(), tar)
      : pipeline(stored, decryptStream(passphrase), createGunzip(), tar)
  read.catch(() => undefined)
  try {
    for await (const entry of tar) {
      const path = pathOf(entry.header, cluster)
      if (entry.header.type === 'directory') {
        mkdirSync(path, { recursive: true, mode: 0o700 })
        entry.resume()
      } else await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
      giveToServer(path)
    }
    await read
  } catch (error) {
    throw new ConfigError(`${location} cannot be read: ${(error as Error).message}`)
  }
}

/** @throws Error for entries that PostgreSQL does not write into a base copy */
function pathOf({ name, type }: Header, cluster: string): string {
  const path = join(cluster, normalize(`/${name}`))
  if (type === 'directory' || type === 'file') return path
  throw new Error(`it holds a ${type}, ${name}`)
}

/** @param log of the PostgreSQL that failed */
async function explain(archive: WalArchive, base: BaseCopy, log: string): Promise<string> {
  const last = /last completed transaction was at log time (.+)/.exec(log)?.[1]
  if (log.includes('recovery ended before configured recovery target was reached')) {
    const { missing, isGap } = await endOfLog(archive, base)
    const why = isGap
      ? `lacks the segment ${missing} of the log: before it, the last change is`
      : 'does not go that far: its last change is'
    const from = last ? `of ${new Date(last).toISOString()}` : 'in the base copy'
    return `The archive ${why} ${from}${isGap ? '' : '. --until latest restores up to there'}`
  }
  const reasons = log.match(/^fetch .+|(?<=FATAL: {2}).+/gm) ?? []
  return `PostgreSQL could not replay the log: ${[...new Set(reasons)].slice(0, 3).join('; ') || 'it gave no reason'}`
}
