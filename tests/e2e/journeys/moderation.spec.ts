// What members report and what admins do, on a site of their own: from the report to its answer, the Content tab, and
// what is left of a deleted discussion.
import type { Locator, Page } from '@playwright/test'
import type { TestServer } from '../../support/server.ts'
import { call, chooseMore, postReplies, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { startOwnSite } from '../own-site.ts'
import { enterAs, type Member, newcomer, signUpByApi } from '../people.ts'
import { expectSound, expectSoundAtAnySize } from '../sound.ts'

test.describe.configure({ mode: 'default' })

let site: TestServer
let admin: Member
let asha: Member
let bala: Member

test.beforeAll(async () => {
  ;({ site, admin } = await startOwnSite())
  asha = await signUpByApi(newcomer('asha'), site)
  bala = await signUpByApi(newcomer('bala'), site)
  for (const [name, slug] of [
    ['IPOs', 'ipos'],
    ['Taxation', 'taxation'],
  ])
    await call(admin.token, 'POST', 'forum_categories', { name, slug }, site)
})

test.afterAll(() => site?.stop())

test('a member reports a reply, at first as a guest, and finds the report in a list', async ({ page }) => {
  const { id, path } = await startDiscussion(asha, 'How do you read a price band', site)
  await postReplies(asha, id, ['Forty percent a month, guaranteed'], site)
  await page.goto(site.url + path)
  await chooseMore(page, 'reply', 'Report')
  await expect(page).toHaveURL(`${site.url}/signin?next=${encodeURIComponent(path)}`)

  // The report that the guest started is completed after signing in.
  await enterAs(page, bala, site.url + path)
  const dialog = page.getByRole('dialog', { name: 'Report this reply' })
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose what is wrong with it.')
  await dialog.getByLabel('Something else').check()
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please say why in 3 to 500 characters.')
  await expectSoundAtAnySize(page)
  await dialog.getByLabel('In your words').fill('He asks for deposits <b>by UPI</b>')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(page.getByText('Report sent')).toBeVisible()
  await chooseMore(page, 'reply', 'Report')
  await expect(dialog).toContainText('You reported this on')
  await dialog.getByRole('link', { name: 'All your reports' }).click()
  const own = page.getByRole('main').getByRole('listitem').filter({ hasText: 'How do you read a price band' })
  await expect(own).toContainText('Something else: He asks for deposits <b>by UPI</b>')
  await expect(own).toContainText('Open')
})

test('an admin hides a reported post and answers; the reporter reads the answer', async ({
  page,
  otherBrowser,
}) => {
  const { id, path } = await startDiscussion(asha, 'Is a fixed return possible', site)
  const [reply = ''] = await postReplies(asha, id, ['Sixty percent a month, guaranteed'], site)
  const report = { reporter_id: bala.userId, reply_id: reply, reason: 'He asks for deposits' }
  await call(bala.token, 'POST', 'reports', report, site)
  await enterAs(page, admin, `${site.url}/admin/moderate`)
  const waiting = page.getByRole('option', {
    name: /Reply in "Is a fixed return possible" Reported as Something else\./,
  })
  await expect(waiting).toContainText('1 report')
  await expect(waiting).toContainText('Sixty percent a month, guaranteed')
  await expectSoundAtAnySize(page)
  // The keys act on the focused report.
  await waiting.focus()
  await page.keyboard.press('h')
  await expect(page.getByText('Reply hidden')).toBeVisible()
  const answer = page.getByRole('dialog', { name: 'Resolve the report' })
  await expect(answer.getByLabel('What was done')).toHaveValue('It was hidden.')
  await answer.getByLabel('What was done').fill('Hidden, and the author written to.')
  await answer.getByLabel('What was done').press('Control+Enter')
  await expect(page.getByText('Report resolved')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await page.getByRole('link', { name: 'Resolved' }).click()
  const decided = page.getByRole('region', { name: 'Case: Reply in "Is a fixed return possible"' })
  await expect(decided).toContainText(`Hidden, and the author written to. · ${admin.username}`)
  await expect(decided).toContainText('Log: Hidden by')
  await expect(decided.getByRole('button', { name: 'Reopen' })).toBeVisible()

  const reporter = await (await otherBrowser()).newPage()
  await enterAs(reporter, bala, `${site.url}/reports`)
  const own = reporter
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Is a fixed return possible' })
  await expect(own).toContainText('Resolved')
  await expect(own).toContainText('Hidden, and the author written to.')
  await reporter.goto(site.url + path)
  await expect(reporter.getByText('No replies yet')).toBeVisible()
  expect((await log()).slice(0, 2)).toMatchObject([
    { action: 'resolve', reason: 'Hidden, and the author written to.' },
    { action: 'hide', target_id: reply },
  ])
})

test('reports are decided one after another by the keys, with the post in its discussion and the records beside it', {
  tag: '@each-size',
}, async ({ page, viewport }) => {
  await call(
    admin.token,
    'PATCH',
    'reports?state=eq.open',
    { state: 'dismissed', resolution: 'Not a fault.' },
    site,
  )
  await enterAs(page, admin, `${site.url}/admin/moderate`)
  await expect(page.getByText('No open reports')).toBeVisible()
  const { id } = await startDiscussion(asha, `Which broker is the cheapest ${Date.now()}`, site)
  const texts = [
    'I pay 20 rupees.',
    'Mine, and <b>yours is a fool</b>',
    'Mine too, you fool',
    'What about delivery?',
  ]
  const replies = await postReplies(asha, id, texts, site)
  for (const reply of [replies[1], replies[2]]) {
    const report = { reporter_id: bala.userId, reply_id: reply, ground: 'spam', reason: 'He sells seats' }
    await call(bala.token, 'POST', 'reports', report, site)
  }
  await page.goto(`${site.url}/admin/moderate`)
  const isNarrow = (viewport?.width ?? 0) < 1024
  const rows = page.getByRole(isNarrow ? 'button' : 'option', {
    name: /Reply in "Which broker is the cheapest/,
  })
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: '2 cases left' })).toBeVisible()
  await expect(rows.first()).toBeFocused()
  const shown = page.getByRole('region', { name: /^Case:/ })
  const reported = shown.getByRole('listitem').and(page.locator('[aria-current]'))
  await expect(reported).toContainText('Mine, and yours is a fool')
  await expect(shown).toContainText('What does everybody here make of this?')
  await expect(shown).toContainText('I pay 20 rupees.')
  await expect(shown).toContainText(/reports against them: .*2 open/)
  await expect(shown).toContainText(new RegExp(`${bala.username}: \\d+ reports: .*2 open`))
  await expectSound(page)

  await page.keyboard.press('j')
  await expect(rows.last()).toBeFocused()
  await expect(reported).toContainText('Mine too, you fool')
  await page.keyboard.press('ArrowUp')
  await expect(reported).toContainText('Mine, and yours is a fool')
  // A letter works from the buttons of the case, too.
  await shown.getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('r')
  const answer = page.getByRole('dialog', { name: 'Resolve the report' })
  await answer.getByLabel('What was done').fill('We wrote to them: no more codes. d')
  await answer.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('Report resolved')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(rows).toBeFocused()
  await expect(reported).toContainText('Mine too, you fool')
  // Enter leads from the list, which is one stop of the Tab key, to the first decision.
  await page.keyboard.press('Enter')
  await expect(shown.getByRole('button').first()).toBeFocused()
  await shown.getByRole('button', { name: 'Dismiss' }).click()
  await page
    .getByRole('dialog', { name: 'Dismiss the report' })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await expect(page.getByText('No open reports')).toBeVisible()
})

test('an admin finds a discussion and edits its title', async ({ page, noise }) => {
  noise.expect(/status of 500/)
  const { id } = await startDiscussion(asha, 'Grey market premiums exlained', site)
  const other = await startDiscussion(asha, 'Something else entirely', site)
  await enterAs(page, admin, `${site.url}/admin/content`)
  const table = page.getByRole('table', { name: 'Threads, newest first' })
  await expect(table.getByRole('columnheader')).toHaveText([
    ...[/^Select all/, 'Thread', 'Author', 'Category', 'Stats', 'Created', 'Actions'],
  ])
  await page.getByPlaceholder('Search threads...').fill('exlained')
  await expect(table.getByRole('row')).toHaveCount(2)
  const row = table.getByRole('row', { name: 'Grey market' })
  await expect(row).toContainText('0 replies0 views0 upvotes')
  await expectSoundAtAnySize(page)

  await row.getByRole('button', { name: /^Edit/ }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Thread' })
  await expect(modal.getByPlaceholder('Enter thread title...')).toHaveValue('Grey market premiums exlained')
  const content = modal.getByRole('textbox', { name: 'Thread Content' })
  await content.fill('')
  await expect(content.locator('[data-placeholder="Write your thread content..."]')).toBeVisible()
  await modal.getByLabel('Thread Title').fill('   ')
  await expect(modal.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: /^Edit/ }).click()
  await expect(modal.getByLabel('Thread Title'), 'closing clears').toHaveValue(
    'Grey market premiums exlained',
  )
  await modal.getByLabel('Thread Title').fill('  Grey market premiums explained ')
  await page.route('**/rest/v1/threads?*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { code: '57014', message: 'too slow' } })
      : route.continue(),
  )
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  const told = page
    .getByRole('listitem')
    .filter({ hasText: /^Error/ })
    .first()
  await expect(told).toContainText('Failed to update thread: too slow')
  await page.unroute('**/rest/v1/threads?*')
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
  await expect(row.getByRole('link', { name: /^View/ })).toHaveAttribute('href', path)
  expect((await log())[0]).toMatchObject({ action: 'edit', target_id: id })

  await page.getByPlaceholder('Search threads...').fill('entirely')
  await table.getByRole('row', { name: other.title }).getByRole('button', { name: /^Edit/ }).click()
  await modal.getByLabel('Thread Title').fill('Something else')
  await call(admin.token, 'DELETE', `threads?id=eq.${other.id}`, undefined, site)
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expect(told).toContainText('Thread not found for editing.')
})

test('a discussion is made sticky, pinned and locked, one at a time and by the row of buttons', async ({
  page,
  otherBrowser,
}) => {
  const { id, title, path } = await startDiscussion(asha, 'Which flags a discussion has', site)
  const row = await rowOf(page, title)
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
  // The newest toast is the first; the others are closing.
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText('Undone')).toBeVisible()
  await expect(row).not.toContainText('Locked')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(row).toContainText('Locked')

  const reader = await (await otherBrowser()).newPage()
  await enterAs(reader, bala, site.url + path)
  await expect(
    reader.getByText('This discussion is locked. It can be read, but no longer answered.'),
  ).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Reply to Discussion' })).toHaveCount(0)
  const acts = (await log()).filter(({ target_id }) => target_id === id).map(({ action }) => action)
  expect(acts).toEqual(['lock', 'unlock', 'lock', 'pin', 'stick'])
})

test('an admin finds a hidden discussion by the filters, and no reader finds it', async ({
  page,
  otherBrowser,
  noise,
}) => {
  const { title, path } = await startDiscussion(asha, 'Nobody reads this any more', site)
  const row = await rowOf(page, title)
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByText('Thread hidden')).toBeVisible()
  await page.getByPlaceholder('Search threads...').fill(title)
  await page.getByLabel('Filter').selectOption('Reported')
  await expect(page.getByText('No threads found')).toBeVisible()
  await page.getByLabel('Filter').selectOption('Flagged')
  await expect(row).toContainText('Hidden')
  noise.expect(/status of 404/)
  const reader = await (await otherBrowser()).newPage()
  await enterAs(reader, bala, site.url + path)
  await expect(reader.getByRole('heading', { name: 'Discussion not found' })).toBeVisible()
})

test('a deletion asks first, reports a failure, and leaves an address that says what was deleted', async ({
  page,
  otherBrowser,
  noise,
}) => {
  const { id, title, path } = await startDiscussion(asha, 'Grey market premiums again', site)
  const row = await rowOf(page, title)
  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete Discussion' })
  await expect(question).toContainText(
    'Are you sure you want to delete "Grey market premiums again"? This action cannot be undone and will permanently delete the thread and all its replies.',
  )
  noise.expect(/status of 503/)
  await page.route('**/rest/v1/threads?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'XX000', message: 'The database is away' } }),
  )
  await question.getByRole('button', { name: 'Delete Discussion' }).click()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /^Error/ })
      .first(),
  ).toContainText('Failed to delete thread: The database is away')
  await page.unroute('**/rest/v1/threads?*')
  await question.getByRole('button', { name: 'Delete Discussion' }).click()
  await expect(page.getByText('Thread deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('The thread has been successfully deleted.')).toBeVisible()
  noise.expect(/status of 410/)
  const reader = await (await otherBrowser()).newPage()
  const gone = await reader.goto(site.url + path)
  expect(gone?.status()).toBe(410)
  await expect(reader.getByRole('main')).toContainText('It was deleted, with all its replies.')
  await expectSoundAtAnySize(reader)
  expect((await log())[0]).toMatchObject({ action: 'delete', target_id: id })
})

/** Opens the Content tab as the admin. @returns the row of the discussion with this title */
async function rowOf(page: Page, title: string): Promise<Locator> {
  await enterAs(page, admin, `${site.url}/admin/content`)
  await page.getByPlaceholder('Search threads...').fill(title)
  return page.getByRole('table', { name: 'Threads, newest first' }).getByRole('row', { name: title })
}

type Entry = { action: string; target_id: string; reason: string | null }

/** The log entries, newest first. */
function log(): Promise<Entry[]> {
  return call(
    admin.token,
    'GET',
    'moderation_log?select=action,target_id,reason&order=id.desc',
    undefined,
    site,
  )
}
