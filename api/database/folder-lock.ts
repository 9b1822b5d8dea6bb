// Locks a data folder for one process. Two processes would start two PostgreSQL servers on one cluster and corrupt
// it. On the same machine, a process id identifies the holder. For a holder in another container or on another
// machine the id means nothing, so the holder touches the file every few seconds and its mtime is watched.
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config.ts'

const TOUCH_EVERY_MS = 2_000
/** A remote holder that has not touched its file for this long is gone. */
const WATCHED_MS = 7_000
const LOOK_EVERY_MS = 100

/** What runs a site in releases that wrote no name of theirs. */
const SERVER = 'main.ts'

type Holder = { pid: number; host: string; program: string; text: string }

/**
 * Locks the folder for this process.
 * @param host name of this machine; containers have names of their own
 * @returns releases the lock
 * @throws ConfigError when another process holds it
 */
export async function lockFolder(dataDir: string, host = hostname()): Promise<() => void> {
  const file = join(dataDir, 'server.pid')
  const own = `${process.pid}\n${host}\n${basename(process.argv[1] ?? SERVER)}\n`
  for (;;) {
    try {
      // Atomic: `wx` fails if another process creates the file at the same moment.
      writeFileSync(file, own, { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(file)
    if (holder === null) continue
    if (!(holder.pid > 0)) {
      // The file is being written, or a power failure left it half-written.
      await sleep(LOOK_EVERY_MS)
      if (readHolder(file)?.text === holder.text) remove(file, holder)
      continue
    }
    if (await isHeld(file, holder, host)) {
      const where = holder.host === '' || holder.host === host ? '' : ` on ${holder.host}`
      throw new ConfigError(
        `DATA_DIR ${dataDir} is in use by process ${holder.pid}${where}; stop it or choose another folder`,
      )
    }
    remove(file, holder)
  }
  const clock = setInterval(() => touch(file), TOUCH_EVERY_MS)
  clock.unref()
  return () => {
    clearInterval(clock)
    if (readHolder(file)?.text === own) rmSync(file, { force: true })
  }
}

/** The process of the site that has the folder; null: none, or another program. */
export async function siteProcess(dataDir: string): Promise<number | null> {
  const file = join(dataDir, 'server.pid')
  const holder = readHolder(file)
  if (holder === null || !(holder.pid > 0) || holder.program !== SERVER) return null
  return (await isHeld(file, holder, hostname())) ? holder.pid : null
}

/** @returns null when the file is gone */
function readHolder(file: string): Holder | null {
  try {
    const text = readFileSync(file, 'utf8')
    const [pid = '', host = '', program] = text.split('\n')
    return { pid: Number(pid), host, program: program || SERVER, text }
  } catch {
    return null
  }
}

async function isHeld(file: string, holder: Holder, host: string): Promise<boolean> {
  // Older releases wrote no host and knew one machine only.
  if (holder.host === '' || holder.host === host)
    return holder.pid !== process.pid && isCommand(holder.pid, holder.program)
  // The clocks of two machines differ, so only a change of the time counts.
  const before = touchedAt(file)
  for (let waited = 0; waited < WATCHED_MS; waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS)
    if (touchedAt(file) !== before) return true
  }
  return false
}

/** Removes the file of a holder that is gone, unless another process has created a new one. */
function remove(file: string, holder: Holder): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (readHolder(aside)?.text === holder.text) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Deleted by hand: there is nothing to touch.
  }
}

function touchedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Whether the command of a running process holds `word`. Process ids are reused after a crash or reboot. */
export function isCommand(pid: number, word: string): boolean {
  if (!isAlive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
  } catch {
    return true
  }
}

/** Whether `pid` is a running process of this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
