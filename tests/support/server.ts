// A real server for a test: its own process, port and data folder, no sample community, nothing shared.
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEMORY_FLAGS } from '../../scripts/memory.mjs'
import { ADMIN_LINK_FILE } from '../../server/admin-link.ts'
import { copySampleTemplate, copyTemplate } from './database.ts'

const ROOT = join(import.meta.dirname, '../..')
const START_WITHIN_MS = 60_000

export type TestServer = {
  url: string
  publishableKey: string
  secretKey: string
  /** The database, for its owner: to set a scene or to look at rows past every rule. */
  adminDatabaseUrl: string
  dataDir: string
  /** What a fresh site prints for its first administrator. */
  adminLink: string | null
  /** Every line that the server logged so far. */
  log: () => LogLine[]
  process: ChildProcess
  stop(): Promise<void>
}

type LogLine = { level: number; msg?: string; [key: string]: unknown }

type Start = {
  /** Which one: the site, or the API alone. */
  entry?: 'server' | 'api'
  /** Whether it makes its database itself, as a first start does, instead of getting a copy of the template. */
  fromNothing?: boolean
}

/** Starts a server; `env` overrides the settings of a quiet test site. */
export async function startServer(
  env: Record<string, string> = {},
  { entry = 'server', fromNothing = false }: Start = {},
): Promise<TestServer> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'arthachowk-test-'))
  const isNew = !existsSync(join(dataDir, 'postgres'))
  if (env.DATABASE_URL && !env.DATA_DIR) shareKeys(env.DATABASE_URL, dataDir)
  else if (!env.DATABASE_URL && isNew && entry === 'server' && !fromNothing) {
    if (env.SEED === 'sample') await copySampleTemplate(dataDir)
    else copyTemplate(dataDir)
  }
  const child = spawn(process.execPath, [...MEMORY_FLAGS, join(ROOT, `${entry}/main.ts`)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      // Each start reads what the first one compiled.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
      PORT: '0',
      DATA_DIR: dataDir,
      SEED: 'none',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  // A test that ran out of time stops nothing.
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
      reject(new Error(`the server ended with ${code}:\n${output}`))
    })
  })
  const { url } = await listening.catch(async (error: unknown) => {
    // What is late would come up all the same, and run on when the test is long gone.
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
    stop: () => stop(child, env.DATA_DIR ? null : dataDir),
  }
}

/** A second node of a site has the keys of the first one, in whose data folder its database lies. */
function shareKeys(databaseUrl: string, dataDir: string): void {
  const socketFolder = new URL(databaseUrl).searchParams.get('host')
  const secrets = socketFolder ? join(socketFolder, '../secrets.json') : ''
  if (existsSync(secrets)) copyFileSync(secrets, join(dataDir, 'secrets.json'))
}

async function stop(child: ChildProcess, folder: string | null): Promise<void> {
  if (child.exitCode === null) {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await exited
  }
  if (folder) rmSync(folder, { recursive: true, force: true })
}
