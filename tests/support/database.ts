// A real database for tests that need no server: started, migrated and empty.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Sql } from '../../api/database/connection.ts'
import { startEmbedded, statementSettings } from '../../api/database/embedded.ts'
import { migrate } from '../../api/database/migrate.ts'
import { createLog } from '../../api/log.ts'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'
import { seedCommunity } from '../../supabase/seed/load.ts'

export { connect }

export type TestDatabase = {
  /** The URL for the database's owner. */
  ownerUrl: string
  /** A connection of the owner. */
  sql: Sql
  stop(): Promise<void>
}

/**
 * Copies the migrated database of this run (template.ts) into an empty data folder, if there is one. A copy is much
 * faster than initdb and the migrations, which take seconds.
 */
export function copyTemplate(dataDir: string): void {
  const template = process.env.TEMPLATE_DATA_DIR
  if (template) copyDatabase(template, dataDir)
}

/** The same with the sample community. The first call of a run creates it for all others. */
export async function copySampleTemplate(dataDir: string): Promise<void> {
  const template = process.env.TEMPLATE_DATA_DIR
  if (!template) return
  const sample = join(template, 'sample')
  if (!existsSync(sample)) {
    const folder = mkdtempSync(join(template, 'seeding-'))
    copyTemplate(folder)
    const database = await startDatabase(folder)
    await seedCommunity(database.ownerUrl)
    await database.stop()
    try {
      renameSync(folder, sample)
    } catch (error) {
      // Another worker finished first.
      if (!existsSync(sample)) throw error
      rmSync(folder, { recursive: true, force: true })
    }
  }
  copyDatabase(sample, dataDir)
}

function copyDatabase(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  // Not cpSync, which changes the owner: PostgreSQL does not run as root, even if root starts it.
  execFileSync('cp', ['-a', join(from, 'postgres'), to])
}

/**
 * Starts a database. The caller stops it.
 * @param given the folder to start it in, which is kept; without it a temporary one is used
 */
export async function startDatabase(given?: string): Promise<TestDatabase> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'arthachowk-database-'))
  if (!given) copyTemplate(folder)
  const embedded = await startEmbedded(
    folder,
    createLog('silent'),
    statementSettings({ ms: 0, plans: false }),
  )
  const sql = connect(embedded.ownerUrl, { max: 1 })
  const stop = async () => {
    await sql.end({ timeout: 5 })
    await embedded.stop()
    if (!given) rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(sql, SITE_MIGRATIONS)
  } catch (error) {
    await stop()
    throw error
  }
  return { ownerUrl: embedded.ownerUrl, sql, stop }
}

/** The same with the sample community. */
export async function startSampleDatabase(): Promise<TestDatabase> {
  const database = await startDatabase()
  if (!(await seedCommunity(database.ownerUrl))) throw new Error('the new database was not empty')
  return database
}

/** Set by `npm run faults -- exhaustive`: whole sizes, on a machine of its own. */
export const EXHAUSTIVE = process.env.EXHAUSTIVE !== undefined

/** A busy machine is given an order of magnitude. */
const LONGEST_STATEMENT_MS = EXHAUSTIVE ? 1_000 : 10_000

/** Does `work`. @throws Error that names the statement, if one took longer than a second */
export async function withoutSlowStatements<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const database = sql`(select oid from pg_database where datname = current_database())`
  await sql`select platform.pg_stat_statements_reset(0, ${database}, 0)`
  const result = await work()
  const [slowest] = await sql<{ ms: number; query: string }[]>`
    select max_exec_time as ms, query from platform.pg_stat_statements
    where dbid = ${database} order by max_exec_time desc limit 1`
  if (!slowest) throw new Error('no statement was measured')
  if (slowest.ms > LONGEST_STATEMENT_MS)
    throw new Error(`${Math.round(slowest.ms)} ms were spent on: ${slowest.query}`)
  return result
}
