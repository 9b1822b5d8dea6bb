// The global setup of both test runners: one migrated template database for the whole run, which each test copies.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startDatabase, type TestDatabase } from './database.ts'

/** A file system in memory: a copy of a database costs a tenth there of what it costs on a disk. */
const MEMORY = '/dev/shm'
const ROOM = 2 * 1_024 ** 3
const STOPPED_WITHIN_MS = 20_000
const POLL_MS = 100

/** @returns removes it */
export default async function makeTemplate(): Promise<() => void | Promise<void>> {
  // Another project of the same run has made it.
  if (process.env.TEMPLATE_DATA_DIR) return () => undefined
  // Both runners hand their environment on to the workers that they start later.
  if (!process.env.TMPDIR && hasRoom()) process.env.TMPDIR = MEMORY
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-template-'))
  const database = await startDatabase(folder)
  // What a killed PostgreSQL wrote is still there without these, and no test ends the whole machine.
  await database.sql`alter system set fsync = off`
  await database.sql`alter system set full_page_writes = off`
  const needed = await logInUse(database)
  await database.stop()
  const logs = join(folder, 'postgres/pg_wal')
  for (const file of readdirSync(logs))
    if (/^[0-9A-F]{24}$/.test(file) && file > needed) rmSync(join(logs, file))
  process.env.TEMPLATE_DATA_DIR = folder
  return async () => {
    await stopSharedServers(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM
}

/** The write-ahead log's file that the next start reads: those behind it are only prepared, 16 MB each. */
async function logInUse({ sql }: TestDatabase): Promise<string> {
  await sql`select pg_switch_wal()`
  await sql`checkpoint`
  const [row] = await sql<{ name: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as name`
  return row?.name ?? ''
}

/** Ends the sites that workers shared (shared-server.ts), and waits until they are gone. */
async function stopSharedServers(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.pid'))) {
    const pid = Number(readFileSync(join(folder, name), 'utf8'))
    const deadline = Date.now() + STOPPED_WITHIN_MS
    signal(pid, 'SIGTERM')
    while (signal(pid, 0) && Date.now() < deadline) await setTimeout(POLL_MS)
    signal(pid, 'SIGKILL')
  }
}

/** @returns whether the process is still there */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
