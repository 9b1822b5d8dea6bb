// Journeys that need a site of their own: its first administrator, and the rate limits that are off elsewhere.
import { startServer } from '../support/server.ts'
import { expect, test } from './fixtures.ts'
import { newcomer, sendSignIn, signUpByPage } from './people.ts'

test('the printed link makes a newcomer the administrator, once', async ({ page, otherBrowser, noise }) => {
  const site = await startServer()
  try {
    const link = site.adminLink ?? ''
    expect(link).toContain('/admin/claim?token=')
    await page.goto(link)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page).toHaveURL(/\/signup\?next=/)
    await signUpByPage(page, newcomer('meera'), page.url())
    await expect(page).toHaveURL(link)
    await page.getByRole('button', { name: 'Become administrator' }).click()
    await expect(page.getByRole('main').getByRole('status')).toContainText('You are an administrator')
    await page.reload()
    await expect(page.getByRole('main').getByRole('status')).toContainText('You are an administrator')

    noise.expect(/status of 403/)
    const second = await (await otherBrowser()).newPage()
    await signUpByPage(
      second,
      newcomer('bala'),
      `${site.url}/signup?next=${encodeURIComponent(new URL(link).pathname + new URL(link).search)}`,
    )
    await second.getByRole('button', { name: 'Become administrator' }).click()
    await expect(second.getByRole('main').getByRole('alert')).toContainText('not valid any more')
  } finally {
    await site.stop()
  }
})

test('a visitor with too many attempts is told when to try again, and keeps what was typed', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 429/)
  // Ten times the limit. Below it, a proof of work is asked for (shared-address.spec.ts).
  await page.route('**/auth/v1/token*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '45' },
      json: { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    }),
  )
  const asha = newcomer()
  await page.goto('/signin')
  await sendSignIn(page, asha)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    /^Sign in failed\s*Too many attempts\. Please try again in \d+ (second|minute)s?\.$/,
  )
  await expect(page.getByLabel('E-mail')).toHaveValue(asha.email)
})
