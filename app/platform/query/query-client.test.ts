import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient, KEPT_MS } from './query-client.tsx'

test('a page that was rendered leaves no timer behind, which would keep it in memory', () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const observer = new QueryObserver(client, { queryKey: ['one'], enabled: false })
  observer.subscribe(() => undefined)()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a failed query is retried three times with growing delays, and cached for five minutes', () => {
  const { retry, retryDelay, refetchOnWindowFocus } = createQueryClient().getDefaultOptions().queries ?? {}
  expect(refetchOnWindowFocus).toBe(false)
  const again = retry as (failed: number, error: Error) => boolean
  const lost = new TypeError('Failed to fetch')
  expect([0, 1, 2, 3].map((failed) => again(failed, lost))).toEqual([true, true, true, false])
  const refused = new Error('denied', { cause: { code: '42501', message: 'permission denied' } })
  expect(again(0, refused)).toBe(false)
  const wait = retryDelay as (attempt: number) => number
  expect([0, 1, 2, 9].map(wait)).toEqual([1_000, 2_000, 4_000, 30_000])
  expect(KEPT_MS).toBe(300_000)
})

test('a first read that began before a write is aborted and repeated', async () => {
  const client = createQueryClient()
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  const invalidated = client.invalidateQueries({ queryKey: ['list'] })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('before the write')
  answers[1]?.('after it')
  await invalidated
  expect(observer.getCurrentResult().data).toBe('after it')
  stop()
})

test('a further page that is being loaded is not lost when what it belongs to is read again', async () => {
  const client = createQueryClient()
  const answers: ((value: string) => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => pages.length + 1,
  })
  const stop = observer.subscribe(() => undefined)
  answers[0]?.('first')
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.pages).toEqual(['first']))
  void observer.fetchNextPage()
  const invalidated = client.invalidateQueries({ queryKey: ['list'] })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('second')
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  answers[2]?.('first, later')
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  answers[3]?.('second, later')
  await invalidated
  expect(observer.getCurrentResult().data?.pages).toEqual(['first, later', 'second, later'])
  stop()
})
