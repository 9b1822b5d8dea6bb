import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { setSession } from '#app/platform/session/session.ts'
import { type Toast, takeToasts } from '#app/ui/feedback/toast.ts'
import { type Asked, fakeClient } from '../../../tests/support/fake-client.ts'
import { BookmarkButton } from './bookmark-button.tsx'

const server = vi.hoisted(() => ({
  write: null as (() => Promise<Response>) | null,
  writes: [] as string[],
  kept: [] as { thread_id: string }[],
}))

vi.mock('#app/platform/supabase/browser-client.ts', () => ({
  openClient: async () => fakeClient(answer),
}))

function answer({ method }: Asked): Response | Promise<Response> {
  if (method === 'GET') return Response.json(server.kept)
  server.writes.push(method)
  return server.write?.() ?? new Response(null, { status: 500 })
}

const refused = () => Response.json({ code: '42501', message: 'permission denied' }, { status: 403 })

let threads = 0
let toasts: Toast[]

beforeEach(() => {
  Object.assign(server, { write: null, writes: [], kept: [] })
  toasts = []
  takeToasts((toast) => toasts.push(toast))
  setSession({
    status: 'member',
    userId: 'asha',
    email: 'asha@example.com',
    profile: null,
    isAdmin: false,
    settled: true,
  })
})

async function open() {
  threads += 1
  await render(
    <RouterProvider
      router={createMemoryRouter([
        { path: '/', element: <BookmarkButton target={{ threadId: `t${threads}` }} /> },
      ])}
    />,
  )
}

const button = page.getByRole('button', { name: 'Bookmark' })
const isPressed = () => button.element().getAttribute('aria-pressed')

test('a bookmark shows before the server answers, is removed by the next click, and restored by Undo', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.write = () => promise
  await open()
  await button.click()
  await expect.poll(isPressed).toBe('true')
  await button.click()
  expect(server.writes, 'the second click waits for no answer and sends nothing').toEqual(['POST'])
  expect(toasts).toEqual([])
  resolve(new Response(null, { status: 201 }))
  await expect
    .poll(() => toasts)
    .toEqual([
      {
        title: 'Bookmarked',
        action: expect.objectContaining({ label: 'Remind me tomorrow' }),
        secondAction: expect.objectContaining({ label: 'Add note' }),
      },
    ])
  expect(isPressed()).toBe('true')
  server.write = async () => new Response(null, { status: 204 })
  await button.click()
  await expect.poll(() => toasts.at(-1)?.title).toBe('Bookmark removed')
  expect(server.writes).toEqual(['POST', 'DELETE'])
  expect(isPressed()).toBe('false')
  server.write = async () => new Response(null, { status: 201 })
  toasts.at(-1)?.action?.onClick()
  await expect.poll(isPressed).toBe('true')
  await expect.poll(() => server.writes).toEqual(['POST', 'DELETE', 'POST'])
})

test.each([
  ['set', [], 'POST', 'false'],
  ['removed', [{ thread_id: 't' }], 'DELETE', 'true'],
])('a bookmark whose change is refused goes back: %s', async (_what, kept, method, before) => {
  server.kept = kept
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.write = () => promise
  await open()
  await expect.poll(isPressed).toBe(before)
  await button.click()
  await expect.poll(isPressed).toBe(before === 'true' ? 'false' : 'true')
  resolve(refused())
  await expect.poll(isPressed).toBe(before)
  await expect.poll(() => toasts).toEqual([expect.objectContaining({ title: 'Failed to bookmark' })])
  expect(server.writes).toEqual([method])
})
