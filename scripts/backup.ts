// `npm run backup -- FILE|s3://bucket/key [--with-keys]`: the whole site in one archive, while it runs or not.
import { parseArgs } from 'node:util'
import { writeBackup } from '../api/backup/backup.ts'
import { writeTo } from '../api/backup/location.ts'
import { ConfigError, readConfig } from '../api/config.ts'
import { connect } from '../api/database/connection.ts'
import { runningDatabase, startEmbedded } from '../api/database/embedded.ts'
import { createLog } from '../api/log.ts'
import { openBackend } from '../api/storage/storage.ts'

const USAGE = `Usage: npm run backup -- FILE|s3://bucket/key [--with-keys]
  --with-keys   adds the keys of secrets.json, encrypted with BACKUP_PASSPHRASE
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'with-keys': { type: 'boolean' } },
})
const [location] = positionals
const passphrase = process.env.BACKUP_PASSPHRASE
if (!location || positionals.length > 1) fail(USAGE)
if (values['with-keys'] && !passphrase) fail('--with-keys needs BACKUP_PASSPHRASE\n')

try {
  const config = await readConfig(process.env)
  const url = config.databaseUrl ?? runningDatabase(config.dataDir)
  const started = url
    ? null
    : await startEmbedded(config.dataDir, createLog('silent'), config.postgresSettings)
  const sql = connect(url ?? started?.ownerUrl ?? '', { max: 1, connect_timeout: 5 })
  try {
    const backend = await openBackend(config)
    const secrets = values['with-keys'] && passphrase ? { keys: config.secrets, passphrase } : null
    const { tables, files, missingFiles } = await writeTo(location, config, (output) =>
      writeBackup({ sql, backend, output, secrets }),
    )
    const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0)
    process.stdout.write(`${location}: ${rows} rows, ${files.count} files\n`)
    if (missingFiles > 0) process.stdout.write(`${missingFiles} files were missing already\n`)
    if (!secrets) process.stdout.write('The keys are not in it: keep secrets.json of the data folder too.\n')
  } finally {
    await sql.end()
    await started?.stop()
  }
} catch (error) {
  if (error instanceof ConfigError) fail(`${error.message}\n`)
  throw error
}

function fail(message: string): never {
  process.stderr.write(message)
  process.exit(1)
}
