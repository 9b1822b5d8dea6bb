// Site settings in effect: name, maintenance, and daily posting limits. On a site of its own, because settings affect
// everybody.
import type { Page } from '@playwright/test'
import type { TestServer } from '../../support/server.ts'
import { call, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { runSql, startOwnSite } from '../own-site.ts'
import { enterAs, expectHeaderOf, type Member, newcomer, sendSignIn, signUpByApi } from '../people.ts'

test.describe.configure({ mode: 'default' })

let site: TestServer
let admin: Member

test.beforeAll(async () => {
  ;({ site, admin } = await startOwnSite())
  const category = { name: 'IPOs', slug: 'ipos' }
  await call(admin.token, 'POST', 'forum_categories', category, site)
})

test.afterAll(() => site?.stop())

test('a site is renamed on its pages', async ({ page, otherBrowser }) => {
  const guest = await (await otherBrowser({ baseURL: site.url })).newPage()
  await guest.goto('/')
  await expect(guest.getByRole('banner')).toContainText('ArthaChowk')
  await enterAs(page, admin, `${site.url}/admin/settings`)
  await expect(page.getByLabel('Max Posts per Day')).toHaveValue('10')
  await expect(page.getByLabel('Require Email Verification')).toBeChecked()
  await expect(page.getByLabel('Auto Moderation')).toBeChecked()
  await expect(page.getByLabel('Maintenance Mode')).not.toBeChecked()

  await page.getByLabel('Site Name').fill('   ')
  await page.getByLabel('Max Posts per Day').fill('0')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText("The site's name must be 1 to 60 characters long.")).toBeVisible()
  await expect(page.getByText('Please enter a whole number from 1 to 1,000.')).toBeVisible()

  await page.getByLabel('Site Name').fill('पैसा Chowk & Co')
  await page.getByLabel('Tagline', { exact: true }).fill('Money, plainly')
  await page.getByLabel('Site Description', { exact: true }).fill('<b>Bold</b> words about money')
  await page.getByLabel('Max Posts per Day').fill('10')
  await save(page)
  await expect(page.getByRole('banner')).toContainText('पैसा Chowk & Co')
  await guest.goto('/')
  await expect(guest).toHaveTitle('पैसा Chowk & Co: Money, plainly')
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Money, plainly')
  await expect(guest.getByRole('main')).toContainText('<b>Bold</b> words about money')
})

test('during maintenance only administrators see the pages', async ({ page, otherBrowser, noise }) => {
  noise.expect(/status of 503/)
  // A member's browser asks for a pass and is refused.
  noise.expect(/status of 403.*site\/v1\/pass/)
  const name = 'Closed Chowk & Co'
  await call(admin.token, 'PATCH', 'site_settings?id=is.true', { site_name: name }, site)
  const guest = await (await otherBrowser({ baseURL: site.url })).newPage()
  await enterAs(page, admin, `${site.url}/admin/settings`)
  const ashas = await (await otherBrowser({ baseURL: site.url })).newPage()
  await enterAs(ashas, await signUpByApi(newcomer(), site), `${site.url}/forums`)
  await expect(ashas.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByLabel('Maintenance Mode').check()
  await save(page)
  await expect(page.getByText('Maintenance mode is on')).toBeVisible()

  const closed = await guest.goto('/forums')
  expect(closed?.status()).toBe(503)
  expect(Number(closed?.headers()['retry-after'])).toBeGreaterThan(0)
  await expect(guest.getByRole('heading', { name: 'We are back soon' })).toBeVisible()
  await expect(guest.getByText(name)).toBeVisible()
  // A member's session does not open the page.
  await ashas.goto('/forums/ipos')
  await expect(ashas.getByRole('heading', { name: 'We are back soon' })).toBeVisible()

  // The administrator's browser keeps working, in the open page and on a new one.
  await page.goto(`${site.url}/forums`)
  await expect(page.getByRole('heading', { name: 'Forums', level: 1 })).toBeVisible()
  // A new visitor's sign-in page still works.
  await guest.getByRole('link', { name: 'Administrators come in here' }).click()
  await expect(guest).toHaveURL(/\/signin\?next=%2Fadmin$/)
  await sendSignIn(guest, admin)
  await expect(guest.getByText('Maintenance mode is on')).toBeVisible()
  await guest.goto('/forums')
  await expect(guest.getByRole('heading', { name: 'Forums', level: 1 })).toBeVisible()
  await expectHeaderOf(guest, admin)

  await page.goto(`${site.url}/admin/settings`)
  await page.getByLabel('Maintenance Mode').uncheck()
  await save(page)
  await ashas.goto('/forums')
  await expect(ashas.getByRole('heading', { name: 'Forums', level: 1 })).toBeVisible()
})

test('a member at the daily posting limit is told so at the form, and the typed text stays', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 429/)
  const bala = await signUpByApi(newcomer('bala'), site)
  await startDiscussion(bala, 'The first one of today', site)
  // The minimum time between two posts is another rule.
  await runSql(
    site,
    `update private.configuration set rate_limits = true;
     update public.profiles set created_at = now() - interval '1 year' where id = '${bala.userId}';
     update public.threads set created_at = now() - interval '1 hour' where author_id = '${bala.userId}'`,
  )
  await call(admin.token, 'PATCH', 'site_settings?id=is.true', { max_posts_per_day: 1 }, site)
  try {
    await enterAs(page, bala, `${site.url}/new-discussion?category=ipos`)
    await page.getByLabel('Title').fill('One more for today, please')
    await page.getByRole('textbox', { name: 'Content' }).fill('This is the second discussion of the day.')
    await page.getByRole('button', { name: 'Start Discussion' }).click()
    const message = 'You have reached the limit of 1 posts a day. Please come back tomorrow.'
    await expect(page.getByRole('main').getByText(message)).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('One more for today, please')
  } finally {
    await runSql(site, 'update private.configuration set rate_limits = false')
  }
})

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('They are in force on every page.').first()).toBeVisible()
}
