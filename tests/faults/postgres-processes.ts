// PostgreSQL's processes, as the operating system sees them (Linux).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The main process of the cluster in `dataDir`. */
export function postmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0])
}

/** Its child processes: one for each connection, and PostgreSQL's own. */
function children(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

/** Children that serve a connection of the site's pool. */
export function backends(pid: number): number[] {
  return children(pid).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('authenticator')
    } catch {
      return false
    }
  })
}

/** Sends the signal to each process, because each is in a process group of its own. */
export function signalAll(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const one of [pid, ...children(pid)]) {
    try {
      process.kill(one, signal)
    } catch (error) {
      // It ended meanwhile: a connection whose client has left, once it goes on.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
