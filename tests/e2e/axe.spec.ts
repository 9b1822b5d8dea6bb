// Every route, in light and dark, at both sizes: no violation that axe can find, nothing wider than the screen.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { enterAsNewMember, menuOf, newcomer } from './people.ts'
import { longestThread } from './sample.ts'

const GUEST_ROUTES = [
  '/',
  '/signin',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirmed',
  '/reset-password?error=access_denied&error_code=otp_expired',
  '/profile',
  '/reports',
  '/forums',
  '/forums/ipos',
  '/chat',
  '/trending',
  '/experts',
  '/experts/meera.k',
  '/experts/meera.k?tab=replies',
  '/blog',
  '/blog?q=zzzz',
  '/blog/how-an-ipo-allotment-really-works',
  '/newsletter/confirm?token=x',
  '/admin/claim?token=x',
  '/about',
  '/contact',
  '/terms',
  '/privacy',
  '/disclaimer',
  '/guidelines',
  '/cookies',
]
const MEMBER_ROUTES = [
  '/chat',
  '/',
  '/profile',
  '/dashboard',
  '/dashboard?tab=activity&show=drafts',
  '/experts/meera.k?tab=about',
  '/notifications',
  '/bookmarks',
  '/reports',
  '/forums/ipos',
  '/new-discussion',
  '/search',
  '/search?q=allotment',
  '/search?q=alotment&kind=threads',
  '/tags',
  '/tags/sip',
  '/admin/claim?token=x',
]

test.describe('a guest', () => {
  for (const path of GUEST_ROUTES)
    test(`at ${path}`, async ({ page }) => {
      await page.goto(path)
      await expectSound(page)
    })

  test('at a discussion', async ({ page }) => {
    await page.goto(await longestThread())
    await expectSound(page)
  })

  test('at an address of nothing', async ({ page, noise }) => {
    noise.expect(/status of 404/)
    await page.goto('/no-such-page')
    await expectSound(page)
  })

  test('with the menu open', async ({ page }) => {
    await page.goto('/signin')
    const menu = menuOf(page)
    // Wide screens have their links in the open.
    if (await menu.isVisible()) await menu.click()
    await expectSound(page)
  })

  test('refused at sign-in', async ({ page }) => {
    await page.goto('/signin')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectSound(page)
  })

  test('refused at sign-up, with a toast', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('checkbox').check()
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Password Mismatch')).toBeVisible()
    await expectSound(page)
  })
})

test.describe('a member', () => {
  for (const path of MEMBER_ROUTES)
    test(`at ${path}`, async ({ page }) => {
      await enterAsNewMember(page, newcomer(), path)
      await expectSound(page)
    })

  test('at a discussion', async ({ page }) => {
    await enterAsNewMember(page, newcomer(), await longestThread())
    await expectSound(page)
  })

  test('refused at the own profile', async ({ page }) => {
    await enterAsNewMember(page, newcomer(), '/profile')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Username').fill('a b')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectSound(page)
  })
})

/** Nothing that axe finds, and nothing to scroll sideways for. */
async function expectSound(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main')).toBeVisible()
  // What is nested, named and labelled is the same in the dark: only the contrast is asked for twice.
  for (const [colorScheme, rules] of [
    ['light', null],
    ['dark', ['color-contrast']],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    // Legacy mode is axe in the page itself; there is no frame of another site to look into.
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    )
    expect(found, `axe at ${page.url()} in ${colorScheme}`).toEqual([])
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `pixels beyond the screen at ${page.url()}`).toBe(0)
}
