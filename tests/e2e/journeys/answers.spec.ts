// The accepted answer: who asked marks a reply, and everybody finds it from the question and in lists.
import { offersOf, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAs, enterAsNewMember, newcomer, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

const REPLIES = 21

test('who asked marks the answer and takes it back; without JavaScript it is found from the question and the list', async ({
  page,
  otherBrowser,
}) => {
  const asha = await signUpByApi(newcomer('asha'))
  const bala = await writer('bala')
  const { id, title, path } = await startDiscussion(
    asha,
    `Losses of earlier years ${Date.now()}`,
    undefined,
    'insurance',
  )
  const texts = Array.from({ length: REPLIES }, (_, index) => `Reply number ${index + 1}`)
  const last = (await postReplies(bala, id, texts)).at(-1) ?? ''

  const reader = await (await otherBrowser({ javaScriptEnabled: false })).newPage()
  const row = reader.getByRole('listitem').filter({ hasText: title })
  await reader.goto('/forums/insurance?show=unanswered')
  await expect(reader).toHaveURL('/forums/insurance?show=unsolved')
  await expect(row).toContainText('21 replies')
  await expect(row).not.toContainText('answered')

  await enterAs(page, asha, `${path}?page=2`)
  const mark = page.getByRole('button', { name: `Mark as answer: reply by ${bala.username}` })
  await mark.dblclick()
  await expect(page.getByText('Marked as the answer')).toBeVisible()
  const reply = page.getByRole('listitem').filter({ hasText: 'Reply number 21' })
  await expect(reply.getByText('Answer', { exact: true })).toBeVisible()
  await expectSoundAtAnySize(page)

  // The list and the first page were cached.
  await reader.reload()
  await expect(row).toHaveCount(0)
  await reader.goto('/forums/insurance')
  await expect(row).toContainText('answered')
  await reader.goto(path)
  await expect(reader.locator('[itemtype$="/QAPage"] [itemtype$="/Question"]')).toHaveCount(1)
  await reader.getByRole('link', { name: `Answered by ${bala.username}` }).click()
  await expect(reader).toHaveURL(`${path}?page=2#reply-${last.slice(0, 8)}`)
  await expect(reader.getByText('Answer', { exact: true })).toBeVisible()
  // Only the server writes structured data.
  const answer = reader.getByRole('listitem').filter({ hasText: 'Reply number 21' })
  await expect(answer).toHaveAttribute('itemprop', 'acceptedAnswer')

  await reader.goto(`/experts/${bala.username}`)
  await expect(reader.getByRole('list', { name: 'Badges' })).toContainText('First accepted answer')

  const other = await (await otherBrowser()).newPage()
  await enterAs(other, bala, `/experts/${bala.username}`)
  await expect(other.getByRole('list', { name: 'Badges' })).toBeVisible()
  await expectSoundAtAnySize(other)
  await other.goto('/notifications')
  const told = other.getByRole('link', {
    name: `${asha.username} marked your reply as the answer`,
  })
  await told.click()
  await expect(other).toHaveURL(`${path}?page=2#reply-${last.slice(0, 8)}`)
  // The own controls are there, so that the other one is not merely late.
  const theirs = other.getByRole('listitem').filter({ hasText: 'Reply number 21' })
  await expect.poll(() => offersOf(theirs, 'reply')).toContain('Edit')
  await expect(other.getByRole('button', { name: /^(Mark as|Unmark) answer/ })).toHaveCount(0)

  await page.getByRole('button', { name: `Unmark answer: reply by ${bala.username}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No longer the answer')).toBeVisible()
  await expect(mark).toBeVisible()
  await expect(page.getByRole('link', { name: /^Answered by/ })).toHaveCount(0)
  await expect(reply.getByText('Answer', { exact: true })).toHaveCount(0)
})

test('a mark that the site refuses changes nothing and says so', async ({ page, noise }) => {
  const bala = await writer('bala')
  const asha = await enterAsNewMember(page, newcomer('asha'))
  const { id, path } = await startDiscussion(asha, 'Locked while its author reads', undefined, 'insurance')
  await postReplies(bala, id, ['An answer, perhaps'])
  await page.goto(path)
  const mark = page.getByRole('button', { name: /^Mark as answer/ })
  await expect(mark).toBeVisible()
  noise.expect(/403/)
  await page.route('**/rpc/mark_answer', (route) =>
    route.fulfill({ status: 403, json: { code: 'PT403', message: 'This discussion is locked.' } }),
  )
  await mark.click()
  await expect(page.getByText('Not saved')).toBeVisible()
  await expect(mark).toBeEnabled()
})
