// One process to a data folder. Two would start two PostgreSQLs on one cluster and ruin it. A process number says
// who holds the folder on this machine; for a holder in another container or on another machine, where that number
// means nothing, the file's age does: the holder touches it every few seconds.
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config.ts'

const TOUCH_EVERY_MS = 2_000
/** A holder elsewhere that doesn't touch its file for so long is gone. */
const WATCHED_MS = 7_000
const LOOK_EVERY_MS = 100

type Holder = { pid: number; host: string; text: string }

/**
 * Takes the folder for this process.
 * @param host what this machine is called; containers have names of their own
 * @returns gives it back
 * @throws ConfigError when another process holds it
 */
export async function lockFolder(dataDir: string, host = hostname()): Promise<() => void> {
  const file = join(dataDir, 'server.pid')
  const own = `${process.pid}\n${host}\n`
  for (;;) {
    try {
      // Made by one process alone, whoever else tries at the same moment.
      writeFileSync(file, own, { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(file)
    if (holder === null) continue
    if (!(holder.pid > 0)) {
      // Being written, or left half-written by a machine that lost power.
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

/** @returns null when the file is gone */
function readHolder(file: string): Holder | null {
  try {
    const text = readFileSync(file, 'utf8')
    const [pid = '', host = ''] = text.split('\n')
    return { pid: Number(pid), host, text }
  } catch {
    return null
  }
}

async function isHeld(file: string, holder: Holder, host: string): Promise<boolean> {
  // Without a host it was written by an older release, which knew of one machine alone.
  if (holder.host === '' || holder.host === host) return holder.pid !== process.pid && isServer(holder.pid)
  // The clocks of two machines differ, so that only a change of the time counts.
  const before = touchedAt(file)
  for (let waited = 0; waited < WATCHED_MS; waited += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS)
    if (touchedAt(file) !== before) return true
  }
  return false
}

/** Takes the file of a holder that is gone out of the way, but not one that another process has made meanwhile. */
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
    // Deleted by hand: there is nothing to keep fresh.
  }
}

function touchedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function isServer(pid: number): boolean {
  if (!isAlive(pid)) return false
  try {
    // A process number is given out again after a crash or a reboot: only a server of ours holds the folder.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')
  } catch {
    return true
  }
}

/** Whether a process of this machine has the number `pid`. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
