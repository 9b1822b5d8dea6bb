import { InfiniteQueryObserver, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#app/platform/query/query-client.tsx'
import { change, changeAll } from './optimistic.ts'

let queries = createQueryClient()
vi.mock(import('#app/platform/query/query-client.tsx'), async (load) => ({
  ...(await load()),
  queryClient: () => queries,
}))

beforeEach(() => {
  queries = createQueryClient()
})

const read = vi.fn<() => Promise<number>>()
const query = { queryKey: ['figure'], queryFn: read }
const figure = () => queries.getQueryData(['figure'])

test('a change is shown while it is written, and stays', async () => {
  queries.setQueryData(['figure'], 4)
  const { promise, resolve } = Promise.withResolvers<void>()
  const write = vi.fn(() => promise)
  const done = change(query, (before) => before + 1, write)
  await vi.waitFor(() => expect(write).toHaveBeenCalledWith(5))
  expect(figure()).toBe(5)
  resolve()
  expect(await done, 'the figure before').toBe(4)
  expect(figure()).toBe(5)
})

test('a change before the state is known begins with the state', async () => {
  read.mockResolvedValueOnce(7)
  await change(
    query,
    (before) => before + 1,
    async () => undefined,
  )
  expect(figure()).toBe(8)
})

test('a refused change is taken back', async () => {
  queries.setQueryData(['figure'], 4)
  const refusal = new Error('refused')
  await expect(
    change(
      query,
      () => 5,
      () => Promise.reject(refusal),
    ),
  ).rejects.toBe(refusal)
  expect(figure()).toBe(4)
})

test('neither a read that began before the press nor one that began before it was stored undoes it', async () => {
  const answers: ((figure: number) => void)[] = []
  const options: QueryObserverOptions<number> = {
    ...query,
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
    staleTime: 0,
  }
  queries.setQueryData(['figure'], 4)
  const stop = new QueryObserver(queries, options).subscribe(() => undefined)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const stored = Promise.withResolvers<void>()
  const done = change(
    { ...query, staleTime: Number.POSITIVE_INFINITY },
    () => 5,
    () => stored.promise,
  )
  await vi.waitFor(() => expect(figure()).toBe(5))
  answers[0]?.(4)
  // A cancelled read is dropped; any other would be stored by now.
  await new Promise((resolve) => setTimeout(resolve))
  expect(figure()).toBe(5)
  void queries.refetchQueries({ queryKey: ['figure'] })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  stored.resolve()
  await done
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  answers[1]?.(4)
  answers[2]?.(5)
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(figure()).toBe(5)
  stop()
})

test('a read that began and ended while the change was stored does not undo it', async () => {
  queries.setQueryData(['figure'], 4)
  const stored = Promise.withResolvers<void>()
  const done = change(
    { ...query, staleTime: Number.POSITIVE_INFINITY },
    () => 5,
    () => stored.promise,
  )
  await vi.waitFor(() => expect(figure()).toBe(5))
  read.mockResolvedValueOnce(4)
  const stop = new QueryObserver(queries, { ...query, staleTime: 0 }).subscribe(() => undefined)
  await vi.waitFor(() => expect(figure(), 'as it was before').toBe(4))
  read.mockResolvedValueOnce(5)
  stored.resolve()
  await done
  await vi.waitFor(() => expect(figure()).toBe(5))
  stop()
})

test('a refused change of several queries is taken back in all', async () => {
  queries.setQueryData(['news', 'list'], ['new'])
  queries.setQueryData(['news', 'count'], 1)
  const show = () => {
    queries.setQueryData(['news', 'list'], ['read'])
    queries.setQueryData(['news', 'count'], 0)
  }
  const { promise, reject } = Promise.withResolvers<void>()
  const done = changeAll(['news'], show, () => promise)
  await vi.waitFor(() => expect(queries.getQueryData(['news', 'count'])).toBe(0))
  reject(new Error('refused'))
  await expect(done).rejects.toThrow('refused')
  expect(queries.getQueryData(['news', 'list'])).toEqual(['new'])
  expect(queries.getQueryData(['news', 'count'])).toBe(1)
  expect(queries.getQueryState(['news', 'count'])?.isInvalidated).toBe(true)
})

test('a further page that is being loaded arrives although an act changes the list', async () => {
  const page = Promise.withResolvers<string>()
  const read = vi.fn<() => Promise<string>>().mockResolvedValue('again')
  read.mockResolvedValueOnce('first').mockReturnValueOnce(page.promise)
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: ['news', 'list'],
    queryFn: read,
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => pages.length + 1,
  })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.pages).toEqual(['first']))
  void observer.fetchNextPage()
  await changeAll(
    ['news'],
    () => undefined,
    async () => undefined,
  )
  page.resolve('second')
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.pages).toEqual(['again', 'again']))
  stop()
})
