// A real database of its own for a test that needs no server: started, migrated, empty.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Sql } from '../../server/database/connection.ts'
import { startEmbedded } from '../../server/database/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { createLog } from '../../server/log.ts'

export { connect }

export type TestDatabase = {
  /** Address for the database's owner. */
  ownerUrl: string
  /** One connection of the owner. */
  sql: Sql
  stop(): Promise<void>
}

/** Starts one. The caller stops it. */
export async function startDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-database-'))
  const embedded = await startEmbedded(folder, createLog('silent'))
  const sql = connect(embedded.ownerUrl, { max: 1 })
  await migrate(sql)
  return {
    ownerUrl: embedded.ownerUrl,
    sql,
    stop: async () => {
      await sql.end({ timeout: 5 })
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
