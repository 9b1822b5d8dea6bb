// A Redis for tests of several nodes: Debian's package on a free port, without persistence.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PLACES = [
  ...[process.env.REDIS_SERVER, '/usr/bin/redis-server', '/usr/bin/valkey-server'],
  ...['/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'],
]

export type TestRedis = { url: string; stop(): Promise<void> }

/** Starts Redis, and installs Debian's package if there is none. The caller stops it. */
export async function startRedis(): Promise<TestRedis> {
  const program = findProgram() ?? install()
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-redis-'))
  const port = await freePort()
  const child = spawn(
    program,
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await ready(child)
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findProgram(): string | undefined {
  return PLACES.find((place) => place && existsSync(place))
}

function install(): string {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'redis-server'],
  ]) {
    const [command = '', ...rest] = [...sudo, ...args]
    spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Installing the package must not start its service.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  }
  const installed = findProgram()
  if (!installed) {
    throw new Error(
      'No redis-server was found and none could be installed; set REDIS_SERVER to the path of one',
    )
  }
  return installed
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`redis-server exited with ${code}`)))
  })
}
