// A deferred page in a frame, from its HTML to the first effect of its modules: the real inline script, a module whose
// arrival the test controls, and React hydrating a page that the visitor has already used.
import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ROOT_HYDRATED } from '#shared/page-contract.ts'
import {
  announceHydration,
  closeDeferred,
  type DeferredPage,
  openDeferred,
} from '../../tests/support/deferred-page.ts'

/** Lists the pressed buttons, and announces that it is hydrated, as the site's root does (app/root.tsx). */
function Page({ at }: { at: Document }) {
  const [presses, setPresses] = useState<string[]>([])
  useEffect(() => announceHydration({ document: at }), [at])
  const press = (name: string) => () => setPresses((before) => [...before, name])
  return (
    <main>
      <h1>A discussion</h1>
      <input aria-label="Reply" defaultValue="" />
      {/* A pressed button is marked as busy before it is hydrated. */}
      <button type="button" suppressHydrationWarning onClick={press('upvote')}>
        Upvote
      </button>
      <button type="button" suppressHydrationWarning onClick={press('bookmark')}>
        Bookmark
      </button>
      <form action="/search" method="get" target="results">
        <input aria-label="Search" name="q" />
        <button type="submit">Search</button>
      </form>
      <output>{presses.join(', ')}</output>
    </main>
  )
}

let opened: DeferredPage
let modules: { asked: number; arrive: () => void }

/** @param module the text of the page's module script */
async function open(module = 'parent.modulesOfTest()') {
  const body = renderToString(<Page at={document} />)
  opened = await openDeferred({
    body: `<div id="root">${body}</div><iframe name="results"></iframe>`,
    modules: module,
  })
}

const inside = page.frameLocator(page.getByTitle('the page'))
const presses = () => inner().querySelector('output')?.textContent
const inner = () => opened.document

beforeEach(async () => {
  localStorage.clear()
  // The pointer stays where the last test left it. Over a control of the new frame, it would load the modules.
  await page.elementLocator(document.documentElement).hover({ position: { x: 1_200, y: 700 } })
  const { promise, resolve } = Promise.withResolvers<void>()
  modules = { asked: 0, arrive: resolve }
  Object.assign(window, {
    modulesOfTest: async () => {
      modules.asked += 1
      await promise
      const root = inner().getElementById('root')
      if (root) hydrateRoot(root, <Page at={inner()} />)
    },
  })
})

afterEach(closeDeferred)

test('a page that is only read loads no module', async () => {
  await open()
  expect(inner().querySelector('link[rel="modulepreload"]')).toBeNull()
  await inside.getByRole('heading').click()
  inner().documentElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }))
  expect(modules.asked).toBe(0)
  // The allowed twin: a control loads them, once.
  await inside.getByRole('button', { name: 'Upvote' }).hover()
  await inside.getByLabelText('Reply').click()
  expect(modules.asked).toBe(1)
})

test('a button that was pressed before hydration is pressed again, once', async () => {
  await open()
  const button = inside.getByRole('button', { name: 'Upvote' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  expect(presses()).toBe('')
  modules.arrive()
  await expect.poll(presses).toBe('upvote')
  expect(inner().querySelector('[aria-busy]')).toBeNull()
  await button.click()
  await expect.poll(presses).toBe('upvote, upvote')
})

test('of two buttons pressed before hydration the last one counts', async () => {
  await open()
  await inside.getByRole('button', { name: 'Upvote' }).click()
  await inside.getByRole('button', { name: 'Bookmark' }).click()
  modules.arrive()
  await expect.poll(presses).toBe('bookmark')
  expect(inner().querySelector('[aria-busy]')).toBeNull()
})

test('text typed before hydration stays', async () => {
  await open()
  const field = inside.getByLabelText('Reply')
  expect(modules.asked).toBe(0)
  await field.fill('Wait for the allotment')
  await expect.poll(() => modules.asked, { message: 'reaching for the field asks for them' }).toBe(1)
  modules.arrive()
  await expect.poll(() => inner().documentElement.hasAttribute(ROOT_HYDRATED)).toBe(true)
  await expect.element(field).toHaveValue('Wait for the allotment')
})

test('a form with its own address is sent without the modules', async () => {
  await open()
  const sent = new Promise<string>((resolve) => {
    inner().addEventListener('submit', (event) => {
      event.preventDefault()
      resolve(new FormData(event.target as HTMLFormElement).get('q') as string)
    })
  })
  await inside.getByLabelText('Search').fill('allotment')
  await inside.getByRole('button', { name: 'Search' }).click()
  expect(await sent).toBe('allotment')
})

test('modules that fail to load are reported, and the page keeps working as plain HTML', async () => {
  await open("import '/of-an-older-release.js'")
  await inside.getByRole('button', { name: 'Upvote' }).click()
  await expect
    .element(inside.getByRole('alert'))
    .toHaveTextContent('Parts of this page could not be loaded. Reading, links and search work. Reload')
  expect(inner().querySelector('[aria-busy]')).toBeNull()
  expect(inner().documentElement.hasAttribute('data-script')).toBe(false)
})
