// Every route, in light and dark, at both sizes: no axe violation, and no horizontal overflow. Each page is opened once and
// narrowed to a phone's width; tests of parts that a phone opens in another way are tagged.
import type { Page } from '@playwright/test'
import { writer } from './discussions.ts'
import { expect, test } from './fixtures.ts'
import { adminOfRun, enterAs, menuOf } from './people.ts'
import { longestThread } from './sample.ts'
import { expectScreenSound, expectSound } from './sound.ts'

const GUEST_ROUTES = [
  '/',
  '/signin',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirmed',
  '/reset-password?error=access_denied&error_code=otp_expired',
  '/profile',
  '/settings',
  '/reports',
  '/forums',
  '/forums/ipos',
  '/chat',
  '/trending',
  '/latest',
  '/latest?page=2',
  '/experts',
  '/experts/meera.k',
  '/experts/meera.k?tab=replies',
  '/blog',
  '/blog?q=zzzz',
  '/blog/how-an-ipo-allotment-really-works',
  '/newsletter/confirm?token=x',
  '/mail/unsubscribe?token=x',
  '/admin/claim?token=x',
  '/about',
  '/contact',
  '/terms',
  '/privacy',
  '/disclaimer',
  '/guidelines',
  '/cookies',
  '/search',
  '/search?q=alotment',
  '/tags',
  '/tags/sip',
]
const ADMIN_ROUTES = [
  ...['/admin', '/admin/users', '/admin/content', '/admin/categories', '/admin/settings', '/admin/moderate'],
  ...[
    '/admin/blog',
    '/admin/create-blog',
    '/admin/contact',
    '/admin/newsletter',
    '/admin/synonyms',
    '/admin/names',
    '/admin/log',
    '/admin/database',
  ],
]
const MEMBER_ROUTES = [
  '/chat',
  '/',
  '/profile',
  '/settings',
  '/settings/notifications',
  '/settings/security',
  '/settings/privacy',
  '/dashboard',
  '/dashboard?tab=activity&show=drafts',
  '/experts/meera.k?tab=about',
  '/notifications',
  '/bookmarks',
  '/unread',
  '/reports',
  '/forums/ipos',
  '/new-discussion',
  '/admin/claim?token=x',
]

test.describe('a guest', () => {
  for (const path of GUEST_ROUTES)
    test(`at ${path}`, async ({ page }) => {
      await page.goto(path)
      await expectAtTop(page)
      await expectScreenSound(page)
    })

  test('at a discussion', async ({ page }) => {
    await page.goto(await longestThread())
    await expectAtTop(page)
    await expectScreenSound(page)
  })

  test('at an unknown address', async ({ page, noise }) => {
    noise.expect(/status of 404/)
    await page.goto('/no-such-page')
    await expectScreenSound(page)
  })

  test('with the menu open', { tag: '@each-size' }, async ({ page }) => {
    await page.goto('/signin')
    const menu = menuOf(page)
    // Wide screens show the links without a menu.
    if (await menu.isVisible()) await menu.click()
    await expectSound(page)
  })

  test('with an error at sign-in', async ({ page }) => {
    await page.goto('/signin')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectScreenSound(page)
  })

  test('with an error at sign-up, shown as a toast', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('checkbox').check()
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Password Mismatch')).toBeVisible()
    await expectScreenSound(page)
  })
})

test.describe('a member', () => {
  for (const path of MEMBER_ROUTES)
    test(`at ${path}`, async ({ page }) => {
      await enterAs(page, await writer('reader'), path)
      await expectScreenSound(page)
    })

  test('at a discussion', async ({ page }) => {
    await enterAs(page, await writer('reader'), await longestThread())
    await expectScreenSound(page)
  })

  test('with an error at the own profile', async ({ page }) => {
    await enterAs(page, await writer('reader'), '/profile')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Username').fill('a b')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectScreenSound(page)
  })
})

test.describe('an administrator', () => {
  for (const path of ADMIN_ROUTES)
    test(`at ${path}`, async ({ page }) => {
      await enterAs(page, adminOfRun(), path)
      await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
      await expectScreenSound(page)
    })

  test('with a member selected and the dialog of another', async ({ page }) => {
    await enterAs(page, adminOfRun(), '/admin/users?q=quickprofit_guru')
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check()
    await page.getByRole('button', { name: 'Edit quickprofit_guru' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectScreenSound(page)
  })
})

/** A page opened by its address alone starts at the top. */
async function expectAtTop(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
}
