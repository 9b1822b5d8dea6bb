import { mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { keepRunning, trimLog } from './embedded.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const state = { isRunning: false, starts: 0 }
  const stop = keepRunning({
    isRunning: () => state.isRunning,
    start: () => {
      state.starts += 1
      return { failure: () => 'it ended with exit code 1' }
    },
    log: createLog('silent'),
  })
  return { state, stop }
}

test('a database that exits is restarted within a second', () => {
  const { state, stop } = watched()
  vi.advanceTimersByTime(1_000)
  expect(state.starts).toBe(1)
  stop()
})

test('a database that cannot start is retried less and less often', () => {
  const { state, stop } = watched()
  vi.advanceTimersByTime(60_000)
  expect(state.starts).toBeLessThanOrEqual(7)
  vi.advanceTimersByTime(60 * 60_000)
  expect(state.starts).toBeGreaterThan(100)
  expect(state.starts).toBeLessThanOrEqual(7 + 120)
  stop()
})

test('one that ran for a minute is restarted at once', () => {
  const { state, stop } = watched()
  vi.advanceTimersByTime(10 * 60_000)
  state.isRunning = true
  vi.advanceTimersByTime(61_000)
  const before = state.starts
  state.isRunning = false
  vi.advanceTimersByTime(1_000)
  expect(state.starts).toBe(before + 1)
  stop()
})

test('nothing is started after the supervision has ended', () => {
  const { state, stop } = watched()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(state.starts).toBe(0)
})

test('a log that has grown is rotated, and the server continues in an empty one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-trim-'))
  const file = join(folder, 'postgres.log')
  trimLog(file, 10)
  const server = openSync(file, 'a')
  writeSync(server, 'short\n')
  trimLog(file, 10)
  expect(readFileSync(file, 'utf8')).toBe('short\n')
  writeSync(server, 'longer\n')
  trimLog(file, 10)
  writeSync(server, 'next\n')
  expect(readFileSync(file, 'utf8')).toBe('next\n')
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('short\nlonger\n')
  rmSync(folder, { recursive: true })
})
