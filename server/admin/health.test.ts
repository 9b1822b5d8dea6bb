import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createDiskBackend } from '../../api/storage/backends/disk.ts'
import { measureHealth } from './health.ts'

const folder = mkdtempSync(join(tmpdir(), 'arthachowk-health-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = join(folder, 'files')
const storage = { backend: createDiskBackend(files), spool: folder, isDisk: true }
const answers = () => Promise.resolve()
const none = () => Promise.resolve(undefined)

test('what works is called so, with what was measured, and leaves no file behind', async () => {
  const health = await measureHealth(answers, storage, none)
  expect(health.database).toEqual({ state: 'Healthy', milliseconds: expect.any(Number) })
  expect(health.storage).toMatchObject({ state: 'Normal', milliseconds: expect.any(Number) })
  expect(health.storage.freeBytes).toBeGreaterThan(0)
  expect(health.api.state).toBe('Online')
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left).toEqual([])
})

test('a database that does not answer is down; one that takes its time is slow', async () => {
  const gone = () => Promise.reject(new Error('gone'))
  expect((await measureHealth(gone, storage, none)).database).toEqual({ state: 'Down', milliseconds: null })
  const slow = () => new Promise((resolve) => setTimeout(resolve, 120))
  expect((await measureHealth(slow, storage, none)).database.state).toBe('Slow')
})

test('a folder that is gone is not writable; the room of a bucket is not known', async () => {
  const gone = { ...storage, spool: join(folder, 'gone') }
  expect((await measureHealth(answers, gone, none)).storage).toEqual({
    state: 'Not writable',
    milliseconds: null,
    freeBytes: null,
  })
  const bucket = { ...storage, isDisk: false }
  expect((await measureHealth(answers, bucket, none)).storage).toMatchObject({
    state: 'Normal',
    freeBytes: null,
  })
})

test.each([
  ['Made', { at: new Date(Date.now() - 3_600_000).toISOString(), bytes: 7, hasFailed: false }],
  ['Old', { at: new Date(Date.now() - 3 * 86_400_000).toISOString(), bytes: 7, hasFailed: false }],
  ['Failed', { at: new Date().toISOString(), bytes: null, hasFailed: true }],
  ['None yet', undefined],
])('a backup is called %s', async (state, last) => {
  const { backup } = await measureHealth(answers, storage, () => Promise.resolve(last))
  expect(backup).toEqual({ state, at: last?.at ?? null, bytes: last?.bytes ?? null })
  const unknown = await measureHealth(answers, storage, () => Promise.reject(new Error('gone')))
  expect(unknown.backup).toBeNull()
})
