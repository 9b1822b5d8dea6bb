// A post is taken back in the seconds after it was sent, and its text goes on as a draft.
import type { Page } from '@playwright/test'
import { call, openComposer, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'
import { expectSound, ON_PHONE } from '../sound.ts'

/** The button of the toast; the editor's toolbar has an Undo of its own. */
const undoOf = (page: Page) => page.getByRole('listitem').getByRole('button', { name: 'Undo' })

test('a reply is taken back into the composer, waits there unsent, and is sent again', async ({ page }) => {
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'Which day is the allotment')
  const [answered = ''] = await postReplies(asha, id, ['I think it is Thursday.'])
  const member = await enterAsNewMember(page, newcomer('bala'), path)
  const replies = () => call<unknown[]>(member.token, 'GET', `replies?thread_id=eq.${id}&select=id`)
  const toldOf = () =>
    call<unknown[]>(asha.token, 'GET', `notifications?thread_id=eq.${id}&select=id,actor_id`)

  await page.getByRole('button', { name: `Reply to ${asha.username}` }).click()
  const field = page.getByRole('textbox', { name: 'Your reply' })
  await expect(field).toBeFocused()
  await page.keyboard.type('It is Wendesday.')
  await expect(page.getByText(/^Saved (just now|\d s ago)$/)).toBeVisible()
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('Reply posted!')).toBeVisible()
  expect(await replies()).toHaveLength(2)
  await expect.poll(toldOf).toHaveLength(1)
  await expectSound(page)
  await undoOf(page).click()

  await expect(field).toContainText('It is Wendesday.')
  await expect(page.getByText(`Replying to ${asha.username}`)).toBeVisible()
  expect(await replies()).toEqual([{ id: answered }])
  expect(await toldOf()).toEqual([])
  await expect(page.getByRole('heading', { name: '1 reply', includeHidden: true })).toBeAttached()
  await page.keyboard.press('Escape')

  const unsent = page.getByRole('region', { name: 'Unsent reply' })
  await expect(unsent).toContainText('Your reply from just now is not sent.')
  await page.reload()
  await expect(unsent).toBeVisible()
  await expectSound(page)
  await unsent.getByRole('button', { name: 'Continue' }).click()
  await expect(field).toContainText('It is Wendesday.')
  await expect(unsent).toBeHidden()
  await field.fill('It is Wednesday.')
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'It is Wednesday.' })).toBeVisible()
  expect(await replies()).toHaveLength(2)
  await expect(unsent).toBeHidden()
})

test.describe('on a phone', () => {
  test.use(ON_PHONE)

  test('the composer has one row of tools, fits above the keyboard, and takes a reply back', async ({
    page,
  }) => {
    const asha = await writer('asha')
    const { id, path } = await startDiscussion(asha, 'Which day is the allotment')
    await postReplies(asha, id, ['I think it is Thursday.'])
    await enterAsNewMember(page, newcomer('bala'), path)
    await page.getByRole('button', { name: `Reply to ${asha.username}` }).click()
    const field = page.getByRole('textbox', { name: 'Your reply' })
    await expect(field).toBeFocused()
    await page.keyboard.type('It is Wendesday.')
    await expectSound(page)
    const composer = page.getByRole('dialog', { name: 'Reply to Discussion' })
    await expect(composer.getByRole('toolbar').getByRole('button')).toHaveText(Array(7).fill(''))
    const names = await composer
      .getByRole('toolbar')
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
    expect(names).toEqual(['Bold', 'Bulleted list', 'Quote', 'Link', 'Picture', 'Mention a member', 'More'])
    // An on-screen keyboard leaves 400 px, 20 px further down.
    await page.evaluate(() => {
      const view = window.visualViewport as VisualViewport
      Object.defineProperties(view, { height: { value: 400 }, offsetTop: { value: 20 } })
      view.dispatchEvent(new Event('resize'))
    })
    await expect
      .poll(() => composer.evaluate((dialog) => dialog.getBoundingClientRect().toJSON()))
      .toMatchObject({ top: 20, bottom: 420, left: 0 })
    await expect(composer.getByRole('button', { name: 'Post Reply' })).toBeInViewport()
    await page.getByRole('button', { name: 'Post Reply' }).click()
    await expect(page.getByText('Reply posted!')).toBeVisible()
    await undoOf(page).click()
    await expect(field).toContainText('It is Wendesday.')
    await expect(page.getByText(`Replying to ${asha.username}`)).toBeVisible()
  })
})

test('a text that was begun meanwhile is kept beside the reply that is taken back', async ({ page }) => {
  const { path } = await startDiscussion(await writer('asha'), 'Two replies at a time')
  await enterAsNewMember(page, newcomer('bala'), path)
  await openComposer(page)
  await page.keyboard.type('The first one.')
  await page.getByRole('button', { name: 'Post Reply' }).click()
  const undo = undoOf(page)
  await expect(undo).toBeVisible()
  const field = await openComposer(page)
  await page.keyboard.type('The second one.')
  await undo.click()
  await expect(field.getByRole('paragraph')).toHaveText(['The second one.', 'The first one.'])
})

test('a discussion with a poll is taken back into the form; once answered, only its text', async ({
  page,
}) => {
  const member = await enterAsNewMember(page, newcomer('bala'), '/new-discussion?category=insurance')
  const title = `Which rider is worth it ${Date.now()}`
  await page.getByLabel('Title').fill(title)
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('I pay for two riders and wonder about both.')
  await page.getByRole('button', { name: 'Add a poll' }).click()
  await page.getByRole('textbox', { name: 'Question of the poll' }).fill('Do you have one?')
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Yes')
  await page.getByRole('textbox', { name: 'Option 2' }).fill('No')
  const threads = () =>
    call<{ id: string; is_deleted: boolean }[]>(
      member.token,
      'GET',
      `threads?title=eq.${encodeURIComponent(title)}&select=id,is_deleted`,
    )
  const start = async () => {
    // The read mark of a discussion that is gone meanwhile is refused, which the browser reports.
    const read = page.waitForResponse(/rpc\/mark_thread_read/)
    await page.getByRole('button', { name: 'Start Discussion' }).click()
    await expect(page.getByText('Discussion created!')).toBeVisible()
    await read
  }
  const undo = undoOf(page)
  await start()
  await undo.click()
  await expect(page).toHaveURL('/new-discussion')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(content).toHaveText('I pay for two riders and wonder about both.')
  await expect(page.getByRole('radio', { name: 'Insurance' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Option 2' })).toHaveValue('No')
  expect(await threads()).toEqual([])
  await expectSound(page)

  await start()
  const [created] = await threads()
  await postReplies(await writer('asha'), created?.id ?? '', ['I have one.'])
  await undo.click()
  await expect(
    page.getByText('Somebody has replied already, so the title and the replies stay.'),
  ).toBeVisible()
  await expect(content).toHaveText('I pay for two riders and wonder about both.')
  expect(await threads()).toEqual([{ id: created?.id, is_deleted: true }])
})
