// The front page of a member: one line of news and rows for them, without the guests' headline.
import { call, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAs, newcomer, signUpByApi } from '../people.ts'

const HIGHEST_TITLE = 200

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

  const guest = await (await otherBrowser()).newPage()
  await guest.goto('/')
  await expect(guest.getByRole('search').getByRole('searchbox').last()).toBeVisible()
  await expect(guest.getByRole('link', { name: 'For you' })).toBeHidden()
  const hero = await guest.getByRole('heading', { level: 1 }).locator('xpath=ancestor::section').boundingBox()
  expect(hero?.height).toBeLessThanOrEqual(240)

  await enterAs(page, bala, '/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: '2 replies to you' })).toBeVisible()
  await expect(main.getByText(/· \d+\+? new in IPOs$/)).toBeVisible()
  await expect(main.getByRole('link', { name: 'Start learning' })).toBeHidden()
  const titles = main
    .getByRole('region', { name: 'Discussions' })
    .getByRole('heading', { level: 3 })
    .filter({ visible: true })
  await expect(titles.first()).toHaveText(own.title)
  expect((await titles.first().boundingBox())?.y).toBeLessThan(HIGHEST_TITLE)
  await expect(titles.filter({ hasText: fresh.title })).toBeVisible()

  const tabs = page.getByRole('navigation', { name: 'Which discussions' }).filter({ visible: true })
  await expect(tabs.getByRole('link')).toHaveText(['For you', 'Unread', 'Trending', 'Latest'])
  await expect(tabs.getByRole('link', { name: 'For you' })).toHaveAttribute('aria-current', 'page')
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
