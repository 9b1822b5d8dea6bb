import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Session, useSession } from '#app/platform/session/session.ts'
import { useMemberQuery } from './use-member-query.ts'

vi.mock('#app/platform/session/session.ts', { spy: true })

const read = vi.fn<(key: readonly unknown[]) => Promise<string>>()

function Shown({ loaded }: { loaded: object }) {
  const { data, error, retry } = useMemberQuery(
    async (userId) => ({
      queryKey: ['own', userId],
      queryFn: ({ queryKey }) => read(queryKey),
      retry: false,
    }),
    [loaded],
  )
  return error ? (
    <button type="button" onClick={retry}>
      {String(error)}
    </button>
  ) : (
    <p>{data ?? 'nothing'}</p>
  )
}

const as = (session: object) => vi.mocked(useSession).mockReturnValue(session as Session)

test('a member is answered, and asked for again when the page was read again; the answer before stays meanwhile', async () => {
  as({ status: 'member', userId: 'asha' })
  read.mockResolvedValueOnce('first')
  const first = {}
  const { rerender } = await render(<Shown loaded={first} />)
  await expect.element(page.getByText('first')).toBeVisible()
  await rerender(<Shown loaded={first} />)
  const second = Promise.withResolvers<string>()
  read.mockReturnValueOnce(second.promise)
  await rerender(<Shown loaded={{}} />)
  await expect.poll(() => read.mock.calls.length).toBe(2)
  await expect.element(page.getByText('first')).toBeVisible()
  second.resolve('second')
  await expect.element(page.getByText('second')).toBeVisible()
  expect(read).toHaveBeenCalledTimes(2)
})

test("a member's data are shown neither to a guest nor to the next member", async () => {
  as({ status: 'member', userId: 'bala' })
  read.mockReset()
  read.mockResolvedValueOnce('bala’s')
  const loaded = {}
  const { rerender } = await render(<Shown loaded={loaded} />)
  await expect.element(page.getByText('bala’s')).toBeVisible()
  as({ status: 'guest' })
  await rerender(<Shown loaded={loaded} />)
  await expect.element(page.getByText('nothing')).toBeVisible()
  const next = Promise.withResolvers<string>()
  read.mockReturnValueOnce(next.promise)
  as({ status: 'member', userId: 'chitra' })
  await rerender(<Shown loaded={loaded} />)
  await expect.poll(() => read.mock.calls.at(-1)?.[0]).toEqual(['own', 'chitra'])
  await expect.element(page.getByText('nothing')).toBeVisible()
  next.resolve('chitra’s')
  await expect.element(page.getByText('chitra’s')).toBeVisible()
})

test('a failed query is an error and not nothing, and can be tried again', async () => {
  as({ status: 'member', userId: 'divya' })
  read.mockReset()
  read.mockRejectedValueOnce('unreachable').mockResolvedValueOnce('divya’s')
  await render(<Shown loaded={{ one: 1 }} />)
  await expect.element(page.getByRole('button')).toHaveTextContent('unreachable')
  await page.getByRole('button').click()
  await expect.element(page.getByText('divya’s')).toBeVisible()
  expect(read).toHaveBeenCalledTimes(2)
})

test('options that could not be loaded are loaded again', async () => {
  as({ status: 'member', userId: 'esha' })
  const load = vi.fn(async () => ({ queryKey: ['options'], queryFn: async () => 'loaded' }))
  load.mockRejectedValueOnce(new Error('the file is gone'))
  vi.spyOn(console, 'warn').mockReturnValueOnce()
  function Loading() {
    const { data, error, retry } = useMemberQuery(load, [])
    return (
      <button type="button" onClick={retry}>
        {error ? 'failed' : (data ?? 'nothing')}
      </button>
    )
  }
  await render(<Loading />)
  await expect.element(page.getByRole('button')).toHaveTextContent('failed')
  await page.getByRole('button').click()
  await expect.element(page.getByRole('button')).toHaveTextContent('loaded')
})
