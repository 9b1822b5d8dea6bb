// What a member's page loads before its modules do, and that a guest's loads none of it.
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { FirstRows } from '#app/ui/first-rows.tsx'
import { OWN_PART_PATH, ROOT_SESSION, SESSION_KEY } from '#shared/page-contract.ts'
import { startAsMember } from './member.ts'
import { root } from './page.ts'

const PART = { html: '<ul><li><a href="/of-mine">Mine</a></li></ul>', reads: { '/rest/v1/rpc/me': [] } }
const sent = vi.fn(async (_path: string, _init: RequestInit) => Response.json(PART))
vi.stubGlobal('MEMBER_FILES', [
  ['data:text/javascript,1', 'data:text/javascript,2'],
  ['data:text/javascript,3'],
])
vi.stubGlobal('fetch', sent)

const preloads = () => document.head.querySelectorAll('link[rel="modulepreload"][href^="data:"]')
const store = (session: object) => localStorage.setItem(SESSION_KEY, JSON.stringify(session))
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

afterEach(() => {
  for (const link of preloads()) link.remove()
  localStorage.clear()
  root.removeAttribute(ROOT_SESSION)
  sent.mockClear()
  delete window.ownPart
})

test('a guest loads and asks nothing', () => {
  startAsMember()
  expect(preloads()).toHaveLength(0)
  expect(sent).not.toHaveBeenCalled()
})

const startSignedIn = () => {
  root.setAttribute(ROOT_SESSION, '')
  store({ access_token: 'mine', expires_at: inSeconds(600) })
  startAsMember()
}

test('a member loads the modules, the last ones after the others, and asks for their part of the page', async () => {
  startSignedIn()
  const [path] = sent.mock.lastCall ?? []
  const page = encodeURIComponent(location.pathname + location.search)
  expect(path).toBe(`${OWN_PART_PATH}?page=${page}&width=${innerWidth}`)
  expect(sent.mock.lastCall?.[1].headers).toMatchObject({ authorization: 'Bearer mine' })
  expect(window.ownPart?.authorization).toBe('Bearer mine')
  expect(await window.ownPart?.answer).toEqual(PART)
  await expect.poll(() => preloads().length).toBe(3)
})

test('the modules leave the connections to the member’s part until it begins, or for half a second', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  sent.mockReturnValueOnce(answer)
  startSignedIn()
  await new Promise((next) => setTimeout(next, 100))
  expect(preloads()).toHaveLength(0)
  resolve(Response.json(PART))
  await expect.poll(() => preloads().length).toBe(3)
  for (const link of preloads()) link.remove()
  sent.mockReturnValueOnce(new Promise(() => undefined))
  startSignedIn()
  expect(preloads()).toHaveLength(0)
  await expect.poll(() => preloads().length).toBe(3)
})

test.each([{ access_token: 'mine', expires_at: inSeconds(30) }, { access_token: 'mine' }, 'broken'])(
  'with a token that has to be renewed, or none, the modules are loaded alone: %o',
  async (session) => {
    root.setAttribute(ROOT_SESSION, '')
    if (typeof session === 'string') localStorage.setItem(SESSION_KEY, session)
    else store(session)
    startAsMember()
    await expect.poll(() => preloads().length).toBe(3)
    expect(sent).not.toHaveBeenCalled()
  },
)

test('the rows that came stand for the placeholder, and are gone with it', async () => {
  const page = (own: 'placeholder' | 'rows') => (
    <FirstRows>{own === 'rows' ? <p>My own rows</p> : <Skeleton isFirst label="Loading..." />}</FirstRows>
  )
  const screen = await render(page('placeholder'))
  startSignedIn()
  await expect.element(screen.getByRole('link', { name: 'Mine' })).toBeVisible()
  await screen.rerender(page('rows'))
  await expect.element(screen.getByText('My own rows')).toBeVisible()
  expect(screen.container.textContent).toBe('My own rows')
})

test('rows that come after the page has its own, or were refused, are not shown', async () => {
  const screen = await render(<FirstRows>My own rows</FirstRows>)
  startSignedIn()
  expect(await window.ownPart?.answer).toEqual(PART)
  expect(screen.container.textContent).toBe('My own rows')
  sent.mockResolvedValueOnce(new Response('{}', { status: 429 }))
  startSignedIn()
  expect(await window.ownPart?.answer).toBeNull()
})
