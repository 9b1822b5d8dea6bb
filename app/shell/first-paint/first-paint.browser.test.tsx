// What the inline script does for a page before its modules are loaded.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  GUEST_READ_KEY,
  HEADER_SEARCH,
  NOTICE_KEY,
  OPEN_OVER_EVENT,
  PROFILE_KEY,
  ROOT_KEY,
  ROOT_NOTICE,
  ROOT_SCRIPT,
  ROOT_SEARCH,
  ROOT_SESSION,
  ROOT_THEME,
  ROOT_VIEWED,
  SCRIPTS_FAILED,
  SESSION_KEY,
  THEME_KEY,
} from '#shared/page-contract.ts'
import {
  announceHydration,
  closeDeferred,
  type DeferredPage,
  openDeferred,
} from '../../../tests/support/deferred-page.ts'

const THREAD = '1a2b3c4d-0000-4000-8000-000000000000'
const MARK = '1a2b3c4d.7'
/** Stands for the browser's `fetch`, and lists what is sent. */
const LISTS_REQUESTS =
  '<script>requests = []; fetch = (to, sent) => (requests.push([to, sent.body]), Promise.resolve())</script>'
const metas = `<meta name="discussion" content="${THREAD}"/><meta name="read-mark" content="${MARK}"/>`

const inside = page.frameLocator(page.getByTitle('the page'))
const attributeOf = ({ document }: DeferredPage, name: string) => document.documentElement.getAttribute(name)

beforeEach(async () => {
  localStorage.clear()
  await page.elementLocator(document.documentElement).hover({ position: { x: 1_200, y: 700 } })
})

afterEach(closeDeferred)

test('the first paint is that of the member, the theme and the hidden notice', async () => {
  localStorage.setItem(SESSION_KEY, '{}')
  localStorage.setItem(THEME_KEY, 'dark')
  localStorage.setItem(NOTICE_KEY, String(Date.now() + 60_000))
  localStorage.setItem(PROFILE_KEY, JSON.stringify({ username: 'a-very-long-username' }))
  const opened = await openDeferred({ body: '' })
  expect(
    [ROOT_SCRIPT, ROOT_SESSION, ROOT_THEME, ROOT_NOTICE].map((name) => attributeOf(opened, name)),
  ).toEqual(['', '', 'dark', 'hidden'])
  expect(opened.document.documentElement.style.getPropertyValue('--own-name')).toBe('12ch')
})

test('where storage is blocked, the first paint is that of a guest', async () => {
  const head =
    '<script>Object.defineProperty(window, "localStorage", { get() { throw new DOMException("", "SecurityError") } })</script>'
  const opened = await openDeferred({ body: '', head: head + metas + LISTS_REQUESTS })
  expect([ROOT_SCRIPT, ROOT_SESSION, ROOT_THEME].map((name) => attributeOf(opened, name))).toEqual([
    '',
    null,
    null,
  ])
  expect(attributeOf(opened, ROOT_VIEWED), 'the rest of the script runs').toBe(THREAD)
})

test('a guest who opens a discussion is counted, and remembered by this browser', async () => {
  const opened = await openDeferred({ body: '', head: metas + LISTS_REQUESTS })
  expect((opened.window as unknown as { requests: unknown }).requests).toEqual([
    ['/rest/v1/rpc/increment_thread_views', `{"thread_id":"${THREAD}"}`],
  ])
  expect(localStorage.getItem(GUEST_READ_KEY)).toBe(MARK)
})

test("a member's view is left to the modules, which are loaded at once", async () => {
  localStorage.setItem(SESSION_KEY, '{}')
  const opened = await openDeferred({
    body: '',
    head: metas + LISTS_REQUESTS,
    modules: 'parent.arrived = true',
  })
  await expect.poll(() => (window as { arrived?: true }).arrived).toBe(true)
  expect((opened.window as unknown as { requests: unknown }).requests).toEqual([])
  expect(attributeOf(opened, ROOT_VIEWED)).toBe(null)
  expect(localStorage.getItem(GUEST_READ_KEY)).toBe(null)
})

test('the last letter waits for hydration; letters of a text and with Ctrl do not', async () => {
  const opened = await openDeferred({ body: '<input aria-label="Reply"/><p tabindex="0">Text</p>' })
  await inside.getByText('Text').click()
  await userEvent.keyboard('j')
  await userEvent.keyboard('k')
  await userEvent.keyboard('{Control>}e{/Control}')
  await userEvent.keyboard('{PageDown}')
  await inside.getByLabelText('Reply').click()
  await userEvent.keyboard('x')
  expect(attributeOf(opened, ROOT_KEY)).toBe('k')
})

test.each(['/', '{Control>}k{/Control}'])('%s opens the search before hydration', async (keys) => {
  const opened = await openDeferred({ body: `<p tabindex="0">Text</p><input id="${HEADER_SEARCH}"/>` })
  await inside.getByText('Text').click()
  await userEvent.keyboard(keys)
  expect(attributeOf(opened, ROOT_SEARCH)).toBe('')
  expect(opened.document.activeElement?.id).toBe(HEADER_SEARCH)
})

test('a picture opens over a hydrated page, unless a key asks to open it elsewhere', async () => {
  const body = '<a class="picture" href="#file" aria-label="Picture">P</a>'
  const opened = await openDeferred({ body })
  const over: string[] = []
  opened.window.addEventListener(OPEN_OVER_EVENT, ({ detail }) => over.push(detail.hash))
  const link = inside.getByRole('link', { name: 'Picture' })
  await link.click()
  expect(over, 'pressed before hydration').toEqual([])
  announceHydration(opened)
  expect(over).toEqual(['#file'])
  await link.click()
  expect(over).toEqual(['#file', '#file'])
  await link.click({ modifiers: ['Shift'] })
  expect(over).toEqual(['#file', '#file'])
})

test('a name shows a card to a member whose pointer rests on it, and to no guest', async () => {
  localStorage.setItem(SESSION_KEY, '{}')
  const body = '<p class="name"><a href="#asha">Asha</a></p><p>Text</p>'
  // The pointer has rested when the test says so.
  const head = '<script>timers = []; setTimeout = (run) => timers.push(run); clearTimeout = () => {}</script>'
  const opened = await openDeferred({ body, head })
  announceHydration(opened)
  const over: string[] = []
  opened.window.addEventListener(OPEN_OVER_EVENT, ({ detail }) => over.push(detail.hash))
  const rest = () => (opened.window as unknown as { timers: (() => void)[] }).timers.at(-1)?.()
  await inside.getByRole('link').hover()
  rest()
  expect(over).toEqual(['#asha'])
  opened.document.documentElement.removeAttribute(ROOT_SESSION)
  rest()
  expect(over).toEqual(['#asha'])
  opened.document.documentElement.setAttribute(ROOT_SESSION, '')
  await inside.getByText('Text').hover()
  rest()
  expect(over, 'the pointer has moved on').toEqual(['#asha'])
})

test('a name that appears below a pointer that pressed something else shows no card', async () => {
  localStorage.setItem(SESSION_KEY, '{}')
  const body =
    '<p class="name"><a href="#asha" style="display:block;height:100vh">Asha</a></p><button type="button" style="position:fixed;inset:0" onclick="this.remove()">Mute</button>'
  const head = '<script>timers = []; setTimeout = (run) => timers.push(run); clearTimeout = () => {}</script>'
  const opened = await openDeferred({ body, head })
  announceHydration(opened)
  const over: string[] = []
  opened.window.addEventListener(OPEN_OVER_EVENT, ({ detail }) => over.push(detail.hash))
  const overs: EventTarget[] = []
  opened.window.addEventListener('pointerover', ({ target }) => target && overs.push(target))
  const { timers } = opened.window as unknown as { timers: (() => void)[] }
  await inside.getByRole('button', { name: 'Mute' }).click()
  // What the browser takes the pointer to be over.
  await expect.poll(() => overs.at(-1)).toBe(opened.document.querySelector('a'))
  for (const rest of timers) rest()
  expect(over).toEqual([])
})

test('modules that load late take the notice of their failure back, and press the held button', async () => {
  const opened = await openDeferred({ body: '<button type="button">Upvote</button>' })
  let presses = 0
  await inside.getByRole('button').click()
  opened.document.querySelector('button')?.addEventListener('click', () => {
    presses += 1
  })
  opened.window.dispatchEvent(
    new opened.window.PromiseRejectionEvent('unhandledrejection', {
      promise: Promise.resolve(),
      reason: new TypeError('Failed to fetch dynamically imported module'),
    }),
  )
  expect(opened.document.getElementById(SCRIPTS_FAILED)).not.toBe(null)
  expect(attributeOf(opened, ROOT_SCRIPT)).toBe(null)
  announceHydration(opened)
  expect(opened.document.getElementById(SCRIPTS_FAILED)).toBe(null)
  expect(attributeOf(opened, ROOT_SCRIPT)).toBe('')
  expect(presses).toBe(1)
})
