// An administrator's day: who gets in, members, the site's settings in force, letters from visitors, and the log that
// tells of all of it. On a site of its own, because settings are everybody's.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { mailFolder } from '../../support/mailbox.ts'
import type { TestServer } from '../../support/server.ts'
import { call, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAs, runSql, type SignedUp, signUpAt, startOwnSite } from '../own-site.ts'
import { expectHeaderOf, menuOf, sendSignIn } from '../people.ts'

test.describe.configure({ mode: 'serial' })

let site: TestServer
let admin: SignedUp
let asha: SignedUp

test.beforeAll(async () => {
  ;({ site, admin } = await startOwnSite())
  asha = await signUpAt(site, 'asha')
  const category = { name: 'IPOs', slug: 'ipos' }
  await call(admin.session.access_token, 'POST', 'forum_categories', category, site)
})

test.afterAll(() => site?.stop())

test('members are found, promoted, edited, banned and taken along; the log says why', async ({
  page,
  otherBrowser,
  noise,
}) => {
  test.slow()
  // The last administrator steps down; a banned member's open page finds out.
  noise.expect(/status of 409/)
  noise.expect(/status of 40[013]/)
  // A guest is led to sign-in and back, a member to the front page.
  await page.goto(`${site.url}/admin/users`)
  await expect(page).toHaveURL(/\/signin\?next=%2Fadmin%2Fusers$/)
  const ashas = await (await otherBrowser({ baseURL: site.url })).newPage()
  await enterAs(ashas, site, asha, '/admin')
  await expect(ashas).toHaveURL(`${site.url}/`)
  await sendSignIn(page, admin.person)
  await expect(page).toHaveURL(`${site.url}/admin/users`)

  // Looked for by a part of the name, signs and all.
  const { username } = asha.person
  const row = page.getByRole('row').filter({ hasText: username })
  await page.getByPlaceholder('Search users...').fill('(no,body)%')
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByPlaceholder('Search users...').fill(username.slice(0, 9).toUpperCase())
  await expect(row).toBeVisible()
  await expect(row.getByRole('cell', { name: 'N/A' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: admin.person.username })).toHaveCount(0)

  await row.getByLabel(`Level of ${username}`).selectOption('Expert')
  await expect(page.getByText('User updated', { exact: true })).toBeVisible()
  await expect(page.getByText('User level has been updated successfully.')).toBeVisible()

  // What a member says of themselves goes with a reason.
  await row.getByRole('button', { name: `Edit ${username}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bio').fill('Taken out <script>alert(1)</script>')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please say why in 3 to 500 characters.')
  await dialog.getByLabel('Reason').fill('It advertised a paid group')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toHaveCount(0)

  // The list comes as a file, in which no name is a formula and no address but the own one.
  await runSql(site, `update public.profiles set full_name = '=1+1' where id = '${asha.session.user.id}'`)
  await page.getByPlaceholder('Search users...').fill('')
  await expect(page.getByRole('row').filter({ hasText: admin.person.email })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('users.csv')
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv).toContain(`${username},'=1+1,N/A,Expert,`)
  expect(csv).toContain(admin.person.email)
  expect(csv).not.toContain(asha.person.email)

  // The only administrator stays one.
  await page.getByRole('button', { name: `Edit ${admin.person.username}` }).click()
  await dialog.getByLabel(/^Administrator/).uncheck()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'You are the last admin. Make somebody else admin first.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // A ban asks why and ends the member's session.
  await row.getByRole('button', { name: `Ban ${username}` }).click()
  await dialog.getByLabel('Reason').fill('Guaranteed returns')
  await dialog.getByRole('button', { name: 'Ban User' }).click()
  await expect(page.getByText('User banned', { exact: true })).toBeVisible()
  await expect(page.getByText('User has been banned successfully.')).toBeVisible()
  await expect(row.getByRole('button', { name: `Ban ${username}` })).toBeDisabled()
  await ashas.goto('/profile')
  await expect(ashas.getByText('Please sign in to view your profile.')).toBeVisible()
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PATCH'),
    row.getByLabel(`Level of ${username}`).selectOption('Regular'),
  ])
  await expect(row.getByRole('button', { name: `Ban ${username}` })).toBeEnabled()

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Log' }).click()
  const log = page.getByRole('table', { name: 'Moderation log' })
  for (const text of [
    'Expert → Banned',
    'Guaranteed returns',
    'Banned → Regular',
    'Regular → Expert',
    'It advertised a paid group',
    'Exported list of members',
  ])
    await expect(log.getByText(text).first()).toBeVisible()
  await page.getByLabel('What').selectOption('Set the level of')
  await expect(page).toHaveURL(/action=level/)
  await expect(log.getByText('Exported list of members')).toHaveCount(0)
  await page.reload()
  await page.getByPlaceholder('Titles, names, reasons...').fill('guaranteed')
  await expect(log.getByRole('row')).toHaveCount(2)
})

test('the dashboard counts, measures and tells what happened', async ({ page }) => {
  await enterAs(page, site, admin, '/')
  const menu = menuOf(page)
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  const users = page.getByRole('region', { name: 'Total Users' })
  await expect(users).toContainText('2')
  await expect(users).toContainText('Registered members')
  await expect(users).toContainText('2 new in 30 days')
  const health = page.getByRole('region', { name: 'System Health' })
  for (const word of ['Healthy', 'Normal', 'Online']) await expect(health.getByText(word)).toBeVisible()
  const recent = page.getByRole('region', { name: 'Recent Activity' })
  await expect(recent).toContainText(`${admin.person.username}: created category “IPOs”`)
  await page.getByRole('link', { name: 'Manage Users' }).click()
  await expect(page).toHaveURL(`${site.url}/admin/users`)
  // From a control of a row the arrows lead to the same one of the next.
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(boxes.nth(1)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
})

test('a site is renamed on its pages; during maintenance only administrators see them', async ({
  page,
  otherBrowser,
  noise,
}) => {
  test.slow()
  noise.expect(/status of 503/)
  // A member's browser asks for a pass, and is told no.
  noise.expect(/status of 403.*site\/v1\/pass/)
  const guest = await (await otherBrowser({ baseURL: site.url })).newPage()
  await guest.goto('/')
  await expect(guest.getByRole('banner')).toContainText('ArthaChowk')
  await enterAs(page, site, admin, '/admin/settings')
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
  await page.getByLabel('Tagline').fill('Money, plainly')
  await page.getByLabel('Site Description').fill('<b>Bold</b> words about money')
  await page.getByLabel('Max Posts per Day').fill('10')
  await save(page)
  await expect(page.getByRole('banner')).toContainText('पैसा Chowk & Co')
  await guest.goto('/')
  await expect(guest).toHaveTitle('पैसा Chowk & Co: Money, plainly')
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Money, plainly')
  await expect(guest.getByRole('main')).toContainText('<b>Bold</b> words about money')

  const ashas = await (await otherBrowser({ baseURL: site.url })).newPage()
  await enterAs(ashas, site, await signUpAt(site), '/forums')
  await expect(ashas.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByLabel('Maintenance Mode').check()
  await save(page)
  await expect(page.getByText('Maintenance mode is on')).toBeVisible()

  const closed = await guest.goto('/forums')
  expect(closed?.status()).toBe(503)
  expect(Number(closed?.headers()['retry-after'])).toBeGreaterThan(0)
  await expect(guest.getByRole('heading', { name: 'We are back soon' })).toBeVisible()
  await expect(guest.getByText('पैसा Chowk & Co')).toBeVisible()
  // A member's session is no key.
  await ashas.goto('/forums/ipos')
  await expect(ashas.getByRole('heading', { name: 'We are back soon' })).toBeVisible()

  // The administrator's browser goes on, in the page and past it.
  await page.goto(`${site.url}/forums`)
  await expect(page.getByRole('heading', { name: 'Forums', level: 1 })).toBeVisible()
  // So does one that comes anew: sign-in still works.
  await guest.getByRole('link', { name: 'Administrators come in here' }).click()
  await expect(guest).toHaveURL(/\/signin\?next=%2Fadmin$/)
  await sendSignIn(guest, admin.person)
  await expect(guest.getByText('Maintenance mode is on')).toBeVisible()
  await guest.goto('/forums')
  await expect(guest.getByRole('heading', { name: 'Forums', level: 1 })).toBeVisible()
  await expectHeaderOf(guest, admin.person)

  await page.goto(`${site.url}/admin/settings`)
  await page.getByLabel('Maintenance Mode').uncheck()
  await save(page)
  await ashas.goto('/forums')
  await expect(ashas.getByRole('heading', { name: 'Forums', level: 1 })).toBeVisible()
})

test('who has posted enough for a day is told so at the form, and keeps what was typed', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 429/)
  const bala = await signUpAt(site, 'bala')
  const { access_token: token, user } = bala.session
  await startDiscussion({ token, userId: user.id }, 'The first one of today', site)
  // The gap between two posts is another rule.
  await runSql(
    site,
    `update private.configuration set rate_limits = true;
     update public.profiles set created_at = now() - interval '1 year' where id = '${user.id}';
     update public.threads set created_at = now() - interval '1 hour' where author_id = '${user.id}'`,
  )
  await call(admin.session.access_token, 'PATCH', 'site_settings?id=is.true', { max_posts_per_day: 1 }, site)
  try {
    await enterAs(page, site, bala, '/new-discussion?category=ipos')
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

test("a visitor's letter is answered by mail, and the newsletter's list is taken along", async ({ page }) => {
  const headers = { apikey: site.publishableKey, 'content-type': 'application/json' }
  const visitor = { name: 'Ravi <b>', email: 'ravi@example.com', subject: 'technical' }
  const ask = (name: string, body: object) =>
    fetch(`${site.url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await ask('send_contact_message', { ...visitor, message: 'The page is blank. 😟\nSince Monday.' })
  await ask('subscribe_newsletter', { email: 'reader@example.com' })

  await enterAs(page, site, admin, '/admin/contact')
  await page.getByRole('button', { name: /Technical problem/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Since Monday.')
  await dialog.getByRole('button', { name: 'Send Answer' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please write an answer first.')
  await dialog.getByLabel(/^Answer to/).fill('It works again.\n\nThank you for telling us.')
  await dialog.getByRole('button', { name: 'Send Answer' }).dblclick()
  await expect(page.getByText('Every message is answered')).toBeVisible()
  const mail = await mailFolder(site.dataDir).newest(visitor.email, 2)
  expect(mail.text).toContain('Thank you for telling us.')
  await page.getByRole('link', { name: 'Answered' }).click()
  await page.getByRole('button', { name: /Technical problem/ }).click()
  await expect(dialog).toContainText(`${admin.person.username} answered`)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.goto(`${site.url}/admin/newsletter`)
  await page.getByRole('link', { name: 'Unconfirmed (1)' }).click()
  await expect(page.getByRole('cell', { name: 'reader@example.com' })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('reader@example.com,pending,')
})

test('a failed check is no administrator; a refused act is said and taken back', {
  tag: '@any-size',
}, async ({ page, noise }) => {
  noise.expect(/status of 500/)
  noise.expect(/ERR_FAILED/)
  noise.expect(/status of 422/)
  const broken = { status: 500, contentType: 'application/json', body: '{"message":"broken"}' }
  await page.route('**/rpc/is_admin', (route) => route.fulfill(broken))
  await enterAs(page, site, admin, '/admin/users')
  await expect(page).toHaveURL(`${site.url}/`)
  await page.unroute('**/rpc/is_admin')

  await page.goto(`${site.url}/admin/users`)
  const { username } = asha.person
  const level = page.getByLabel(`Level of ${username}`)
  await expect(level).toBeVisible()
  await page.route('**/rest/v1/profiles?*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  const before = await level.inputValue()
  await level.selectOption('Advanced')
  await expect(page.getByText(/^Failed to update user: /)).toBeVisible()
  await expect(level).toHaveValue(before)
  await page.getByLabel(`Level of ${admin.person.username}`).selectOption('Banned')
  await page.getByRole('dialog').getByLabel('Reason').fill('To see what happens')
  await page.getByRole('dialog').getByRole('button', { name: 'Ban User' }).click()
  await expect(page.getByText('Failed to ban user: You cannot ban yourself.')).toBeVisible()
})

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('They are in force on every page.').first()).toBeVisible()
}
