// Muting: a member, a word and a category are left out of what one reads, and only for who mutes them.
import { call, chooseMore, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'
import { expectSound, expectSoundAtAnySize, settled } from '../sound.ts'
import { track, undoToast } from '../tracking.ts'

test('a muted member is folded in a discussion, and absent from lists, chat and bell, until unmuted', async ({
  page,
}) => {
  const asha = await writer('asha')
  const bala = await writer('bala')
  const loud = await startDiscussion(bala, `Loud ${bala.username} asks`)
  const { id, path } = await startDiscussion(asha, `Quiet ${asha.username} asks`)
  await postReplies(bala, id, ['The first shout'])
  await postReplies(asha, id, ['A calm reply'])
  const reader = await enterAsNewMember(page, newcomer('meera'), path)

  const shout = page.getByText('The first shout')
  await chooseMore(
    page.getByRole('listitem').filter({ hasText: 'The first shout' }),
    'reply',
    `Mute ${bala.username}`,
  )
  await expect(page.getByText(`${bala.username} is left out of your lists`)).toBeVisible()
  await expect(shout).toBeHidden()
  const show = page.getByRole('button', { name: `Show what ${bala.username} wrote` })
  await expect(show).toBeFocused()
  await expectSound(page)
  await show.press('Enter')
  await expect(shout).toBeVisible()
  await page.reload()
  await expect(show).toBeVisible()
  await expect(shout).toBeHidden()
  await expect(page.getByText('A calm reply')).toBeVisible()

  await page.goto('/latest')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: `Quiet ${asha.username} asks` })).toBeVisible()
  await expect(main.getByRole('link', { name: loud.title })).toHaveCount(0)
  const guest = await page.context().browser()?.newContext()
  const guestPage = await guest?.newPage()
  await guestPage?.goto(new URL('/latest', page.url()).href)
  await expect(guestPage?.getByRole('link', { name: loud.title }) ?? page.locator('none')).toBeVisible()
  await guest?.close()

  await call(bala.token, 'POST', 'chat_messages', {
    message: `Shouting in the chat ${bala.username}`,
    username: bala.username,
    user_id: bala.userId,
    is_anonymous: false,
  })
  await call(asha.token, 'POST', 'chat_messages', {
    message: `Calm in the chat ${asha.username}`,
    username: asha.username,
    user_id: asha.userId,
    is_anonymous: false,
  })
  await page.goto('/chat')
  await expect(page.getByText(`Calm in the chat ${asha.username}`)).toBeVisible()
  await expect(page.getByText(`Shouting in the chat ${bala.username}`)).toHaveCount(0)

  await postReplies(bala, id, [`And you, @${reader.username}?`])
  await postReplies(asha, id, [`And what of you, @${reader.username}?`])
  await page.goto('/notifications')
  await expect(main.getByRole('link', { name: `${asha.username} mentioned you` })).toBeVisible()
  await expect(main.getByRole('link', { name: 'mentioned you' })).toHaveCount(1)

  await page.goto('/settings/notifications')
  const muted = page.getByRole('region', { name: 'Muted' })
  await expect(muted.getByRole('listitem')).toHaveText([bala.username])
  const word = muted.getByRole('textbox', { name: 'A word or phrase to mute' })
  await word.fill('!')
  await word.press('Enter')
  await expect(muted.getByRole('alert')).toHaveText('A muted word has 2 to 40 characters.')
  await word.fill(`  Quiet ${asha.username.toUpperCase()} `)
  await word.press('Enter')
  await expect(muted.getByRole('listitem')).toHaveCount(2)
  await expectSoundAtAnySize(page)
  await muted.getByRole('button', { name: `Unmute ${bala.username}` }).click()
  await expect(muted.getByRole('listitem')).toHaveCount(1)
  await undoToast(page, `${bala.username} is back in your lists`).click()
  await expect(muted.getByRole('listitem')).toHaveCount(2)
  await muted.getByRole('button', { name: `Unmute ${bala.username}` }).click()
  await expect(muted.getByRole('listitem')).toHaveCount(1)

  await page.goto('/latest')
  await expect(main.getByRole('link', { name: loud.title })).toBeVisible()
  await expect(main.getByRole('link', { name: `Quiet ${asha.username} asks` })).toHaveCount(0)

  // A muted category is left out of lists that mix forums, and stays whole on its own page.
  await page.goto('/forums/ipos')
  await track(page, 'IPOs', 'Muted')
  await expect(main.getByRole('link', { name: loud.title })).toBeVisible()
  await page.goto('/latest')
  await expect(main.getByRole('link', { name: loud.title })).toHaveCount(0)
})

test('the ranking of what is trending leaves out a muted member', async ({ page }) => {
  const reader = await enterAsNewMember(page, newcomer('meera'), '/trending?frame=year')
  const rows = page.getByRole('main').getByRole('heading', { level: 3 })
  await settled(page)
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect(page.locator('#rank-21')).toBeFocused()
  await expect(page.locator('#rank-21')).toBeInViewport()
  await expect(
    page.getByRole('status').filter({ hasText: /^\d+ more discussions, from rank 21$/ }),
  ).toBeAttached()
  await expect(page.locator('#rank-1')).toBeAttached()
  await page.goto('/trending')
  const first = rows.first().getByRole('link')
  const title = await first.textContent()
  const before = await rows.count()
  const id = (await first.getAttribute('href'))?.slice(-8)
  const threads = await call<{ id: string; author_id: string }[]>(
    reader.token,
    'GET',
    'threads?select=id,author_id&order=last_activity.desc&limit=1000',
  )
  const author = threads.find((thread) => thread.id.startsWith(id ?? 'none'))?.author_id
  await call(reader.token, 'POST', 'mutes', { member_id: author })
  await page.reload()
  await expect(rows.filter({ hasText: title ?? 'none' })).toHaveCount(0)
  expect(await rows.count()).toBeLessThan(before)
  await expectSound(page)
})
