// `npm run restore -- FILE|s3://bucket/key`: a backup into an empty data folder, or into an empty DATABASE_URL.
// `npm run restore -- --until TIME|latest [FILE]`: the built-in database as it was at a moment, from WAL_ARCHIVE_TO, with
// the files and keys of a backup.
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readFrom } from '../api/backup/location.ts'
import { RestoreError, restoreBackup, restoreFiles } from '../api/backup/restore.ts'
import { beginRestore, isUnfinished } from '../api/backup/unfinished-restore.ts'
import { chooseBase, restoreUntil } from '../api/backup/wal-restore.ts'
import { type Config, ConfigError, readConfig, readSettings } from '../api/config.ts'
import { connect, type Sql } from '../api/database/connection.ts'
import { clusterIn, startEmbedded } from '../api/database/embedded.ts'
import { lockFolder } from '../api/database/folder-lock.ts'
import { agreeOnKeys } from '../api/database/keys.ts'
import { createLog } from '../api/log.ts'
import { storeSecrets } from '../api/secrets.ts'
import { openBackend } from '../api/storage/storage.ts'
import { SITE_MIGRATIONS } from '../server/migrations.ts'

const USAGE = `Usage: npm run restore -- FILE|s3://bucket/key
       npm run restore -- --until TIME|latest [--database NAME] [FILE|s3://bucket/key]
  --until TIME     the built-in database as it was then, from WAL_ARCHIVE_TO: 2026-11-23T14:30:00+05:30
  --until latest   as far as the archive goes
  --database NAME  a folder of the archive that holds several; otherwise that of the newest base copy before TIME
  FILE             a backup, whose files and keys are restored
`
const TIME = z.iso.datetime({ offset: true })

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { until: { type: 'string' }, database: { type: 'string' } },
})
const [location = null] = positionals
/** Rows and files are there; what fails afterwards must not take them away. */
let isRestored = false
if (positionals.length > 1 || (location === null && !values.until)) fail(USAGE)
if (values.database && !values.until) fail(USAGE)

try {
  const { dataDir, databaseUrl, warnings } = readSettings(process.env)
  for (const line of warnings) process.stderr.write(`${line}\n`)
  const assertFree = () => {
    if (databaseUrl || !existsSync(clusterIn(dataDir)) || isUnfinished(dataDir)) return
    throw new ConfigError(`${dataDir} has a database; a backup is restored into an empty folder`)
  }
  assertFree()
  await intoFolder(dataDir, assertFree, async () => {
    const config = await readConfig(process.env)
    if (values.until) await restoreMoment(config, values.until)
    else if (location) await restoreWhole(config, location)
  })
} catch (error) {
  if (error instanceof ConfigError || error instanceof RestoreError) fail(`${error.message}\n`)
  throw error
}

/** Runs a restore into the folder, from which a refused one takes away what it has put there. */
async function intoFolder(dataDir: string, assertFree: () => void, work: () => Promise<void>): Promise<void> {
  const isNew = mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined
  const release = await lockFolder(dataDir)
  try {
    // Another restore may have ended before this one had the lock.
    assertFree()
    const restore = await beginRestore(dataDir, location ?? `the archive until ${values.until}`)
    try {
      await work()
    } catch (error) {
      if (isRestored) restore.finish()
      else await restore.undo()
      throw error
    }
    restore.finish()
  } finally {
    release()
    if (isNew && readdirSync(dataDir).length === 0) rmdirSync(dataDir)
  }
}

async function restoreWhole(config: Config, from: string): Promise<void> {
  const input = await readFrom(from, config)
  const { dataDir, databaseUrl } = config
  const embedded = databaseUrl
    ? null
    : await startEmbedded(dataDir, createLog('silent'), config.postgresSettings)
  const ownerUrl = databaseUrl ?? embedded?.ownerUrl ?? ''
  const sql = connect(ownerUrl, { max: 1, connect_timeout: 5 })
  try {
    const { head, manifest, hasKeys } = await restoreBackup({
      input,
      ownerUrl,
      sql,
      backend: await openBackend(config),
      dataDir,
      passphrase: config.backupPassphrase,
      migrations: SITE_MIGRATIONS,
    })
    isRestored = true
    const rows = Object.values(manifest.tables).reduce((sum, { count }) => sum + count, 0)
    process.stdout.write(
      `The backup of ${head.createdAt} is restored: ${rows} rows, ${manifest.files.count} files.\n`,
    )
    if (!hasKeys) await warnOfKeys(sql, config)
  } finally {
    await sql.end()
    await embedded?.stop()
  }
}

async function restoreMoment(config: Config, moment: string): Promise<void> {
  const { dataDir, walArchive, postgresSettings, backupPassphrase: passphrase } = config
  const until = moment === 'latest' ? null : new Date(TIME.safeParse(moment).data ?? Number.NaN)
  if (until && Number.isNaN(until.getTime())) {
    throw new ConfigError('--until must be latest, or a time with its zone: 2026-11-23T14:30:00+05:30')
  }
  if (!walArchive) throw new ConfigError('--until needs WAL_ARCHIVE_TO: the archive to restore from')
  let restored: Awaited<ReturnType<typeof restoreFiles>> | null = null
  try {
    const base = await chooseBase(walArchive, { until, database: values.database ?? null })
    process.stdout.write(`From the base copy of ${base.completeAt} (${base.database}) …\n`)
    const backend = await openBackend(config)
    if (location) {
      const input = await readFrom(location, config)
      restored = await restoreFiles({ input, backend, dataDir, passphrase })
      process.stdout.write(`${restored.files} files of the backup of ${restored.createdAt} are restored.\n`)
    }
    const last = await restoreUntil(walArchive, { base, until, dataDir, settings: postgresSettings })
    isRestored = true
    if (restored?.keys) storeSecrets(dataDir, restored.keys)
    const what = last ? `the last change is of ${last.toISOString()}` : 'without a change since that copy'
    process.stdout.write(`The database is restored: ${what}.\n`)
  } catch (error) {
    if (!isRestored) await restored?.undo()
    throw error
  }
  const embedded = await startEmbedded(dataDir, createLog('silent'), postgresSettings)
  const sql = connect(embedded.ownerUrl, { max: 1 })
  try {
    // The files are in another folder, which gets an id of its own.
    await sql`delete from platform.key_fingerprints where name = 'files'`
    const missing = await missingFiles(sql, config)
    if (missing > 0)
      process.stdout.write(`${missing} files are missing: no backup that was given has them.\n`)
    if (!restored?.keys) await warnOfKeys(sql, config)
  } finally {
    await sql.end()
    await embedded.stop()
  }
}

async function missingFiles(sql: Sql, config: Config): Promise<number> {
  const backend = await openBackend(config)
  const files = await sql<
    { version: string }[]
  >`select version from storage.objects where version is not null`
  let missing = 0
  for (const { version } of files) {
    const stored = await backend.read(version, null).catch(() => null)
    stored?.destroy()
    if (stored === null) missing += 1
  }
  return missing
}

async function warnOfKeys(sql: Sql, config: Config): Promise<void> {
  await agreeOnKeys(sql, config, true).catch(({ message }: Error) => {
    process.stdout.write(`A start will be refused until the keys are there: ${message}.\n`)
  })
}

function fail(message: string): never {
  process.stderr.write(message)
  process.exit(1)
}
