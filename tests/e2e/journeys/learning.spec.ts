// The Learning Center: finding an article with and without a script, reading and sharing it; the newsletter from its
// form to one-click unsubscribing.
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import type { Page } from '@playwright/test'
import { type Mailbox, mailFolder } from '../../support/mailbox.ts'
import { expect, siteUrl, test } from '../fixtures.ts'

const TOPICS = ['all', 'investment', 'cryptocurrency', 'taxation', 'ipo', 'payments']

/** The site of this run writes its mails beside its log. */
function mailbox(): Mailbox {
  return mailFolder(dirname(process.env.E2E_LOG ?? ''))
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader finds an article by words and by topic, reads it, and subscribes to the next by mail', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').waitFor()
    await page.goto('/blog')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(/Home.*Learning Center/)
    await expect(page.getByRole('region', { name: 'Featured article' }).getByRole('link')).toHaveCount(1)
    await expect(cards(page)).toHaveCount(12)
    const search = page.getByRole('search', { name: 'Articles' })
    expect(
      await search
        .getByLabel('Topic', { exact: true })
        .locator('option')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(TOPICS)

    await search.getByLabel('Search articles').fill('INSURANCE')
    await search.getByLabel('Topic', { exact: true }).selectOption('investment')
    await search.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/blog?q=INSURANCE&topic=investment')
    // One article has the word in its title, the others in their excerpts; the topic is a part of each category.
    await expect(cards(page).first()).toContainText(/insur/i)
    for (const card of await cards(page).all()) await expect(card).toContainText('Investment')
    await expect(page.getByRole('region', { name: 'Featured article' })).toHaveCount(0)

    for (const nothing of ['/blog?q=20_%25', '/blog?q=*&topic=ipo', '/blog?q=zzzz']) {
      await page.goto(nothing)
      await expect(page.getByText('No articles found matching your criteria.')).toBeVisible()
    }
    await page.getByRole('link', { name: 'Show all articles' }).click()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL('/blog?page=2')
    await expect(cards(page)).toHaveCount(12)

    const link = cards(page).first().getByRole('link')
    const title = (await link.textContent()) ?? ''
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveURL(`/blog/${slugified(title)}`)
    await expect(page.getByRole('article').getByText(/^Reviewed on \d/)).toBeVisible()
    await expect(
      page.getByRole('article').getByText(/^Law as on \d{1,2} [A-Z][a-z]+ 20\d\d\.$/),
    ).toBeVisible()
    await expect(page.getByRole('article').getByText('· Sample').first()).toBeVisible()
    await expect(page.getByRole('note')).toContainText('for education only')
    await expect(page.getByRole('region', { name: 'Related articles' }).getByRole('listitem')).toHaveCount(3)
    const data = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(data.map((text) => (JSON.parse(text) as { '@type': string })['@type'])).toEqual([
      'BreadcrumbList',
      'Article',
    ])
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      new RegExp(`/blog/${slugified(title)}$`),
    )

    await page.goto('/hi/blog')
    const inHindi = page.getByRole('region', { name: 'ताज़ा लेख' }).getByRole('heading', { level: 3 })
    await expect(inHindi.first()).toHaveText(/[क-ह]/)
    await page.getByRole('link', { name: 'ठगी में पैसा चला गया' }).click()
    await expect(page.locator('link[hreflang="en-IN"]')).toHaveAttribute('href', /\/blog\/if-you-lost-money/)
    await page.getByRole('link', { name: 'इस लेख को अंग्रेज़ी में पढ़ें' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^If you lost money/)
    await page.getByRole('link', { name: 'Read this article in Hindi' }).click()
    await expect(page).toHaveURL('/hi/blog/paise-chale-gaye-to-kya-karein')

    await page.goto('/blog')
    await page.getByLabel('E-mail for the newsletter').fill('no-script@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL('/newsletter/sent')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
  })
})

test('a reader types, picks a suggestion, follows a discussion about it, and jumps within an article', {
  tag: '@each-size',
}, async ({ page, noise }) => {
  await page.goto('/blog')
  const search = page.getByLabel('Search articles')
  await search.pressSequentially('rolling')
  await expect(page).toHaveURL('/blog?q=rolling')
  await expect(cards(page)).toHaveCount(1)
  await expect(search).toBeFocused()
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: '1 article found' }),
  ).toBeVisible()
  await search.fill('')
  await page.getByLabel('Topic', { exact: true }).selectOption('payments')
  await expect(page).toHaveURL('/blog?topic=payments')
  await expect(cards(page).filter({ hasNotText: 'Payments' })).toHaveCount(0)

  const chip = page.getByRole('navigation', { name: 'Trending topics' }).getByRole('link').first()
  const topic = (await chip.textContent()) ?? ''
  await chip.click()
  await expect(search).toHaveValue(topic)
  await expect(cards(page).first()).toContainText(new RegExp(topic, 'i'))
  await page.goBack()
  await expect(search).toHaveValue('')
  await expect(page.getByLabel('Topic', { exact: true })).toHaveValue('payments')

  await page.goto('/blog/how-an-ipo-allotment-really-works')
  await page.getByRole('heading', { level: 1 }).hover()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const fold = page.locator('summary', { hasText: 'Contents' })
  if (!(await contents.isVisible())) await fold.click()
  const entry = contents.getByRole('link').nth(2)
  await entry.click()
  await expect(
    page.getByRole('heading', { level: 3, name: (await entry.textContent()) ?? '' }),
  ).toBeInViewport()
  const isWide = (page.viewportSize()?.width ?? 0) >= 1024
  if (isWide) {
    const colour = (await contents.getByRole('link').first().evaluate(colourOf)) ?? ''
    await expect(entry, 'what is read is marked').not.toHaveCSS('color', colour)
  }

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // In print, the text takes the room of the contents list, up to the maximum line length.
  await page.emulateMedia({ media: 'print' })
  const paper = page.viewportSize()?.width ?? 0
  const printed = await page.getByRole('article').boundingBox()
  expect(printed?.width).toBeGreaterThan(Math.min(paper, 640) * 0.8)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('article').getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${siteUrl()}/blog/how-an-ipo-allotment-really-works`,
  )

  noise.expect(/status of 404/)
  const answer = await page.goto('/blog/no-such-article')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article not found')
})

test('a reader subscribes, confirms, subscribes again, and unsubscribes by one click and by a page', async ({
  page,
  request,
  noise,
}) => {
  const address = `reader-${randomBytes(5).toString('hex')}@example.com`
  await page.goto('/blog')
  const box = page.getByRole('region', { name: 'New articles by mail' })
  const field = box.getByLabel('E-mail for the newsletter')
  await field.fill('reader@nowhere')
  // Until hydration the box is a plain form that leads to its own page.
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  noise.expect(/status of 400/)
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(field).toHaveAccessibleDescription('Mail cannot be sent to this address.')
  await field.fill(address)
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box.getByRole('status')).toContainText('Check your mail')
  const answer = await box.getByRole('status').innerText()

  const asked = await mailbox().newest(address)
  expect(asked.subject).toBe('Confirm your subscription · ArthaChowk')
  // Mail programs open links by themselves, so opening a link must not confirm anything.
  await request.get(asked.link)
  await page.goto(asked.link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your subscription')
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page).toHaveURL('/newsletter/confirmed')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are subscribed')

  // A second subscription gets the same answer, so that subscribers cannot be enumerated.
  await page.goto('/blog')
  await field.fill(address.toUpperCase())
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box.getByRole('status')).toHaveText(answer.replace(/\s+/g, ' '), { useInnerText: true })

  const token = new URL(asked.link).searchParams.get('token')
  const unsubscribe = `${siteUrl()}/newsletter/unsubscribe?token=${token}`
  await page.goto(unsubscribe)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('End your subscription?')
  // RFC 8058: the POST of the mail program, which must not be redirected.
  const click = await request.post(unsubscribe, {
    form: { 'List-Unsubscribe': 'One-Click' },
    maxRedirects: 0,
  })
  expect([click.status(), await click.text()]).toEqual([200, 'Unsubscribed'])
  // Pressing the page's button afterwards shows the same page.
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page).toHaveURL('/newsletter/unsubscribed')

  await page.goto(`/newsletter/confirm?token=${token}`)
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is not valid')
})

function colourOf(element: Element) {
  return getComputedStyle(element).color
}

function cards(page: Page) {
  return page
    .getByRole('region', { name: 'Latest Articles' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
}

/** SPEC.md section 5: the lower-cased title with runs of anything else turned into a hyphen. */
function slugified(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
