// A data folder that stays when its server stops, for servers that are restarted on it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'arthachowk-faults-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
