// Without a network the discussions that were read open as copies, marked as such, and everything else as the offline page.
import type { Page } from '@playwright/test'
import { startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer, signOutByPage } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

test('a visit without a network shows the offline page, and then returns', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('/about')
  await hydrate(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() =>
      page.evaluate(() =>
        caches
          .open('offline')
          .then((cache) => cache.keys())
          .then((kept) => kept.map(({ url }) => url)),
      ),
    )
    .toEqual([`${baseURL}/offline.html`, `${baseURL}/hi/offline.html`])

  // With a network every response comes from the network.
  const online = await page.goto('/forums')
  expect(online?.headers()['content-security-policy']).toContain("default-src 'self'")

  await context.setOffline(true)
  await page.goto('/forums/ipos')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page).toHaveURL('/forums/ipos')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /IPO/ })).toBeVisible()
})

test('discussions that were read open offline, marked as copies, until the member signs out', async ({
  page,
  context,
  noise,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED/)
  const asha = await writer('asha')
  const [visited, opened] = [
    await startDiscussion(asha, `Visited ${Date.now()}`),
    await startDiscussion(asha, `Opened within the site ${Date.now()}`),
  ]
  await enterAsNewMember(page, newcomer('bala'), '/forums/ipos')
  await hydrate(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const rows = page.getByRole('main')
  await rows.getByRole('link', { name: opened.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(opened.title)
  await page.goto(visited.path)
  const kept = () =>
    page.evaluate(async () => {
      const keys = await (await caches.open('read-discussions')).keys()
      return keys
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => path.startsWith('/forums/'))
        .toSorted()
    })
  await expect.poll(kept).toEqual([opened.path, visited.path].toSorted())
  await page.goto('/forums/ipos')

  await context.setOffline(true)
  const copy = page.locator('[data-copy]').filter({ visible: true })
  await rows.getByRole('link', { name: opened.title }).click()
  await expect(copy).toBeVisible()
  expect(await copy.evaluate((line) => getComputedStyle(line, '::after').content)).toContain(
    'as you read it on',
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(opened.title)
  await expect(page.getByText('Loading')).toHaveCount(0)
  await page.goto(visited.path)
  await expect(copy).toBeVisible()
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await page.goto(visited.path)
  await expect(copy).toHaveCount(0)

  await signOutByPage(page)
  await expect.poll(kept).toEqual([])
})

test('offline, the open page stays, says so, and no link leaves it', async ({ page, context }) => {
  await page.goto('/forums/ipos')
  const rows = page.getByRole('main').locator('a[href^="/forums/ipos/"]')
  const line = page.getByRole('status').filter({ hasText: 'You are offline' })
  await expect(line).toBeHidden()
  await context.setOffline(true)
  await expect(line).toBeVisible()
  await rows.first().click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/forums/ipos')
  await expect(rows.first()).toBeVisible()
  await context.setOffline(false)
  await expect(line).toBeHidden()
  await rows.first().click()
  await expect(page).toHaveURL(/-[0-9a-f]{8}$/)
})

test('a worker whose page no longer exists unregisters itself', async ({ page, context }) => {
  await page.goto('/about')
  await hydrate(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => caches.delete('offline')))
  await page.goto('/forums')
  await context.setOffline(true)
  await page.goto('/forums/ipos').catch(() => undefined)
  await context.setOffline(false)
  await page.goto('/about')
  const left = () =>
    page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))
  await expect.poll(left).toBe(0)
})

/** Hydrates the page with a hover over a control. Only a hydrated page registers the worker. */
async function hydrate(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').first().hover()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
}
