import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { keepRunning } from './embedded.ts'

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

test('a database that ends is started again within a second', () => {
  const { state, stop } = watched()
  vi.advanceTimersByTime(1_000)
  expect(state.starts).toBe(1)
  stop()
})

test('a database that cannot start is tried less and less often', () => {
  const { state, stop } = watched()
  vi.advanceTimersByTime(60_000)
  expect(state.starts).toBeLessThanOrEqual(7)
  vi.advanceTimersByTime(60 * 60_000)
  expect(state.starts).toBeGreaterThan(100)
  expect(state.starts).toBeLessThanOrEqual(7 + 120)
  stop()
})

test('one that ran for a minute is started again at once', () => {
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

test('nothing is started after the watch has ended', () => {
  const { state, stop } = watched()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(state.starts).toBe(0)
})
