import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query.ts'

test('a page that was rendered leaves no timer behind, which would keep it in memory', () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const observer = new QueryObserver(client, { queryKey: ['one'], enabled: false })
  observer.subscribe(() => undefined)()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
