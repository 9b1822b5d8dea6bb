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

test('names its holder, and is gone when it is given back', async () => {
  const release = await lockFolder(folder, 'here')
  expect(readFileSync(file, 'utf8')).toBe(ownLines('here'))
  release()
  expect(existsSync(file)).toBe(false)
})

test('a holder in another container is believed while it touches its file', async () => {
  const release = await lockFolder(folder, 'container-a')
  await expect(lockFolder(folder, 'container-b')).rejects.toThrow(
    `DATA_DIR ${folder} is in use by process ${process.pid} on container-a; stop it or choose another folder`,
  )
  expect(readFileSync(file, 'utf8')).toContain('container-a')
  release()
})

test('a holder in another container that died is followed', async () => {
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

test('of many that come at the same moment one gets it, after a holder that died too', async () => {
  writeFileSync(file, '999999999\nhere\n')
  const module = JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))
  const code = `import(${module}).then((m) => m.lockFolder(${JSON.stringify(folder)}, 'here')).then(
    () => { console.log('mine'); process.stdin.resume() }, (error) => console.log(error.message))`
  // The word by which a holder is known: that of its program.
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
