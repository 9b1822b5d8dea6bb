// `npm run upgrade`: moves the database of the data folder to this release's PostgreSQL.
import { RestoreError } from '../api/backup/restore.ts'
import { upgradeDatabase } from '../api/backup/upgrade.ts'
import { ConfigError, readConfig } from '../api/config.ts'
import { createLog } from '../api/log.ts'
import { SITE_MIGRATIONS } from '../server/migrations.ts'
import { runCommand } from './command.ts'

await runCommand(async () => {
  const { dataDir, databaseUrl, postgresSettings } = await readConfig(process.env)
  if (databaseUrl) throw new ConfigError('DATABASE_URL is set: upgrade that PostgreSQL with its own tools')
  const done = await upgradeDatabase({
    dataDir,
    settings: postgresSettings,
    migrations: SITE_MIGRATIONS,
    log: createLog('silent'),
    step: (what) => process.stdout.write(`${what} …\n`),
  })
  process.stdout.write(`${done}\n`)
}, [RestoreError])
