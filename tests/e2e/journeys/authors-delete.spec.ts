// Authors delete what they wrote, and can undo it for a few seconds.
import { call, chooseMore, offersOf, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'

/** The row as a guest reads it through the API; empty after its deletion. */
const rows = async (token: string, path: string) => call<Record<string, unknown>[]>(token, 'GET', path)

/** Makes the page believe that its tab is in the background, as a browser reports it. */
const putAway = () => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a reply is deleted, restored, and deleted for good when its author leaves the page', async ({
  page,
}) => {
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'Whose reply goes and comes back')
  const bala = newcomer('bala')
  const member = await enterAsNewMember(page, bala, path)
  await postReplies(asha, id, ['This one is not yours to delete.'])
  const [own = ''] = await postReplies(member, id, ['I should not have said that.'])
  await page.reload()
  const reply = page.getByRole('listitem').filter({ hasText: 'I should not have said that.' })
  expect(await offersOf(page.getByRole('listitem').filter({ hasText: 'not yours' }), 'reply')).not.toContain(
    'Delete',
  )

  await chooseMore(reply, 'reply', 'Delete')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await expect(page.getByText('Reply deleted')).toBeVisible()
  await expect(reply).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(reply).toBeVisible()

  const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await chooseMore(reply, 'reply', 'Delete')
  await expect(undo).toBeVisible()
  await page.evaluate(putAway)
  expect((await gone).status()).toBe(200)
  expect(await rows(member.token, `replies?id=eq.${own}`)).toEqual([])
  await expect(page.getByRole('heading', { name: '1 reply' })).toBeVisible()
  await expect(undo).toBeHidden()
})

test('an answered discussion keeps its title and the replies; one without replies is deleted whole', async ({
  page,
}) => {
  const asha = await writer('asha')
  const member = await enterAsNewMember(page, newcomer('bala'))
  const answered = await startDiscussion(member, 'A question that was answered')
  await postReplies(asha, answered.id, ['An answer that stays.'])
  await page.goto(answered.path)
  await chooseMore(page, 'opening post', 'Delete')
  await expect(
    page.getByText('Your text is deleted. The title and the answers of others stay.'),
  ).toBeVisible()
  await page.evaluate(putAway)
  await expect(page.getByText('Deleted by its author', { exact: true })).toBeVisible()
  await expect(page.getByText('What does everybody here make of this?')).toBeHidden()
  await expect(page.getByText('An answer that stays.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More: opening post' })).toBeHidden()

  const alone = await startDiscussion(member, 'A question that nobody answered')
  await page.goto(alone.path)
  await chooseMore(page, 'opening post', 'Delete')
  await expect(page.getByText('Discussion deleted')).toBeVisible()
  await page.evaluate(putAway)
  await expect(page).toHaveURL('/forums/ipos')
  expect((await page.request.get(alone.path)).status()).toBe(410)
})

test('a member deletes an own chat message, and an anonymous one of an earlier visit', async ({ page }) => {
  const mark = newcomer('line').username
  const { token } = await enterAsNewMember(page, newcomer('bala'))
  await call(token, 'POST', 'chat_messages', {
    message: `Secret of ${mark}`,
    username: 'Night Owl',
    is_anonymous: true,
  })
  await page.goto('/chat')
  const message = page.getByRole('log').locator('[data-message]').filter({ hasText: mark })
  await message.click()
  await message.getByRole('button', { name: 'Delete your message' }).click()
  await expect(message).toBeHidden()
  await expect(page.getByText('Message deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(message).toBeVisible()
  // After a touch, the message still shows its controls. A mouse must return to it.
  await message.hover()
  await message.getByRole('button', { name: 'Delete your message' }).click()
  await expect(page.getByText('Message deleted')).toBeVisible()
  await page.evaluate(putAway)
  await expect(page.getByText('Message deleted')).toBeHidden()
  await expect(message).toBeHidden()
  expect(await rows(token, `chat_messages?message=eq.Secret of ${mark}`)).toEqual([])
})
