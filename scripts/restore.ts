// `npm run restore -- FILE|s3://bucket/key`: a backup into an empty data folder, or into an empty DATABASE_URL.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFrom } from '../api/backup/location.ts'
import { RestoreError, restoreBackup } from '../api/backup/restore.ts'
import { ConfigError, readConfig, readSettings } from '../api/config.ts'
import { connect } from '../api/database/connection.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { agreeOnKeys } from '../api/database/keys.ts'
import { createLog } from '../api/log.ts'
import { openBackend } from '../api/storage/storage.ts'
import { SITE_MIGRATIONS } from '../server/migrations.ts'

const [location, ...rest] = parseArgs({ allowPositionals: true }).positionals
if (!location || rest.length > 0) fail('Usage: npm run restore -- FILE|s3://bucket/key\n')

try {
  const { dataDir, databaseUrl, warnings } = readSettings(process.env)
  for (const line of warnings) process.stderr.write(`${line}\n`)
  if (existsSync(join(dataDir, 'postgres')) && !databaseUrl) {
    throw new ConfigError(`${dataDir} has a database; a backup is restored into an empty folder`)
  }
  const config = await readConfig(process.env)
  const input = await readFrom(location, config)
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded(config.dataDir, createLog('silent'), config.postgresSettings)
  const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? ''
  const sql = connect(ownerUrl, { max: 1, connect_timeout: 5 })
  let isRestored = false
  try {
    const { head, manifest, hasKeys } = await restoreBackup({
      input,
      ownerUrl,
      sql,
      backend: await openBackend(config),
      dataDir: config.dataDir,
      passphrase: config.backupPassphrase,
      migrations: SITE_MIGRATIONS,
    })
    isRestored = true
    const rows = Object.values(manifest.tables).reduce((sum, { count }) => sum + count, 0)
    process.stdout.write(
      `The backup of ${head.createdAt} is restored: ${rows} rows, ${manifest.files.count} files.\n`,
    )
    if (!hasKeys) {
      await agreeOnKeys(sql, config, true).catch(({ message }: Error) => {
        process.stdout.write(`A start will be refused until the keys are there: ${message}.\n`)
      })
    }
  } finally {
    await sql.end()
    await embedded?.stop()
    if (embedded && !isRestored) rmSync(join(config.dataDir, 'postgres'), { recursive: true, force: true })
  }
} catch (error) {
  if (error instanceof ConfigError || error instanceof RestoreError) fail(`${error.message}\n`)
  throw error
}

function fail(message: string): never {
  process.stderr.write(message)
  process.exit(1)
}
