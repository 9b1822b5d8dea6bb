// The Categories tab, on a site of its own, and what a category gives to new discussions.
import type { Route } from '@playwright/test'
import type { TestServer } from '../../support/server.ts'
import { call, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { startOwnSite } from '../own-site.ts'
import { enterAs, type Member, newcomer, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

test.describe.configure({ mode: 'default' })

let site: TestServer
let admin: Member
let asha: Member

test.beforeAll(async () => {
  ;({ site, admin } = await startOwnSite())
  asha = await signUpByApi(newcomer('asha'), site)
  for (const [name, slug] of [
    ['IPOs', 'ipos'],
    ['Taxation', 'taxation'],
  ])
    await call(admin.token, 'POST', 'forum_categories', { name, slug }, site)
})

test.afterAll(() => site?.stop())

test('a category is added and changed, and no two have one slug', async ({ page, noise }) => {
  // Another category has this slug already, and the database is slow once.
  noise.expect(/status of (?:409|500)/)
  const suffix = newcomer('x').username.slice(2)
  await enterAs(page, admin, `${site.url}/admin/categories`)
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Category', 'Description', 'Slug', 'Threads', 'Created', 'Actions'],
  ])
  await page.getByRole('button', { name: 'Add Category' }).click()
  const form = page.getByRole('dialog', { name: 'Add Category' })
  await form.getByRole('button', { name: 'Add Category' }).click()
  await expect(form.getByRole('alert')).toHaveText('Name and slug are required fields.')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(`Gold ${suffix}`)
  await expect(form.getByLabel('Slug')).toHaveValue(`gold-${suffix}`)
  await form.getByRole('radio', { name: 'Shield' }).check({ force: true })
  await form.getByRole('radio', { name: 'Amber' }).check({ force: true })
  await expectSoundAtAnySize(page)
  await page.route('**/rest/v1/forum_categories*', slowTo('POST'))
  await form.getByRole('button', { name: 'Add Category' }).click()
  const told = page
    .getByRole('listitem')
    .filter({ hasText: /^Error/ })
    .first()
  await expect(told).toContainText('Failed to create category: too slow')
  await page.unroute('**/rest/v1/forum_categories*')
  await form.getByRole('button', { name: 'Add Category' }).click()
  await expect(page.getByText('Category created')).toBeVisible()
  const row = page.getByRole('row', { name: `Gold ${suffix}` })
  await expect(row).toContainText(`Discuss Gold ${suffix} related topics`)

  await row.getByRole('button', { name: /^Edit/ }).click()
  await page
    .getByRole('textbox', { name: 'Description', exact: true })
    .fill('Bonds, coins and funds of gold.')
  await page.getByRole('textbox', { name: 'Description in Hindi' }).fill('बॉन्ड, सिक्के और फंड।')
  await page.getByRole('textbox', { name: 'Name in Hindi' }).fill('सोना')
  await page.getByRole('textbox', { name: 'Slug' }).fill('ipos')
  await page.getByRole('textbox', { name: 'Slug' }).press('Enter')
  await expect(told).toContainText('Failed to update category: Another category has this slug.')
  await page.getByRole('textbox', { name: 'Slug' }).fill(`bonds-${suffix}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Category updated')).toBeVisible()
  await expect(row).toContainText('Bonds, coins and funds of gold.')
  await page.goto(`${site.url}/hi/forums`)
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'सोना' })).toContainText(
    'बॉन्ड, सिक्के और फंड।',
  )
  await page.goto(`${site.url}/hi/forums/bonds-${suffix}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('सोना')
})

test('categories are reordered, and the site lists them in that order', async ({ page }) => {
  await enterAs(page, admin, `${site.url}/admin/categories`)
  await page.getByRole('button', { name: 'Reorder' }).click()
  await page.getByRole('button', { name: 'Move Taxation up' }).press('Enter')
  await page.getByRole('button', { name: 'Save Order' }).click()
  await expect(page.getByText('The site lists the categories in the new order.')).toBeVisible()
  await page.goto(`${site.url}/forums`)
  const names = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  expect(names.filter((name) => ['IPOs', 'Taxation'].includes(name))).toEqual(['Taxation', 'IPOs'])
  // The order by name is restored for the other tests on this site.
  await call(admin.token, 'POST', 'rpc/order_categories', { ids: [] }, site)
})

test('a category is deleted after its discussions have moved', async ({ page, noise }) => {
  noise.expect(/status of 500/)
  const slug = 'silver'
  await call(admin.token, 'POST', 'forum_categories', { name: 'Silver', slug }, site)
  const { id } = await startDiscussion(asha, 'Sovereign bonds before maturity', site, slug)
  await enterAs(page, admin, `${site.url}/admin/categories`)
  const row = page.getByRole('row', { name: 'Silver' })
  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete Category' })
  await expect(question).toContainText('holds 1 discussion')
  await expect(question.getByRole('button', { name: 'Move and Delete' })).toBeDisabled()
  await question.getByLabel('Move them to').selectOption('Taxation')
  await page.route('**/rest/v1/forum_categories*', slowTo('DELETE'))
  await question.getByRole('button', { name: 'Move and Delete' }).click()
  await expect(page.getByText('Failed to delete category: too slow')).toBeVisible()
  await page.unroute('**/rest/v1/forum_categories*')
  // They have moved already.
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Category deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.goto(`${site.url}/forums/${slug}/${id}`)
  await expect(page).toHaveURL(
    new RegExp(`/forums/taxation/sovereign-bonds-before-maturity-${id.slice(0, 8)}$`),
  )
})

test('a new discussion begins with the note and the template of its category, and keeps what was typed', async ({
  page,
  otherBrowser,
}) => {
  for (const [name, slug] of [
    ['Old notices', 'old-notices'],
    ['Premiums', 'premiums'],
  ]) {
    await call(admin.token, 'POST', 'forum_categories', { name, slug }, site)
  }
  await enterAs(page, admin, `${site.url}/admin/categories`)
  await page.getByRole('button', { name: 'Note and template of Old notices' }).click()
  const dialog = page.getByRole('dialog', { name: 'New discussions in Old notices' })
  await dialog
    .getByRole('textbox', { name: 'Note above the form' })
    .fill('Say which year <b>you</b> ask about.')
  const template = dialog.getByRole('textbox', { name: 'Template of the text' })
  await template.click()
  await page.keyboard.type('Assessment year:')
  await page.keyboard.press('Enter')
  await page.keyboard.type('What the notice says:')
  await expectSoundAtAnySize(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const member = await (await otherBrowser({ baseURL: site.url })).newPage()
  const note = member.getByRole('region', { name: 'About Old notices' })
  // The cached page of the form is evicted.
  await enterAs(
    member,
    await signUpByApi(newcomer('bala'), site),
    `${site.url}/new-discussion?category=old-notices`,
  )
  await expect(async () => {
    await member.reload()
    await expect(note).toHaveText('Say which year <b>you</b> ask about.', { timeout: 2_000 })
  }).toPass()
  const content = member.getByRole('textbox', { name: 'Content' })
  await expect(content.getByRole('paragraph')).toHaveText(['Assessment year:', 'What the notice says:'])
  await expectSoundAtAnySize(member)
  await member.getByLabel('Title').fill(`A notice about an old year ${Date.now()}`)
  await member.getByRole('button', { name: 'Start Discussion' }).click()
  await expect(member.getByText('Put your own words into the template first.')).toBeVisible()
  // An untouched template goes with its category, and comes back with it.
  await member.getByRole('radio', { name: 'Premiums' }).check()
  await expect(content).toHaveText('')
  await expect(note).toBeHidden()
  await member.getByRole('radio', { name: 'Old notices' }).check()
  await expect(content).toContainText('Assessment year:')
  await content.click()
  await member.keyboard.press('Control+End')
  await member.keyboard.type(' that I owe tax.')
  await member.getByRole('radio', { name: 'Premiums' }).check()
  await expect(content).toContainText('What the notice says: that I owe tax.')
  // A draft stays as it is.
  await expect(member.getByText(/^Saved/)).toBeVisible()
  await member.goto('/new-discussion?category=old-notices')
  await expect(note).toBeVisible()
  await expect(content).toContainText('What the notice says: that I owe tax.')
  await member.getByRole('button', { name: 'Start Discussion' }).click()
  await expect(member).toHaveURL(/\/forums\/old-notices\/a-notice-about/)

  await expect(member.getByRole('heading', { level: 1 })).toContainText('A notice')
})

/** A database that is too slow for requests of `method`. */
function slowTo(method: string) {
  return (route: Route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { code: '57014', message: 'too slow' } })
      : route.continue()
}
