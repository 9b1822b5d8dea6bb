// Conversation: mentions, quotes, the history of an edit, and replies that arrive while reading.
import type { Page, WebSocketRoute } from '@playwright/test'
import { call, openComposer, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'
import { expectSound, expectSoundAtAnySize } from '../sound.ts'
import { track } from '../tracking.ts'

/** Selects the words in their post, as a reader with a mouse would. */
async function select(page: Page, words: string): Promise<void> {
  await page
    .getByText(words, { exact: true })
    .evaluate((element) => document.getSelection()?.selectAllChildren(element))
}

test('a member names another from the list, and quotes the selected words of two', {
  tag: '@each-size',
}, async ({ page }) => {
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'Names and quotations')
  const [first = ''] = await postReplies(asha, id, ['Cut-off price is a &lt;price band&gt; matter.'])
  await enterAsNewMember(page, newcomer('bala'), path)
  await select(page, 'Cut-off price is a <price band> matter.')
  await page.getByRole('button', { name: 'Quote the selected words' }).click()
  await expect(page.getByText(`Replying to ${asha.username}`)).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Your reply' })
  const quotations = field.getByRole('blockquote')
  await expect(quotations).toContainText(`${asha.username} wrote:`)
  await expect(quotations).toContainText('Cut-off price is a <price band> matter.')
  // The second quote is added below the existing text. On a phone the composer covers the posts.
  if (await page.getByRole('dialog').isVisible()) await page.getByRole('button', { name: 'Close' }).click()
  await select(page, 'What does everybody here make of this?')
  await page.getByRole('button', { name: 'Quote the selected words' }).click()
  await expect(quotations).toHaveCount(2)

  await expect(field).toBeFocused()
  await page.keyboard.type(`Well, @${asha.username.slice(0, 12).toUpperCase()}`)
  const list = page.getByRole('listbox', { name: 'Members to mention' })
  await expect(list.getByRole('option', { name: asha.username, selected: true })).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.type(`... or @${asha.username.slice(0, 12)}`)
  await expect(list.getByRole('option', { name: asha.username })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('what of the retail part?')
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('Reply posted!')).toBeVisible()

  const reply = page.getByRole('listitem').filter({ hasText: 'what of the retail part?' })
  await expect(reply.getByRole('link', { name: `@${asha.username}` })).toHaveAttribute(
    'href',
    `/experts/${asha.username}`,
  )
  await reply
    .getByRole('link', { name: `${asha.username} wrote` })
    .last()
    .click()
  await expect(page).toHaveURL(path)
  await page.goto(path)
  await reply
    .getByRole('link', { name: `${asha.username} wrote` })
    .first()
    .click()
  await expect(page).toHaveURL(`${path}#reply-${first.slice(0, 8)}`)
})

test('everybody can read a post as it was before an edit, word by word', async ({ page, otherBrowser }) => {
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'Once said, always there')
  const [reply = ''] = await postReplies(asha, id, ['The levy on delivery is 0.2 percent'])
  await page.goto(path)
  await expect(page.getByRole('button', { name: /^edited/ })).toHaveCount(0)
  await call(asha.token, 'PATCH', `replies?id=eq.${reply}`, {
    content: '<p>The levy on delivery is 0.1 percent</p>',
  })
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('The levy on delivery is 0.1 percent')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'edited just now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit history' })
  await expect(dialog.getByText('Version 2 of 2')).toBeVisible()
  await expect(dialog.getByRole('deletion')).toHaveText('Removed: 0.2')
  await expect(dialog.getByRole('insertion')).toHaveText('Added: 0.1')
  await expectSoundAtAnySize(page)
  await dialog.getByRole('button', { name: 'Older' }).click()
  await expect(dialog.getByText(`Version 1 of 2 · written by ${asha.username}`)).toBeVisible()
  await expect(dialog.getByText('The levy on delivery is 0.2 percent')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // Only administrators can remove a version.
  const other = await (await otherBrowser()).newPage()
  await enterAsNewMember(other, newcomer('bala'), path)
  await other.getByRole('button', { name: 'edited just now' }).click()
  await expect(other.getByRole('dialog').getByText('Version 2 of 2')).toBeVisible()
  await expect(other.getByRole('button', { name: /out of the history/ })).toHaveCount(0)
})

test('new replies are offered to a member and a guest while they read, and nothing on the page moves', {
  tag: '@each-size',
}, async ({ page, otherBrowser }) => {
  // Two readers, three changes of tracking and a minute of waiting.
  test.slow()
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'Somebody else is writing as well')
  await postReplies(asha, id, ['The first reply'])
  const guest = await (await otherBrowser()).newPage()
  await guest.clock.install()
  await guest.goto(path)
  // A guest's page is not hydrated until a control is touched.
  await guest.getByRole('button', { name: 'Reply to Discussion' }).hover()
  await expect(guest.locator('html')).toHaveAttribute('data-hydrated', '')

  const socket = page.waitForEvent('websocket')
  await enterAsNewMember(page, newcomer('bala'), path)
  await (await socket).waitForEvent('framereceived', (frame) => {
    const said = String(frame.payload)
    return said.includes(`replies:${id}`) && said.includes('Subscribed')
  })
  // Followers are notified, even of discussions in which they did not write.
  await track(page, 'this discussion', 'Watching')
  await expect(page.getByText('You will be told of new replies.')).toBeVisible()
  await track(page, 'this discussion', 'Muted')
  await expect(page.getByText('this discussion is left out of your lists')).toBeVisible()
  const followed = page.waitForResponse(
    (answer) =>
      answer.url().includes('/rest/v1/thread_subscriptions') && answer.request().method() === 'POST',
  )
  const muted = page.getByRole('listitem').filter({ hasText: 'this discussion is left out of your lists' })
  await muted.getByRole('button', { name: 'Undo' }).click()
  expect((await followed).ok()).toBe(true)
  await expect(page.getByRole('button', { name: 'Watching: this discussion' })).toBeVisible()
  const invitation = page.getByRole('button', { name: 'Reply to Discussion' })
  const before = await invitation.boundingBox()
  await postReplies(asha, id, ['The second reply', 'The third reply'])
  const offer = page.getByRole('button', { name: 'Load 2 new replies' })
  await expect(offer).toBeVisible()
  expect(await invitation.boundingBox()).toEqual(before)
  await expect(page.getByText('The second reply')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await offer.click()
  await expect(page.getByText('The third reply')).toBeVisible()
  await expect(offer).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'The second reply' })).toBeFocused()
  // Replies on the screen are marked as read.
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await guest.clock.runFor(31_000)
  await guest.getByRole('button', { name: 'Load 2 new replies' }).click()
  await expect(guest.getByText('The third reply')).toBeVisible()

  const composer = await openComposer(page)
  await composer.fill('The own one is not news')
  const meera = newcomer('meera')
  const third = await (await otherBrowser()).newPage()
  await enterAsNewMember(third, meera, path)
  await openComposer(third)
  await expect(page.getByText(`${meera.username} is replying too`)).toBeVisible()
  await third.keyboard.press('Escape')
  await expect(page.getByText(`${meera.username} is replying too`)).toBeHidden()
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('The own one is not news')).toBeInViewport()
  await expect(page.getByRole('button', { name: /^Load/ })).toHaveCount(0)
})

test('replies that came while the connection was lost are offered when it is back', async ({ page }) => {
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'The connection is lost meanwhile')
  await postReplies(asha, id, ['The first reply'])
  let isLost = false
  const lines = new Set<WebSocketRoute>()
  const joined = Promise.withResolvers<void>()
  await page.routeWebSocket(/realtime/, (line) => {
    if (isLost) return void line.close()
    lines.add(line)
    line.connectToServer().onMessage((frame) => {
      line.send(frame)
      if (String(frame).includes(`replies:${id}`) && String(frame).includes('Subscribed')) joined.resolve()
    })
  })
  await enterAsNewMember(page, newcomer('bala'), path)
  await joined.promise
  await postReplies(asha, id, ['Told at once'])
  await expect(page.getByRole('button', { name: 'Load 1 new reply' })).toBeVisible()
  isLost = true
  for (const line of lines) await line.close()
  await postReplies(asha, id, ['Missed', 'Missed as well'])
  isLost = false
  await expect(page.getByRole('button', { name: 'Load 3 new replies' })).toBeVisible({ timeout: 30_000 })
})

test('a cached page that is older than the own upvote shows both together', async ({ page }) => {
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'Older than the upvote')
  const stale = await page.request.get(path)
  const kept = { headers: stale.headers(), body: await stale.text() }
  const { token, userId } = await enterAsNewMember(page, newcomer('bala'), '/forums')
  await call(token, 'POST', 'reactions', { user_id: userId, thread_id: id })
  await page.route(`**${path}`, (route) => route.fulfill(kept))
  // A page without an origin may not open a socket.
  await page.routeWebSocket(/realtime/, () => undefined)
  await page.goto(path)
  const upvote = page.getByRole('button', { name: /^Upvote/ })
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
  await expect(upvote).toHaveText('Upvote1')
})
