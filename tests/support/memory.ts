// What a started server's process holds in memory (Linux).
import { readFileSync, writeFileSync } from 'node:fs'
import type { TestServer } from './server.ts'

/** Resident MiB: now, and at most since the start or `forgetPeak`. */
export function memoryOf({ process: { pid } }: TestServer): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024
  return { now: mebibytes('VmRSS'), peak: mebibytes('VmHWM') }
}

/** The peak counts from now on. */
export function forgetPeak({ process: { pid } }: TestServer): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
