// Checks of the machine: the build, the data folder and its keys, disk space and memory.
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { freemem, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** `uid` of its owner and permission bits. */
type Ownership = { uid: number; mode: number }

export type FolderFacts = {
  dataDir: string
  /** User that runs the check; null on systems without user ids. */
  uid: number | null
  /** Null: it does not exist yet. */
  folder: Ownership | null
  secrets: Ownership | null
}

const GROUP_OR_OTHERS_WRITE = 0o022
const GROUP_OR_OTHERS = 0o077

/** Whether files can be created in the folder that the server can open later. */
export function isOwn({ folder, uid }: FolderFacts): boolean {
  return folder !== null && (uid === null || folder.uid === uid)
}

export function checkFolder(facts: FolderFacts): Finding[] {
  const { dataDir, uid, folder, secrets } = facts
  const CHECK = 'data folder'
  if (!folder) {
    return [
      warning(
        CHECK,
        `${dataDir} does not exist yet`,
        'The first start makes it; set DATA_DIR if the site is elsewhere',
      ),
    ]
  }
  const findings: Finding[] = []
  if (!isOwn(facts)) {
    findings.push(
      wrong(
        CHECK,
        `${dataDir} belongs to user ${folder.uid}, and user ${uid} runs this: what the folder holds is not looked at`,
        `Run npm run doctor as the user that runs the site; if that is user ${uid}: chown -R ${uid} ${dataDir}`,
      ),
    )
  }
  if (folder.mode & GROUP_OR_OTHERS_WRITE) {
    findings.push(wrong(CHECK, `${dataDir} can be written by other users`, `chmod go-w ${dataDir}`))
  }
  if (secrets && secrets.mode & GROUP_OR_OTHERS) {
    findings.push(
      wrong(
        CHECK,
        'secrets.json can be read by other users',
        `chmod 600 ${join(dataDir, 'secrets.json')}, then npm run rotate-keys`,
      ),
    )
  }
  return findings.length > 0
    ? findings
    : [ok(CHECK, `${dataDir} belongs to the user that runs this, and nobody else writes to it`)]
}

export function folderFacts(dataDir: string): FolderFacts {
  const of = (path: string): Ownership | null => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found ? { uid: found.uid, mode: found.mode } : null
  }
  return {
    dataDir,
    uid: process.getuid?.() ?? null,
    folder: of(dataDir),
    secrets: of(join(dataDir, 'secrets.json')),
  }
}

const GIB = 1024 ** 3
const gib = (bytes: number) => `${(bytes / GIB).toFixed(1)} GiB`
const FULL_BYTES = 0.25 * GIB
const LOW_BYTES = 2 * GIB
const LOW_INODES = 0.05

/** Of the data folder's file system; `freeInodes` is a share of 1, null without such a limit. */
export type DiskFacts = { freeBytes: number; totalBytes: number; freeInodes: number | null }

export function checkDisk({ freeBytes, totalBytes, freeInodes }: DiskFacts): Finding[] {
  const said = `${gib(freeBytes)} of ${gib(totalBytes)} are free where the data folder is`
  const remedy = 'Delete old backups and logs, or enlarge the disk: PostgreSQL refuses writes on a full one'
  if (freeBytes < FULL_BYTES) return [wrong('disk', said, remedy)]
  if (freeBytes < LOW_BYTES) return [warning('disk', said, remedy)]
  if (freeInodes !== null && freeInodes < LOW_INODES) {
    return [
      warning('disk', 'Fewer than 5 % of the disk’s inodes are free', 'Delete what holds many small files'),
    ]
  }
  return [ok('disk', said)]
}

/** @param folder the data folder, or the first of its parents that exists */
export function diskFacts(folder: string): DiskFacts {
  let place = folder
  while (!existsSync(place)) place = join(place, '..')
  const { bavail, blocks, bsize, files, ffree } = statfsSync(place)
  return {
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    freeInodes: files > 0 ? ffree / files : null,
  }
}

const SMALL_BYTES = 0.9 * GIB
const TIGHT_BYTES = 0.15 * GIB

/** `limit`: the memory that this process and its children may use together. */
export type MemoryFacts = { limit: number; available: number; hasDatabase: boolean }

export function checkMemory({ limit, available, hasDatabase }: MemoryFacts): Finding[] {
  const needed = hasDatabase ? SMALL_BYTES : SMALL_BYTES / 2
  const said = `${gib(limit)} of memory, ${gib(available)} of it available`
  if (limit < needed) {
    return [
      warning(
        'memory',
        said,
        `Give the site ${hasDatabase ? '1 GiB with its database' : '0.5 GiB'}, or the system may kill it under load`,
      ),
    ]
  }
  if (available < TIGHT_BYTES) {
    return [warning('memory', said, 'Find what else uses it (ps aux --sort=-rss), or add memory')]
  }
  return [ok('memory', said)]
}

export function memoryFacts(hasDatabase: boolean): MemoryFacts {
  const constrained = process.constrainedMemory()
  const limit = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return { limit, available: Math.min(process.availableMemory(), freemem() || limit), hasDatabase }
}

/** @param root folder of the release */
export function checkBuild(root: string): Finding[] {
  if (!existsSync(join(root, 'build/en/server/index.js'))) {
    return [wrong('build', 'The pages are not built', 'npm run build, or unpack the release’s archive')]
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return [ok('build', `Release ${version} on Node ${process.versions.node}; the pages are built`)]
}

/** Clock difference above which tokens and signatures are refused. */
const SKEW_MS = 30_000
const NOTICEABLE_MS = 2_000
/** A Date header has a resolution of a second. */
const ROUNDING_MS = 1_000

/** @param aheadMs how much this machine is ahead of `other`; the second of a header may be half over */
export function checkClock(other: string, aheadMs: number): Finding[] {
  const seconds = Math.abs(aheadMs) / 1_000
  const said = `The clock is ${seconds.toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ${other}’s`
  const remedy = 'Run a time service on both machines: timedatectl set-ntp true'
  if (Math.abs(aheadMs) > SKEW_MS) return [wrong('clock', said, remedy)]
  if (Math.abs(aheadMs) > NOTICEABLE_MS + ROUNDING_MS) return [warning('clock', said, remedy)]
  return [ok('clock', `The clock agrees with ${other}’s`)]
}
