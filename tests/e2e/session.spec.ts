// A session in the browser: known at once on load, ended offline, and ended elsewhere with a notice.
import { expect, publishableKey, siteUrl, test } from './fixtures.ts'
import {
  enterAsNewMember,
  expectHeaderOf,
  newcomer,
  signInByPage,
  signOutByPage,
  signUpByApi,
} from './people.ts'
import { settled } from './sound.ts'

test('a token that the site refuses signs this browser out, with a reason', async ({ page, noise }) => {
  noise.expect(/status of (400|401|403)/)
  const asha = newcomer()
  const { token } = await signUpByApi(asha)
  await signInByPage(page, asha, '/signin?next=%2Fprofile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Bio').fill('too late')

  // While the form is being saved, another device ends all her sessions.
  let ended = 0
  await page.route('**/rest/v1/profiles*', async (route) => {
    if (route.request().method() === 'PATCH') {
      const answer = await fetch(`${siteUrl()}/auth/v1/logout?scope=global`, {
        method: 'POST',
        headers: { apikey: publishableKey(), authorization: `Bearer ${token}` },
      })
      ended = answer.status
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your session has ended. Sign in again to take part.')).toBeVisible()
  await expectHeaderOf(page, 'guest')
  await expect(page.getByText('Please sign in to view your profile.')).toBeVisible()
  expect(ended).toBe(204)
})

test('the name is shown before the site has answered', { tag: '@each-size' }, async ({ page }) => {
  const asha = newcomer()
  await enterAsNewMember(page, asha, '/forums')
  await expectHeaderOf(page, asha)
  await page.route('**/rest/v1/**', () => undefined) // no response ever comes
  await page.reload()
  await expectHeaderOf(page, asha)
})

test('pages can be read and left without the file of what members have', async ({ page, noise }) => {
  noise.expect(/ERR_FAILED/)
  await page.route('**/assets/member-*', (route) => route.abort())
  await enterAsNewMember(page, newcomer(), '/about')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forums' }).click()
  await expect(page).toHaveURL('/forums')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('signing out needs no connection', async ({ page, context, noise }) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED/)
  await enterAsNewMember(page, newcomer(), '/')
  await settled(page)
  // Loads the menu behind the face.
  const face = page.getByRole('banner').getByRole('button', { name: 'Your menu' })
  await face.click()
  await expect(page.getByRole('menuitem', { name: 'Your profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(face).toBeFocused()
  await page.evaluate(() => localStorage.setItem('recent-searches', '["hide my income"]'))
  await context.setOffline(true)
  const refused = page.waitForEvent('requestfailed', (asked) => asked.url().includes('/auth/v1/logout'))
  await signOutByPage(page)
  await refused
  // The home page could not be loaded again, but header and footer are shown.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The site cannot be reached')
  await expectHeaderOf(page, 'guest')
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
  await context.setOffline(false)
  await page.goto('/profile')
  await expect(page.getByText('Please sign in to view your profile.')).toBeVisible()
})

test('a page that failed to load keeps theme and session, and can be loaded again', async ({
  page,
  noise,
}) => {
  noise.expect(/ERR_FAILED/)
  const asha = newcomer()
  await enterAsNewMember(page, asha, '/about')
  await expectHeaderOf(page, asha)
  await page.getByRole('button', { name: /^Switch to / }).click()
  const theme = (await page.locator('html').getAttribute('data-theme')) ?? ''
  const other = { dark: 'light', light: 'dark' }[theme]
  await expect(page.getByRole('button', { name: /^Switch to / })).toHaveAccessibleName(`Switch to ${other}`)
  const sheets: string[] = []
  page.on('request', (asked) => {
    if (asked.resourceType() === 'stylesheet') sheets.push(asked.url())
  })
  await page.route('**/*.data*', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The site cannot be reached')
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expectHeaderOf(page, asha)
  // A style sheet that is loaded again leaves the page unstyled until it is there.
  expect(sheets).toEqual([])
  await page.unroute('**/*.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Use')
})

test('where only the data of pages are refused, a page is reloaded once and not again and again', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 503/)
  await enterAsNewMember(page, newcomer(), '/about')
  // Before hydration, links are plain HTML links.
  const isHydrated = () => expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await isHydrated()
  const documents: string[] = []
  page.on('request', (asked) => {
    if (asked.resourceType() === 'document') documents.push(new URL(asked.url()).pathname)
  })
  await page.route('**/*.data*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'Under maintenance' }),
  )
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Use')
  await isHydrated()
  await footer.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are back soon')
  await page.unroute('**/*.data*')
  await page.goto('/cookies')
  expect(documents).toEqual(['/terms', '/cookies'])
})
