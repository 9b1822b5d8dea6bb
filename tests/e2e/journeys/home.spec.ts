// The front page of a member: one line of news and rows for them, without the guests' headline.
import { call, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAs, newcomer, signUpByApi } from '../people.ts'

const HIGHEST_TITLE = 220

test('a member gets news and rows at once, what they follow first, and a guest the headline', {
  tag: '@each-size',
}, async ({ page, otherBrowser }) => {
  const asha = await writer('asha')
  const bala = await signUpByApi(newcomer('bala'))
  const own = await startDiscussion(bala, `Started by bala ${Date.now()}`)
  const read = await startDiscussion(asha, `Read by bala ${Date.now()}`)
  await call(bala.token, 'POST', 'rpc/mark_thread_read', { thread_id: own.id })
  await call(bala.token, 'POST', 'rpc/mark_thread_read', { thread_id: read.id })
  const fresh = await startDiscussion(asha, `New in what bala reads ${Date.now()}`)
  await postReplies(asha, own.id, ['An answer.', 'And one more.'])
  // What newcomers are offered stands above the rows.
  await call(bala.token, 'PATCH', `first_runs?user_id=eq.${bala.userId}`, { is_dismissed: true })

  const guest = await (await otherBrowser()).newPage()
  await guest.goto('/')
  await expect(guest.getByRole('search').getByRole('searchbox').last()).toBeVisible()
  await expect(guest.getByRole('link', { name: 'For you' })).toBeHidden()
  const hero = await guest.getByRole('heading', { level: 1 }).locator('xpath=ancestor::section').boundingBox()
  expect(hero?.height).toBeLessThanOrEqual(240)

  await enterAs(page, bala, '/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: '2 replies to you' })).toBeVisible()
  await expect(main.getByText(/2 replies to you · \d+\+? new in .* · 1 unread$/)).toBeVisible()
  await expect(main.getByRole('link', { name: 'Start learning' })).toBeHidden()
  const titles = main
    .getByRole('region', { name: 'Discussions' })
    .getByRole('heading', { level: 3 })
    .filter({ visible: true })
  await expect(titles.first()).toHaveText(own.title)
  expect((await titles.first().boundingBox())?.y).toBeLessThan(HIGHEST_TITLE)
  await expect(titles.filter({ hasText: fresh.title })).toBeVisible()

  const tabs = page.getByRole('navigation', { name: 'Which discussions' }).filter({ visible: true })
  await expect(tabs.getByRole('link')).toHaveText(['For you', /^New\d+\+?$/, 'Unread1', 'Trending', 'Latest'])
  await expect(tabs.getByRole('link', { name: 'For you' })).toHaveAttribute('aria-current', 'page')
  // New and unread are two lists, and what was opened is in neither of what is new.
  await tabs.getByRole('link', { name: /^New/ }).click()
  await expect(titles.filter({ hasText: fresh.title })).toBeVisible()
  for (const { title } of [own, read]) await expect(titles.filter({ hasText: title })).toHaveCount(0)
  await tabs.getByRole('link', { name: 'Unread' }).click()
  await expect(page).toHaveURL(/\/\?tab=unread$/)
  await expect(titles).toHaveText([own.title])
  await tabs.getByRole('link', { name: 'Latest' }).click()
  await expect(page).toHaveURL(/\/\?tab=latest$/)
  await expect(tabs.getByRole('link', { name: 'Latest' })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(titles).toHaveText([own.title])

  // Read in the meantime: no longer unread, and not first.
  await titles.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(own.title)
  await call(bala.token, 'POST', 'rpc/mark_all_read', {})
  await page.goto('/?tab=unread')
  await expect(main.getByText('Everything is read')).toBeVisible()
})
