// A discussion's page for readers: its addresses, its pagination, without JavaScript, with a screen reader; and the
// controls of an administrator.
import type { Locator } from '@playwright/test'
import { call, chooseMore, type Discussion, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, siteOfRun, test } from '../fixtures.ts'
import { runSql } from '../own-site.ts'
import { adminOfRun, enterAs, enterAsNewMember, newcomer, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Reply number ${from + index}.`)

test.describe('a discussion of 41 replies', () => {
  let discussion: Discussion

  test.beforeAll(async () => {
    const asha = await writer('asha')
    discussion = await startDiscussion(asha, 'Forty-one replies make three pages')
    await postReplies(asha, discussion.id, numbered(1, 41))
  })

  test('reads whole without JavaScript, page by page', async ({ browser, baseURL, viewport }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto('/forums/ipos')
    // Each worker creates a discussion with this title.
    await page.locator(`a[href="${discussion.path}"]`).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(discussion.title)
    await expect(page.getByText('41 replies').first()).toBeVisible()
    await expect(page.getByText('What does everybody here make of this?')).toBeVisible()
    expect(await page.getByRole('main').innerText()).toContain('Replying needs JavaScript')
    await expect(page.getByRole('button')).toHaveCount(0)
    const pages = page.getByRole('navigation', { name: 'Pages of replies' })
    for (const [number, texts] of [
      [1, numbered(1, 20)],
      [2, numbered(21, 40)],
      [3, numbered(41, 41)],
    ] as const) {
      await expect(page.locator('li .post')).toHaveText(texts)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
        'href',
        new RegExp(number === 1 ? `${discussion.path}$` : `${discussion.path}\\?page=${number}$`),
      )
      if (number < 3) await pages.getByRole('link', { name: 'Next' }).click()
    }
    await expect(page.locator('link[rel=prev]').first()).toHaveAttribute('href', /page=2$/)
    await expect(page.locator('link[rel=next]')).toHaveCount(0)
    // The opening post is collapsed here, and opens without a script.
    await page.locator('summary').getByText('Opening post').click()
    await expect(page.getByText('What does everybody here make of this?')).toBeVisible()
    await context.close()
  })

  test('shows the face of its writer that the lists show', async ({ page }) => {
    const figure = (part: Locator) => part.locator('.face').first().getAttribute('style')
    await page.goto('/forums/ipos')
    const link = page.locator(`a[href="${discussion.path}"]`)
    const listed = await figure(page.getByRole('listitem').filter({ has: link }))
    await page.goto(discussion.path)
    expect(await figure(page.getByRole('article'))).toBe(listed)
    expect(await figure(page.getByRole('listitem').filter({ hasText: 'Reply number 2.' }))).toBe(listed)
  })

  test('is bold in a list until it is read, and again after a new reply', async ({ page }) => {
    const asha = await writer('asha')
    const { id, title, path } = await startDiscussion(asha, 'Read, answered, and so unread again')
    const link = page.locator(`a[href="${path}"]`)
    await page.goto('/forums/ipos')
    await expect(link).toHaveCSS('font-weight', '600')
    const row = await page.getByRole('listitem').filter({ has: link }).boundingBox()
    expect(row?.height).toBeGreaterThanOrEqual(56)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.goto('/forums/ipos')
    await expect(link).toHaveCSS('font-weight', '400')
    await postReplies(asha, id, ['Here is one more.'])
    await page.reload()
    await expect(link).toHaveCSS('font-weight', '600')
  })

  test('every other spelling of its address redirects to the canonical one', async ({ request }) => {
    const { id, path } = discussion
    for (const [given, wanted, status] of [
      [`/forums/taxation/whatever-${id.slice(0, 8)}`, path, 301],
      [`/forums/ipos/${id}`, path, 301],
      [`${path}?page=1`, path, 301],
      [`${path}?page=zwei`, path, 301],
      [`/forums/ipos/x-${id.slice(0, 8)}?page=2`, `${path}?page=2`, 301],
      [`${path}?page=99`, `${path}?page=3`, 302],
    ] as const) {
      const answer = await request.get(given, { maxRedirects: 0 })
      expect([answer.status(), answer.headers().location], given).toEqual([status, wanted])
    }
  })

  test('has no accessibility violation and no sideways scroll, light and dark', async ({ page }) => {
    for (const path of [discussion.path, `${discussion.path}?page=2`]) {
      await page.goto(path)
      await expectSoundAtAnySize(page)
    }
  })

  test('a visit is counted once, however many pages are turned', async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('increment_thread_views')) calls.push(request.postData() ?? '')
    })
    await page.goto(discussion.path)
    await expect.poll(() => calls).toHaveLength(1)
    // Moving to a button hydrates the page; from then on its modules load the pages.
    await page.getByRole('button', { name: 'Share' }).first().hover()
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await page
      .getByRole('navigation', { name: 'Pages of replies' })
      .getByRole('link', { name: 'Next' })
      .click()
    await expect(page.getByText('Reply number 21.')).toBeVisible()
    // Shown after anything that the second page would have sent.
    await page
      .getByRole('navigation', { name: 'Pages of replies' })
      .getByRole('link', { name: 'Next' })
      .click()
    await expect(page.getByText('Reply number 41.')).toBeVisible()
    expect(calls).toEqual([JSON.stringify({ thread_id: discussion.id })])
  })
})

test('a long discussion can be read with the best replies first; what is read is stored in its own order only', async ({
  page,
  browser,
  baseURL,
}) => {
  const [asha, bala] = [await writer('asha'), await writer('bala')]
  const { id, path } = await startDiscussion(asha, `The best of twelve ${Date.now()}`)
  const ids = await postReplies(asha, id, numbered(1, 12))
  const upvote = (number: number) =>
    call(bala.token, 'POST', 'reactions', {
      user_id: bala.userId,
      reply_id: ids[number - 1],
      reaction_type: 'upvote',
    })
  await upvote(9)
  await call(asha.token, 'POST', 'rpc/mark_answer', { reply: ids[4] })
  const inOrder = (...first: number[]) =>
    [
      ...first,
      ...Array.from({ length: 12 }, (_, index) => index + 1).filter((one) => !first.includes(one)),
    ].map((number) => `Reply number ${number}.`)
  const texts = page.locator('li .post')

  const guest = await (
    await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  ).newPage()
  await guest.goto(path)
  const order = guest.getByRole('navigation', { name: 'Order of the replies' })
  await expect(order.getByRole('link', { name: 'Oldest first' })).toHaveAttribute('aria-current', 'true')
  await order.getByRole('link', { name: 'Best first' }).click()
  await expect(guest).toHaveURL(`${path}?order=best#replies`)
  const guestTexts = guest.locator('li .post')
  await expect(guestTexts).toHaveText(inOrder(5, 9))
  await expect(guest.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
  // A vote evicts the cached page.
  await upvote(11)
  await guest.reload()
  await expect(guestTexts).toHaveText(inOrder(5, 9, 11))
  // A reply's own address is its place in the discussion.
  await guest.locator('li .when a').nth(1).click()
  await expect(guest).toHaveURL(`${path}#reply-${ids[8]?.slice(0, 8)}`)
  await guest.context().close()

  const stored: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/mark_thread_read')) stored.push(new URL(page.url()).search)
  })
  await enterAsNewMember(page, newcomer('chand'), `${path}?order=best`)
  await expect(texts).toHaveText(inOrder(5, 9, 11))
  await expectSoundAtAnySize(page)
  // Shown by the same lazily loaded part that stores what is read.
  await page.getByRole('button', { name: 'Bookmark' }).last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('region', { name: 'Position in the discussion' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Oldest first' }).click()
  await expect(texts).toHaveText(inOrder())
  await texts.last().scrollIntoViewIfNeeded()
  await expect.poll(() => stored).not.toHaveLength(0)
  expect(stored.filter((search) => search.includes('order'))).toEqual([])
})

test('a title of one endless word stays on the screen, in its place in the breadcrumb too', {
  tag: '@each-size',
}, async ({ page }) => {
  const { path } = await startDiscussion(await writer('asha'), 'W'.repeat(120))
  await page.goto(path)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('WWW…')
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(beyond).toBe(0)
})

test('the forms have no accessibility violation and no sideways scroll', async ({ page }) => {
  const { path } = await startDiscussion(await writer('asha'), 'Forms that everybody can use')
  await enterAsNewMember(page, newcomer('bala'), path)
  await page.getByRole('button', { name: 'Reply to Discussion' }).click()
  await page.getByRole('textbox', { name: 'Your reply' }).waitFor()
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByLabel('Link address').fill('javascript:alert(1)')
  await page.getByLabel('Link address').press('Enter')
  await expect(page.getByText('That is not an address a link can have.')).toBeVisible()
  await expectSoundAtAnySize(page)
  await page.goto('/new-discussion')
  await page.getByRole('textbox', { name: 'Content' }).waitFor()
  await expectSoundAtAnySize(page)
})

test('an unknown discussion says so, with status 404', async ({ page, noise }) => {
  noise.expect(/status of 404/)
  for (const path of ['/forums/ipos/never-written-deadbeef', '/forums/ipos/not-an-address']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discussion not found')
  }
  // A member may see what a guest may not, so the browser asks first.
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/threads?*', async (route) => {
    await asked
    await route.continue()
  })
  await enterAsNewMember(page, newcomer('bala'), '/forums/ipos/never-written-deadbeef')
  await expect(page.getByText('Loading discussion...').first()).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discussion not found')
})

test('the toolbar works by keyboard, and the text is stored as it was formatted', {
  tag: '@each-size',
}, async ({ page }) => {
  const { path } = await startDiscussion(await writer('asha'), 'Formatting without a mouse')
  const { userId } = await enterAsNewMember(page, newcomer('bala'), path)
  // A newcomer's link would wait for a moderator.
  await runSql(
    siteOfRun(),
    `update public.profiles set created_at = now() - interval '40 days' where id = '${userId}'`,
  )
  await page.getByRole('button', { name: 'Reply to Discussion' }).click()
  const field = page.getByRole('textbox', { name: 'Your reply' })
  await field.pressSequentially('plain ')
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  await field.pressSequentially('bold')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+k')
  await page.getByLabel('Link address').fill('sebi.gov.in')
  await page.getByLabel('Link address').press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  // On a phone, the less frequent controls are behind one button.
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (await more.isVisible()) {
    await expect(page.getByRole('button', { name: 'Heading 1' })).toBeHidden()
    await more.click()
  }
  // The toolbar is one stop for Tab; arrow keys move within it.
  await page.getByRole('button', { name: 'Heading 1' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Heading 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await field.pressSequentially('A heading')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Reply posted!')).toBeVisible()
  const reply = page.locator('li .post').last()
  await expect(reply.locator('strong')).toHaveText('bold')
  await expect(reply.getByRole('link', { name: 'sebi.gov.in' })).toHaveAttribute(
    'href',
    'https://sebi.gov.in',
  )
  await expect(reply.getByRole('link')).toHaveAttribute('rel', 'nofollow ugc noopener')
  await expect(reply.getByRole('heading', { level: 2 })).toHaveText('A heading')
})

test('an administrator locks, deletes a reply and then the discussion; each asks for a confirmation', async ({
  page,
  otherBrowser,
  noise,
}) => {
  noise.expect(/status of 503/)
  const site = siteOfRun()
  const admin = adminOfRun()
  // This reply is another member's: deleting one's own needs no confirmation, because it can be undone.
  const author = await signUpByApi(newcomer('ravi'), site)
  const { id, path } = await startDiscussion(author, 'This will be moderated', site)
  await postReplies(author, id, ['This reply stays', 'This reply goes'], site)

  await enterAs(page, admin, site.url + path)
  const reply = page.getByRole('listitem').filter({ hasText: 'This reply goes' })
  await chooseMore(reply, 'reply', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(reply).toBeVisible()
  await chooseMore(reply, 'reply', 'Delete')
  await page.route('**/rest/v1/replies?*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Reply' }).click()
  await expect(page.getByText('Failed to delete', { exact: true })).toBeVisible()
  await expect(page.getByText('There was an error deleting the reply. Please try again.')).toBeVisible()
  await page.unroute('**/rest/v1/replies?*')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Reply' }).click()
  await expect(page.getByText('Reply deleted')).toBeVisible()
  await expect(reply).toHaveCount(0)
  await expect(page.getByText('This reply stays')).toBeVisible()
  await expect(page.getByText('1 reply').first()).toBeVisible()

  await call(admin.token, 'PATCH', `threads?id=eq.${id}`, { is_locked: true }, site)
  const guest = await (await otherBrowser()).newPage()
  await guest.goto(site.url + path)
  await expect(guest.getByText('This discussion is locked.')).toBeVisible()
  await expect(guest.getByRole('button', { name: /^Reply/ })).toHaveCount(0)

  await chooseMore(page, 'opening post', 'Delete')
  await expect(page.getByRole('dialog')).toContainText(
    'Are you sure you want to delete "This will be moderated"? This action cannot be undone and will permanently delete the thread and all its replies.',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  await chooseMore(page, 'opening post', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Discussion' }).click()
  await expect(page.getByText('"This will be moderated" has been permanently deleted.')).toBeVisible()
  await expect(page).toHaveURL(`${site.url}/forums/ipos`)
})
