import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

const ownLines = (host: string) => `${process.pid}\n${host}\n${basename(process.argv[1] ?? '')}\n`

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arthachowk-lock-'))
  file = join(folder, 'server.pid')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('names its holder, and is deleted on release', async () => {
  const release = await lockFolder(folder, 'here')
  expect(readFileSync(file, 'utf8')).toBe(ownLines('here'))
  release()
  expect(existsSync(file)).toBe(false)
})

test('a holder in another container keeps it while it touches its file', async () => {
  const release = await lockFolder(folder, 'container-a')
  await expect(lockFolder(folder, 'container-b')).rejects.toThrow(
    `DATA_DIR ${folder} is in use by process ${process.pid} on container-a; stop it or choose another folder`,
  )
  expect(readFileSync(file, 'utf8')).toContain('container-a')
  release()
})

test('is taken over from a holder in another container that crashed', async () => {
  writeFileSync(file, '7\ncontainer-a\n')
  const release = await lockFolder(folder, 'container-b')
  expect(readFileSync(file, 'utf8')).toBe(ownLines('container-b'))
  release()
})

test.each(['', 'half', '999999999\nhere\n', '999999999'])(
  'a holder that is none is followed: %j',
  async (text) => {
    writeFileSync(file, text)
    const release = await lockFolder(folder, 'here')
    expect(readFileSync(file, 'utf8')).toBe(ownLines('here'))
    release()
  },
)

test('is acquired by one of many at once, also after a holder that crashed', async () => {
  writeFileSync(file, '999999999\nhere\n')
  const module = JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))
  const code = `import(${module}).then((m) => m.lockFolder(${JSON.stringify(folder)}, 'here')).then(
    () => { console.log('mine'); process.stdin.resume() }, (error) => console.log(error.message))`
  // The argument that identifies a holder: the name of its program.
  const children = Array.from({ length: 6 }, () => spawn(process.execPath, ['-e', code, 'upgrade.ts']))
  const words = await Promise.all(
    children.map(
      ({ stdout }) => new Promise<string>((resolve) => stdout.once('data', (data) => resolve(String(data)))),
    ),
  )
  for (const child of children) child.kill('SIGKILL')
  expect(words.filter((word) => word === 'mine\n')).toHaveLength(1)
  expect(words.filter((word) => word.includes('is in use by process'))).toHaveLength(5)
})
