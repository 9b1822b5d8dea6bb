// With the keyboard alone the focus is never lost: after each act it is on what was acted on, or where its reader was.
import type { Page } from '@playwright/test'
import { chooseMore, openComposer, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'

const replyWith = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('the composer gives the focus back when it is closed, and to the reply when it is posted', async ({
  page,
}) => {
  const { path } = await startDiscussion(await writer('asha'), 'Where the focus goes after writing')
  await enterAsNewMember(page, newcomer('bala'), path)
  const field = await openComposer(page)
  await field.press('Escape')
  await expect(page.getByRole('button', { name: 'Reply to Discussion' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.type('Posted with the keyboard')
  await page.keyboard.press('Control+Enter')
  const reply = replyWith(page, 'Posted with the keyboard')
  await expect(reply).toBeFocused()
  const answer = reply.getByRole('button', { name: /^Reply/ })
  await answer.press('Enter')
  await expect(field).toBeFocused()
  await field.press('Escape')
  await expect(answer).toBeFocused()
})

test('a deletion that is undone, or that is over, leaves the focus in the list', async ({ page }) => {
  const { id, path } = await startDiscussion(await writer('asha'), 'Where the focus goes after a deletion')
  const bala = newcomer('bala')
  const { token, userId } = await enterAsNewMember(page, bala, path)
  await postReplies({ token, userId }, id, ['The first of them', 'The second of them'])
  await page.reload()
  const second = replyWith(page, 'The second of them')
  const remove = async () => {
    await second.getByRole('button', { name: /^More/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  }
  await remove()
  await page.keyboard.press('Enter')
  await expect(second).toBeFocused()
  await remove()
  // Its time is over.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  await expect(replyWith(page, 'The first of them')).toBeFocused()
})

test('cancelling an edit leaves the focus on the post', async ({ page }) => {
  const { id, path } = await startDiscussion(await writer('asha'), 'Where the focus goes after an edit')
  const { token, userId } = await enterAsNewMember(page, newcomer('bala'), path)
  await postReplies({ token, userId }, id, ['To be edited'])
  await page.reload()
  const reply = replyWith(page, 'To be edited')
  await chooseMore(reply, 'reply', 'Edit')
  await expect(page.getByRole('textbox', { name: 'Edit your reply' })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(reply.getByRole('article')).toBeFocused()
})

test('the next page of a list begins at its top', async ({ page }) => {
  await enterAsNewMember(page, newcomer('bala'), '/latest')
  await page.getByRole('link', { name: 'Next ›' }).press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('main')).toBeFocused()
})
