// What the commands on a site's data share: the database they work on, and how they end.
import { assertRestored } from '../api/backup/unfinished-restore.ts'
import { type Config, ConfigError } from '../api/config.ts'
import { connect, type Sql } from '../api/database/connection.ts'
import { startConfigured } from '../api/database/embedded.ts'
import { reach } from '../api/database/requirements.ts'
import { runningSiteDatabase } from '../api/database/running-site.ts'
import { createLog } from '../api/log.ts'

export function fail(message: string): never {
  process.stderr.write(message)
  process.exit(1)
}

/** Runs the command. An invalid setting or input ends it with its message instead of a stack. */
export async function runCommand(
  work: () => Promise<void>,
  known: readonly (new (message: string) => Error)[] = [],
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ([ConfigError, ...known].some((kind) => error instanceof kind)) fail(`${(error as Error).message}\n`)
    throw error
  }
}

/**
 * Works on the site's database as its owner: that of the settings, or the built-in one, which is started unless the
 * site's process has it running.
 */
export async function withDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'postgresSettings' | 'walArchive'>,
  connections: number,
  work: (sql: Sql, ownerUrl: string) => Promise<void>,
): Promise<void> {
  assertRestored(config.dataDir)
  const url = config.databaseUrl ?? (await runningSiteDatabase(config.dataDir))
  const started = url ? null : await startConfigured(config, createLog('silent'))
  const ownerUrl = url ?? started?.ownerUrl ?? ''
  const sql = connect(ownerUrl, { max: connections, connect_timeout: 5 })
  try {
    if (config.databaseUrl) await reach(sql)
    await work(sql, ownerUrl)
  } finally {
    await sql.end({ timeout: 1 })
    await started?.stop()
  }
}
