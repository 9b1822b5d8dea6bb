import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { FileMissing } from './backend.ts'
import { createDiskBackend, makeSpool } from './disk.ts'

const root = mkdtempSync(join(tmpdir(), 'arthachowk-disk-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const folder = join(root, 'files')
const backend = createDiskBackend(folder)

async function put(content: string): Promise<string> {
  const version = randomUUID()
  const from = join(root, randomUUID())
  writeFileSync(from, content)
  await backend.put(version, from, content.length)
  expect(existsSync(from), 'what was handed over is gone').toBe(false)
  return version
}

test('a file is read whole and in part', async () => {
  const version = await put('twelve bytes')
  expect(await text(await backend.read(version, null))).toBe('twelve bytes')
  expect(await text(await backend.read(version, { start: 7, end: 9 }))).toBe('byt')
})

test('a copy outlives its original', async () => {
  const version = await put('content')
  const copy = randomUUID()
  await backend.copy(version, copy)
  await backend.remove([version])
  expect(await text(await backend.read(copy, null))).toBe('content')
})

test('a missing file is reported as missing, and deleting it is no error', async () => {
  await expect(backend.read(randomUUID(), null)).rejects.toThrow(FileMissing)
  await expect(backend.copy(randomUUID(), randomUUID())).rejects.toThrow(FileMissing)
  await backend.remove([randomUUID()])
})

test.each(['../../secrets.json', 'a', '', `../${randomUUID()}`, `${randomUUID()}/../x`, `${randomUUID()}\n`])(
  'no name but one of ours becomes a path: %j',
  async (version) => {
    const before = readdirSync(root)
    await expect(backend.read(version, null)).rejects.toThrow('did not give')
    await expect(backend.remove([version])).rejects.toThrow('did not give')
    await expect(backend.copy(version, randomUUID())).rejects.toThrow('did not give')
    expect(readdirSync(root)).toEqual(before)
  },
)

test('files that another process is receiving are kept at a start; old ones are deleted', async () => {
  const spool = join(root, 'incoming')
  await makeSpool(spool)
  const [receiving, left] = [join(spool, randomUUID()), join(spool, randomUUID())]
  writeFileSync(receiving, 'half')
  writeFileSync(left, 'half')
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(left, hoursAgo, hoursAgo)
  await makeSpool(spool)
  expect(readdirSync(spool).map((name) => join(spool, name))).toEqual([receiving])
})
