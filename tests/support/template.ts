// The global setup of both test runners: creates one migrated template database per run, which tests copy.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryBase } from '../../scripts/process-group.mjs'
import { startDatabase, type TestDatabase } from './database.ts'
import { stopSharedServers } from './shared-server.ts'

/** @returns a function that removes it. Of several projects in one run, the first one makes it for all. */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  if (process.env.TEMPLATE_DATA_DIR) return async () => undefined
  // Both runners pass their environment to the workers that they start later.
  process.env.TMPDIR ??= temporaryBase()
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-template-'))
  process.env.TEMPLATE_DATA_DIR = folder
  const database = await startDatabase(folder)
  // Without fsync, writes survive a killed PostgreSQL and are lost only when the machine crashes.
  await database.sql`alter system set fsync = off`
  await database.sql`alter system set full_page_writes = off`
  const needed = await logInUse(database)
  await database.stop()
  const logs = join(folder, 'postgres/pg_wal')
  for (const file of readdirSync(logs))
    if (/^[0-9A-F]{24}$/.test(file) && file > needed) rmSync(join(logs, file))
  return async () => {
    await stopSharedServers(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The write-ahead log's file that the next start reads. Later ones are preallocated and empty, 16 MB each. */
async function logInUse({ sql }: TestDatabase): Promise<string> {
  await sql`select pg_switch_wal()`
  await sql`checkpoint`
  const [row] = await sql<{ name: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as name`
  return row?.name ?? ''
}
