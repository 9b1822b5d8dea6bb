// A Redis for tests of several nodes: Debian's package on a free port, without persistence.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, freePort } from './program.ts'

export type TestRedis = {
  url: string
  /** Ends it as a crash does. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts Redis, and installs Debian's package if there is none. The caller stops it. */
export async function startRedis(given?: number): Promise<TestRedis> {
  const program = findProgram(['redis-server', 'valkey-server'], 'redis-server', 'REDIS_SERVER')
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-redis-'))
  const port = given ?? (await freePort())
  const child = spawn(
    program,
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // A test that timed out does not stop it.
  const stopWithTest = () => child.kill()
  process.once('exit', stopWithTest)
  await ready(child)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    process.off('exit', stopWithTest)
    if (child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      await exited
    }
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `redis://127.0.0.1:${port}`, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
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
