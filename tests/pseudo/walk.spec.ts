// Every screen of guests and members in the pseudo-language, with what opens on it: no text outside of the catalogue, none
// that is cut, and nothing beyond the screen. `npm run pseudo` builds the pages of /xx, and runs it.
import type { Page } from '@playwright/test'
import { ACT, ROOT_HYDRATED } from '../../shared/page-contract.ts'
import { startDiscussion, writer } from '../e2e/discussions.ts'
import { expect, siteOfRun, test } from '../e2e/fixtures.ts'
import { enterAs } from '../e2e/people.ts'
import { longestThread } from '../e2e/sample.ts'
import { GUEST_ROUTES, MEMBER_ROUTES } from '../e2e/screens.ts'
import { type Content, PLAIN, readContent } from './content.ts'
import { type Read, readPage } from './read-page.ts'

/** Names, and what is the same in all languages. */
const NO_WORDS =
  /ArthaChowk|https?:\S+|\S+@\S+|(?:\/[\w…·-]+)+|\b(?:IST|RSS|JSON|kB|MB|JPEG|PNG|WebP|AVIF|GIF|PDF|LaTeX|TeX|QR)\b/g
/** Keys, as a title names them. */
const KEYS = /\b(?:Ctrl|Alt|Shift|Esc|Enter)\b|\balt\+T\b/g
/** Members of the walk, who are made after the content was read. */
const WALKERS = /\b(?:reader|author)-[0-9a-f]+/g
/** What shows something more of the page it is on. The list of the chat moves under the pointer. */
const OPENERS = `:is(summary, [aria-haspopup], [aria-expanded="false"], [${ACT}], [role=tab][aria-selected="false"]):not([role=log] *)`
/** Leads away. */
const LEAVES = 'a[href]:not([role]), [type=submit]'
const MOST_OPENED = 14
const IDLE_TIMEOUT_MS = 2_500

let content: Content
test.beforeAll(async () => {
  content = await readContent(siteOfRun().adminDatabaseUrl)
})

const inPseudo = (path: string) => `/xx${path === '/' ? '' : path.replace(/^\/(?=\?)/, '')}`
const said = ({ kind, text, where }: Read) => `${kind} '${text.slice(0, 120)}' in ${where}`

for (const path of GUEST_ROUTES)
  test(`a guest at ${path}`, async ({ page }) => {
    await page.goto(inPseudo(path))
    await expectTranslated(page)
    await expectWhatOpens(page)
  })

for (const path of MEMBER_ROUTES)
  test(`a member at ${path}`, async ({ page }) => {
    await enterAs(page, await writer('reader'), inPseudo(path))
    await expectTranslated(page)
    await expectWhatOpens(page)
  })

for (const role of ['guest', 'member'] as const)
  test(`a ${role} at a discussion`, async ({ page }) => {
    const path = inPseudo(await longestThread())
    if (role === 'guest') await page.goto(path)
    else await enterAs(page, await writer('reader'), path)
    await expectTranslated(page)
    await expectWhatOpens(page)
  })

test('a member at an own discussion', async ({ page }) => {
  const author = await writer('author')
  const { path } = await startDiscussion(author, 'What the pseudo-language is read beside')
  content = await readContent(siteOfRun().adminDatabaseUrl)
  await enterAs(page, author, inPseudo(path))
  await expectTranslated(page)
  await expectWhatOpens(page)
})

for (const path of ['/signin', '/signup', '/forgot-password', '/contact'])
  test(`errors at the fields of ${path}`, async ({ page }) => {
    await page.goto(inPseudo(path))
    const form = page.getByRole('main').locator('form:has([type=submit])').first()
    // Nobody can send a sign-up without it.
    for (const terms of await form.getByRole('checkbox').all()) await terms.check()
    await form.locator('[type=submit]').last().click()
    await expect(form.locator('[aria-invalid=true]').first()).toBeVisible()
    await expectTranslated(page)
  })

test('the palette, and the list of keys', async ({ page }) => {
  await enterAs(page, await writer('reader'), '/xx/forums')
  await settle(page)
  for (const key of ['/', '?']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectTranslated(page, ` after ${key}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('at an unknown address', async ({ page, noise }) => {
  noise.expect(/status of 404/)
  await page.goto('/xx/no-such-page')
  await expectTranslated(page)
})

/** What was opened on one screen is the same on the next. */
const opened = new Set<string>()

/** Opens each thing that opens on the page and was not opened before, one after another. */
async function expectWhatOpens(page: Page): Promise<void> {
  const address = page.url()
  for (let count = 0; count < MOST_OPENED; count += 1) {
    const openers = page.locator(OPENERS).filter({ visible: true })
    const labels = await openers.evaluateAll(
      (all, leaves) =>
        all.map((one) =>
          one.matches(leaves) || (one as HTMLButtonElement).disabled
            ? ''
            : `${one.localName} ${one.getAttribute('aria-label') ?? one.textContent}`.replace(
                /\d+|@?[a-z._]{3,}/g,
                '',
              ),
        ),
      LEAVES,
    )
    const next = labels.findIndex((label) => label !== '' && !opened.has(label))
    if (next < 0) return
    const label = labels[next] ?? ''
    opened.add(label)
    await openers.nth(next).click({ timeout: 5_000 })
    await expectTranslated(page, ` after ${label}`)
    // What has opened closes with the page.
    await page.goto(address)
    await settle(page)
  }
}

async function settle(page: Page): Promise<void> {
  await page.locator(`html:not([data-session]), html[${ROOT_HYDRATED}]`).waitFor({ state: 'attached' })
  // The network of a live page never becomes idle.
  await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS }).catch(() => undefined)
}

async function expectTranslated(page: Page, when = ''): Promise<void> {
  await settle(page)
  const { texts, cut, overflow } = await page.evaluate(readPage)
  const stray = texts.filter(({ text }) => {
    const words = [NO_WORDS, KEYS, WALKERS].reduce((left, one) => left.replace(one, ' '), text)
    return PLAIN.test(words) && !content.has(words)
  })
  const at = `${page.url()}${when}`
  expect.soft(stray.map(said), `outside of the catalogue at ${at}`).toEqual([])
  expect.soft(cut.map(said), `cut at ${at}`).toEqual([])
  expect.soft(overflow, `pixels beyond the screen at ${at}`).toBe(0)
}
