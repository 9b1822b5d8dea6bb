// Notifications: live at the bell, in the list, and as a link to the reply itself.
import type { Page } from '@playwright/test'
import { call, chooseMore, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

test('a mention shows at the bell in another browser, leads to the reply, and is read', async ({ page }) => {
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'Who is called answers')
  await postReplies(
    asha,
    id,
    Array.from({ length: 20 }, (_, index) => `Reply number ${index + 1}`),
  )
  const bala = newcomer('bala')
  const socket = page.waitForEvent('websocket')
  await enterAsNewMember(page, bala, '/forums')
  // The channel is joined, so later notifications are pushed.
  await (await socket).waitForEvent('framereceived', (frame) => String(frame.payload).includes('Subscribed'))
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')

  const [named = ''] = await postReplies(asha, id, [`What would @${bala.username} say to this?`])
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await expect(page.getByText('You have a new notification.')).toBeAttached()
  await bell.click()
  const panel = page.getByRole('region', { name: 'Latest notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expectSoundAtAnySize(page)
  await panel.getByRole('button', { name: /^Mark as read/ }).click()
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(panel.getByRole('listitem')).toBeFocused()
  await expect(panel.getByRole('heading', { name: 'Who is called answers' })).toBeVisible()
  await panel
    .getByRole('link', {
      name: `${asha.username} mentioned you: “What would @${bala.username} say to this?”`,
    })
    .click()
  await expect(page).toHaveURL(`${path}?page=2#reply-${named.slice(0, 8)}`)
  await expect(page.getByText(`What would @${bala.username} say to this?`, { exact: true })).toBeInViewport()
  await expect(panel).toBeHidden()
  await expect(bell).toHaveAccessibleName('Notifications')
})

test('the list groups by day, marks, deletes, loads more, and follows the preferences', async ({ page }) => {
  const bala = newcomer('bala')
  const member = await enterAsNewMember(page, bala, '/notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  const { id } = await startDiscussion(member, 'Everybody answers this one')
  const asha = await writer('asha')
  await postReplies(
    asha,
    id,
    Array.from({ length: 21 }, (_, index) => `Answer ${index + 1}`),
  )
  const upvoters = [
    asha,
    ...(await Promise.all(['ravi', 'sita', 'tara', 'umar'].map((name) => writer(name)))),
  ]
  for (const one of upvoters)
    await call(one.token, 'POST', 'reactions', { user_id: one.userId, thread_id: id })

  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '2 unread notifications' })).toBeVisible()
  // The title stands once; below it the milestones of the upvotes are one row, and the replies of the day another.
  await expect(page.getByRole('main').getByText('Everybody answers this one')).toHaveCount(1)
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /replies|upvotes/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Your discussion reached 5 upvotes')
  await expect(rows.last()).toContainText('18 replies, the latest by')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows.last()).toContainText(`, the latest by ${asha.username}: “Answer 21”`)
  await expect(rows.last()).toContainText('21 replies')
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await expectSoundAtAnySize(page)
  await rows.first().getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByRole('heading', { name: '1 unread notification' })).toBeVisible()
  await rows.first().getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(1)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Notification deleted')).toBeVisible()
  // Leaving the page sends the deletion at once.
  await expect(async () => {
    await page.reload()
    await expect(rows).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  // 21 rows change at once: neither this tab nor another asks about each.
  const other = await page.context().newPage()
  const joined = other.waitForEvent('websocket')
  await other.goto('/about')
  await (await joined).waitForEvent('framereceived', (frame) => String(frame.payload).includes('Subscribed'))
  await expect(other.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  const asked: Page[] = []
  for (const tab of [page, other])
    tab.on('request', (request) => {
      if (/rest\/v1\/(?:notifications|rpc\/unread_notifications)/.test(request.url())) asked.push(tab)
    })
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('heading', { name: 'Everything is read' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('combobox', { name: 'Replies: mail' })).toHaveValue('once')
  await expect(page.getByRole('combobox', { name: 'Followed discussions: mail' })).toHaveValue('off')
  const saved = page.waitForResponse((answer) => answer.url().includes('/notification_settings'))
  await page.getByRole('checkbox', { name: 'Replies: bell' }).uncheck()
  expect((await saved).ok()).toBe(true)
  await postReplies(asha, id, [`Not told of this, but of @${bala.username}`])
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  // The writing, the list and the count; then the count, for the new one.
  expect(asked.filter((tab) => tab === page).length).toBeLessThanOrEqual(4)
  expect(asked.filter((tab) => tab === other).length).toBeLessThanOrEqual(3)
  await other.close()
})

test('bookmarks are listed, page by page, and removed', async ({ page }) => {
  const { token, userId } = await enterAsNewMember(page, newcomer('asha'), '/bookmarks')
  await expect(page.getByText('No bookmarks yet')).toBeVisible()
  const threads = await call<{ id: string; title: string }[]>(
    token,
    'GET',
    // The oldest discussions of the sample: no other journey writes in them, and their titles are unique.
    'threads?select=id,title&order=created_at&limit=21',
  )
  for (const { id } of threads) await call(token, 'POST', 'bookmarks', { user_id: userId, thread_id: id })
  await page.reload()
  const removals = page.getByRole('button', { name: /^Remove bookmark: / })
  await expect(removals).toHaveCount(20)
  const [newest] = threads.slice(-1)
  const latest = page.getByRole('link', { name: newest?.title ?? '', exact: true })
  await expect(latest).toBeVisible()
  await removals.first().click()
  await expect(page.getByText('Bookmark removed')).toBeVisible()
  await expect(latest).toHaveCount(0)
  // The rows of the second page have moved up.
  await expect(removals).toHaveCount(20)
  await expect(page.getByRole('navigation', { name: 'Pages of bookmarks' })).toHaveCount(0)
  await latest.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: threads[0]?.title ?? '', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('a reply is bookmarked with a note, which is edited, reminds, and comes back when its removal is undone', async ({
  page,
}) => {
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'Worth a second look')
  const [kept = ''] = await postReplies(asha, id, ['The circular says it in its annex.', 'And nowhere else.'])
  const { token, userId } = await enterAsNewMember(page, newcomer('bala'), path)
  const post = page.getByRole('listitem').filter({ hasText: 'in its annex' })
  const bookmark = post.getByRole('button', { name: `Bookmark reply by ${asha.username}` })
  await bookmark.click()
  await expect(page.getByText('Bookmarked', { exact: true }).last()).toBeVisible()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Remind me tomorrow' }).press('Enter')
  await expect(page.getByText('Reminder set')).toBeVisible()
  await chooseMore(post, 'reply', 'Your note')
  const dialog = page.getByRole('dialog', { name: 'Note and reminder' })
  await dialog.getByLabel('Note').fill('Read the <annex> फिर से 🙂')
  await expect(dialog.getByLabel('Remind me')).toHaveValue('date')
  await dialog.getByLabel('Date and time (IST)').fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please choose a time within the next 366 days.')).toBeVisible()
  await expectSoundAtAnySize(page)
  await dialog.getByLabel('Remind me').selectOption('Tomorrow, 9:00 am')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(post.getByRole('button', { name: /^More/ })).toBeFocused()

  await page.goto('/bookmarks')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Worth a second look' })
  await expect(row).toContainText('Read the <annex> फिर से 🙂')
  await expect(row).toContainText('9:00 am IST')
  await expectSoundAtAnySize(page)
  await row.getByRole('button', { name: /^Edit note: / }).click()
  await dialog.getByLabel('Note').fill('Only this')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Only this')
  await row.getByRole('button', { name: /^Remove bookmark: / }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Only this')

  const now = { remind_at: new Date().toISOString() }
  await call(token, 'PATCH', `reply_bookmarks?reply_id=eq.${kept}&user_id=eq.${userId}`, now)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click({ timeout: 20_000 })
  await page.getByRole('link', { name: 'You wanted to come back to this: Only this' }).click()
  await expect(page).toHaveURL(`${path}#reply-${kept.slice(0, 8)}`)
  await bookmark.click()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false')
})
