// Lists of discussions on a site of their own: nothing yet, the first category, three pages, the chips, and an
// admin who deletes from the list.
import type { Page } from '@playwright/test'
import type { TestServer } from '../../support/server.ts'
import { call, postReplies, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { startOwnSite } from '../own-site.ts'
import { enterAs, type Member, newcomer, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

const THREADS = 41
const PAGE_SIZE = 20

test.describe.configure({ mode: 'serial' })

let site: TestServer
let admin: Member
let member: Member

test.beforeAll(async () => {
  ;({ site, admin } = await startOwnSite())
  member = await signUpByApi(newcomer(), site)
})

test.afterAll(() => site.stop())

test('an empty site says what is missing, and links to the next step', async ({ page }) => {
  await page.goto(`${site.url}/`)
  await expect(page.getByText('No discussions yet')).toBeVisible()
  await expect(page.getByText('No categories yet')).toBeVisible()
  await page.getByRole('link', { name: 'Visit the forums' }).click()
  await expect(page.getByText('No categories yet')).toBeVisible()
})

test('a new category appears at once, still empty', async ({ page }) => {
  await page.goto(`${site.url}/forums`)
  await call(admin.token, 'POST', 'forum_categories', { name: 'Gold Bonds', slug: 'gold-bonds' }, site)
  await page.reload()
  await page.getByRole('link', { name: 'Gold Bonds' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gold Bonds')
  await expect(page.getByRole('main')).toContainText('Discuss Gold Bonds related topics')
  await expect(page.getByText('No discussions yet')).toBeVisible()
})

test('three pages have three addresses, no row appears twice, and there is no page after the last', async ({
  otherBrowser,
}) => {
  for (let number = 1; number <= THREADS; number++) {
    const author = number === 1 ? member : admin
    const title = `Question number ${number} about gold`
    const { id } = await startDiscussion(author, title, site, 'gold-bonds')
    if (number > 2) continue
    const [reply] = await postReplies(author, id, ['An answer to it.'], site)
    await call(author.token, 'POST', 'rpc/mark_answer', { reply }, site)
  }
  const page = await (await otherBrowser({ javaScriptEnabled: false })).newPage()
  await page.goto(`${site.url}/forums/gold-bonds`)
  await expect(page.getByRole('main')).toContainText('41 discussions · 43 posts')
  const seen = new Set(await titles(page))
  expect(seen.size).toBe(PAGE_SIZE)
  await expect(page.locator('link[rel="prev"]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Next' }).click()
  for (const title of await titles(page)) seen.add(title)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', page.url())
  await expect(page.locator('link[rel="prev"]')).toHaveAttribute('href', `${site.url}/forums/gold-bonds`)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\?page=3$/)
  for (const title of await titles(page)) seen.add(title)
  expect(seen.size).toBe(THREADS)
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await page.goto(`${site.url}/forums/gold-bonds?page=4`)
  await expect(page).toHaveURL(/\?page=3$/)
})

test('the chips filter: unsolved leaves out discussions with an accepted answer, mine is for members', async ({
  page,
  noise,
}) => {
  await page.goto(`${site.url}/forums/gold-bonds`)
  await expect(page.getByRole('link', { name: 'Mine' })).toBeHidden()
  await page.getByRole('link', { name: 'Unsolved' }).click()
  await expect(page.getByRole('link', { name: `Question number ${THREADS} about gold` })).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/show=unsolved&page=2/)
  await expect(page.getByRole('link', { name: 'Question number 3 about gold' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Question number 2 about gold' })).toHaveCount(0)

  // What failed is said in the database's words.
  noise.expect(/status of 500/)
  await enterAs(page, member, `${site.url}/blog`)
  const slow = { status: 500, json: { code: '57014', message: 'too slow' } }
  await page.route('**/rest/v1/forum_categories?*', (route) => route.fulfill(slow))
  await page.route('**/rest/v1/threads?*', (route) => route.fulfill(slow))
  const forums = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forums' })
  await forums.click()
  await expect(page.getByText('Error loading forums: too slow')).toBeVisible()
  await page.unroute('**/rest/v1/forum_categories?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Gold Bonds' }).click()
  await expect(page.getByText('Error loading discussions: too slow')).toBeVisible()
  await page.unroute('**/rest/v1/threads?*')

  await page.goto(`${site.url}/forums/gold-bonds`)
  await page.getByRole('link', { name: 'Mine' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
    'Question number 1 about gold',
  ])
  await page.reload()
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(1)

  // A reply by the admin to what the member has opened: unread until it is read.
  const own = page.getByRole('link', { name: 'Question number 1 about gold' })
  const address = (await own.getAttribute('href')) ?? ''
  const marked = page.waitForResponse(/rpc\/mark_thread_read/)
  await own.click()
  await marked
  await page.goto(`${site.url}/forums/gold-bonds?show=unread`)
  await expect(page.getByText('Everything is read')).toBeVisible()
  const range = `id=gte.${address.slice(-8)}-0000-0000-0000-000000000000&order=id&limit=1&select=id`
  const [thread] = await call<{ id: string }[]>(admin.token, 'GET', `threads?${range}`, undefined, site)
  await postReplies(admin, thread?.id ?? '', ['And one more thing.'], site)
  await page.reload()
  const row = page.getByRole('main').getByRole('listitem').filter({ has: own })
  await expect(row).toContainText(`by ${admin.username}`)
  await expectSoundAtAnySize(page)
  const read = page.waitForResponse(/rpc\/mark_thread_read/)
  await own.click()
  await read
  await page.getByRole('link', { name: 'Gold Bonds' }).first().click()
  await page.getByRole('link', { name: 'Unread' }).click()
  await expect(page.getByText('Everything is read')).toBeVisible()
})

test('an admin deletes from the list after a confirmation, a member is not offered it', async ({
  page,
  otherBrowser,
}) => {
  const title = `Question number ${THREADS} about gold`
  const memberPage = await (await otherBrowser()).newPage()
  await enterAs(memberPage, member, `${site.url}/forums/gold-bonds?show=mine`)
  // The list of the member's own discussions is shown, so the page knows the member: the control is not merely late.
  await expect(memberPage.getByRole('link', { name: 'Question number 1 about gold' })).toBeVisible()
  await expect(memberPage.getByRole('button', { name: /^Delete/ })).toHaveCount(0)

  await enterAs(page, admin, `${site.url}/forums/gold-bonds`)
  const control = page.getByRole('button', { name: `Delete "${title}"` })
  await control.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete Discussion' })
  await expect(dialog).toContainText(
    `Are you sure you want to delete "${title}"? This action cannot be undone and will permanently delete the thread and all its replies.`,
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(control).toBeFocused()
  await expect(page.getByRole('link', { name: title })).toBeVisible()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete Discussion' }).click()
  await expect(page.getByText('Discussion deleted')).toBeVisible()
  await expect(page.getByText(`"${title}" has been permanently deleted.`)).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('40 discussions')
})

test('a deletion that fails says so, and the discussion stays', async ({ page, noise }) => {
  noise.expect(/status of 503/)
  const title = `Question number ${THREADS - 1} about gold`
  await enterAs(page, admin, `${site.url}/forums/gold-bonds`)
  await page.getByRole('button', { name: `Delete "${title}"` }).focus()
  await page.keyboard.press('Enter')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/threads?*', async (route) => {
    await answered
    await route.fulfill({ status: 503, body: '{}' })
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Discussion' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  answer()
  await expect(page.getByText('Failed to delete')).toBeVisible()
  await expect(page.getByText('There was an error deleting the discussion. Please try again.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete Discussion' })).toBeEnabled()
})

async function titles(page: Page): Promise<string[]> {
  return page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts()
}
