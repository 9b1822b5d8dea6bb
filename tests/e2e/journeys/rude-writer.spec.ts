// Rough use of forms: leaving, reloading, double clicks, pasting too much or markup, losing the network.
import type { Page } from '@playwright/test'
import { call, openComposer, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'

const post = { name: 'Post Reply' }

test('an unfinished reply survives a reload, a cancel and the back button', async ({ page }) => {
  const { path } = await startDiscussion(await writer('asha'), 'Drafts are kept until they are sent')
  await enterAsNewMember(page, newcomer('bala'), path)
  let field = await openComposer(page)
  await field.pressSequentially('Half a thought')
  await page.reload()
  field = await openComposer(page)
  await expect(field).toHaveText('Half a thought')
  await expect(page.getByText(/^Draft from/)).toBeVisible()

  await field.press('End')
  await field.pressSequentially(', and more')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toBeHidden()
  field = await openComposer(page)
  await expect(field).toHaveText('Half a thought, and more')

  await page.goto('/forums')
  await page.goBack()
  field = await openComposer(page)
  await expect(field).toHaveText('Half a thought, and more')

  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field).toHaveText('')
  await page.reload()
  await expect(await openComposer(page)).toHaveText('')
})

test('a duplicated tab posts a reply of its own', async ({ page, context, noise }) => {
  const { path, id } = await startDiscussion(await writer('asha'), 'Two tabs of one form')
  await enterAsNewMember(page, newcomer('bala'), path)
  await (await openComposer(page)).fill('Half a thought')
  await expect(page.getByText(/^Saved/)).toBeVisible()
  // A copied tab has a copy of the session storage, as after Duplicate.
  const opening = context.waitForEvent('page')
  await page.evaluate(() => window.open(location.href))
  const copy = await opening
  const second = await openComposer(copy)
  await expect(second).toHaveText('Half a thought')
  // Both tabs know of an attempt without an answer, which the copied one did not make.
  noise.expect(/ERR_FAILED|status of 409/)
  await page.route('**/rest/v1/replies*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', post).click()
  await expect(page.getByText('Failed to post reply')).toBeVisible()
  await page.unroute('**/rest/v1/replies*')

  await second.fill('The second tab says something else')
  await copy.getByRole('button', post).click()
  await expect(copy.getByText('Reply posted!')).toBeVisible()
  await page.getByRole('button', post).click()
  await expect(page.getByText('Reply posted!')).toBeVisible()
  expect(await repliesTo(id)).toEqual(['<p>Half a thought</p>', '<p>The second tab says something else</p>'])
})

test('an answer that is lost on its way leaves one reply, with the newest text', async ({ page, noise }) => {
  noise.expect(/ERR_FAILED|status of 409/)
  const { path, id } = await startDiscussion(await writer('asha'), 'The answer is lost')
  await enterAsNewMember(page, newcomer('bala'), path)
  await (await openComposer(page)).fill('Typed once')
  await page.route('**/rest/v1/replies*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', post).click()
  await expect(page.getByText('Failed to post reply')).toBeVisible()
  await page.unroute('**/rest/v1/replies*')
  await page.reload()
  const field = await openComposer(page)
  await expect(field).toHaveText('Typed once')
  await field.press('End')
  await field.pressSequentially(', then more')
  await page.getByRole('button', post).click()
  await expect(page.getByText('Reply posted!')).toBeVisible()
  expect(await repliesTo(id)).toEqual(['<p>Typed once, then more</p>'])
})

test('a send without an answer keeps the text, says so, and the second attempt posts it once', async ({
  page,
  noise,
}) => {
  // The reply is stored, and its answer is lost.
  noise.expect(/ERR_FAILED|status of 409/)
  const { path, id } = await startDiscussion(await writer('asha'), 'The network fails at the worst moment')
  await enterAsNewMember(page, newcomer('bala'), path)
  const field = await openComposer(page)
  await expect(field.locator('[data-placeholder="Start writing..."]')).toBeVisible()
  await field.fill('Typed once')
  await page.route('**/rest/v1/replies*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', post).click()
  await expect(page.getByText('Failed to post reply')).toBeVisible()
  await expect(page.getByText('There was an error posting your reply. Please try again.')).toBeVisible()
  await expect(field).toHaveText('Typed once')
  await page.unroute('**/rest/v1/replies*')
  await page.reload()
  await expect(await openComposer(page)).toHaveText('Typed once')
  await page.getByRole('button', post).click()
  await expect(page.getByText('Reply posted!')).toBeVisible()
  expect(await repliesTo(id)).toEqual(['<p>Typed once</p>'])
  // No draft is restored after the reply was sent.
  await page.reload()
  await expect(await openComposer(page)).toHaveText('')
})

test('a double-click posts one reply', async ({ page }) => {
  const { path, id } = await startDiscussion(await writer('asha'), 'Impatience posts nothing twice')
  await enterAsNewMember(page, newcomer('bala'), path)
  await expect(page.getByRole('button', post)).toHaveCount(0)
  await (await openComposer(page)).fill('Once is enough')
  await page.getByRole('button', post).dblclick()
  await expect(page.getByText('Reply posted!')).toBeVisible()
  await expect(page.getByText('Once is enough')).toHaveCount(1)
  const reader = await writer('reader')
  const replies = await call<unknown[]>(reader.token, 'GET', `replies?thread_id=eq.${id}&select=id`)
  expect(replies).toHaveLength(1)
})

test('10,000 characters fit a reply; 20,001 are refused at the field with nothing lost', async ({ page }) => {
  const { path } = await startDiscussion(await writer('asha'), 'How much fits into a reply')
  await enterAsNewMember(page, newcomer('bala'), path)
  let field = await openComposer(page)
  await expect(page.getByRole('button', post)).toBeDisabled()
  await field.fill('ब'.repeat(10_000))
  await page.getByRole('button', post).click()
  await expect(page.getByText('Reply posted!')).toBeVisible()

  field = await openComposer(page)
  await field.fill('x'.repeat(20_001))
  await expect(field).toHaveAccessibleDescription('1 character too many')
  await page.getByRole('button', post).click()
  await expect(field).toHaveAccessibleDescription('A reply must be 2 to 20,000 characters long.')
  await expect(field).toHaveText('x'.repeat(20_001))
  await field.press('End')
  await field.press('Backspace')
  await page.getByRole('button', post).click()
  await expect(page.getByText('x'.repeat(20_000))).toBeVisible()
})

test('code in a text is shown as text and never runs', async ({ page }) => {
  const { path, id } = await startDiscussion(await writer('asha'), 'Nobody runs what others write')
  await enterAsNewMember(page, newcomer('bala'), path)
  const code = '<script>document.title="pwned"</script><img src=x onerror=alert(1)>'
  await (await openComposer(page)).fill(code)
  await page.getByRole('button', post).click()
  await expect(page.getByText(code)).toBeVisible()

  // Sent past the editor, through the API, whose sanitiser removes it.
  const mallory = await writer('mallory')
  await call(mallory.token, 'POST', 'replies', {
    thread_id: id,
    author_id: mallory.userId,
    content: `<p onclick="alert(1)">A plain word</p>${code}<a href="javascript:alert(1)">a link</a>`,
  })
  await page.reload()
  const reply = page.getByRole('listitem').filter({ hasText: 'A plain word' })
  await expect(reply).toBeVisible()
  const html = await reply.locator('.post').innerHTML()
  expect(html).not.toMatch(/script|onclick|onerror|<img/i)
  expect(await page.title()).not.toContain('pwned')
})

test('a new discussion says what is missing, keeps its draft, and posts once', async ({ page, noise }) => {
  const { userId } = await enterAsNewMember(page, newcomer('asha'), '/new-discussion')
  const submit = page.getByRole('button', { name: 'Start Discussion' })
  const title = page.getByLabel('Title')
  const content = page.getByRole('textbox', { name: 'Content' })
  await title.fill('   ')
  await title.press('Enter')
  await expect(submit).toBeDisabled()
  await title.evaluate((field: HTMLInputElement) => field.form?.requestSubmit())
  // The editor has an empty one, for uploads.
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
    'Missing information: Please fill in all required fields including category selection.',
  )

  await title.fill('Short')
  await content.fill('Too short')
  await page.getByRole('radio', { name: 'Taxation' }).check()
  await page.getByRole('combobox', { name: 'Tags' }).fill('a,b,c,d,e,f')
  await title.press('Enter')
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription(/The title must be 8 to 200 characters long\./)
  await expect(content).toHaveAccessibleDescription('The discussion must be 10 to 50,000 characters long.')
  await expect(page.getByRole('combobox', { name: 'Tags' })).toHaveAccessibleDescription(
    /Use at most 5 tags of at most 30 characters each\./,
  )

  await title.fill('Long enough \n to be a title')
  await content.fill('Long enough to be a text.')
  await page.getByRole('combobox', { name: 'Tags' }).fill('a, b')
  await page.reload()
  await expect(page.getByText(/Your draft from .* is back/)).toBeVisible()
  await expect(title).toHaveValue('Long enough to be a title')
  await expect(content).toHaveText('Long enough to be a text.')
  await expect(page.getByRole('radio', { name: 'Taxation' })).toBeChecked()

  noise.expect(/status of 503/)
  await page.route('**/rest/v1/threads*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  )
  await submit.click()
  await expect(page.getByText('Failed to create discussion')).toBeVisible()
  await expect(page.getByText('There was an error creating your discussion. Please try again.')).toBeVisible()
  await expect(title).toHaveValue('Long enough to be a title')
  await page.unroute('**/rest/v1/threads*')

  await submit.dblclick()
  await expect(page).toHaveURL(/\/forums\/taxation\/long-enough-to-be-a-title-[0-9a-f]{8}$/)
  const own = await call<unknown[]>(
    (await writer('reader')).token,
    'GET',
    `threads?author_id=eq.${userId}&select=id`,
  )
  expect(own).toHaveLength(1)
  await page.goto('/new-discussion')
  await expect(title).toHaveValue('')
})

test('a long text of a new discussion is not under the toolbar, and a long title is whole', {
  tag: '@each-size',
}, async ({ page }) => {
  await enterAsNewMember(page, newcomer('bala'), '/new-discussion')
  const title = page.getByRole('textbox', { name: 'Title' })
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('A line\n'.repeat(40))
  for (let line = 0; line < 30; line++) await content.press('ArrowUp')
  expect(await roomAboveCaret(page), 'the toolbar lies over no line that is written').toBeGreaterThan(0)
  const oneLine = await title.evaluate((field) => field.clientHeight)
  await title.fill('Long enough to be cut '.repeat(8))
  expect(await title.evaluate((field) => field.clientHeight), 'a long title is whole').toBeGreaterThan(
    oneLine,
  )
})

/** The distance in pixels between the editor's sticky toolbar and the caret's line. */
function roomAboveCaret(page: Page): Promise<number> {
  return page.evaluate(() => {
    const line = getSelection()?.focusNode?.parentElement?.getBoundingClientRect()
    const bar = document.querySelector('[role="toolbar"]')?.getBoundingClientRect()
    return (line?.top ?? 0) - (bar?.bottom ?? 0)
  })
}

test('a reply that is stored is not called failed because its page could not be read', async ({
  page,
  noise,
}) => {
  noise.expect(/ERR_FAILED/)
  const { path, id } = await startDiscussion(await writer('asha'), 'Posted, but not shown')
  await enterAsNewMember(page, newcomer('bala'), path)
  await (await openComposer(page)).fill('It is stored')
  // Of reads, this one alone asks for a reply by the beginning of its id.
  await page.route(/\/rest\/v1\/replies\?.*id=gte/, (route) => route.abort())
  await page.getByRole('button', post).click()
  const said = page.getByRole('listitem').filter({ hasText: 'It could not be shown here. Reload the page' })
  await expect(said).toContainText('Reply posted!')
  await expect(page.getByText('Failed to post reply')).toBeHidden()
  expect(await repliesTo(id)).toEqual(['<p>It is stored</p>'])
})

/** The texts of a discussion's replies, in alphabetical order. */
async function repliesTo(thread: string): Promise<string[]> {
  const { token } = await writer('reader')
  const replies = await call<{ content: string }[]>(
    token,
    'GET',
    `replies?thread_id=eq.${thread}&select=content`,
  )
  return replies.map(({ content }) => content).toSorted()
}
