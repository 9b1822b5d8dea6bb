import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { endSession, setSession } from '#app/platform/session/session.ts'
import { type Toast, takeToasts } from '#app/ui/feedback/toast.ts'
import { type Asked, fakeClient } from '../../../tests/support/fake-client.ts'
import { UpvoteButton, upvoteTexts } from './upvote-button.tsx'
import { useUpvotes } from './use-upvotes.ts'

const server = vi.hoisted(() => ({
  write: null as ((asked: Asked) => Promise<Response>) | null,
  writes: [] as string[],
  own: [] as { id: string }[],
  /** The upvote that a read of `reactions` finds. */
  other: [] as { id: string }[],
}))

vi.mock('#app/platform/supabase/browser-client.ts', () => ({
  openClient: async () => fakeClient(answer),
}))

function answer(asked: Asked): Response | Promise<Response> {
  const { method, address } = asked
  if (method === 'GET' && address.pathname.endsWith('/reactions')) return Response.json(server.other[0])
  if (method === 'GET') {
    const id = address.searchParams.get('id')?.slice('eq.'.length)
    return Response.json([{ id, upvote_count: 4, reactions: server.own, replies: [] }])
  }
  server.writes.push(method + address.search.replace(/[?&]select=[^&]*/, ''))
  return server.write?.(asked) ?? new Response(null, { status: 500 })
}

const added = () => Response.json({ id: 'r1' }, { status: 201 })
const refused = () => Response.json({ code: '42501', message: 'permission denied' }, { status: 403 })

const member = {
  status: 'member' as const,
  userId: 'asha',
  email: 'asha@example.com',
  profile: null,
  isAdmin: false,
  settled: true,
}

let threads = 0
let toasts: Toast[]

beforeEach(() => {
  Object.assign(server, { write: null, writes: [], own: [], other: [] })
  toasts = []
  takeToasts((toast) => toasts.push(toast))
  localStorage.clear()
})

const NO_REPLIES: { id: string }[] = []

function Discussion({ thread }: { thread: { id: string } }) {
  const upvotes = useUpvotes(thread, NO_REPLIES)
  return (
    <UpvoteButton
      target={{ threadId: thread.id }}
      texts={upvoteTexts(upvotes, thread.id, 4)}
      upvotes={upvotes}
    />
  )
}

/** Opens the page of a discussion that no other test uses. */
async function open() {
  threads += 1
  const router = createMemoryRouter([
    { path: '/', element: <Discussion thread={{ id: `t${threads}` }} /> },
    { path: '/signin', element: <h1>Sign in</h1> },
  ])
  await render(<RouterProvider router={router} />)
  return router
}

const button = page.getByRole('button', { name: /^Upvote/ })

async function expectUpvotes(count: number, isOwn: boolean) {
  await expect.element(button).toHaveTextContent(`Upvote${count}`)
  await expect.element(button).toHaveAttribute('aria-pressed', String(isOwn))
}

test('an upvote shows before the server answers, and is taken back by its id', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.write = () => promise
  setSession(member)
  await open()
  await expectUpvotes(4, false)
  await button.click()
  await expectUpvotes(5, true)
  expect(server.writes).toEqual(['POST'])
  resolve(added())
  await expect.poll(async () => (await promise).bodyUsed).toBe(true)
  server.write = async () => new Response(null, { status: 204 })
  // A click before the response is processed is ignored; a second upvote would be a POST.
  await expect
    .poll(async () => {
      if (server.writes.length === 1) await button.click()
      return server.writes
    })
    .toEqual(['POST', 'DELETE?id=eq.r1'])
  await expectUpvotes(4, false)
})

test('a refused upvote rolls back, and says so', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.write = () => promise
  setSession(member)
  await open()
  await button.click()
  await expectUpvotes(5, true)
  resolve(refused())
  await expectUpvotes(4, false)
  await expect.poll(() => toasts).toEqual([expect.objectContaining({ title: 'Failed to react' })])
})

test('a refused removal shows the upvote again', async () => {
  server.own = [{ id: 'r7' }]
  server.write = async () => refused()
  setSession(member)
  await open()
  await expectUpvotes(4, true)
  await button.click()
  await expect.poll(() => toasts).toEqual([expect.objectContaining({ title: 'Failed to react' })])
  expect(server.writes).toEqual(['DELETE?id=eq.r7'])
  await expectUpvotes(4, true)
})

test('a second click while the first is under way sends nothing and undoes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.write = () => promise
  setSession(member)
  await open()
  await button.click()
  await expectUpvotes(5, true)
  await button.click()
  await expectUpvotes(5, true)
  resolve(added())
  await expect.poll(async () => (await promise).bodyUsed).toBe(true)
  await expectUpvotes(5, true)
  expect(server.writes).toEqual(['POST'])
})

test('a guest is led to sign-in, and the upvote is cast on the way back', async () => {
  server.write = async () => added()
  endSession()
  const router = await open()
  await button.click()
  await expect.element(page.getByRole('heading')).toHaveTextContent('Sign in')
  expect(server.writes).toEqual([])
  setSession(member)
  await router.navigate('/')
  await expectUpvotes(5, true)
  expect(server.writes).toEqual(['POST'])
})

test('an upvote that another tab has cast meanwhile is the same upvote, and is taken back by its id', async () => {
  const duplicate = { code: '23505', message: 'duplicate key value' }
  server.write = async () => Response.json(duplicate, { status: 409 })
  server.own = []
  setSession(member)
  await open()
  await expectUpvotes(4, false)
  server.other = [{ id: 'r9' }]
  await button.click()
  await expectUpvotes(5, true)
  server.write = async () => new Response(null, { status: 204 })
  await expect
    .poll(async () => {
      if (server.writes.length === 1) await button.click()
      return server.writes
    })
    .toEqual(['POST', 'DELETE?id=eq.r9'])
  expect(toasts).toEqual([])
})

test('offline, an upvote goes back, and the message says that nothing was changed', async () => {
  server.write = () => Promise.reject(new TypeError('Failed to fetch'))
  setSession(member)
  await open()
  await expectUpvotes(4, false)
  await button.click()
  await expect.poll(() => toasts.at(-1)?.text).toContain('nothing was changed')
  await expectUpvotes(4, false)
})
