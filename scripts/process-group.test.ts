// What a run started ends with it, and the PostgreSQL servers in its folder too.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeRunFolder } from './process-group.mjs'

const ROOT = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'arthachowk-group-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s reaches a grandchild whose parent ends without a word',
  async (signal) => {
    const pidFile = join(scratch, signal)
    const grandchild = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000)`
    const child = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}]); setInterval(() => {}, 1000)`
    const program = `import { runInGroup } from ${JSON.stringify(join(import.meta.dirname, 'process-group.mjs'))}
    const { signal } = await runInGroup(process.execPath, ['-e', ${JSON.stringify(child)}], {})
    process.exit(signal === '${signal}' ? 7 : 8)`
    const runner = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
    const ended = new Promise((resolve) => runner.once('exit', resolve))
    const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0)
    await expect.poll(pid, { timeout: 10_000 }).toBeGreaterThan(0)
    runner.kill(signal)
    expect(await ended).toBe(7)
    expect(isAlive(pid())).toBe(false)
  },
  20_000,
)

test('a PostgreSQL that was left in the folder of a run is stopped with it', async () => {
  const folder = makeRunFolder(scratch)
  mkdirSync(join(folder.path, 'data'))
  // Of a process that was killed: this one would start it again.
  const program = `import { startEmbedded } from ${JSON.stringify(join(ROOT, 'api/database/embedded.ts'))}
    import { createLog } from ${JSON.stringify(join(ROOT, 'api/log.ts'))}
    await startEmbedded(${JSON.stringify(join(folder.path, 'data'))}, createLog('silent'))
    process.kill(process.pid, 'SIGKILL')`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  await new Promise((resolve) => starter.once('exit', resolve))
  const pid = Number(
    readFileSync(join(folder.path, 'data/postgres/postmaster.pid'), 'utf8').split('\n', 1)[0],
  )
  expect(isAlive(pid)).toBe(true)
  await folder.remove()
  expect([isAlive(pid), existsSync(folder.path)]).toEqual([false, false])
}, 30_000)
