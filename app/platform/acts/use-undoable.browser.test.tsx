import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useUndoable } from './use-undoable.ts'

const sent = vi.fn<(path: string) => void>()
/** Ends the wait for the session, with which a deletion begins. */
let signIn: () => void = () => undefined

vi.mock('#app/platform/session/session.ts', () => ({
  SESSION_KEY: 'session',
  currentSession: () => ({ status: 'guest' }),
  client: async () => ({
    auth: {
      getSession: () =>
        new Promise((resolve) => {
          signIn = () => resolve({ data: { session: { access_token: 'token' } } })
        }),
    },
  }),
}))
vi.mock('#app/platform/supabase/client-options.ts', () => ({ publishableKey: () => 'key' }))

function Messages({ ids }: { ids: string[] }) {
  const deletion = useUndoable({ said: 'Deleted', failed: 'Not deleted.', onDeleted: () => undefined })
  return (
    <ul aria-label="Messages">
      {deletion.note ? <li>{deletion.note}</li> : null}
      {ids
        .filter((id) => deletion.path !== id)
        .map((id) => (
          <li key={id}>
            <button type="button" onClick={() => deletion.remove({ method: 'DELETE', path: id })}>
              Delete {id}
            </button>
          </li>
        ))}
    </ul>
  )
}

async function start(ids: string[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sent.mockClear()
  vi.stubGlobal('fetch', (url: string) => {
    sent(url.replace('/rest/v1/', ''))
    return Promise.resolve(Response.json([{ id: url }]))
  })
  await render(<Messages ids={ids} />)
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
}

const buttonOf = (id: string) => page.getByRole('button', { name: `Delete ${id}` })

test('a second press before the first has begun is none, and Undo takes back all', async () => {
  const end = await start(['one', 'two'])
  try {
    const button = buttonOf('one').element() as HTMLElement
    button.click()
    button.click()
    await vi.waitFor(() => expect(page.getByRole('button', { name: 'Undo' }).elements()).toHaveLength(1))
    signIn()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(buttonOf('one')).toBeVisible()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(sent).not.toHaveBeenCalled()
  } finally {
    end()
  }
})

test('the deletion of another thing sends the first one at once, in its turn', async () => {
  const end = await start(['one', 'two'])
  try {
    ;(buttonOf('one').element() as HTMLElement).click()
    ;(buttonOf('two').element() as HTMLElement).click()
    await vi.waitFor(async () => {
      signIn()
      await vi.advanceTimersByTimeAsync(1)
      expect(sent.mock.calls).toEqual([['one']])
    })
    signIn()
    await vi.advanceTimersByTimeAsync(7_000)
    expect(sent.mock.calls).toEqual([['one'], ['two']])
  } finally {
    end()
  }
})
