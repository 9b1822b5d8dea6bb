// How far a member has read: in bold and with a count in lists, and the same in another browser of the member.
import type { BrowserContext, Page } from '@playwright/test'
import { formatDate } from '../../../shared/format.ts'
import { call, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, siteUrl, test } from '../fixtures.ts'
import { enterAs, type Member, newcomer, sendSignIn, signUpByApi } from '../people.ts'
import { expectSound, expectSoundAtAnySize } from '../sound.ts'

const rowOf = (page: Page, path: string) =>
  page.getByRole('listitem').filter({ has: page.locator(`a[href="${path}"]`) })
const isBold = (page: Page, title: string, bold: boolean) =>
  expect(page.getByRole('heading', { level: 3, name: title })).toHaveCSS('font-weight', bold ? '600' : '400')

/** A page in another browser of the member. */
async function anotherDevice(context: BrowserContext, member: Member, address: string): Promise<Page> {
  const page = await context.newPage()
  await enterAs(page, member, address)
  return page
}

test('what is read on one device is read on the other, and new replies are counted on both', async ({
  page,
  otherBrowser,
}) => {
  const asha = await writer('asha')
  const bala = await signUpByApi(newcomer('bala'))
  const title = `Read here and there ${Date.now()}`
  const { id, path } = await startDiscussion(asha, title)
  const list = '/forums/ipos'
  const other = await anotherDevice(await otherBrowser(), bala, list)
  await expect(rowOf(other, path).getByText('New', { exact: true })).toBeAttached()
  await isBold(other, title, true)

  await enterAs(page, bala, path)
  await page.waitForResponse(/rpc\/mark_thread_read/)
  await other.reload()
  await isBold(other, title, false)
  await expect(rowOf(other, path).getByText('New', { exact: true })).toHaveCount(0)

  const [first = ''] = await postReplies(asha, id, ['Here is one more.', 'And a second.'])
  await other.reload()
  await isBold(other, title, true)
  await expect(rowOf(other, path).getByText('Unread')).toBeAttached()
  const stored = other.waitForResponse(/rpc\/mark_thread_read/)
  await rowOf(other, path).getByRole('link', { name: '2 new replies' }).click()
  await expect(other).toHaveURL(new RegExp(`${path}#reply-${first.slice(0, 8)}$`))
  await expect(other.getByText('And a second.')).toBeVisible()

  // Back in the list of the same browser, and in the first one.
  await stored
  await other.goBack()
  await isBold(other, title, false)
  await page.goto(list)
  await isBold(page, title, false)
  await expect(rowOf(page, path).getByRole('link', { name: /new repl/ })).toHaveCount(0)
})

test('a long discussion is read as far as it was scrolled', { tag: '@each-size' }, async ({
  page,
  viewport,
}) => {
  const asha = await writer('asha')
  const bala = await signUpByApi(newcomer('bala'))
  const title = `As far as it was scrolled ${Date.now()}`
  const { id, path } = await startDiscussion(asha, title)
  await postReplies(
    asha,
    id,
    Array.from({ length: 22 }, (_, index) => `Reply number ${index + 1}.`),
  )
  await enterAs(page, bala, path)
  await page.waitForResponse(/rpc\/mark_thread_read/)
  await page.getByText('Reply number 20.').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 2_000)
  await page.waitForResponse(/rpc\/mark_thread_read/)
  await page.goto('/forums/ipos')
  await expect(rowOf(page, path).getByRole('link', { name: '2 new replies' })).toBeVisible()
  await isBold(page, title, true)

  // From the first page to the second, where the link is no longer needed.
  await page.goto(path)
  const jump = page.getByRole('link', { name: 'Jump to first unread' })
  await expect(jump).toBeVisible()
  // The timeline has it as a mark, on phones the panel of the position.
  await page.mouse.wheel(0, 300)
  if ((viewport?.width ?? 0) < 1024)
    await page.getByRole('button', { name: /^Reply \d+\/22 · 2 unread$/ }).click()
  const mark = page.getByRole('link', { name: 'First unread: reply 21' })
  await expect(mark).toHaveAttribute('href', /\?reply=[0-9a-f]{8}$/)
  await expectSound(page)
  await (viewport?.width === 390 ? mark : jump).click()
  await expect(page).toHaveURL(/\?page=2#reply-[0-9a-f]{8}$/)
  await expect(page.getByText('Reply number 21.')).toBeInViewport()
  await expect(jump).toHaveCount(0)
})

test('a slider leads to any reply of a long discussion, on its page, and back', {
  tag: '@each-size',
}, async ({ page, viewport }) => {
  const isPhone = viewport !== null && viewport.width < 1024
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, `Twenty-five replies ${Date.now()}`)
  const ids = await postReplies(
    asha,
    id,
    Array.from({ length: 25 }, (_, index) => `Reply number ${index + 1}.`),
  )
  await page.goto(path)
  await page.getByRole('button', { name: /^Switch to / }).focus()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  const slider = page.getByRole('slider', { name: 'Position in the discussion' })
  await expect(slider).toHaveCount(0)
  await page.locator(`#reply-${ids[2]?.slice(0, 8)}`).evaluate((reply) => reply.scrollIntoView())
  const pill = page.getByRole('button', { name: /^Reply \d+\/25/ })
  if (isPhone) await pill.click()
  await slider.focus()
  await expect(slider).toHaveAttribute('aria-valuetext', /^Reply 3 of 25$/)
  const today = formatDate(new Date().toISOString())
  // The days of the first post and of the latest reply stand at the ends, where there is room.
  const days = page.getByRole('region', { name: 'Position in the discussion' }).getByRole('time')
  if (!isPhone) await expect(days).toHaveText([today, today])
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/\?page=2#reply-[0-9a-f]{8}$/)
  await expect(page.getByText('Reply number 25.')).toBeInViewport()
  await expect(slider).toBeFocused()
  await expectSound(page)
  await page.getByRole('button', { name: 'Back to reply 3' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(new RegExp(`${path}#reply-[0-9a-f]{8}$`))
  await expect(page.getByText('Reply number 3.')).toBeInViewport()
  await expect(page.getByRole('button', { name: /^Back to reply/ })).toHaveCount(0)
  if (isPhone) {
    await expect(page.getByRole('searchbox', { name: 'Search this discussion' })).toHaveCount(2)
    await slider.press('Escape')
    await expect(pill).toBeFocused()
    await expect(slider).toHaveCount(0)
  }
  const field = page.getByRole('searchbox', { name: 'Search this discussion' })
  await field.fill('number 17')
  await field.press('Enter')
  await expect(page.getByRole('list', { name: 'Replies' }).getByRole('listitem')).toHaveText(/number 17/i)
  await expectSound(page)
  await page.goBack()
  await expect(page.getByText('Reply number 3.')).toBeVisible()
})

test('what was scrolled past in the last second is stored when the page is left', async ({ page }) => {
  const asha = await writer('asha')
  const bala = await signUpByApi(newcomer('bala'))
  const { id, path } = await startDiscussion(asha, `Left in the middle of scrolling ${Date.now()}`)
  await postReplies(
    asha,
    id,
    Array.from({ length: 12 }, (_, index) => `Reply number ${index + 1}.`),
  )
  await enterAs(page, bala, path)
  await page.waitForResponse(/rpc\/mark_thread_read/)
  // Within the second that scrolling must pause for.
  await page.evaluate(async () => {
    const end = Promise.withResolvers<void>()
    addEventListener('scroll', () => end.resolve(), { once: true })
    scrollTo(0, document.body.scrollHeight)
    await end.promise
    setTimeout(() => location.assign('about:blank'))
  })
  const unread = async () =>
    (await call<{ unread: number }[]>(bala.token, 'POST', 'rpc/unread_replies', { thread_ids: [id] }))[0]
      ?.unread
  await expect.poll(unread).toBe(0)
})

test('what a guest read in this browser is moved to the account at the sign-in', async ({
  page,
  otherBrowser,
}) => {
  const asha = await writer('asha')
  const bala = await signUpByApi(newcomer('bala'))
  const title = `Read before the sign-in ${Date.now()}`
  const { path } = await startDiscussion(asha, title)
  await page.goto(path)
  await page.goto('/forums/ipos')
  await isBold(page, title, false)
  await page.goto('/signin')
  const merged = page.waitForResponse(/rpc\/merge_thread_reads/)
  await sendSignIn(page, bala)
  await merged
  await expect.poll(() => page.evaluate(() => localStorage.getItem('arthachowk-read'))).toBeNull()
  const other = await anotherDevice(await otherBrowser(), bala, '/forums/ipos')
  await isBold(other, title, false)
})

test('/latest lists the discussions of all forums, the latest reply first, page by page, with a feed', async ({
  browser,
  viewport,
  request,
}) => {
  const asha = await writer('asha')
  const [older, newer] = await Promise.all(
    [1, 2].map((number) => startDiscussion(asha, `Latest of two ${number} at ${Date.now()}`)),
  )
  if (!older || !newer) throw new Error('the discussions were not started')
  await postReplies(asha, newer.id, ['First.'])
  await postReplies(asha, older.id, ['Second.'])
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, baseURL: siteUrl() })
  const page = await context.newPage()
  await page.goto('/forums')
  await page.getByRole('link', { name: 'Latest discussions' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest discussions')
  const titles = await page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts()
  expect(titles.filter((title) => [older.title, newer.title].includes(title))).toEqual([
    older.title,
    newer.title,
  ])
  await page
    .getByRole('navigation', { name: 'Pages of discussions' })
    .getByRole('link', { name: 'Next' })
    .click()
  await expect(page).toHaveURL(/\/latest\?page=2$/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/latest\?page=2$/)
  await expect(page.locator('link[rel=alternate][type="application/rss+xml"]')).toHaveAttribute(
    'href',
    /\/latest\/feed\.xml$/,
  )
  const feed = await (await request.get('/latest/feed.xml')).text()
  expect(feed.indexOf(older.path)).toBeGreaterThan(0)
  expect(feed.indexOf(newer.path)).toBeGreaterThan(feed.indexOf(older.path))
  await context.close()
})

test('/unread lists what has new replies, and all of it can be marked as read and taken back', async ({
  page,
}) => {
  const asha = await writer('asha')
  const bala = await signUpByApi(newcomer('bala'))
  const { id, title, path } = await startDiscussion(asha, `Opened and then answered ${Date.now()}`)
  await page.goto('/unread')
  await expect(page.getByRole('heading', { name: 'Please sign in to view what is unread.' })).toBeVisible()
  await enterAs(page, bala, '/unread')
  await expect(page.getByText('Everything is read')).toBeVisible()
  await call(bala.token, 'POST', 'rpc/mark_thread_read', { thread_id: id })
  await postReplies(asha, id, ['Here is one more.'])
  await page.goto('/latest')
  await page
    .getByRole('navigation', { name: 'Which discussions' })
    .getByRole('link', { name: 'Unread' })
    .click()
  await expect(page).toHaveURL(/\/unread$/)
  await expect(rowOf(page, path).getByRole('link', { name: '1 new reply' })).toBeVisible()
  await expectSoundAtAnySize(page)

  const marked = page.waitForResponse(/rpc\/mark_all_read/)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await isBold(page, title, true)
  // Nothing was sent: the reply is still new to the server.
  await page.reload()
  await isBold(page, title, true)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(page.getByText('All marked as read')).toBeVisible()
  await marked
  await expect(page.getByText('Everything is read')).toBeVisible()
  await page.goto('/forums/ipos')
  await isBold(page, title, false)

  // What is new is put aside the same way, and the end of a discussion leads on to what is left.
  const fresh = await startDiscussion(asha, `Begun since ${Date.now()}`)
  await page.goto(path)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('link', { name: /^Continue to the next / })).toBeVisible()
  await page.goto('/new')
  await expect(rowOf(page, fresh.path).getByText('New', { exact: true })).toBeAttached()
  const aside = page.waitForResponse(/rpc\/mark_all_read/)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await aside
  await expect(rowOf(page, fresh.path)).toHaveCount(0)
  await page.goto('/forums/ipos')
  await isBold(page, fresh.title, false)
})
