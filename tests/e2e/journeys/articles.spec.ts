// An admin's article from the first word to the last: written, kept, planned, read, mailed, renamed, taken down.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { mailFolder } from '../../support/mailbox.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { call } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { newcomer } from '../people.ts'

type SignedUp = { access_token: string; user: { id: string } }

test.describe.configure({ mode: 'serial' })

let site: TestServer
let admin: SignedUp

test.beforeAll(async () => {
  site = await startServer()
  admin = await signUp()
  const token = new URL(site.adminLink ?? '').searchParams.get('token')
  await call(admin.access_token, 'POST', 'rpc/claim_admin', { token }, site)
})

test.afterAll(() => site.stop())

test('an article is written, planned, appears by itself, and reaches its subscribers once', async ({
  page,
  otherBrowser,
  noise,
}) => {
  test.slow()
  const subscriber = 'subscriber@example.com'
  await subscribe(subscriber)
  const guest = await (await otherBrowser({ baseURL: site.url })).newPage()
  await guest.goto('/blog')
  await expect(guest.getByText('No articles found matching your criteria.')).toBeVisible()

  await enter(page, admin)
  await page.goto(`${site.url}/admin/blog`)
  await expect(page.getByText('No articles yet')).toBeVisible()
  await page.getByRole('link', { name: 'New article' }).click()
  await expect(page).toHaveURL(`${site.url}/admin/create-blog`)

  const title = page.getByLabel('Title')
  await title.fill('SGB redemption: what is taxed <script>')
  await expect(page.getByText('/blog/sgb-redemption-what-is-taxed-script')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByLabel('Category')).toHaveAccessibleDescription(/The category must be 1 to 60/)
  await expect(page.getByLabel('Category')).toBeFocused()
  await page.getByLabel('Category').fill('Taxation')
  await page.getByLabel('Excerpt').fill('Coupons are, maturity is not. सोना।')
  const text = page.getByRole('textbox', { name: 'Article', exact: true })
  await text.fill('Gold bonds pay a coupon twice a year. 🪙')
  await page.getByLabel('Cover file').setInputFiles(await photo())
  await expect(page.getByRole('button', { name: 'Change cover' })).toBeVisible()

  // A save that fails loses nothing, not even with a reload.
  noise.expect(/ERR_FAILED/)
  await page.route('**/rest/v1/blog_posts?*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Failed to save article')).toBeVisible()
  await expect(page.getByText('There was an error saving the article. Please try again.')).toBeVisible()
  await page.unroute('**/rest/v1/blog_posts?*')
  await page.reload()
  await expect(page.getByText(/Your draft from .* is back/)).toBeVisible()
  await expect(title).toHaveValue('SGB redemption: what is taxed <script>')

  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toHaveText(
    'SGB redemption: what is taxed <script>',
  )
  await expect(page.getByRole('article')).toContainText('Gold bonds pay a coupon twice a year. 🪙')
  await page.getByRole('button', { name: 'Back to writing' }).click()

  await page.getByRole('radio', { name: 'Scheduled' }).check()
  await expectSound(page)
  await page.getByLabel('Appears at (Indian time)').fill('2020-01-01T09:00')
  await page.getByLabel('Send to subscribers (1)').check()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByLabel('Appears at (Indian time)')).toHaveAccessibleDescription(
    'Choose a time in the future.',
  )
  await page.getByLabel('Appears at (Indian time)').fill('2099-01-01T09:00')
  await page.getByRole('button', { name: 'Schedule' }).dblclick()
  await expect(page.getByText('Article scheduled')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/blog\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1) ?? ''
  await expect(page.getByLabel('Appears at (Indian time)')).toHaveValue('2099-01-01T09:00')
  expect(
    await call<unknown[]>(admin.access_token, 'GET', 'blog_posts?select=id', undefined, site),
  ).toHaveLength(1)
  noise.expect(/status of 404/)
  expect((await guest.goto('/blog/sgb-redemption-what-is-taxed-script'))?.status()).toBe(404)

  // Its hour comes.
  const past = { published_at: new Date(Date.now() - 1_000).toISOString() }
  await call(admin.access_token, 'PATCH', `blog_posts?id=eq.${id}`, past, site)
  await expect(async () => {
    await guest.goto('/blog')
    await expect(guest.getByRole('link', { name: 'SGB redemption' })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await guest.getByRole('link', { name: 'SGB redemption' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('SGB redemption: what is taxed <script>')
  await expect(guest.getByRole('article')).toContainText('twice a year. 🪙')
  const cover = guest.getByRole('article').locator('img[src^="/storage/v1/object/public/covers/"]')
  await expect(cover).toHaveJSProperty('complete', true)
  expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  const mails = mailFolder(site.dataDir)
  const mail = await mails.newest(subscriber, 2)
  expect(mail.subject).toBe('SGB redemption: what is taxed <script> · ArthaChowk')
  expect(mail.link).toBe(`${site.url}/blog/sgb-redemption-what-is-taxed-script`)
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const unsubscribe = /^<(.*)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(unsubscribe).toMatch(/\/newsletter\/unsubscribe\?token=[0-9a-f]{64}$/)
  expect(mail.text).toContain(unsubscribe)

  // A new address, and the old one leads to it; the subscribers hear nothing of it.
  await page.reload()
  await expect(page.getByText(/^Sent to 1 subscriber on /)).toBeVisible()
  await page.getByLabel('Address').fill('gold-bonds-and-tax')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Article updated')).toBeVisible()
  await guest.goto('/blog/sgb-redemption-what-is-taxed-script')
  await expect(guest).toHaveURL('/blog/gold-bonds-and-tax')
  expect(mails.to(subscriber)).toHaveLength(2)

  // Featured from the list, and gone for good after the question.
  await page.getByRole('link', { name: 'Articles' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Articles')
  await expectSound(page)
  await page.getByRole('button', { name: 'Feature on top' }).click()
  await expect(page.getByRole('button', { name: 'Featured: take down from the top' })).toBeVisible()
  await guest.goto('/blog')
  await expect(guest.getByRole('region', { name: 'Featured article' })).toContainText('SGB redemption')
  await page.getByRole('button', { name: /^Delete "SGB/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete article' })
  await expect(dialog).toContainText('This action cannot be undone.')
  await dialog.getByRole('button', { name: 'Delete Article' }).click()
  await expect(page.getByText('Article deleted')).toBeVisible()
  await expect(page.getByText('No articles yet')).toBeVisible()
  expect((await guest.goto('/blog/gold-bonds-and-tax'))?.status()).toBe(404)

  const log = await call<{ action: string }[]>(
    admin.access_token,
    'GET',
    'moderation_log?target_table=eq.blog_posts&select=action&order=id',
    undefined,
    site,
  )
  expect(log.map(({ action }) => action)).toEqual([
    'insert',
    'schedule',
    // Whom it is mailed to, and when it appears.
    'update',
    'update',
    'edit',
    'feature',
    'delete',
  ])
})

/** Nothing that axe finds, and nothing to scroll sideways for. */
async function expectSound(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide, 'pixels beyond the screen').toBeLessThanOrEqual(0)
}

async function photo() {
  const buffer = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#0f766e' } })
    .jpeg()
    .toBuffer()
  return { name: 'cover.jpg', mimeType: 'image/jpeg', buffer }
}

/** Somebody who asked for the newsletter and confirmed it. */
async function subscribe(email: string): Promise<void> {
  await fetch(`${site.url}/newsletter/subscribe`, { method: 'POST', body: new URLSearchParams({ email }) })
  const { link } = await mailFolder(site.dataDir).newest(email)
  const token = new URL(link).searchParams.get('token') ?? ''
  const answer = await fetch(`${site.url}/newsletter/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  })
  expect(answer.url).toBe(`${site.url}/newsletter/confirmed`)
}

async function signUp(): Promise<SignedUp> {
  const { email, password, username } = newcomer()
  const response = await fetch(`${site.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data: { username } }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as SignedUp
}

/** Lets every page that is opened from now on belong to `person`. */
async function enter(page: Page, person: SignedUp): Promise<void> {
  await page.addInitScript(
    (session) => localStorage.setItem('arthachowk-session', session),
    JSON.stringify(person),
  )
}
