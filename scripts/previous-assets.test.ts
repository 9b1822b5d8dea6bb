import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFiles } from '../server/pages/files.ts'
import { keepPreviousAssets } from './previous-assets.mjs'

const DAY = 24 * 3_600_000

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'arthachowk-build-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(root, { recursive: true })
})

/** Writes assets as a build does, which empties its folder first. */
function write(...names: string[]): void {
  rmSync(join(root, 'build'), { recursive: true, force: true })
  mkdirSync(join(root, 'build/client/assets'), { recursive: true })
  for (const name of names) writeFileSync(join(root, 'build/client/assets', name), `// ${name}`)
}

const keptAssets = () => readdirSync(join(root, 'build-previous/assets')).toSorted()

const readAll = () => readFiles(join(root, 'build/client'), join(root, 'build-previous'))

async function statusOf(path: string, files = readAll()): Promise<number> {
  const server = createServer((request, response) => {
    if (!files.answer(request.url ?? '', request, response)) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
  await new Promise((resolve) => server.close(resolve))
  return status
}

test('modules of an earlier build are served for a week after the next one', async () => {
  write('page-1.js', 'same.js')
  keepPreviousAssets(root)
  write('page-2.js', 'same.js')
  expect(await statusOf('/assets/page-1.js')).toBe(200)
  expect(await statusOf('/assets/page-2.js')).toBe(200)
  vi.useFakeTimers({ now: Date.now() + 8 * DAY, toFake: ['Date'] })
  expect(await statusOf('/assets/page-1.js')).toBe(404)
  expect(await statusOf('/assets/same.js'), 'is part of this build').toBe(200)
})

test('a start reads no module of an earlier build, however many there are', async () => {
  write('page-1.js', 'page-2.js')
  keepPreviousAssets(root)
  write('page-3.js')
  const files = readAll()
  rmSync(join(root, 'build-previous/assets/page-1.js'))
  expect(await statusOf('/assets/page-1.js', files), 'it would be in memory').toBe(404)
  expect(await statusOf('/assets/page-2.js', files)).toBe(200)
})

test('a build deletes copies that are older than a week', () => {
  const start = Date.now()
  write('page-1.js')
  keepPreviousAssets(root, start)
  write('page-2.js')
  keepPreviousAssets(root, start + 3 * DAY)
  expect(keptAssets()).toEqual(['page-1.js', 'page-2.js'])
  write('page-3.js')
  keepPreviousAssets(root, start + 8 * DAY)
  expect(keptAssets()).toEqual(['page-2.js', 'page-3.js'])
})
