// Every route, in light and dark, at both sizes: no axe violation, and no horizontal overflow; members' and administrators'
// also by the Tab key. Each page is opened once and narrowed to a phone's width; tests of parts that a phone opens in another way are tagged.
import type { Page } from '@playwright/test'
import { writer } from './discussions.ts'
import { expect } from './fixtures.ts'
import { test } from './one-page.ts'
import { adminOfRun, enterAs, menuOf } from './people.ts'
import { longestThread } from './sample.ts'
import { ADMIN_ROUTES, GUEST_ROUTES, MEMBER_ROUTES } from './screens.ts'
import { expectScreenSound, expectSound, expectTabStops } from './sound.ts'

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

  test('with an error at sign-up', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Password Mismatch')).toBeVisible()
    await expectScreenSound(page)
  })
})

test.describe('a member', () => {
  test.use({ reader: 'member' })

  for (const path of MEMBER_ROUTES)
    test(`at ${path}`, async ({ page }) => {
      await enterAs(page, await writer('reader'), path)
      await expectScreenSound(page)
      await expectTabStops(page)
    })

  test('at a discussion', async ({ page }) => {
    await enterAs(page, await writer('reader'), await longestThread())
    await expectScreenSound(page)
    await expectTabStops(page)
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
  test.use({ reader: 'administrator' })

  for (const path of ADMIN_ROUTES)
    test(`at ${path}`, async ({ page }) => {
      await enterAs(page, adminOfRun(), path)
      await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
      await expectScreenSound(page)
      await expectTabStops(page)
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
