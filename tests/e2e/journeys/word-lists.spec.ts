// The word lists of administrators: search synonyms and reserved names. On a site of its own, because they affect
// everybody.
import type { TestServer } from '../../support/server.ts'
import { call, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { startOwnSite } from '../own-site.ts'
import { enterAs, type Member } from '../people.ts'

test.describe.configure({ mode: 'serial' })

let site: TestServer
let admin: Member

test.beforeAll(async () => {
  ;({ site, admin } = await startOwnSite())
  await call(admin.token, 'POST', 'forum_categories', { name: 'IPOs', slug: 'ipos' }, site)
})

test.afterAll(() => site?.stop())

test('synonyms are added, found, changed and deleted, and the search uses them', async ({
  page,
  otherBrowser,
  noise,
}) => {
  noise.expect(/status of 400/)
  const title = 'Somebody offered me a bucket shop'
  await startDiscussion(admin, title, site)
  await enterAs(page, admin, `${site.url}/admin/synonyms`)
  await page.getByRole('button', { name: 'Add Synonyms' }).click()
  const dialog = page.getByRole('dialog')
  const words = dialog.getByLabel('Words that mean the same')
  const save = dialog.getByRole('button', { name: /^(Add Synonyms|Save)$/ })
  await words.fill('bucket shop')
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Please enter 2 to 12 words or phrases that mean the same.',
  )
  await words.fill('x'.repeat(10_000))
  await dialog.getByLabel('Other spellings (optional)').fill('<script>alert(1)</script>')
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText('A list of synonyms may have at most 500 characters.')
  await words.fill('Bucket Shop, डब्बा ट्रेडिंग, 🪣 shop')
  await save.dblclick()
  await expect(dialog).toHaveCount(0)
  await page.getByPlaceholder('Find a word...').fill('डब्बा')
  const row = page.getByRole('row').filter({ hasText: 'डब्बा ट्रेडिंग' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('<script>alert(1)</script>')

  // A search for one of the synonyms finds the others.
  const guest = await (await otherBrowser()).newPage()
  await guest.goto(`${site.url}/search?q=${encodeURIComponent('डब्बा ट्रेडिंग')}`)
  await expect(guest.getByRole('link', { name: title })).toBeVisible()

  await row.getByRole('button', { name: /^Edit / }).click()
  await words.fill('dabba trading, डब्बा ट्रेडिंग')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Synonyms saved')).toBeVisible()
  await expect(row).toContainText('dabba trading')
  await guest.goto(`${site.url}/search?q=${encodeURIComponent('डब्बा ट्रेडिंग')}`)
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(guest.getByRole('link', { name: title })).toHaveCount(0)

  await row.getByRole('button', { name: /^Delete / }).click()
  await dialog.getByRole('button', { name: 'Delete Synonyms' }).click()
  await expect(page.getByText('No synonyms found')).toBeVisible()
  await page.goto(`${site.url}/admin/log`)
  await expect(page.getByText(/Synonyms of the search deleted/).first()).toBeVisible()
})

test('a name is reserved, refused at sign-up, and released again', async ({ page, noise }) => {
  noise.expect(/status of 409/)
  const join = async (username: string) => {
    const answer = await fetch(`${site.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `${username}@example.com`,
        password: 'plum sky harbour',
        data: { username },
      }),
    })
    return { status: answer.status, body: (await answer.json()) as { msg?: string } }
  }
  await enterAs(page, admin, `${site.url}/admin/names`)
  const row = page.getByRole('row').filter({ hasText: 'Dalal Desk' })
  await page.getByRole('button', { name: 'Reserve a Name' }).click()
  const dialog = page.getByRole('dialog')
  const reserve = dialog.getByRole('button', { name: 'Reserve Name' })
  await reserve.click()
  await expect(dialog.getByRole('alert')).toHaveText('A reserved name must be 2 to 40 characters long.')
  await dialog.getByLabel('Name', { exact: true }).fill('S E B I')
  await reserve.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'This name is reserved already, or one that looks like it.',
  )
  await dialog.getByLabel('Name', { exact: true }).fill(' Dalal Desk ')
  await dialog.getByRole('checkbox').check()
  await reserve.dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('As any word of a name')

  expect(await join('daIaldesk')).toMatchObject({
    status: 422,
    body: { msg: 'That username is reserved. Please choose another.' },
  })
  await row.getByRole('button', { name: 'Delete Dalal Desk' }).click()
  await dialog.getByRole('button', { name: 'Delete Name' }).click()
  await expect(page.getByText('Name no longer reserved')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await join('dalaldesk')).status).toBe(200)
})
