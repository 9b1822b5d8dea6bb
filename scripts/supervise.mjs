// Keeps a process running: started again when it ends by itself, ended when this one is told to.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** EX_CONFIG of sysexits.h: the settings forbid a start, and would forbid the next one. */
const MISCONFIGURED = 78
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 1_000
/** So many ends within the window are more than bad luck. */
const MOST_FAILURES = 5
const WINDOW_MS = 60_000

/**
 * Runs `command` until a signal ends it, or until it has failed five times within a minute.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} the exit code for whoever supervises
 */
export async function supervise(command, args, options) {
  let child = null
  let signalled = null
  let wake = () => {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal's Ctrl-C comes from the terminal and once more from npm.
      if (signalled) return
      signalled = signal
      child?.kill(signal)
      wake()
    })
  }
  let failures = []
  for (let starts = 1; ; starts += 1) {
    // A group of its own: Ctrl-C reaches this process alone, which passes it on once.
    child = spawn(command, args, { ...options, stdio: 'inherit', detached: true })
    const { code, signal, error } = await ended(child)
    child = null
    if (signalled) return code ?? 128 + constants.signals[signal ?? signalled]
    if (code === 0) return 0
    if (starts === 1 && code === MISCONFIGURED) return MISCONFIGURED
    const reason = error?.message ?? (signal ? `signal ${signal}` : `exit code ${code}`)
    const now = Date.now()
    failures = [...failures.filter((at) => now - at < WINDOW_MS), now]
    if (failures.length >= MOST_FAILURES) {
      say(
        `It ended ${failures.length} times within a minute, at last with ${reason}, and is not started again.`,
      )
      say('What it said before it ended is above.')
      return code || 1
    }
    const delay = Math.min(FIRST_DELAY_MS * 2 ** (failures.length - 1), LONGEST_DELAY_MS)
    say(`It ended with ${reason} and is started again.`)
    await new Promise((resolve) => {
      wake = resolve
      setTimeout(resolve, delay)
    })
    if (signalled) return 0
  }
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => resolve({ code: null, signal: null, error }))
  })
}

function say(line) {
  process.stderr.write(`ArthaChowk: ${line}\n`)
}
