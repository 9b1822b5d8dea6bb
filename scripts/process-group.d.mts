import type { SpawnOptions } from 'node:child_process'

export function runInGroup(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  stop?: AbortSignal,
): Promise<{ code: number; signal: NodeJS.Signals | null }>
export function temporaryBase(): string
export function makeRunFolder(base: string): { path: string; remove: () => Promise<void> }
