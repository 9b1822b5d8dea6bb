// An administrator's work: access, members, messages from visitors, and the audit log. On an otherwise empty site of
// its own.
import { readFileSync } from 'node:fs'
import { mailFolder } from '../../support/mailbox.ts'
import type { TestServer } from '../../support/server.ts'
import { call } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { runSql, startOwnSite } from '../own-site.ts'
import { enterAs, type Member, menuOf, newcomer, sendSignIn, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

test.describe.configure({ mode: 'default' })

let site: TestServer
let admin: Member

test.beforeAll(async () => {
  ;({ site, admin } = await startOwnSite())
})

test.afterAll(() => site?.stop())

const join = () => signUpByApi(newcomer('asha'), site)

/** The reasons in the log entries about a member, oldest first. */
async function reasonsAbout({ userId }: Member): Promise<(string | null)[]> {
  const query = `moderation_log?target_id=eq.${userId}&select=reason&order=id`
  const entries = await call<{ reason: string | null }[]>(admin.token, 'GET', query, undefined, site)
  return entries.map(({ reason }) => reason)
}

test('a guest is redirected to sign-in and back, a member to the front page', async ({
  page,
  otherBrowser,
}) => {
  await page.goto(`${site.url}/admin/users`)
  await expect(page).toHaveURL(/\/signin\?next=%2Fadmin%2Fusers$/)
  const ashas = await (await otherBrowser({ baseURL: site.url })).newPage()
  await enterAs(ashas, await join(), `${site.url}/admin`)
  await expect(ashas).toHaveURL(`${site.url}/`)
  await sendSignIn(page, admin)
  await expect(page).toHaveURL(`${site.url}/admin/users`)
})

test('a member is found by a part of the name, promoted, and edited with a reason', async ({ page }) => {
  const asha = await join()
  const { username } = asha
  const row = page.getByRole('row').filter({ hasText: username })
  await enterAs(page, admin, `${site.url}/admin/users`)
  await page.getByPlaceholder('Search users...').fill('(no,body)%')
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByPlaceholder('Search users...').fill(username.slice(0, 12).toUpperCase())
  await expect(row).toBeVisible()
  await expect(row.getByRole('cell', { name: 'N/A' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: admin.username })).toHaveCount(0)

  await row.getByLabel(`Level of ${username}`).selectOption('Expert')
  await expect(page.getByText('User updated', { exact: true })).toBeVisible()
  await expect(page.getByText('User level has been updated successfully.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(row.getByLabel(`Level of ${username}`)).toHaveValue('Regular')

  await row.getByRole('button', { name: `Edit ${username}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bio').fill('Taken out <script>alert(1)</script>')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please say why in 3 to 500 characters.')
  await dialog.getByLabel('Reason').fill('It advertised a paid group')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await reasonsAbout(asha)).toEqual([null, null, 'It advertised a paid group'])
})

test('the exported list has no formula in a name, and no address except the administrator’s own', async ({
  page,
}) => {
  const asha = await join()
  await runSql(site, `update public.profiles set full_name = '=1+1' where id = '${asha.userId}'`)
  await enterAs(page, admin, `${site.url}/admin/users`)
  await expect(page.getByRole('row').filter({ hasText: admin.email })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('users.csv')
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv).toContain(`${asha.username},'=1+1,N/A,Regular,`)
  expect(csv).toContain(admin.email)
  expect(csv).not.toContain(asha.email)
})

test('the only administrator cannot step down', async ({ page, noise }) => {
  noise.expect(/status of 409/)
  await enterAs(page, admin, `${site.url}/admin/users`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `Edit ${admin.username}` }).click()
  await dialog.getByLabel(/^Administrator/).uncheck()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'You are the last admin. Make somebody else admin first.',
  )
})

test('several members are banned with one reason, and none twice', async ({ page }) => {
  const members = [await join(), await join()]
  await enterAs(page, admin, `${site.url}/admin/users`)
  for (const { username } of [...members, admin])
    await page.getByRole('checkbox', { name: `Select ${username}`, exact: true }).check()
  await page.getByRole('button', { name: 'Ban selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ban 2 users?' })
  for (const { username } of members) await expect(dialog).toContainText(username)
  await expect(dialog, 'administrators cannot ban themselves').not.toContainText(admin.username)
  await dialog.getByRole('button', { name: 'Ban 2 Users' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please say why in 3 to 500 characters.')
  await expectSoundAtAnySize(page)
  await dialog.getByLabel('Reason').fill('One seller of tips under two names')
  await dialog.getByRole('button', { name: 'Ban 2 Users' }).click()
  await expect(page.getByText('2 users banned')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ban selected' })).toHaveCount(0)
  for (const member of members) {
    await expect(page.getByLabel(`Level of ${member.username}`)).toHaveValue('Banned')
    expect(await reasonsAbout(member)).toEqual(['One seller of tips under two names'])
  }
})

test('a ban needs a reason, leaves the member reading, and can be lifted', async ({ page, otherBrowser }) => {
  const asha = await join()
  const { username } = asha
  const ashas = await (await otherBrowser({ baseURL: site.url })).newPage()
  await enterAs(ashas, asha, `${site.url}/`)
  await enterAs(page, admin, `${site.url}/admin/users`)
  const row = page.getByRole('row').filter({ hasText: username })
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: `Ban ${username}` }).click()
  await dialog.getByLabel('Reason').fill('Guaranteed returns')
  await dialog.getByRole('button', { name: 'Ban User' }).click()
  await expect(page.getByText('User banned', { exact: true })).toBeVisible()
  await expect(page.getByText('User has been banned successfully.')).toBeVisible()
  await expect(row.getByRole('button', { name: `Ban ${username}` })).toBeDisabled()
  await ashas.goto('/sanction')
  await expect(ashas.getByRole('complementary', { name: 'Limits on your account' })).toContainText(
    'Your account is banned.',
  )
  await expect(ashas.getByText('Guaranteed returns')).toBeVisible()
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PATCH'),
    row.getByLabel(`Level of ${username}`).selectOption('Regular'),
  ])
  await expect(row.getByRole('button', { name: `Ban ${username}` })).toBeEnabled()
  expect(await reasonsAbout(asha)).toEqual(['Guaranteed returns', null])
})

test('the log shows who did what and why, and can be searched', async ({ page }) => {
  const { userId: member, username } = await join()
  const as = (path: string, body: object, method: 'POST' | 'PATCH' = 'POST') =>
    call(admin.token, method, path, body, site)
  const reason = 'Sells a course on Telegram'
  await as(`profiles?id=eq.${member}`, { user_level: 'Expert' }, 'PATCH')
  await as('rpc/ban_member', { member, reason })
  await as(`profiles?id=eq.${member}`, { user_level: 'Regular' }, 'PATCH')
  const change = { member, username, full_name: '', bio: 'Invests.', remove_avatar: false }
  await as('rpc/moderate_profile', { ...change, reason: 'The name was an advertisement' })
  await as('rpc/note_export', { list: 'profiles', size: 2 })

  await enterAs(page, admin, `${site.url}/admin`)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Log' }).click()
  const log = page.getByRole('table', { name: 'Moderation log' })
  for (const text of [
    'Expert → Banned',
    reason,
    'Banned → Regular',
    'Regular → Expert',
    'The name was an advertisement',
    'List of members exported',
  ])
    await expect(log.getByText(text).first()).toBeVisible()
  await expect(log.getByRole('link', { name: username }).first()).toHaveAttribute(
    'href',
    `/experts/${username}`,
  )
  await page.getByLabel('What').selectOption('Level changed')
  await expect(page).toHaveURL(/action=level/)
  await expect(log.getByText('List of members exported')).toHaveCount(0)
  await page.reload()
  await page.getByPlaceholder('Titles, names, reasons...').fill('telegram')
  await expect(log.getByRole('row')).toHaveCount(2)
})

test('the dashboard shows counts, health and recent activity', async ({ page }) => {
  await join()
  await call(admin.token, 'POST', 'forum_categories', { name: 'Bonds', slug: 'bonds' }, site)
  await enterAs(page, admin, `${site.url}/`)
  const menu = menuOf(page)
  if (await menu.isVisible()) await menu.click()
  const told = page.waitForResponse('**/site/v1/health')
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  const users = page.getByRole('region', { name: 'Total Users' })
  const members = await call<unknown[]>(admin.token, 'GET', 'profiles?select=id', undefined, site)
  await expect(users).toContainText(String(members.length))
  for (const [card, words] of [
    ['Total Users', 'Registered members'],
    ['Discussions', 'Total threads'],
    ['Replies', 'Total replies'],
    ['Categories', 'Forum categories'],
    ['Active Users', 'Last 7 days'],
    ['Reports', 'Pending review'],
  ] as const)
    await expect(page.getByRole('region', { name: card, exact: true })).toContainText(words)
  await expect(users).toContainText(`${members.length} new in 30 days`)
  const health = page.getByRole('region', { name: 'System Health' })
  // A busy machine is slow, and may be low on space.
  const { database, storage } = (await (await told).json()) as Record<string, { state: string }>
  for (const [part, word] of [
    [/^Database/, database?.state ?? 'no state'],
    [/^Storage/, storage?.state ?? 'no state'],
    [/^API/, /Online|Slow/],
  ] as const)
    await expect(health.getByRole('listitem').filter({ hasText: part })).toContainText(word)
  const recent = page.getByRole('region', { name: 'Recent Activity' })
  await expect(recent).toContainText(`${admin.username}: category created “Bonds”`)
  await page.getByRole('link', { name: 'Manage Users' }).click()
  await expect(page).toHaveURL(`${site.url}/admin/users`)
  // The arrow keys move from a control of one row to the same control of the next.
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(boxes.nth(1)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
})

test('a visitor’s message is answered by mail, and the newsletter’s subscribers are exported', async ({
  page,
}) => {
  const headers = { apikey: site.publishableKey, 'content-type': 'application/json' }
  const visitor = { name: 'Ravi <b>', email: 'ravi@example.com', subject: 'technical' }
  const ask = (name: string, body: object) =>
    fetch(`${site.url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await ask('send_contact_message', { ...visitor, message: 'The page is blank. 😟\nSince Monday.' })
  await ask('subscribe_newsletter', { email: 'reader@example.com' })
  // The receipt has arrived, so the next mail is the reply.
  await mailFolder(site.dataDir).newest(visitor.email)

  await enterAs(page, admin, `${site.url}/admin/contact`)
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
  await expect(dialog).toContainText(`${admin.username} answered`)
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

test('a failed role check grants nothing; a refused change is reported and rolled back', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 500/)
  noise.expect(/ERR_FAILED/)
  noise.expect(/status of 422/)
  const { username } = await join()
  const broken = { status: 500, contentType: 'application/json', body: '{"message":"broken"}' }
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/rpc\/(?:is_admin|me)$|\/site\/v1\/own-part/, async (route) => {
    await asked
    await route.fulfill(broken)
  })
  await enterAs(page, admin, `${site.url}/admin/users`)
  await expect(page.getByText('Loading admin dashboard...').first()).toBeVisible()
  answer()
  await expect(page).toHaveURL(`${site.url}/`)
  await page.unroute(/\/rpc\/(?:is_admin|me)$|\/site\/v1\/own-part/)

  await page.goto(`${site.url}/admin/users`)
  const level = page.getByLabel(`Level of ${username}`)
  await expect(level).toBeVisible()
  await page.route('**/rest/v1/profiles?*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  const before = await level.inputValue()
  await level.selectOption('Advanced')
  const told = page
    .getByRole('listitem')
    .filter({ hasText: /^Error/ })
    .first()
  await expect(told).toContainText('Failed to update user: ')
  await expect(level).toHaveValue(before)
  await page.getByLabel(`Level of ${admin.username}`).selectOption('Banned')
  await page.getByRole('dialog').getByLabel('Reason').fill('To see what happens')
  await page.getByRole('dialog').getByRole('button', { name: 'Ban User' }).click()
  await expect(told).toContainText('Failed to ban user: You cannot ban yourself.')
})
