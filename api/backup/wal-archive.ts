// The archive of the built-in database's write-ahead log (WAL_ARCHIVE_TO: a folder or an S3 prefix). With it the
// database can be restored to any moment since the oldest base copy.
//   wal/NAME/SEGMENT.gz       finished segments, as soon as PostgreSQL passes them (wal-program.ts)
//   base/NAME.TIME.tar.gz     copies of the database's folder (base-copy.ts)
//   base/NAME.TIME.json       what a copy needs, written when it is complete and its segments are archived
// NAME identifies one history: the system identifier of initdb, and for a restored database the time at which its own
// history began. Nothing is ever replaced. With BACKUP_PASSPHRASE both are encrypted, and end in .enc.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { decrypt, encrypt } from './encryption.ts'
import { deleteAt, namesIn, readIfThere, storeNew, syncFolder } from './location.ts'

export type WalArchive = {
  /** A folder or an S3 prefix, both ending with /. */
  location: string
  s3: Config['s3']
  /** Null: not encrypted. */
  passphrase: string | null
}

export type BaseCopy = {
  /** Name of the database's history. */
  database: string
  startedAt: string
  /** The database can be restored to this moment or later. */
  completeAt: string
  firstSegment: string
  lastSegment: string
  bytes: number
  /** Major version of PostgreSQL. */
  postgres: string
  /** Null: not encrypted. Otherwise a value that only the right passphrase decrypts. */
  proof: string | null
}

/** The system identifier, which initdb creates for every database. */
const SEGMENT_BYTES = 16n * 1024n ** 2n
const SEGMENTS_PER_FILE = (1n << 32n) / SEGMENT_BYTES
const SEGMENT = /^[0-9A-F]{24}(?=\.gz(?:\.enc)?$)/
const HISTORY_FILE = 'archived-since'
const ENDINGS = ['.gz', '.gz.enc']

/** Maximum time until a change is archived while the site is quiet. */
const TIMEOUT = '60s'

/** Settings of a PostgreSQL that archives its WAL, and its environment. */
export function archiving(archive: WalArchive): ServerOptions {
  const settings = { archive_mode: 'on', archive_timeout: TIMEOUT, archive_command: command('archive') }
  return { settings, env: environment(archive) }
}

/** The same for one that replays an archive. @param until null: to the end of the WAL */
export function replaying(archive: WalArchive, until: Date | null): ServerOptions {
  const settings = {
    // Otherwise it would archive what it replays.
    archive_mode: 'off',
    // No connections before the end of the replay.
    hot_standby: 'off',
    restore_command: command('fetch'),
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // This setting does not accept Z.
    ...(until ? { recovery_target_time: until.toISOString().replace('Z', '+00') } : {}),
  }
  return { settings, env: environment(archive) }
}

export type ServerOptions = { settings: Record<string, string>; env: Record<string, string> }

// Not on a command line, which every user of the machine can read.
const environment = (archive: WalArchive) => ({ WAL_ARCHIVE: JSON.stringify(archive) })

function command(what: 'archive' | 'fetch'): string {
  const paths = [process.execPath, join(import.meta.dirname, 'wal-program.ts')]
  const [node, program] = paths.map((path) => quoted(path).replaceAll('%', '%%'))
  return `${node} ${program} ${what} "%f" "%p"`
}

function quoted(path: string): string {
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`
}

/** @param cluster the database's folder @returns the name of its history */
export function historyOf(cluster: string): string {
  const identifier = readFileSync(join(cluster, 'global/pg_control')).readBigUInt64LE().toString()
  try {
    return `${identifier}-${readFileSync(join(cluster, HISTORY_FILE), 'utf8').trim()}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return identifier
  }
}

/** Starts a new history for a restored database, so that its archived segments are not mistaken for the original's. */
export function beginHistory(cluster: string): void {
  writeFileSync(join(cluster, HISTORY_FILE), `${compact(new Date())}\n`, { flush: true })
}

/** A time as names have it: 20261123T203000Z. */
export function compact(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '')
}

/** The suffix of a base copy's name. */
export const tarOf = (base: Pick<BaseCopy, 'proof'>) => (base.proof === null ? '.tar.gz' : '.tar.gz.enc')

export const baseLocation = ({ location }: WalArchive, database: string, startedAt: string) =>
  `${location}base/${database}.${compact(new Date(startedAt))}`

/** Creates the folders of a history. The archive's own folder must exist: it may be a disk that is not mounted. */
export function makeFolders({ location }: WalArchive, database: string): void {
  if (location.startsWith('s3://')) return
  for (const folder of ['base', 'wal', `wal/${database}`]) {
    try {
      mkdirSync(`${location}${folder}`, { mode: 0o700 })
      syncFolder(dirname(`${location}${folder}`))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** A file of PostgreSQL's WAL: its name, and its path within the database's folder. */
type LogFile = { cluster: string; name: string; path: string }

/**
 * Archives a file durably. An existing one is left unchanged: it was archived before a crash.
 * @throws Error if the name exists with other content
 */
export async function archiveSegment(archive: WalArchive, { cluster, name, path }: LogFile): Promise<void> {
  const database = historyOf(cluster)
  const content = await readFile(join(cluster, path))
  makeFolders(archive, database)
  const stem = `${archive.location}wal/${database}/${name}`
  if (await isThere(archive, stem, content)) return
  const packed = await promisify(gzip)(content, { level: 1 })
  const { passphrase } = archive
  const target = `${stem}.gz${passphrase === null ? '' : '.enc'}`
  if (await storeNew(target, archive, passphrase === null ? packed : encrypt(packed, passphrase))) return
  if (!(await isThere(archive, stem, content))) throw new Error(`${target} was there and is gone`)
}

/** @throws Error if the content differs */
async function isThere(archive: WalArchive, stem: string, content: Buffer): Promise<boolean> {
  const found = await readSegment(archive, stem)
  if (found === null) return false
  if (!found.equals(content)) throw new Error(`${stem} has another content; it was not replaced`)
  // The process that stored it may have crashed before the folder's entry was durable.
  if (!stem.startsWith('s3://')) syncFolder(dirname(stem))
  return true
}

/** Number of segments to fetch ahead of the requested one: loading the S3 client takes longer than fetching them. */
const AHEAD = 7

/** Writes a segment to `path`. @returns false if it is not archived: the WAL ends here */
export async function fetchSegment(archive: WalArchive, { cluster, name, path }: LogFile): Promise<boolean> {
  const log = `${archive.location}wal/${historyOf(cluster)}/`
  const fetched = join(cluster, '../fetched')
  if (existsSync(join(fetched, name))) {
    await rename(join(fetched, name), join(cluster, path))
    return true
  }
  const found = await readSegment(archive, `${log}${name}`)
  if (found === null) return false
  await writeFile(join(cluster, path), found, { mode: 0o600 })
  if (!/^[0-9A-F]{24}$/.test(name)) return true
  await mkdir(fetched, { recursive: true, mode: 0o700 })
  const names: string[] = []
  while (names.length < AHEAD) names.push(segmentAfter(names.at(-1) ?? name))
  await Promise.all(
    names.map(async (later) => {
      // A segment that was fetched ahead is verified when it is needed; the restore may end before.
      const content = await readSegment(archive, `${log}${later}`).catch(() => null)
      if (content !== null) await writeFile(join(fetched, later), content, { mode: 0o600 })
    }),
  )
  return true
}

async function readSegment(archive: WalArchive, stem: string): Promise<Buffer | null> {
  for (const ending of ENDINGS) {
    const stored = await readIfThere(`${stem}${ending}`, archive)
    if (!stored) continue
    const packed = await buffer(stored)
    return promisify(gunzip)(ending === '.gz' ? packed : decrypted(packed, archive.passphrase))
  }
  return null
}

function decrypted(content: Buffer, passphrase: string | null): Buffer {
  if (passphrase === null) throw new ConfigError('The archive is encrypted: BACKUP_PASSPHRASE must be set')
  try {
    return decrypt(content, passphrase)
  } catch {
    throw new ConfigError('BACKUP_PASSPHRASE is not the one that the archive was encrypted with')
  }
}

/** @throws ConfigError if the copy is encrypted with another passphrase */
export function assertPassphrase({ proof }: BaseCopy, { passphrase }: WalArchive): void {
  if (proof !== null) decrypted(Buffer.from(proof, 'base64'), passphrase)
}

/**
 * @param lsn a position in the WAL, like 1/A2000028
 * @returns the segment that contains this byte, or the one `back` bytes before
 */
export function segmentOf(lsn: string, timeline: number, back = 0n): string {
  const [high = '', low = ''] = lsn.split('/')
  const position = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
  return segmentName(timeline, (position - back) / SEGMENT_BYTES)
}

function segmentName(timeline: number, number: bigint): string {
  return [BigInt(timeline), number / SEGMENTS_PER_FILE, number % SEGMENTS_PER_FILE]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

function segmentAfter(name: string): string {
  const [timeline, high, low] = name.match(/.{8}/g)?.map((part) => BigInt(`0x${part}`)) ?? []
  return segmentName(Number(timeline), (high ?? 0n) * SEGMENTS_PER_FILE + (low ?? 0n) + 1n)
}

const BASE = /^(\d+(?:-\d{8}T\d{6}Z)?)\.(\d{8}T\d{6}Z)\.(json$)?/

/** Complete base copies, oldest first. @param database only this history's */
export async function basesIn(archive: WalArchive, database?: string): Promise<BaseCopy[]> {
  const folder = `${archive.location}base/`
  const bases: BaseCopy[] = []
  for (const file of await namesIn(folder, archive)) {
    const [, name, , isDescription] = BASE.exec(file) ?? []
    if (!name || !isDescription || (database !== undefined && name !== database)) continue
    const stored = await readIfThere(`${folder}${file}`, archive)
    if (stored) bases.push({ ...((await json(stored)) as BaseCopy), database: name })
  }
  return bases.sort((a, b) => a.completeAt.localeCompare(b.completeAt))
}

/**
 * How far the WAL of a base copy extends.
 * @returns the first missing segment, and whether there are later ones: then a part was lost, or archiving was off for
 * a while
 */
export async function endOfLog(
  archive: WalArchive,
  base: BaseCopy,
): Promise<{ missing: string; isGap: boolean }> {
  const names = await namesIn(`${archive.location}wal/${base.database}/`, archive)
  const segments = new Set(names.flatMap((name) => SEGMENT.exec(name)?.[0] ?? []))
  let missing = base.firstSegment
  while (segments.has(missing)) missing = segmentAfter(missing)
  const isOfBase = (name: string) => name.slice(0, 8) === missing.slice(0, 8)
  return {
    missing,
    isGap: missing <= base.lastSegment || [...segments].some((name) => isOfBase(name) && name > missing),
  }
}

/**
 * Deletes all but the `keep` latest base copies of a database, and the segments that none of these needs. Histories
 * that it was restored from are included; those of other databases, which may share the archive, are not.
 */
export async function prune(archive: WalArchive, database: string, keep: number): Promise<void> {
  const isSame = (name = '') => name.split('-')[0] === database.split('-')[0]
  const bases = (await basesIn(archive)).filter((base) => isSame(base.database))
  const [newest, kept] = [bases.at(-1), bases.slice(-keep)]
  if (!newest) return
  const stay = kept.map((base) => baseLocation(archive, base.database, base.startedAt))
  const folder = `${archive.location}base/`
  // The description first: a copy without one is incomplete, and is deleted as such later.
  const files = (await namesIn(folder, archive)).sort(
    (a, b) => Number(b.endsWith('.json')) - Number(a.endsWith('.json')),
  )
  for (const file of files) {
    const [, name, time = ''] = BASE.exec(file) ?? []
    // A later one may be in progress.
    if (!isSame(name) || time > compact(new Date(newest.startedAt))) continue
    if (!stay.includes(`${folder}${name}.${time}`)) await deleteAt(`${folder}${file}`, archive)
  }
  for (const name of new Set(bases.map((base) => base.database))) {
    const needed = kept.filter((base) => base.database === name).map(({ firstSegment }) => firstSegment)
    const log = `${archive.location}wal/${name}/`
    for (const segment of await namesIn(log, archive)) {
      // Also files that belong to a segment: the mark of a base copy, an interrupted upload.
      if (/^[0-9A-F]{24}\./.test(segment) && needed.every((first) => segment.slice(0, 24) < first)) {
        await deleteAt(`${log}${segment}`, archive)
      }
    }
  }
}
