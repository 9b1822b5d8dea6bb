import type { SpawnOptions } from 'node:child_process'
/** Runs `command` until a signal ends it, or until it has failed five times within a minute. @returns the exit code */
export function supervise(command: string, args: readonly string[], options: SpawnOptions): Promise<number>
