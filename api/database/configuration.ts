// Writes the settings that SQL rules read (the administrator's address, whether limits apply) to the database.
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { asService } from './scope.ts'

/** Updates the one row that the rules read. */
export async function configureDatabase(db: Database, config: Config): Promise<void> {
  await asService(db, (sql) => sql`select private.configure(${config.adminEmail}, ${config.rateLimits})`)
}
