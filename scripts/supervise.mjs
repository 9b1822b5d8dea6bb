// Keeps a process running: restarts it after a crash, and passes signals on to it.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** EX_CONFIG of sysexits.h: the settings are wrong, so a restart would fail too. */
const MISCONFIGURED = 78
const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 1_000
/** Failures within the window after which the process is not restarted. */
const MAX_FAILURES = 5
const WINDOW_MS = 60_000

/**
 * Runs `command` until a signal stops it, or until it has failed five times within a minute.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} the exit code of this process
 */
export async function supervise(command, args, options) {
  let child = null
  let signalled = null
  let endDelay = () => {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // The terminal sends Ctrl-C, and npm sends it once more.
      if (signalled) return
      signalled = signal
      child?.kill(signal)
      endDelay()
    })
  }
  let failures = []
  for (let starts = 1; ; starts += 1) {
    // In a process group of its own the child does not get Ctrl-C itself; this process passes it on once.
    child = spawn(command, args, { ...options, stdio: 'inherit', detached: true })
    const { code, signal, error } = await waitForExit(child)
    child = null
    if (signalled) return code ?? 128 + constants.signals[signal ?? signalled]
    if (code === 0) return 0
    if (starts === 1 && code === MISCONFIGURED) return MISCONFIGURED
    const reason = error?.message ?? (signal ? `signal ${signal}` : `exit code ${code}`)
    const now = Date.now()
    failures = [...failures.filter((at) => now - at < WINDOW_MS), now]
    if (failures.length >= MAX_FAILURES) {
      printLine(
        `The server exited ${failures.length} times within a minute, the last time with ${reason}. It is not restarted.`,
      )
      printLine('Its own messages are above.')
      return code || 1
    }
    const delay = Math.min(FIRST_DELAY_MS * 2 ** (failures.length - 1), MAX_DELAY_MS)
    printLine(`The server exited with ${reason} and is restarted.`)
    await new Promise((resolve) => {
      endDelay = resolve
      setTimeout(resolve, delay)
    })
    if (signalled) return 0
  }
}

function waitForExit(child) {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => resolve({ code: null, signal: null, error }))
  })
}

function printLine(line) {
  process.stderr.write(`ArthaChowk: ${line}\n`)
}
