// Members and experts: the list, a member's page, following, the own dashboard; and what is trending.
import { setTimeout as sleep } from 'node:timers/promises'
import { call, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, siteUrl, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer, signUpByApi } from '../people.ts'
import { expectSound, settled } from '../sound.ts'
import { track } from '../tracking.ts'

test('experts are sorted and filtered, and link to their pages, without a script', async ({
  otherBrowser,
}) => {
  const page = await (await otherBrowser({ javaScriptEnabled: false })).newPage()
  await page.goto('/experts')
  const rows = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 })
  await expect(rows).toHaveCount(6)
  await expect(rows.first()).toContainText('Meera Krishnagiri')
  await expect(page.getByText('Featured expert')).toBeVisible()
  // The featured one, and the six: the sample's experts are invented.
  await expect(page.getByRole('main').getByText('Sample', { exact: true })).toHaveCount(7)
  await page.getByLabel('Sort by').selectOption('followers')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(page).toHaveURL(/\?sort=followers$/)
  await expect(rows.first()).toContainText('Anita Velhekari')
  await page.getByRole('link', { name: 'Taxation (1)' }).click()
  await expect(page).toHaveURL(/speciality=Taxation/)
  await expect(rows).toHaveCount(1)
  // An invented registration could be somebody's.
  await expect(page.getByRole('main')).not.toContainText(/ICAI|INA|INH|\(sample\)/)
  for (const astray of ['?speciality=Fortune+telling', '?page=2', '?sort=best']) {
    await page.goto(`/experts${astray}`)
    await expect(page).toHaveURL(/\/experts$/)
  }

  await page.getByRole('link', { name: 'Meera Krishnagiri' }).last().click()
  await expect(page).toHaveURL(/\/experts\/meera\.k$/)
  await expect(page.getByRole('heading', { name: 'Sample expert' })).toBeVisible()
  await expect(page.getByRole('main').getByText(/verified/i)).toHaveCount(0)
  await expect(page.getByText('in the last year')).toBeVisible()
  await page.getByRole('link', { name: 'Replies', exact: true }).click()
  await expect(page).toHaveURL(/tab=replies$/)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/tab=replies&page=2$/)
  const reply = page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link').first()
  await reply.click()
  await expect(page).toHaveURL(/#reply-/)
  const article = page.getByRole('article')
  await expect(article.getByText('Sample: Taxation').first()).toBeVisible()
  await expect(article.getByText(/^Verified/)).toHaveCount(0)
  // Each name in a discussion links to its member.
  await page.getByRole('article').getByRole('link', { name: 'meera.k', exact: true }).first().click()
  await expect(page).toHaveURL(/\/experts\/meera\.k$/)
})

test('what is invented says so wherever it is shown', async ({ page }) => {
  const main = page.getByRole('main')
  for (const path of [
    '/',
    '/forums/ipos',
    '/trending',
    '/search?q=allotment',
    '/blog',
    '/experts/sneha_joshi',
  ]) {
    await page.goto(path)
    await expect(main.getByText('· Sample').first(), path).toBeVisible()
  }
  await page.goto('/chat')
  await expect(main.getByText('Sample', { exact: true }).first()).toBeVisible()
})

test('a member has one address, an unknown name has none, and nothing private is shown', async ({
  page,
  noise,
  request,
}) => {
  noise.expect(/status of 404/)
  const asked = await request.get('/experts/MEERA.K?tab=about', { maxRedirects: 0 })
  expect(asked.status()).toBe(301)
  expect(asked.headers().location).toBe('/experts/meera.k?tab=about')
  for (const nobody of ['%F0%9F%99%82', 'x%27%20or%201=1', 'a'.repeat(4_000)])
    expect((await request.get(`/experts/${nobody}`)).status(), nobody.slice(0, 20)).toBe(404)
  const person = newcomer('Anita')
  const refusal = page.getByText('There are no private messages here')
  await page.goto('/experts/vikram.t')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(refusal, 'a guest could write to nobody').toBeHidden()
  const { userId } = await enterAsNewMember(page, person, `/experts/${person.username.toUpperCase()}`)
  await expect(page).toHaveURL(new RegExp(`/experts/${person.username}$`))
  await expect(page.getByText('No discussions yet')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Edit Profile' })).toBeVisible()
  await expect(refusal).toHaveCount(0)
  const html = await (await request.get(`/experts/${person.username}`)).text()
  expect(html).not.toContain(person.email)
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  const profile = data.map((text) => JSON.parse(text)).find((one) => one['@type'] === 'ProfilePage')
  expect(profile.mainEntity).toMatchObject({ alternateName: person.username, identifier: userId })
  await page.goto('/experts/vikram.t')
  await expect(refusal).toBeVisible()
  await page.getByRole('link', { name: 'Why?' }).click()
  await expect(page.getByRole('heading', { name: 'No private messages' })).toBeInViewport()
  await page.goto('/experts/nobody-of-this-name')
  await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible()
})

test('following is stored, and is as before when it is refused', async ({ page, noise }) => {
  await enterAsNewMember(page, newcomer(), '/experts/vikram.t')
  await track(page, 'vikram.t', 'Watching')
  await page.reload()
  const watching = page.getByRole('button', { name: 'Watching: vikram.t' })
  await expect(watching).toBeVisible()

  noise.expect(/status of 500/)
  await page.route('**/rest/v1/follows?*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await watching.click()
  await page.getByRole('menuitemradio', { name: 'Normal' }).click()
  await expect(page.getByText('Not saved')).toBeVisible()
  await expect(watching).toBeVisible()
})

test('a name shows a card of the member to pointer and keyboard, and stays a link', {
  tag: '@each-size',
}, async ({ page, viewport }) => {
  const asha = await signUpByApi(newcomer('asha'))
  const { id, path } = await startDiscussion(asha, `Who writes here? ${Date.now()}`)
  await postReplies(asha, id, ['And one more thing.'])
  await enterAsNewMember(page, newcomer('bala'), path)
  await settled(page)
  const [first, second] = await page.getByRole('main').locator('.name').getByRole('link').all()
  if (!first || !second) throw new Error('the posts have no names')
  const card = page.getByRole('dialog', { name: `About ${asha.username}` })
  if (viewport && viewport.width < 640) {
    await first.tap()
    await expect(card.getByText(/^Joined/)).toBeVisible()
    await expect(card).toBeFocused()
    await expectSound(page)
    await card.getByRole('button', { name: `Normal: ${asha.username}` }).tap()
    await page.getByRole('menuitemradio', { name: 'Watching' }).tap()
    await expect(card.getByRole('button', { name: `Watching: ${asha.username}` })).toBeVisible()
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(card).toHaveCount(0)
    // Also while the page's modules are on their way.
    await page.route('**/assets/*.js', async (route) => {
      await sleep(300)
      await route.continue()
    })
    await page.reload({ waitUntil: 'domcontentloaded' })
    await first.tap()
    await expect(page).toHaveURL(path)
    await card.getByRole('link', { name: 'View profile' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(asha.username)
    await expect(card).toHaveCount(0)
    return
  }
  await first.hover()
  await expect(card.getByText(/^Joined/)).toBeVisible()
  await expect(card.getByText('Regular')).toBeVisible()
  await expectSound(page)
  await card.getByRole('button', { name: `Normal: ${asha.username}` }).click()
  await page.getByRole('menuitemradio', { name: 'Watching' }).click()
  await expect(page.getByText(`You will be told of new discussions by ${asha.username}.`)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(card).toHaveCount(0)

  // By the keys: from the actions of the first post to the name of the second.
  await page.getByRole('main').getByRole('button', { name: 'More: opening post' }).focus()
  await page.keyboard.press('Tab')
  while (!(await second.evaluate((name) => name === document.activeElement))) await page.keyboard.press('Tab')
  await expect(card.getByText(/^Joined/)).toBeVisible()
  await expect(second).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('link', { name: 'View profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(second).toBeFocused()
  await expect(card).toHaveCount(0)

  const opened = page.context().waitForEvent('page')
  await second.click({ modifiers: ['Control'] })
  await expect(await opened).toHaveURL(`/experts/${asha.username}`)
  await second.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(asha.username)
  await expect(card).toHaveCount(0)
  // The experts of the sample community are invented.
  const [written] = await call<{ id: string; thread_id: string }[]>(
    asha.token,
    'GET',
    'replies?select=id,thread_id,author:profiles!replies_author_id_fkey!inner(username)&author.username=eq.vikram.t&limit=1',
  )
  await page.goto(`/forums/any/x-${written?.thread_id.slice(0, 8)}?reply=${written?.id.slice(0, 8)}`)
  await settled(page)
  await page
    .locator(`#reply-${written?.id.slice(0, 8)} .name`)
    .getByRole('link')
    .hover()
  const expert = page.getByRole('dialog', { name: 'About vikram.t' })
  await expect(expert.getByText(/^Sample: /)).toBeVisible()
  await expect(expert.getByText(/Verified/)).toHaveCount(0)
})

test('a guest is asked to sign in by the dashboard and by following', async ({ page }) => {
  await page.goto('/dashboard?tab=activity')
  await expect(page).toHaveURL(/\/signin\?next=%2Fdashboard%3Ftab%3Dactivity$/)
  await page.goto('/experts/vikram.t')
  await page.getByRole('button', { name: /^Follow(ing)? vikram\.t/ }).click()
  await expect(page).toHaveURL(/\/signin\?next=%2Fexperts%2Fvikram\.t$/)
})

test('the dashboard counts and lists the member’s own posts and drafts, and shows no Admin Panel', async ({
  page,
}) => {
  const asha = await writer('asha')
  const bala = await writer('bala')
  const thread = await startDiscussion(asha, `What ${asha.username} asks of everybody`)
  const [reply] = await postReplies(bala, thread.id, ['An answer that helps'])
  await call(asha.token, 'POST', 'reactions', { user_id: asha.userId, reply_id: reply })
  await call(asha.token, 'POST', 'bookmarks', { user_id: asha.userId, thread_id: thread.id })

  const person = newcomer('chitra')
  const chitra = await enterAsNewMember(page, person, '/dashboard')
  const figures = page.getByRole('region', { name: 'Your activity' }).getByRole('listitem')
  await expect(figures).toHaveText(
    ['0Discussions', '0Replies', '0Upvotes received', '0Bookmarks', '0Reputation'].map((text) => text),
  )
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  await page.goto('/dashboard?tab=admin')
  await expect(page).toHaveURL(/\/dashboard$/)

  // Chitra has one of each.
  const own = await startDiscussion(chitra, `What ${person.username} wants to know`)
  const [answer] = await postReplies(chitra, thread.id, ['Chitra answers'])
  await call(bala.token, 'POST', 'reactions', { user_id: bala.userId, thread_id: own.id })
  await call(bala.token, 'POST', 'reactions', { user_id: bala.userId, reply_id: answer })
  await call(chitra.token, 'POST', 'bookmarks', { user_id: chitra.userId, thread_id: thread.id })
  await page.goto(thread.path)
  await page.getByRole('button', { name: 'Reply to Discussion' }).click()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Typed and never sent')
  // Two upvotes, 10 and 5, a discussion, 2, and a reply, 1.
  await page.goto('/dashboard')
  await expect(figures).toHaveText([
    '1Discussions',
    '1Replies',
    '2Upvotes received',
    '1Bookmarks',
    '18Reputation',
  ])
  await expect(page.getByRole('region', { name: 'Recent' })).toContainText(
    new RegExp(`${own.title}.*Your discussion got its first upvote`),
  )

  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'My Activity' }).click()
  await expect(main.getByRole('link', { name: own.title })).toBeVisible()
  await main.getByRole('link', { name: 'Replies', exact: true }).click()
  await expect(main).toContainText('Chitra answers')
  await main.getByRole('link', { name: 'Upvotes received' }).click()
  await expect(main.getByRole('link', { name: own.title })).toBeVisible()
  await expect(main.getByRole('link', { name: thread.title })).toBeVisible()
  await main.getByRole('link', { name: 'Bookmarks', exact: true }).click()
  await expect(main.getByRole('link', { name: thread.title })).toBeVisible()
  await main.getByRole('link', { name: 'Drafts' }).click()
  await expect(page).toHaveURL(/show=drafts$/)
  await expect(main.getByRole('link', { name: thread.title })).toHaveAttribute('href', thread.path)
  await main.getByRole('button', { name: /^Discard draft/ }).click()
  await expect(main.getByText('No drafts')).toBeVisible()
  await main.getByRole('link', { name: 'Replies', exact: true }).click()
  await main.getByRole('link', { name: thread.title }).click()
  await expect(page).toHaveURL(/#reply-/)
})

test('trending has four time frames and categories with their own addresses, without a script', async ({
  otherBrowser,
}) => {
  const page = await (await otherBrowser({ javaScriptEnabled: false })).newPage()
  await page.goto('/trending')
  const rows = page.getByRole('region', { name: /^Discussions, with/ }).getByRole('listitem')
  await expect(page.getByRole('link', { name: 'Today', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(rows.first()).toContainText(/Rank 1/)
  await expect(rows.first()).toContainText('New')
  expect(await rows.count()).toBeGreaterThanOrEqual(8)
  await expect(page.getByText('HOT').first()).toBeVisible()
  await page.getByRole('link', { name: 'Year', exact: true }).click()
  await expect(page).toHaveURL(/\/trending\?frame=year$/)
  await expect(page.getByText('Most talked about in the last 365 days.')).toBeVisible()
  await expect(rows).toHaveCount(20)
  await page.getByRole('link', { name: 'Load More' }).click()
  await expect(page).toHaveURL(/frame=year&page=2#rank-21$/)
  // Each address has its own twenty.
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toBeFocused()
  await expect(rows.first()).toHaveAccessibleDescription('20 more discussions, from rank 21')
  await expect(rows.first()).toContainText(/Rank 21/)
  await expect(page.getByRole('link', { name: 'Ranks before these' })).toHaveAttribute(
    'href',
    '/trending?frame=year',
  )
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    `${siteUrl()}/trending?frame=year&page=2`,
  )
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^IPOs/ }).click()
  await expect(page).toHaveURL(/frame=year&category=ipos$/)
  await expect(rows.first()).toContainText('in IPOs')
  await expect(rows.filter({ hasNotText: 'in IPOs' })).toHaveCount(0)
  await page.goto('/trending?category=no-such-one')
  await expect(page).toHaveURL(/\/trending$/)
})

test('while the profile row is missing the profile says so, retries, and then shows it whole', async ({
  page,
}) => {
  const person = newcomer('devi')
  let isMade = false
  await page.route(/\/rest\/v1\/profiles\?select=[^&]*bio/, (route) =>
    isMade ? route.continue() : route.fulfill({ contentType: 'application/json', body: '[]' }),
  )
  await enterAsNewMember(page, person, '/profile')
  await expect(page.getByRole('main').getByText('Setting up your profile...').first()).toBeVisible()
  isMade = true
  const view = page.getByRole('region', { name: 'Your profile' })
  await expect(view).toContainText(person.username)
  await expect(view).toContainText('Regular')
  await expect(view.getByRole('definition')).toHaveText(['0', '0', '0', /\d{4}$/])
  await expect(page.getByText('0 posts in the last year')).toBeVisible()
  await page.getByRole('link', { name: 'Your public page' }).click()
  await expect(page).toHaveURL(new RegExp(`/experts/${person.username}$`))
  await page.goto('/settings/security')
  const ways = page.getByRole('region', { name: 'Ways to sign in' })
  await expect(ways.getByText('E-mail', { exact: true })).toBeVisible()
  // This site has no other.
  await expect(ways.getByRole('listitem')).toHaveCount(1)
})
