// A guest's page is not hydrated while it is read (docs/decisions/0005).
import { expect, test } from './fixtures.ts'

test('reading, scrolling and following links fetches no script; reaching for a control does', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/forums/ipos')
  const first = page.getByRole('main').locator('a[href^="/forums/ipos/"]').first()
  await page.getByRole('main').getByRole('heading', { level: 1 }).hover()
  await page.mouse.wheel(0, 600)
  await page.keyboard.press('PageDown')
  await first.click()
  await expect(page).toHaveURL(/-[0-9a-f]{8}$/)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.getByRole('heading', { level: 1 }).hover()
  // By the time the browser is idle, requests that the page sends by itself have started.
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(scripts).toEqual([])
  // The click that hydrates the page takes effect.
  await page
    .getByRole('button', { name: /^Upvote/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/signin\?next=/)
  expect(scripts.length).toBeGreaterThan(0)
  // After hydration, too, a navigation within the site starts at the top.
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a page whose scripts fail to load says so, and keeps working as plain HTML', async ({
  page,
  noise,
}) => {
  noise.expect(/ERR_FAILED|Failed to fetch dynamically imported module/)
  const scripts = '**/assets/*.js'
  await page.route(scripts, (route) => route.abort())
  await page.goto('/forums/ipos')
  await page.getByRole('main').locator('a[href^="/forums/ipos/"]').first().click()
  await page
    .getByRole('button', { name: /^Upvote/ })
    .first()
    .click()
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('button', { name: /^Upvote/ })).toHaveCount(0)

  await page.goto('/')
  const search = page.getByRole('main').getByRole('searchbox', { name: 'Search the community' })
  await search.fill('allotment')
  await expect(alert).toBeVisible()
  await search.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=allotment/)

  await page.unroute(scripts)
  await page.goto('/forums')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('a form with its own address is sent while the scripts are still loading', async ({ page }) => {
  await page.route('**/assets/*.js', () => {
    // The response never comes, so the page is not hydrated.
  })
  await page.goto('/')
  const search = page.getByRole('main').getByRole('search')
  await search.getByRole('searchbox').fill('allotment')
  await search.getByRole('button').click()
  await expect(page).toHaveURL(/\/search\?q=allotment/)
})

test('what the page of an error says stays while its scripts load', async ({ page, noise }) => {
  noise.expect(/status of 404/)
  await page.addInitScript(() => {
    let isThere = false
    new MutationObserver(() => {
      const isNow = document.querySelector('main h1') !== null
      if (isThere && !isNow) document.documentElement.dataset.gone = ''
      isThere ||= isNow
    }).observe(document, { childList: true, subtree: true })
  })
  // Something changes around the words, such as the session, while their module is on its way.
  await page.route('**/assets/error-response-*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto('/no-such-page')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect(page.locator('html')).not.toHaveAttribute('data-gone')
})
