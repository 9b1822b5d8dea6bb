// The global setup of both test runners: one migrated template database for the whole run, which each test copies.
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabase, type TestDatabase } from './database.ts'

/** A file system in memory: a copy of a database costs a tenth there of what it costs on a disk. */
const MEMORY = '/dev/shm'
const ROOM = 2 * 1_024 ** 3

/** @returns removes it */
export default async function makeTemplate(): Promise<() => void> {
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
  return () => rmSync(folder, { recursive: true, force: true })
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
