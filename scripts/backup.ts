// `npm run backup -- FILE|FOLDER/|s3://bucket/key [--with-keys] [--with-queue] [--keep N]`: the whole site in one archive,
// while it runs or not. `npm run backup -- --verify FILE`: whether an archive can be restored. `npm run backup -- --base [--keep N]`: a copy of the built-in database, for WAL_ARCHIVE_TO. How it
// went is recorded in the database.
import { parseArgs } from 'node:util'
import { writeBackup } from '../api/backup/backup.ts'
import { writeBaseCopy } from '../api/backup/base-copy.ts'
import { assertStrong } from '../api/backup/encryption.ts'
import { deleteAt, filesIn, writeTo } from '../api/backup/location.ts'
import { archiveName, type Generations, originOf, rotate } from '../api/backup/rotation.ts'
import { verifyBackup } from '../api/backup/verify.ts'
import { basesIn, historyOf, prune } from '../api/backup/wal-archive.ts'
import { type Config, ConfigError, readConfig } from '../api/config.ts'
import type { Sql } from '../api/database/connection.ts'
import { clusterIn } from '../api/database/embedded.ts'
import { openBackend } from '../api/storage/storage.ts'
import { SITE_MIGRATIONS } from '../server/migrations.ts'
import { fail, runCommand, withDatabase } from './command.ts'

const USAGE = `Usage: npm run backup -- FILE|FOLDER/|s3://bucket/key|s3://bucket/prefix/ [--with-keys] [--with-queue] [--keep N]
       npm run backup -- --base [--keep N]
       npm run backup -- --verify FILE|s3://bucket/key
  --with-keys   adds the keys of secrets.json, encrypted with BACKUP_PASSPHRASE
  --with-queue  adds the queued jobs and e-mails: for a site that has stopped and goes on elsewhere
  --base        copies the built-in database, to which the log in WAL_ARCHIVE_TO adds what is written from now on
  --first       with --base: only if the archive has no copy of this database yet
  --verify      restores a backup into a scratch folder, and compares rows and files with what was saved
  --scheduled   counts as one of the site's own nights
  --keep N[,W[,M]]  afterwards deletes this site's earlier ones, but for the N latest and one of each of the last W weeks
                and M months, and never one that holds more than twice as much
`
/** Any number will do that no other lock has (grep for 718_201), as long as every process takes the same. */
const LOCKS = { site: 718_201_130, base: 718_201_131 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'with-keys': { type: 'boolean' },
    'with-queue': { type: 'boolean' },
    base: { type: 'boolean' },
    first: { type: 'boolean' },
    keep: { type: 'string' },
    scheduled: { type: 'boolean' },
    verify: { type: 'boolean' },
  },
})
const [target] = positionals
const keep = values.keep === undefined ? null : generations(values.keep)
if (positionals.length !== (values.base ? 0 : 1) || (values.first && !values.base)) fail(USAGE)
if (values.base && (values['with-keys'] || values['with-queue'])) fail(USAGE)
if (keep !== null && !(target?.endsWith('/') ?? true)) fail(USAGE)
if (values.verify && (values.base || keep || values['with-keys'] || values['with-queue'])) fail(USAGE)

await runCommand(async () => {
  const config = await readConfig(process.env)
  for (const line of config.warnings) process.stderr.write(`${line}\n`)
  if (values['with-keys'] && !config.backupPassphrase)
    throw new ConfigError('--with-keys needs BACKUP_PASSPHRASE')
  if (values.base && !config.walArchive) throw new ConfigError('--base needs WAL_ARCHIVE_TO')
  if (values.verify && target) {
    const { lines, isWhole } = await verifyBackup(target, config, SITE_MIGRATIONS)
    process.stdout.write(`${lines.join('\n')}\n`)
    if (!isWhole) process.exitCode = 1
    return
  }
  assertStrong(config.backupPassphrase)
  await withDatabase(config, 2, async (sql, ownerUrl) => {
    if (target) {
      const name = target.endsWith('/')
        ? archiveName(originOf(config), new Date(), config.backupPassphrase !== null)
        : ''
      const location = `${target}${name}`
      await recorded(sql, { kind: 'site', location }, (run) => backUp(sql, config, run))
      if (keep !== null) await makeRoom(target, config, keep)
    } else await copyBase(sql, config, ownerUrl)
  })
})

/** @returns how many of the latest, of weeks and of months are kept */
function generations(given: string): Generations {
  if (!/^[1-9]\d{0,3}(?:,\d{1,3}){0,2}$/.test(given)) fail(USAGE)
  const [latest = 1, weeks = 0, months = 0] = given.split(',').map(Number)
  return { latest, weeks, months }
}

/** Deletes this site's backups that are no longer kept. */
async function makeRoom(folder: string, config: Config, kept: Generations): Promise<void> {
  const { expired, larger, unsigned } = rotate(originOf(config), await filesIn(folder, config), kept)
  for (const name of expired) await deleteAt(`${folder}${name}`, config)
  if (unsigned.length > 0)
    process.stdout.write(
      `${unsigned.length} archives of earlier releases do not say whose they are, and stay until somebody deletes them\n`,
    )
  if (larger.length > 0)
    throw new ConfigError(
      `The backup was made, and ${larger.length} earlier ones stay though it is their turn, because each holds more than twice as ` +
        `much (${larger[0]}): has the site lost something? If not, delete them by hand`,
    )
}

type Run = { kind: keyof typeof LOCKS; location: string }

/** Records how `work` goes, of which there is one of a kind at a time. */
async function recorded(sql: Sql, run: Run, work: (location: string) => Promise<number>): Promise<void> {
  // Holds the lock until the client is ended.
  const turn = await sql.reserve()
  const [lock] = await turn<
    { free: boolean }[]
  >`select pg_try_advisory_lock(${LOCKS[run.kind]}::bigint) as free`
  if (!lock?.free) throw new ConfigError('Another backup of this site is being made')
  // A release's first backup may be of the schema before, which knows no kinds.
  const [known] = await turn<{ found: boolean }[]>`
    select exists (select from pg_attribute
      where attrelid = 'platform.backups'::regclass and attname = 'is_scheduled') as found`
  const record = {
    location: run.location,
    ...(run.kind === 'site' ? {} : { kind: run.kind }),
    ...(known?.found ? { is_scheduled: values.scheduled ?? false } : {}),
  }
  const [row] = await turn<{ id: string }[]>`insert into platform.backups ${turn(record)} returning id`
  const end = (result: { bytes: number } | { error: string }) =>
    turn`update platform.backups set finished_at = now(), ${turn(result)} where id = ${row?.id ?? ''}`
  try {
    await end({ bytes: await work(run.location) })
  } catch (error) {
    await end({ error: (error as Error).message })
    throw error
  }
}

async function copyBase(sql: Sql, { dataDir, walArchive }: Config, ownerUrl: string): Promise<void> {
  if (!walArchive) return
  const cluster = clusterIn(dataDir)
  const database = historyOf(cluster)
  if (values.first && (await basesIn(walArchive, database)).length > 0) return
  await recorded(sql, { kind: 'base', location: `${walArchive.location}base/` }, async () => {
    const { base, location } = await writeBaseCopy(walArchive, { sql, ownerUrl, cluster })
    process.stdout.write(
      `${location}: ${base.bytes} bytes; the database can be restored as of ${base.completeAt} or later\n`,
    )
    return base.bytes
  })
  if (keep !== null) await prune(walArchive, database, keep.latest)
}

/** @returns how many bytes the archive has */
async function backUp(sql: Sql, config: Config, location: string): Promise<number> {
  const backend = await openBackend(config)
  const { backupPassphrase: passphrase, secrets: keys } = config
  const secrets = values['with-keys'] && passphrase ? { keys, passphrase } : null
  const { manifest, bytes } = await writeTo(location, config, (output) =>
    writeBackup({ sql, backend, output, withQueue: values['with-queue'] ?? false, secrets, passphrase }),
  )
  const { tables, files, missingFiles } = manifest
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0)
  process.stdout.write(`${location}: ${rows} rows, ${files.count} files\n`)
  if (missingFiles > 0) process.stdout.write(`${missingFiles} files were missing already\n`)
  if (!secrets) process.stdout.write('The keys are not in it: keep secrets.json of the data folder too.\n')
  return bytes
}
