// Starts a real server for a test, with its own process, port and data folder, and without the sample community.
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEMORY_FLAGS } from '../../scripts/memory.mjs'
import { ADMIN_LINK_FILE } from '../../server/accounts.ts'
import { copySampleTemplate, copyTemplate } from './database.ts'

const ROOT = join(import.meta.dirname, '../..')
const START_WITHIN_MS = 60_000

/** Environment of every started program: later starts reuse what the first one compiled. */
export const PROGRAM_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
}

export type TestServer = {
  url: string
  publishableKey: string
  secretKey: string
  /** The database's URL for its owner, to prepare data and to read rows without row security. */
  adminDatabaseUrl: string
  dataDir: string
  /** The link that a new site prints for its first administrator. */
  adminLink: string | null
  /** All lines that the server logged until now. */
  log: () => LogLine[]
  process: ChildProcess
  stop(): Promise<void>
}

type LogLine = { level: number; msg?: string; [key: string]: unknown }

type Start = {
  /** The site as it is served, the site whose frequent jobs pause for a tenth of their time, or the API alone. */
  entry?: keyof typeof PROGRAMS
  /** Whether the server creates its database itself, as on a first start, instead of using a copy of the template. */
  fromNothing?: boolean
}

/** What each entry runs. */
const PROGRAMS = {
  server: 'server/main.ts',
  impatient: 'tests/support/impatient-site.ts',
  api: 'api/main.ts',
}

/** Starts a server. `env` overrides the settings of a test site. */
export async function startServer(
  env: Record<string, string> = {},
  { entry = 'server', fromNothing = false }: Start = {},
): Promise<TestServer> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'arthachowk-test-'))
  const isNew = !existsSync(join(dataDir, 'postgres'))
  if (env.DATABASE_URL && !env.DATA_DIR) shareKeys(env.DATABASE_URL, dataDir)
  else if (!env.DATABASE_URL && isNew && entry !== 'api' && !fromNothing) {
    if (env.SEED === 'sample') await copySampleTemplate(dataDir)
    else copyTemplate(dataDir)
  }
  const child = spawn(process.execPath, [...MEMORY_FLAGS, join(ROOT, PROGRAMS[entry])], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...PROGRAM_ENV,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      SEED: 'none',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  // A test that timed out does not stop its server.
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const lines: LogLine[] = []
  let output = ''
  const listening = new Promise<{ url: string }>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not start:\n${output}`)), START_WITHIN_MS)
    let rest = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        if (!part.startsWith('{')) continue
        const line = JSON.parse(part) as LogLine
        lines.push(line)
        if (line.msg === 'process.listening') {
          clearTimeout(timer)
          resolve(line as unknown as { url: string })
        }
      }
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the server exited with ${code}:\n${output}`))
    })
  })
  const { url } = await listening.catch(async (error: unknown) => {
    // A server that starts late would otherwise keep running after the test.
    await stop(child, env.DATA_DIR ? null : dataDir)
    throw error
  })
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>
  const socketFolder = join(dataDir, 'postgres')
  const linkFile = join(dataDir, ADMIN_LINK_FILE)
  return {
    url,
    publishableKey: env.PUBLISHABLE_KEY ?? secrets.PUBLISHABLE_KEY ?? '',
    secretKey: env.SECRET_KEY ?? secrets.SECRET_KEY ?? '',
    adminDatabaseUrl:
      env.DATABASE_URL ?? `postgres://postgres@localhost/arthachowk?host=${encodeURIComponent(socketFolder)}`,
    dataDir,
    adminLink: existsSync(linkFile) ? readFileSync(linkFile, 'utf8').trim() : null,
    log: () => lines,
    process: child,
    stop: async () => {
      await stop(child, env.DATA_DIR ? null : dataDir)
      assertDeclaredCosts(lines)
    },
  }
}

/** Gives a second node the keys of the first one, whose data folder has the database. */
function shareKeys(databaseUrl: string, dataDir: string): void {
  const socketFolder = new URL(databaseUrl).searchParams.get('host')
  const secrets = socketFolder ? join(socketFolder, '../secrets.json') : ''
  if (existsSync(secrets)) copyFileSync(secrets, join(dataDir, 'secrets.json'))
}

/** @throws Error when a route did what it does not declare (api/http/route-cost.ts) */
export function assertDeclaredCosts(lines: ReturnType<TestServer['log']>): void {
  const undeclared = lines.filter(({ msg }) => msg === 'http.undeclared_cost')
  const routes = new Set(
    undeclared.map(({ route, undeclared: shares }) => `${route}: ${shares || 'no limit'}`),
  )
  if (routes.size > 0) throw new Error(`Routes cost more than they declare: ${[...routes].join('; ')}`)
}

async function stop(child: ChildProcess, folder: string | null): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await exited
  }
  if (folder) rmSync(folder, { recursive: true, force: true })
}
