// `npm run backup -- FILE|FOLDER/|s3://bucket/key [--with-keys] [--with-queue] [--keep N]`: the whole site in one archive, while it runs
// or not. How it went is recorded in the database.
import { parseArgs } from 'node:util'
import { writeBackup } from '../api/backup/backup.ts'
import { deleteOlder, withName, writeTo } from '../api/backup/location.ts'
import { type Config, ConfigError, readConfig } from '../api/config.ts'
import { connect, type Sql } from '../api/database/connection.ts'
import { runningDatabase, startEmbedded } from '../api/database/embedded.ts'
import { createLog } from '../api/log.ts'
import { openBackend } from '../api/storage/storage.ts'

const USAGE = `Usage: npm run backup -- FILE|FOLDER/|s3://bucket/key|s3://bucket/prefix/ [--with-keys] [--with-queue] [--keep N]
  --with-keys   adds the keys of secrets.json, encrypted with BACKUP_PASSPHRASE
  --with-queue  adds the queued jobs and e-mails: for a site that has stopped and goes on elsewhere
  --keep N      deletes all but the N latest of a folder or prefix afterwards
`
/** Any number will do that no other lock has (grep for 718_201), as long as every process takes the same. */
const BACKUP_LOCK = 718_201_130

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'with-keys': { type: 'boolean' }, 'with-queue': { type: 'boolean' }, keep: { type: 'string' } },
})
const [target] = positionals
const keep = values.keep === undefined ? null : Number(values.keep)
if (!target || positionals.length > 1) fail(USAGE)
if (keep !== null && !(Number.isInteger(keep) && keep > 0 && target.endsWith('/'))) fail(USAGE)

try {
  const config = await readConfig(process.env)
  for (const line of config.warnings) process.stderr.write(`${line}\n`)
  if (values['with-keys'] && !config.backupPassphrase)
    throw new ConfigError('--with-keys needs BACKUP_PASSPHRASE')
  const url = config.databaseUrl ?? runningDatabase(config.dataDir)
  const started = url
    ? null
    : await startEmbedded(config.dataDir, createLog('silent'), config.postgresSettings)
  const sql = connect(url ?? started?.ownerUrl ?? '', { max: 2, connect_timeout: 5 })
  try {
    await backUp(sql, config, withName(target, new Date()))
    if (keep !== null) await deleteOlder(target, config, keep)
  } finally {
    await sql.end({ timeout: 1 })
    await started?.stop()
  }
} catch (error) {
  if (error instanceof ConfigError) fail(`${error.message}\n`)
  throw error
}

async function backUp(sql: Sql, config: Config, location: string): Promise<void> {
  // Holds the lock until the client is ended.
  const turn = await sql.reserve()
  const [lock] = await turn<{ free: boolean }[]>`select pg_try_advisory_lock(${BACKUP_LOCK}::bigint) as free`
  if (!lock?.free) throw new ConfigError('Another backup of this site is being made')
  const [run] = await turn<{ id: string }[]>`
    insert into platform.backups (location) values (${location}) returning id`
  try {
    const backend = await openBackend(config)
    const { backupPassphrase: passphrase, secrets: keys } = config
    const secrets = values['with-keys'] && passphrase ? { keys, passphrase } : null
    const { manifest, bytes } = await writeTo(location, config, (output) =>
      writeBackup({ sql, backend, output, withQueue: values['with-queue'] ?? false, secrets }),
    )
    const { tables, files, missingFiles } = manifest
    await turn`update platform.backups set finished_at = now(), bytes = ${bytes} where id = ${run?.id ?? ''}`
    const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0)
    process.stdout.write(`${location}: ${rows} rows, ${files.count} files\n`)
    if (missingFiles > 0) process.stdout.write(`${missingFiles} files were missing already\n`)
    if (!secrets) process.stdout.write('The keys are not in it: keep secrets.json of the data folder too.\n')
  } catch (error) {
    const { message } = error as Error
    await turn`update platform.backups set finished_at = now(), error = ${message} where id = ${run?.id ?? ''}`
    throw error
  }
}

function fail(message: string): never {
  process.stderr.write(message)
  process.exit(1)
}
