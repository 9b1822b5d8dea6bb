import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { endSession, setSession } from '#app/platform/session/session.ts'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { useIntent } from './guest.ts'
import { useToggle } from './toggle.ts'

vi.mock('#app/platform/supabase/browser-client.ts', () => ({
  openClient: async () => fakeClient(() => Response.json([])),
}))

const turn = vi.fn<() => Promise<void>>()
const failed = vi.fn()
const HOUR_MS = 60 * 60 * 1_000

function signIn() {
  setSession({
    status: 'member',
    userId: 'asha',
    email: 'asha@example.com',
    profile: null,
    isAdmin: false,
    settled: true,
  })
}

beforeEach(() => {
  localStorage.clear()
  turn.mockReset().mockResolvedValue()
  failed.mockReset()
})

function Like({ id, isOn }: { id: string; isOn: boolean | undefined }) {
  return (
    <button type="button" {...useToggle({ id, isOn, turn, failed })}>
      Like
    </button>
  )
}

async function open(isOn: boolean | undefined, id = 'upvote t1') {
  const router = createMemoryRouter([
    { path: '/', element: <Like id={id} isOn={isOn} /> },
    { path: '/signin', element: <h1>Sign in</h1> },
  ])
  const { unmount } = await render(<RouterProvider router={router} />)
  return unmount
}

const button = page.getByRole('button')

test('the second click of a double-click does not undo the first, though that has ended', async () => {
  signIn()
  const marker = vi.fn(async () => undefined)
  function Both() {
    return (
      <>
        <Like id="upvote t1" isOn={false} />
        <button type="button" {...useToggle({ id: 'upvote t2', isOn: false, turn: marker, failed })}>
          Marker
        </button>
      </>
    )
  }
  await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Both /> }])} />)
  const click = (name: string, detail: number) =>
    page
      .getByRole('button', { name })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  const mark = async (times: number) => {
    click('Marker', 1)
    await expect.poll(() => marker.mock.calls.length).toBe(times)
  }
  click('Like', 1)
  await mark(1)
  expect(turn).toHaveBeenCalledOnce()
  click('Like', 2)
  await mark(2)
  expect(turn).toHaveBeenCalledOnce()
  click('Like', 1)
  await mark(3)
  expect(turn).toHaveBeenCalledTimes(2)
})

test('a guest signs in first; what was on already stays on', async () => {
  endSession()
  const leave = await open(undefined)
  await button.click()
  await expect.element(page.getByRole('heading')).toHaveTextContent('Sign in')
  expect(turn).not.toHaveBeenCalled()
  signIn()
  await leave()
  await open(true)
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => localStorage.getItem('intent')).toBeNull()
  expect(turn).not.toHaveBeenCalled()
})

test('what guests do not see is not remembered for after a sign-in', async () => {
  endSession()
  await open(false, 'watch t1')
  await button.click()
  await expect.element(page.getByRole('heading')).toHaveTextContent('Sign in')
  expect(localStorage.getItem('intent')).toBeNull()
})

function Coming({ act }: { act: (intent: string) => void }) {
  useIntent(['reply t1'], true, act)
  return <p>Here</p>
}

test.each([
  ['is carried out once', HOUR_MS - 60_000, ['reply t1']],
  ['ends after an hour, as /cookies promises', HOUR_MS + 60_000, []],
])('what a guest was about to do %s', async (_what, ageMs, carriedOut) => {
  signIn()
  localStorage.setItem('intent', `${Date.now() - ageMs} reply t1`)
  const act = vi.fn<(intent: string) => void>()
  const screen = await render(<Coming act={act} />)
  await expect.element(page.getByText('Here')).toBeVisible()
  await screen.rerender(<p>Away</p>)
  await screen.rerender(<Coming act={act} />)
  await expect.element(page.getByText('Here')).toBeVisible()
  expect(act.mock.calls.flat()).toEqual(carriedOut)
})
