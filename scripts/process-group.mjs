// Runs a command in a process group of its own, so that a signal reaches all that it started, however deep, and nothing is
// left behind: Node's watch mode and the test runners do not pass every signal on.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 50
/** A server's own deadlines (api/shutdown.ts), with the tests' last requests. */
const ENDED_WITHIN_MS = 60_000

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {AbortSignal} [stop] ends the group
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null }>} once everything of the group has ended: the exit code,
 *   and the signal that this process was sent meanwhile
 */
export async function runInGroup(command, args, options, stop) {
  const child = spawn(command, args, { stdio: 'inherit', ...options, detached: true })
  let sent = null
  const passOn = (signal) => {
    sent ??= signal
    signalGroup(child.pid, signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, passOn)
  const end = () => signalGroup(child.pid, 'SIGTERM')
  stop?.addEventListener('abort', end)
  const code = await new Promise((resolve) => {
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
    child.once('error', () => resolve(1))
  })
  const deadline = Date.now() + ENDED_WITHIN_MS
  if (sent === null) signalGroup(child.pid, 'SIGTERM')
  while (signalGroup(child.pid, 0)) {
    if (Date.now() > deadline) signalGroup(child.pid, 'SIGKILL')
    await sleep(LOOK_EVERY_MS)
  }
  for (const signal of signals) process.off(signal, passOn)
  stop?.removeEventListener('abort', end)
  return { code, signal: sent }
}

/** @returns whether the group has a process */
function signalGroup(pid, signal) {
  if (pid === undefined) return false
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** A file system in memory, where copying a database takes a tenth of the time. */
const MEMORY = '/dev/shm'
const ROOM = 2 * 1_024 ** 3

/** Where tests have their databases. */
export function temporaryBase() {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM ? MEMORY : tmpdir()
}

/**
 * A folder for all temporary files of a run, also for those of processes that are killed.
 * @param {string} base where it is made
 * @returns {{ path: string, remove: () => Promise<void> }} `remove` stops the PostgreSQL servers that were left in it, too: they
 *   are in groups of their own, because they outlive a server that crashed
 */
export function makeRunFolder(base) {
  const path = mkdtempSync(join(base, 'arthachowk-run-'))
  return {
    path,
    remove: async () => {
      for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('postmaster.pid')) await stopServer(join(path, name))
      rmSync(path, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function stopServer(pidFile) {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0])
    // "Immediate": nothing in the folder is needed any more.
    const isServer = () => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    if (isServer()) process.kill(pid, 'SIGQUIT')
    while (isServer()) await sleep(LOOK_EVERY_MS)
  } catch {
    // It has ended.
  }
}
