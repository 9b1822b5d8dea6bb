import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../api/database/database.ts'
import { openSite } from './site.ts'

let read: () => Promise<object[]>
vi.mock('../../api/database/scope.ts', () => ({ asService: () => read() }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const named = (name: string) => () => Promise.resolve([{ name }])
const open = () =>
  openSite({
    db: {} as Database,
    log: pino({ level: 'silent' }),
    url: 'http://site',
    publishableKey: 'key',
    isSignUpOpen: true,
  })

test('settings keep their values when they cannot be read, and reading is retried until it succeeds', async () => {
  read = named('Before')
  const site = await open()
  let failures = 0
  read = () => {
    failures += 1
    return Promise.reject(new Error('the database is gone'))
  }
  await site.renew()
  expect((await site.settled()).name).toBe('Before')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(failures).toBeGreaterThan(5)
  expect(site.now().name).toBe('Before')
  read = named('After')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(site.now().name).toBe('After')
})

test('a rendering meanwhile waits for the settings of the latest change', async () => {
  read = named('Before')
  const site = await open()
  let answer: (rows: object[]) => void = () => undefined
  read = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  void site.renew()
  const settled = site.settled()
  await vi.advanceTimersByTimeAsync(0)
  expect(site.now().name).toBe('Before')
  answer([{ name: 'After' }])
  expect((await settled).name).toBe('After')
})
