// What members report and what admins do, on a site of their own: from the report to its answer, the Content tab, the
// Categories tab, and what is left of a deleted discussion.
import type { Page } from '@playwright/test'
import { startServer, type TestServer } from '../../support/server.ts'
import { call, postReplies, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { newcomer } from '../people.ts'
import { expectSound } from '../sound.ts'

type SignedUp = { access_token: string; user: { id: string }; username: string }

test.describe.configure({ mode: 'serial' })

let site: TestServer
let admin: SignedUp
let asha: SignedUp
let bala: SignedUp

test.beforeAll(async () => {
  site = await startServer()
  admin = await signUp('devi')
  asha = await signUp('asha')
  bala = await signUp('bala')
  const token = new URL(site.adminLink ?? '').searchParams.get('token')
  await call(admin.access_token, 'POST', 'rpc/claim_admin', { token }, site)
  for (const [name, slug] of [
    ['IPOs', 'ipos'],
    ['Taxation', 'taxation'],
  ])
    await call(admin.access_token, 'POST', 'forum_categories', { name, slug }, site)
})

test.afterAll(() => site.stop())

test('a member reports, an admin answers in another browser, and the reporter reads it', async ({
  page,
  otherBrowser,
}) => {
  test.slow()
  const { id, path } = await startDiscussion(asAuthor(asha), 'How do you read a price band', site)
  const [reply = ''] = await postReplies(asAuthor(asha), id, ['Forty percent a month, guaranteed'], site)

  await page.goto(site.url + path)
  await page.getByRole('button', { name: 'Report this reply' }).click()
  await expect(page).toHaveURL(`${site.url}/signin?next=${encodeURIComponent(path)}`)

  // What a guest set out to do is done after signing in.
  await enter(page, bala)
  await page.goto(site.url + path)
  const dialog = page.getByRole('dialog', { name: 'Report this reply' })
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose what is wrong with it.')
  await dialog.getByLabel('Something else').check()
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please say why in 3 to 500 characters.')
  await expectSound(page)
  await dialog.getByLabel('In your words').fill('He asks for deposits <b>by UPI</b>')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(page.getByText('Report sent')).toBeVisible()
  await page.getByRole('button', { name: 'Report this reply' }).click()
  await expect(dialog).toContainText('You reported this on')
  await dialog.getByRole('link', { name: 'All your reports' }).click()
  const own = page.getByRole('main').getByRole('listitem').filter({ hasText: 'How do you read a price band' })
  await expect(own).toContainText('Something else: He asks for deposits <b>by UPI</b>')
  await expect(own).toContainText('Open')

  const desk = await (await otherBrowser()).newPage()
  await enter(desk, admin)
  await desk.goto(`${site.url}/admin/moderate`)
  const waiting = desk.getByRole('listitem', { name: 'Reply in "How do you read a price band"' })
  await expect(waiting).toContainText('1 report')
  await expect(waiting).toContainText('Forty percent a month, guaranteed')
  await expectSound(desk)
  // The keys work on arrival.
  await expect(waiting).toBeFocused()
  await desk.keyboard.press('h')
  await expect(desk.getByText('Reply hidden')).toBeVisible()
  const answer = desk.getByRole('dialog', { name: 'Resolve the report' })
  await expect(answer.getByLabel('What was done')).toHaveValue('It was hidden.')
  await answer.getByLabel('What was done').fill('Hidden, and the author written to.')
  await answer.getByRole('button', { name: 'Resolve' }).click()
  await expect(desk.getByText('Report resolved')).toBeVisible()
  await expect(desk.getByText('Nothing waits')).toBeVisible()
  await desk.getByRole('link', { name: 'Resolved' }).click()
  await expect(waiting).toContainText(`Hidden, and the author written to. · ${admin.username}`)
  await expect(waiting).toContainText('Log: Hid by')

  await page.reload()
  await expect(own).toContainText('Resolved')
  await expect(own).toContainText('Hidden, and the author written to.')
  await page.goto(`${site.url}${path}`)
  await expect(page.getByText('No replies yet')).toBeVisible()
  expect((await log()).slice(0, 2)).toMatchObject([
    { action: 'resolve', reason: 'Hidden, and the author written to.' },
    { action: 'hide', target_id: reply },
  ])
})

test('an admin finds, edits, flags and deletes a discussion, and its address says that it is gone', async ({
  page,
  otherBrowser,
  noise,
}) => {
  test.slow()
  const { id } = await startDiscussion(asAuthor(asha), 'Grey market premiums exlained', site)
  await startDiscussion(asAuthor(asha), 'Something else entirely', site)
  await enter(page, admin)
  await page.goto(`${site.url}/admin/content`)
  const table = page.getByRole('table', { name: 'Threads, newest first' })
  await expect(table.getByRole('columnheader')).toHaveText([
    ...[/^Select all/, 'Thread', 'Author', 'Category', 'Stats', 'Created', 'Actions'],
  ])
  await page.getByPlaceholder('Search threads...').fill('exlained')
  await expect(table.getByRole('row')).toHaveCount(2)
  const row = table.getByRole('row', { name: 'Grey market' })
  await expect(row).toContainText('0 replies0 views0 upvotes')
  await expectSound(page)

  await row.getByRole('button', { name: 'Edit thread' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Thread' })
  await expect(modal.getByPlaceholder('Enter thread title...')).toHaveValue('Grey market premiums exlained')
  await expect(modal.getByRole('textbox', { name: 'Thread Content' })).toBeVisible()
  await modal.getByLabel('Thread Title').fill('   ')
  await expect(modal.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Edit thread' }).click()
  await expect(modal.getByLabel('Thread Title'), 'closing clears').toHaveValue(
    'Grey market premiums exlained',
  )
  await modal.getByLabel('Thread Title').fill('  Grey market premiums explained ')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/threads?*', async (route) => {
    if (route.request().method() === 'PATCH') await answered
    await route.continue()
  })
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expect(modal.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  answer()
  await expect(page.getByText('Thread updated', { exact: true })).toBeVisible()
  await expect(page.getByText('The thread has been successfully updated.')).toBeVisible()
  await page.getByPlaceholder('Search threads...').fill('explained')
  const path = `/forums/ipos/grey-market-premiums-explained-${id.slice(0, 8)}`
  await expect(row.getByRole('link', { name: 'View thread' })).toHaveAttribute('href', path)

  for (const [flag, said] of [
    ['Sticky', 'Thread made sticky'],
    ['Pinned', 'Thread pinned'],
    ['Locked', 'Thread locked'],
  ] as const) {
    await row.getByRole('button', { name: 'Flags and category' }).click()
    await page.getByRole('menuitemcheckbox', { name: flag }).click()
    await expect(page.getByText(said)).toBeVisible()
    await expect(row).toContainText(flag)
  }
  // The newest toast is the first; those before it are on their way out.
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(row).not.toContainText('Locked')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(row).toContainText('Locked')

  const reader = await (await otherBrowser()).newPage()
  await enter(reader, bala)
  await reader.goto(site.url + path)
  await expect(
    reader.getByText('This discussion is locked. It can be read, but no longer answered.'),
  ).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Reply to Discussion' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByText('Thread hidden')).toBeVisible()
  await page.getByLabel('Filter').selectOption('Reported')
  await expect(page.getByText('No threads found')).toBeVisible()
  await page.getByLabel('Filter').selectOption('Flagged')
  await expect(row).toContainText('Hidden')
  noise.expect(/status of 404/)
  await expect(async () => {
    await reader.reload()
    await expect(reader.getByRole('heading', { name: 'Discussion not found' })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()

  await row.getByRole('button', { name: 'Delete thread' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Discussion' })
  await expect(question).toContainText(
    'Are you sure you want to delete "Grey market premiums explained"? This action cannot be undone and will permanently delete the thread and all its replies.',
  )
  noise.expect(/status of 503/)
  await page.route('**/rest/v1/threads?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'XX000', message: 'The database is away' } }),
  )
  await question.getByRole('button', { name: 'Delete Discussion' }).click()
  await expect(page.getByText('Failed to delete thread: The database is away')).toBeVisible()
  await page.unroute('**/rest/v1/threads?*')
  await question.getByRole('button', { name: 'Delete Discussion' }).click()
  await expect(page.getByText('Thread deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('The thread has been successfully deleted.')).toBeVisible()
  noise.expect(/status of 410/)
  const gone = await reader.goto(site.url + path)
  expect(gone?.status()).toBe(410)
  await expect(reader.getByRole('main')).toContainText('It was deleted, with all its replies.')
  await expectSound(reader)
  expect((await log()).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['delete', 'hide', 'lock', 'unlock', 'pin', 'stick', 'edit']),
  )
})

test('categories are added, changed, put in order, and deleted after their discussions moved', async ({
  page,
  noise,
}) => {
  test.slow()
  // The slug that another category has.
  noise.expect(/status of 409/)
  const suffix = newcomer('x').username.slice(2)
  await enter(page, admin)
  await page.goto(`${site.url}/admin/categories`)
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Category', 'Description', 'Slug', 'Threads', 'Created', 'Actions'],
  ])
  await page.getByRole('button', { name: 'Add Category' }).click()
  const form = page.getByRole('dialog', { name: 'Add Category' })
  await form.getByRole('button', { name: 'Add Category' }).click()
  await expect(form.getByRole('alert')).toHaveText('Name and slug are required fields.')
  await form.getByLabel('Name').fill(`Gold ${suffix}`)
  await expect(form.getByLabel('Slug')).toHaveValue(`gold-${suffix}`)
  await form.getByRole('radio', { name: 'Shield' }).check({ force: true })
  await form.getByRole('radio', { name: 'Amber' }).check({ force: true })
  await expectSound(page)
  await form.getByRole('button', { name: 'Add Category' }).click()
  await expect(page.getByText('Category created')).toBeVisible()
  const row = page.getByRole('row', { name: `Gold ${suffix}` })
  await expect(row).toContainText(`Discuss Gold ${suffix} related topics`)

  await row.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Bonds, coins and funds of gold.')
  await page.getByRole('textbox', { name: 'Slug' }).fill('ipos')
  await page.getByRole('textbox', { name: 'Slug' }).press('Enter')
  await expect(page.getByText('Failed to update category: Another category has this slug.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Slug' }).fill(`bonds-${suffix}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Category updated')).toBeVisible()
  await expect(row).toContainText('Bonds, coins and funds of gold.')
  await expectSound(page)

  await page.getByRole('button', { name: 'Reorder' }).click()
  await page.getByRole('button', { name: 'Move Taxation up' }).press('Enter')
  await page.getByRole('button', { name: 'Save Order' }).click()
  await expect(page.getByText('The site lists the categories in the new order.')).toBeVisible()
  await page.goto(`${site.url}/forums`)
  const names = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(async () => {
    await page.reload()
    await expect(names).toHaveText([`Gold ${suffix}`, 'Taxation', 'IPOs'], { timeout: 1_000 })
  }).toPass()

  const slug = `bonds-${suffix}`
  const { id } = await startDiscussion(asAuthor(asha), 'Sovereign bonds before maturity', site, slug)
  await page.goto(`${site.url}/admin/categories`)
  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete Category' })
  await expect(question).toContainText('holds 1 discussion')
  await expect(question.getByRole('button', { name: 'Move and Delete' })).toBeDisabled()
  await question.getByLabel('Move them to').selectOption('Taxation')
  await question.getByRole('button', { name: 'Move and Delete' }).click()
  await expect(page.getByText('Category deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.goto(`${site.url}/forums/${slug}/${id}`)
  await expect(page).toHaveURL(
    new RegExp(`/forums/taxation/sovereign-bonds-before-maturity-${id.slice(0, 8)}$`),
  )
  // By name again, for the next run on this site.
  await call(admin.access_token, 'POST', 'rpc/order_categories', { ids: [] }, site)
})

async function signUp(name: string): Promise<SignedUp> {
  const { email, password, username } = newcomer(name)
  const response = await fetch(`${site.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data: { username } }),
  })
  expect(response.status).toBe(200)
  return { ...((await response.json()) as Omit<SignedUp, 'username'>), username }
}

const asAuthor = ({ access_token, user }: SignedUp) => ({ token: access_token, userId: user.id })

/** Lets every page that is opened from now on belong to `person`. */
async function enter(page: Page, person: SignedUp): Promise<void> {
  await page.addInitScript(
    (session) => localStorage.setItem('arthachowk-session', session),
    JSON.stringify(person),
  )
}

type Entry = { action: string; target_id: string; reason: string | null }

/** The log, latest first. */
function log(): Promise<Entry[]> {
  return call(
    admin.access_token,
    'GET',
    'moderation_log?select=action,target_id,reason&order=id.desc',
    undefined,
    site,
  )
}
