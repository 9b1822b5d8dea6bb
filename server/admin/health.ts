// Measures the parts of this node on request: a query to the database, a file written and read like an upload,
// free disk space, Redis, the last backup, and the archive of the log.
import { randomUUID } from 'node:crypto'
import { statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WalState } from '../../api/backup/wal-state.ts'
import type { Sql } from '../../api/database/connection.ts'
import type { Redis } from '../../api/redis.ts'
import type { MeasuredStorage } from '../../api/storage/storage.ts'

/** A nearby database answers in a few milliseconds; this delay is noticeable on every page. */
const SLOW_DATABASE_MS = 100
const ASKED = 3
const LOW_SPACE_BYTES = 1024 ** 3
/** Two nights without a backup. */
const OLD_BACKUP_MS = 50 * 3_600_000
/** The WAL that is not archived yet fills the disk. */
const MUCH_WAITS_BYTES = 1024 ** 3
const PROBE = Buffer.alloc(4_096, 1)

export type Health = {
  database: { state: 'Healthy' | 'Slow' | 'Down'; milliseconds: number | null }
  storage: {
    state: 'Normal' | 'Low on space' | 'Not writable'
    milliseconds: number | null
    /** Null: files are in S3, whose free space is unknown. */
    freeBytes: number | null
  }
  api: { state: 'Online'; uptimeSeconds: number }
  /** Null: the site has none. */
  redis: { state: 'Healthy' | 'Down' } | null
  /** The last backup that ended. Null: the database did not answer. */
  backup: { state: 'Made' | 'Old' | 'Failed' | 'None yet'; at: string | null; bytes: number | null } | null
  /** Null: there is none, or the database did not answer. */
  walArchive: {
    state: 'Archived' | 'Off' | 'Failing' | 'Behind' | 'No base copy' | 'Base copy old'
    /** Time of the last archived file. */
    at: string | null
    waitingBytes: number
  } | null
  /** Addresses of members that get no notifications by mail. Null: the database did not answer. */
  mail: { refused: number; complained: number } | null
  /** Devices with push, and messages that push services did not take. Null: it is off, or the database did not answer. */
  push: { devices: number; delayed: number } | null
}

/** A row of platform.backups that has ended. */
export type EndedBackup = { at: string; bytes: number | null; hasFailed: boolean }

/**
 * @param ask a trivial query
 * @param lastBackup the last one that ended, if any
 * @param walState null: the WAL is not archived
 * @param redis null: the site has none
 * @param refusals addresses that refuse mail
 * @param pushes devices with push
 */
export async function measureHealth(
  ask: () => Promise<unknown>,
  storage: MeasuredStorage,
  lastBackup: () => Promise<EndedBackup | undefined>,
  walState: () => Promise<WalState | null>,
  redis: Pick<Redis, 'isUp'> | null = null,
  refusals: () => Promise<Health['mail']> = async () => null,
  pushes: () => Promise<Health['push']> = async () => null,
): Promise<Health> {
  const [database, files, backup, walArchive, mail, push] = await Promise.all([
    measureDatabase(ask),
    measureStorage(storage),
    lastBackup().then(judgeBackup, () => null),
    walState().then(judgeWalArchive, () => null),
    refusals().catch(() => null),
    pushes().catch(() => null),
  ])
  const api = { state: 'Online' as const, uptimeSeconds: Math.round(process.uptime()) }
  const messages = redis && { state: redis.isUp() ? ('Healthy' as const) : ('Down' as const) }
  return { database, storage: files, api, redis: messages, backup, walArchive, mail, push }
}

/** @param sql connection that may read platform.backups */
export async function lastBackup(sql: Sql): Promise<EndedBackup | undefined> {
  const [row] = await sql<{ at: Date; bytes: string | null; hasFailed: boolean }[]>`
    select finished_at as at, bytes, error is not null as "hasFailed"
    from platform.backups
    where finished_at is not null and kind = 'site' and (is_scheduled or error is null)
    order by started_at desc limit 1`
  if (!row) return undefined
  return {
    at: new Date(row.at).toISOString(),
    bytes: row.bytes === null ? null : Number(row.bytes),
    hasFailed: row.hasFailed,
  }
}

/** @param sql connection of the service */
export async function countRefusals(sql: Sql): Promise<Health['mail']> {
  const [row] = await sql<{ refused: number; complained: number }[]>`
    select count(*) filter (where kind <> 'complaint')::int as refused,
      count(*) filter (where kind = 'complaint')::int as complained
    from public.mail_refusals where is_paused`
  return row ?? null
}

/** @param sql connection of the service */
export async function countPushes(sql: Sql): Promise<Health['push']> {
  const [row] = await sql<NonNullable<Health['push']>[]>`select devices, delayed from private.push_state()`
  return row ?? null
}

export function judgeBackup(last: EndedBackup | undefined): NonNullable<Health['backup']> {
  if (!last) return { state: 'None yet', at: null, bytes: null }
  const { at, bytes, hasFailed } = last
  const isOld = Date.now() - Date.parse(at) > OLD_BACKUP_MS
  return { state: hasFailed ? 'Failed' : isOld ? 'Old' : 'Made', at, bytes }
}

export function judgeWalArchive(wal: WalState | null): Health['walArchive'] {
  if (!wal) return null
  const { isOn, archivedAt, isFailing, waitingBytes, baseAt } = wal
  const isBaseOld = baseAt !== null && Date.now() - baseAt.getTime() > OLD_BACKUP_MS
  const states = {
    Off: !isOn,
    Failing: isFailing,
    Behind: waitingBytes >= MUCH_WAITS_BYTES,
    'No base copy': baseAt === null,
    'Base copy old': isBaseOld,
    Archived: true,
  }
  const state = (Object.keys(states) as (keyof typeof states)[]).find((name) => states[name]) ?? 'Archived'
  return { state, at: archivedAt?.toISOString() ?? null, waitingBytes }
}

async function measureDatabase(ask: () => Promise<unknown>): Promise<Health['database']> {
  try {
    const times: number[] = []
    for (let turn = 0; turn < ASKED; turn++) times.push(await timed(ask))
    // The median: a first connection or a concurrent long statement is not representative.
    const milliseconds = round(times.sort((a, b) => a - b)[Math.floor(ASKED / 2)] ?? 0)
    return { state: milliseconds < SLOW_DATABASE_MS ? 'Healthy' : 'Slow', milliseconds }
  } catch {
    return { state: 'Down', milliseconds: null }
  }
}

async function measureStorage({ backend, spool, isDisk }: MeasuredStorage): Promise<Health['storage']> {
  const freeBytes = isDisk ? await freeSpace(spool) : null
  try {
    const milliseconds = round(
      await timed(async () => {
        const version = randomUUID()
        const file = join(spool, `health-${version}`)
        await writeFile(file, PROBE, { mode: 0o600 })
        await backend.put(version, file, PROBE.length)
        await backend.remove([version])
      }),
    )
    const isLow = freeBytes !== null && freeBytes < LOW_SPACE_BYTES
    return { state: isLow ? 'Low on space' : 'Normal', milliseconds, freeBytes }
  } catch {
    return { state: 'Not writable', milliseconds: null, freeBytes }
  }
}

async function freeSpace(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
