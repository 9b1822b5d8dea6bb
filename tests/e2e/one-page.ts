// The `test` function of what only looks at screens, one after another: the tests of a worker share one page for each reader.
// Opening an address there takes half the time of a new page, whose process compiles every script again. Each test begins
// with nothing stored.
import type { Page } from '@playwright/test'
import { test as base } from './fixtures.ts'

/** Who looks; a page has the session of one. */
type Reader = 'guest' | 'member' | 'administrator'

export const test = base.extend<{ reader: Reader }, { pages: Map<Reader, Page> }>({
  reader: ['guest', { option: true }],
  pages: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern, and takes no other argument
    async ({}, use) => {
      const pages = new Map<Reader, Page>()
      await use(pages)
      for (const page of pages.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, noise, pages, reader }, use) => {
    const page = pages.get(reader) ?? (await (await browser.newContext()).newPage())
    pages.set(reader, page)
    noise.watch(page.context())
    await use(page)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.context().clearCookies()
    await page.emulateMedia({ colorScheme: 'light' })
  },
})
