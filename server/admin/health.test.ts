import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createDiskBackend } from '../../api/storage/backends/disk.ts'
import { judgeWalArchive, measureHealth } from './health.ts'

const folder = mkdtempSync(join(tmpdir(), 'arthachowk-health-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = join(folder, 'files')
const storage = { backend: createDiskBackend(files), spool: folder, isDisk: true }
const answers = () => Promise.resolve()
const none = () => Promise.resolve(undefined)
const noArchive = () => Promise.resolve(null)

test('healthy parts are reported with measurements, and no file is left behind', async () => {
  const health = await measureHealth(answers, storage, none, noArchive)
  expect(health.database).toEqual({ state: 'Healthy', milliseconds: expect.any(Number) })
  expect(health.storage).toMatchObject({ state: 'Normal', milliseconds: expect.any(Number) })
  expect(health.storage.freeBytes).toBeGreaterThan(0)
  expect(health.api.state).toBe('Online')
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left).toEqual([])
})

test('a database that does not answer is down; a slow one is slow', async () => {
  const gone = () => Promise.reject(new Error('gone'))
  expect((await measureHealth(gone, storage, none, noArchive)).database).toEqual({
    state: 'Down',
    milliseconds: null,
  })
  const slow = () => new Promise((resolve) => setTimeout(resolve, 120))
  expect((await measureHealth(slow, storage, none, noArchive)).database.state).toBe('Slow')
})

test('a missing folder is not writable; the free space of a bucket is unknown', async () => {
  const gone = { ...storage, spool: join(folder, 'gone') }
  expect((await measureHealth(answers, gone, none, noArchive)).storage).toEqual({
    state: 'Not writable',
    milliseconds: null,
    freeBytes: null,
  })
  const bucket = { ...storage, isDisk: false }
  expect((await measureHealth(answers, bucket, none, noArchive)).storage).toMatchObject({
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
  const { backup } = await measureHealth(answers, storage, () => Promise.resolve(last), noArchive)
  expect(backup).toEqual({ state, at: last?.at ?? null, bytes: last?.bytes ?? null })
  const unknown = await measureHealth(answers, storage, () => Promise.reject(new Error('gone')), noArchive)
  expect(unknown.backup).toBeNull()
})

const WAL = { isOn: true, archivedAt: new Date(), isFailing: false, waitingBytes: 0, baseAt: new Date() }

test.each([
  ['Archived', {}],
  ['Off', { isOn: false }],
  ['Failing', { isFailing: true, baseAt: null }],
  ['Behind', { waitingBytes: 1024 ** 3 }],
  ['No base copy', { baseAt: null }],
  ['Base copy old', { baseAt: new Date(Date.now() - 3 * 86_400_000) }],
])('an archive of the log is called %s', (state, facts) => {
  const at = WAL.archivedAt.toISOString()
  const { waitingBytes } = { ...WAL, ...facts }
  expect(judgeWalArchive({ ...WAL, ...facts })).toEqual({ state, at, waitingBytes })
})

test('a site without an archive of the log has no line of it', async () => {
  expect((await measureHealth(answers, storage, none, noArchive)).walArchive).toBeNull()
})
