// A real database of its own for a test that needs no server: started, migrated, empty.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Sql } from '../../api/database/connection.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import { migrate } from '../../api/database/migrate.ts'
import { createLog } from '../../api/log.ts'
import { SITE_MIGRATIONS } from '../../server/migrations.ts'

export { connect }

export type TestDatabase = {
  /** Address for the database's owner. */
  ownerUrl: string
  /** One connection of the owner. */
  sql: Sql
  stop(): Promise<void>
}

/**
 * Gives an empty data folder the migrated database of this run (template.ts), if there is one: a copy takes a moment
 * where initdb and the migrations take seconds.
 */
export function copyTemplate(dataDir: string): void {
  const template = process.env.TEMPLATE_DATA_DIR
  // Not cpSync: the files must remain their owner's, who isn't root even where root starts PostgreSQL.
  if (template) execFileSync('cp', ['-a', join(template, 'postgres'), dataDir])
}

/**
 * Starts one. The caller stops it.
 * @param given a folder to start it in, which stays; otherwise it has one of its own for as long as it runs
 */
export async function startDatabase(given?: string): Promise<TestDatabase> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'arthachowk-database-'))
  if (!given) copyTemplate(folder)
  const embedded = await startEmbedded(folder, createLog('silent'))
  const sql = connect(embedded.ownerUrl, { max: 1 })
  await migrate(sql, SITE_MIGRATIONS)
  return {
    ownerUrl: embedded.ownerUrl,
    sql,
    stop: async () => {
      await sql.end({ timeout: 5 })
      await embedded.stop()
      if (!given) rmSync(folder, { recursive: true, force: true })
    },
  }
}
