// The global setup of both test runners: one migrated database for the whole run, of which each test's own is a copy.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabase } from './database.ts'

/** @returns removes it */
export default async function makeTemplate(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-template-'))
  const database = await startDatabase(folder)
  // What a killed PostgreSQL wrote is still there without it, and no test ends the whole machine.
  await database.sql`alter system set fsync = off`
  await database.stop()
  // Both runners hand their environment on to the workers that they start later.
  process.env.TEMPLATE_DATA_DIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
