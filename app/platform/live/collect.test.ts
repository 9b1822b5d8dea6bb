import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collect } from './collect.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a burst of 80 is answered once, with all of it', () => {
  const answer = vi.fn()
  const burst = collect<number>(answer)
  for (let event = 0; event < 80; event += 1) {
    burst.add(event)
    vi.advanceTimersByTime(10)
  }
  expect(answer).not.toHaveBeenCalled()
  vi.advanceTimersByTime(300)
  expect(answer).toHaveBeenCalledExactlyOnceWith(Array.from({ length: 80 }, (_, index) => index))
  burst.add(80)
  vi.advanceTimersByTime(300)
  expect(answer).toHaveBeenLastCalledWith([80])
})

test('a burst that does not end is answered every three seconds', () => {
  const answer = vi.fn()
  const burst = collect<number>(answer)
  for (let event = 0; event < 60; event += 1) {
    burst.add(event)
    vi.advanceTimersByTime(100)
  }
  expect(answer.mock.calls.length).toBeGreaterThanOrEqual(1)
  expect(answer.mock.calls.length).toBeLessThanOrEqual(2)
})

test('what was dropped is not answered', () => {
  const answer = vi.fn()
  const burst = collect<string>(answer)
  burst.add('left')
  burst.drop()
  vi.advanceTimersByTime(1_000)
  expect(answer).not.toHaveBeenCalled()
})
