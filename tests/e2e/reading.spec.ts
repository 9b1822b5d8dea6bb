// A visitor without JavaScript reads everything: home, forums, a category, a discussion and its pages of replies.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { longestThread } from './sample.ts'

test.use({ javaScriptEnabled: false })

test('home, forums, category, discussion: by links alone', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const grids = ['Forum categories', 'Latest articles'].map((name) => page.getByRole('region', { name }))
  for (const grid of grids) expect(await entrances(grid)).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await Promise.all(grids.map(entrances))).toEqual([
    [0, 100, 200, 300, 400, 500],
    [0, 150, 300],
  ])
  for (const grid of grids) {
    await grid.scrollIntoViewIfNeeded()
    await expect.poll(() => entrances(grid), 'each card has entered').toEqual([])
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /forums/i })
    .first()
    .click()
  await expect(page).toHaveURL('/forums')
  await page.getByRole('main').getByRole('link', { name: /IPO/ }).first().click()
  await expect(page).toHaveURL('/forums/ipos')
  const title = page.getByRole('main').getByRole('heading', { level: 3 }).first()
  const words = (await title.textContent()) ?? ''
  await title.getByRole('link').click()
  await expect(page).toHaveURL(/\/forums\/ipos\/[a-z0-9-]+-[0-9a-f]{8}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Forums')
})

test('each page of replies of a long discussion has its own address', async ({ page }) => {
  await page.goto(await longestThread())
  await expect(noscriptLine(page)).toContainText('Replying needs JavaScript')
  // Forced colours leave what is nothing but a background.
  await page.emulateMedia({ forcedColors: 'active' })
  const drawn = await page
    .locator('main span.face')
    .evaluateAll((faces) => faces.map((face) => getComputedStyle(face).backgroundImage.slice(0, 6)))
  expect(new Set(drawn)).toEqual(new Set(['linear']))
  await page.emulateMedia({ forcedColors: 'none' })
  const replies = page.getByRole('region', { name: /^\d+ replies$/ }).getByRole('listitem')
  const first = await replies.allInnerTexts()
  expect(first.length).toBeGreaterThanOrEqual(20)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(replies).not.toHaveCount(0)
  const second = await replies.allInnerTexts()
  expect(second.length).toBeGreaterThan(0)
  expect(first).not.toContain(second[0])
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page).not.toHaveURL(/page=2/)
  expect(await replies.allInnerTexts()).toEqual(first)
})

for (const [what, path] of [
  ['an address of nothing', '/no-such-page'],
  ['a category that is not there', '/forums/no-such-category'],
  ['a discussion that is not there', '/forums/ipos/no-such-discussion-00000000'],
] as const) {
  test(`${what} is a 404 that says so and leads back`, async ({ page, noise }) => {
    noise.expect(/status of 404/)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('main')).toContainText(/not found/i)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  })
}

for (const path of ['/signin', '/signup', '/profile', '/new-discussion', '/admin/claim?token=x']) {
  test(`${path} says that it needs JavaScript, and offers no form that cannot be sent`, async ({ page }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(noscriptLine(page)).toBeVisible()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  })
}

/** The delays of the cards of a grid that are still to appear or appearing. */
function entrances(grid: Locator): Promise<number[]> {
  return grid.evaluate((section) =>
    section
      .getAnimations({ subtree: true })
      .filter((one) => one instanceof CSSAnimation && one.playState !== 'finished')
      .map((one) => Math.round(Number(one.effect?.getTiming().delay))),
  )
}

/** Found by role, because Playwright does not find text within <noscript>. */
function noscriptLine(page: Page) {
  return page.getByRole('main').getByRole('paragraph').filter({ hasText: 'needs JavaScript' })
}

test('the front page fits a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/', '/forums', '/forums/ipos', '/blog', '/trending']) {
    await page.goto(path)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBeLessThanOrEqual(320)
    // What is invented says so at every width.
    const cut = await page.getByText('· Sample', { exact: true }).evaluateAll((marks) =>
      marks
        .filter((mark) => {
          let clip = mark.parentElement
          while (clip && getComputedStyle(clip).overflowX === 'visible') clip = clip.parentElement
          return clip && mark.getBoundingClientRect().right > clip.getBoundingClientRect().right + 1
        })
        .map((mark) => mark.closest('li')?.innerText),
    )
    expect(cut, path).toEqual([])
  }
})

test('the rows of a list lose nothing to the spacing that a reader sets (WCAG 1.4.12)', async ({ page }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/forums/ipos')
    await page.evaluate(() => {
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      )
      document.adoptedStyleSheets.push(spacing)
    })
    const rows = page.getByRole('region', { name: 'Discussions' }).getByRole('listitem')
    const cut = await rows.evaluateAll((items) =>
      items.flatMap((item) => {
        const title = item.querySelector('h3')
        const figures = [...item.querySelectorAll('p')].at(-1)
        if (!title?.parentElement || !figures) return ['a row without title or figures']
        const isTitleWhole =
          title.getBoundingClientRect().bottom <= title.parentElement.getBoundingClientRect().bottom + 0.5
        const areFiguresWhole = figures.scrollWidth <= figures.clientWidth
        return isTitleWhole && areFiguresWhole ? [] : [title.innerText]
      }),
    )
    expect(cut, `at ${width} pixels`).toEqual([])
  }
})

test("a member's page highlights no link of the experts in the header", async ({ page }) => {
  await page.goto('/experts')
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
  if (await page.getByRole('navigation', { name: 'Main' }).isVisible())
    await expect(current).toHaveText('Experts')
  await page.goto('/experts/sneha_joshi')
  await expect(current).toHaveCount(0)
})
