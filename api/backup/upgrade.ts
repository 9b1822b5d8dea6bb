// Moves the bundled database from one major version of PostgreSQL to the next. The packages hold no pg_upgrade, so the
// old server's rows are read in one snapshot and loaded into a new database, which takes the old one's place when it
// is proved to hold the same. The old folder is renamed and never changed. Whatever step is interrupted, the next run
// begins again or completes the last one:
//   postgres (old), upgrade-…           begins again, in another folder: initdb may still be writing in this one
//   postgres (old), postgres-new        begins again: the old one may have been used meanwhile
//   postgres-new alone                  takes its place
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import { connect, type Sql } from '../database/connection.ts'
import {
  clusterIn,
  type EmbeddedDatabase,
  MAJOR,
  majorOf,
  PACKAGE,
  type Programs,
  startEmbedded,
  stopServer,
  upgradedIn,
} from '../database/embedded.ts'
import { lockFolder } from '../database/folder-lock.ts'
import type { Migrations } from '../database/migrate.ts'
import { writeBackup } from './backup.ts'
import { syncFolder } from './location.ts'
import { restoreBackup } from './restore.ts'

/** Folders in which a new database is made. */
const WORK = 'upgrade-'

type Options = {
  dataDir: string
  settings: Record<string, string>
  migrations: Migrations
  log: Logger
  step: (what: string) => void
}

/**
 * @param options.settings of the new PostgreSQL
 * @param options.step is told what is being done
 * @returns what was done
 * @throws ConfigError when there is nothing to upgrade, or not enough room for it
 */
export async function upgradeDatabase(options: Options): Promise<string> {
  const release = await lockFolder(options.dataDir)
  try {
    return await upgrade(options)
  } finally {
    release()
  }
}

async function upgrade(options: Options): Promise<string> {
  const { dataDir, log, step } = options
  const found = majorOf(clusterIn(dataDir))
  if (found === null && majorOf(upgradedIn(dataDir)) !== null) {
    takePlace(dataDir)
    return `The upgrade to PostgreSQL ${MAJOR} is complete.`
  }
  if (found === null) throw new ConfigError(`${dataDir} has no database; a start makes one`)
  if (Number(found) > Number(MAJOR)) {
    throw new ConfigError(
      `PostgreSQL ${found} is newer than this release's ${MAJOR}: start the release that made it`,
    )
  }
  await discard(dataDir)
  if (found === MAJOR) return `The database is PostgreSQL ${MAJOR} already.`
  step(`Fetch PostgreSQL ${found}`)
  const programs = await fetchPrograms(found, join(dataDir, `postgres-programs-${found}`))
  step(`Start PostgreSQL ${found}`)
  const old = await startEmbedded(dataDir, log, {}, { other: { major: found, programs } })
  const work = mkdtempSync(join(dataDir, WORK))
  let rows: number
  try {
    await assertSpace(old, dataDir)
    step(`Copy into PostgreSQL ${MAJOR}, and compare`)
    const target = await startEmbedded(work, log, options.settings)
    rows = await copy(old, target, options).finally(() => target.stop())
  } finally {
    await old.stop()
  }
  // The old server gave the lock back when it stopped.
  await lockFolder(dataDir)
  step('Rename the folders')
  renameSync(clusterIn(work), upgradedIn(dataDir))
  syncFolder(dataDir)
  const kept = `postgres-${found}-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`
  renameSync(clusterIn(dataDir), join(dataDir, kept))
  syncFolder(dataDir)
  step(`The old database is ${kept}`)
  takePlace(dataDir)
  await discard(dataDir)
  return `${rows} rows are in PostgreSQL ${MAJOR}. The old database is ${join(dataDir, kept)}; delete it when the site runs.`
}

function takePlace(dataDir: string): void {
  renameSync(upgradedIn(dataDir), clusterIn(dataDir))
  syncFolder(dataDir)
}

/** Takes away what an interrupted run left behind. */
async function discard(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    const folder = join(dataDir, name)
    if (!name.startsWith(WORK) && folder !== upgradedIn(dataDir)) continue
    if (name.startsWith(WORK)) await stopServer(clusterIn(folder))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** @returns how many rows were copied */
async function copy(
  old: EmbeddedDatabase,
  target: EmbeddedDatabase,
  { dataDir, migrations }: Options,
): Promise<number> {
  const [from, to] = [old, target].map(({ ownerUrl }) => connect(ownerUrl, { max: 1 })) as [Sql, Sql]
  const archive = new PassThrough()
  try {
    const [, { manifest }] = await Promise.all([
      // Files and keys stay where they are.
      writeBackup({ sql: from, backend: null, output: archive, withQueue: true, secrets: null }),
      restoreBackup({
        input: archive,
        ownerUrl: target.ownerUrl,
        sql: to,
        backend: null,
        dataDir,
        passphrase: null,
        migrations,
      }).catch((error: Error) => {
        archive.destroy(error)
        throw error
      }),
    ])
    return Object.values(manifest.tables).reduce((sum, { count }) => sum + count, 0)
  } finally {
    await Promise.all([from.end({ timeout: 5 }), to.end({ timeout: 5 })])
  }
}

/** @throws ConfigError when the disk has no room for a second database */
async function assertSpace(old: EmbeddedDatabase, dataDir: string): Promise<void> {
  const sql = connect(old.ownerUrl, { max: 1 })
  const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`
  await sql.end()
  // Besides the rows the disk gets the log of what is written, 1 GB at most between checkpoints.
  const needed = Number(row?.bytes) + 1024 ** 3
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= needed) return
  const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)
  throw new ConfigError(
    `${dataDir} has ${gigabytes(bavail * bsize)} GB free and the new database needs ${gigabytes(needed)}; nothing was touched`,
  )
}

/**
 * Installs the last release of a major version with npm.
 * @throws ConfigError
 */
export async function fetchPrograms(major: string, folder: string): Promise<Programs> {
  const entry = join(folder, 'node_modules', PACKAGE, 'dist/index.js')
  if (!existsSync(entry)) {
    const versions = JSON.parse(npm(['view', PACKAGE, 'versions', '--json'])) as string[]
    const version = versions
      .filter((name) => name.startsWith(`${major}.`))
      .sort(byNumbers)
      .at(-1)
    if (!version)
      throw new ConfigError(`There is no package of PostgreSQL ${major} for this machine (${PACKAGE})`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const settings = { private: true, allowScripts: { [PACKAGE]: true } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(settings))
    npm(['install', '--prefix', folder, '--no-audit', '--no-fund', `${PACKAGE}@${version}`])
  }
  return (await import(pathToFileURL(entry).href)) as Programs
}

const byNumbers = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

function npm(args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status === 0) return stdout
  throw new ConfigError(`npm ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`)
}
