// The scam shield in the browser: what it stops stays in the form, with what to do about it. On a site of its own, because the
// rules affect everybody.
import type { TestServer } from '../../support/server.ts'
import { call, openComposer, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { startOwnSite } from '../own-site.ts'
import { enterAs, type Member, newcomer, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

test.describe.configure({ mode: 'serial' })

let site: TestServer
let admin: Member
const BAD = 'Join my Telegram for sure shot calls, 5% profit daily'
const SAID = /This reads like what scams offer or ask for/

test.beforeAll(async () => {
  ;({ site, admin } = await startOwnSite())
  await call(admin.token, 'POST', 'forum_categories', { name: 'IPOs', slug: 'ipos' }, site)
})

test.afterAll(() => site?.stop())

test('a reply that offers tips is refused, keeps what was typed, and goes out when it tells of them instead', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 400/)
  const { path } = await startDiscussion(admin, 'Which index fund costs least', site)
  const member = await signUpByApi(newcomer('asha'), site)
  await enterAs(page, member, `${site.url}${path}`)
  const field = await openComposer(page)
  await field.pressSequentially(BAD)
  await page.getByRole('button', { name: 'Post Reply' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: SAID })
  await expect(refusal).toBeVisible()
  await expect(refusal.getByRole('link', { name: '/scams' })).toHaveAttribute('href', '/scams')
  await expect(field).toHaveText(BAD)
  await expectSoundAtAnySize(page)
  await field.fill('A friend was promised 5% a day in a Telegram group and lost his money.')
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('A friend was promised 5% a day')).toBeVisible()
})

test('a guest’s message is refused beside its text', async ({ page, noise }) => {
  noise.expect(/status of 400/)
  await page.goto(`${site.url}/chat`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(BAD)
  await box.press('Enter')
  await page.getByLabel('Username').fill('Visitor')
  await page.getByLabel('Username').press('Enter')
  await box.press('Enter')
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByText(SAID)).toBeVisible()
  await expect(log.getByText(BAD)).toBeVisible()
})

test('an administrator tries a rule, adds it, and switches it off', async ({ page }) => {
  await startDiscussion(admin, 'What the blue lotus club is', site)
  await enterAs(page, admin, `${site.url}/admin/shield`)
  await page.getByRole('button', { name: 'Add a Rule' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to look for').fill('blue lotus club')
  await dialog.getByRole('button', { name: 'Try It on the Last 30 Days' }).click()
  await expect(dialog.getByRole('status')).toContainText(/It speaks of 1 of the \d+ newest texts/)
  await dialog.getByRole('button', { name: 'Add Rule' }).click()
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: 'blue lotus club' })
  await expect(row).toContainText('Stop it')
  await expectSoundAtAnySize(page)
  await row.getByRole('button', { name: 'Switch off: blue lotus club' }).click()
  await expect(row).toContainText('Off')
})

test('whom to call is there in both languages without a script', async ({ otherBrowser }) => {
  const context = await otherBrowser({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site.url}/scams`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scams: whom to call')
  await expect(page.getByRole('link', { name: '1930' })).toHaveAttribute('href', 'tel:1930')
  await page.goto(`${site.url}/hi/scams`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ठगी: किसे फ़ोन करें')
})
