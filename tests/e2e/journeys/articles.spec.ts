// The life of an article: written, kept as a draft, scheduled, published, read, mailed, renamed, removed.
import sharp from 'sharp'
import { mailFolder } from '../../support/mailbox.ts'
import type { TestServer } from '../../support/server.ts'
import { call } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { startOwnSite } from '../own-site.ts'
import { enterAs, type Member } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

test.describe.configure({ mode: 'default' })

let site: TestServer
let admin: Member

test.beforeAll(async () => {
  ;({ site, admin } = await startOwnSite())
})

test.afterAll(() => site?.stop())

test('an article is written, outlives a failed save and a reload, and is scheduled once', async ({
  page,
  noise,
}) => {
  await enterAs(page, admin, `${site.url}/admin/blog`)
  await page.getByRole('link', { name: 'New article' }).click()
  await expect(page).toHaveURL(`${site.url}/admin/create-blog`)

  const title = page.getByLabel('Title')
  await title.fill('SGB redemption: what is taxed <script>')
  await expect(page.getByText('/blog/sgb-redemption-what-is-taxed-script')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByLabel('Category')).toHaveAccessibleDescription(/The category must be 1 to 60/)
  await expect(page.getByLabel('Category')).toBeFocused()
  await page.getByLabel('Category').selectOption('Taxation')
  // Nobody has checked anything yet; whoever has says against what.
  const isChecked = page.getByRole('checkbox', { name: /^Facts checked/ })
  await expect(isChecked).not.toBeChecked()
  await isChecked.check()
  await page.getByRole('button', { name: 'Save draft' }).click()
  const sources = page.getByLabel('Which sources?')
  await expect(sources).toBeFocused()
  await expect(sources).toHaveAccessibleDescription(/Name the sources/)
  await sources.fill('incometax.gov.in')
  await page.getByLabel('Excerpt').fill('Coupons are, maturity is not. सोना।')
  const text = page.getByRole('textbox', { name: 'Article', exact: true })
  await text.fill('Gold bonds pay a coupon twice a year. 🪙')
  await page.getByLabel('Cover file').setInputFiles(await photo())
  await expect(page.getByRole('button', { name: 'Change cover' })).toBeVisible()

  // A failed save loses no text, even after a reload.
  noise.expect(/ERR_FAILED/)
  await page.route('**/rest/v1/blog_posts?*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Failed to save article')).toBeVisible()
  await expect(page.getByText('There was an error saving the article. Please try again.')).toBeVisible()
  await page.unroute('**/rest/v1/blog_posts?*')
  await page.reload()
  await expect(page.getByText(/Your draft from .* is back/)).toBeVisible()
  await expect(title).toHaveValue('SGB redemption: what is taxed <script>')

  // The other one is of the editor, which previews the text alone.
  await page.getByRole('button', { name: 'Preview' }).filter({ hasText: 'Preview' }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toHaveText(
    'SGB redemption: what is taxed <script>',
  )
  await expect(page.getByRole('article')).toContainText('Gold bonds pay a coupon twice a year. 🪙')
  await expect(page.getByRole('article')).toContainText(/Reviewed on .* against incometax\.gov\.in/)
  await page.getByRole('button', { name: 'Back to writing' }).click()

  await page.getByRole('radio', { name: 'Scheduled' }).check()
  await expectSoundAtAnySize(page)
  await page.getByLabel('Appears at (Indian time)').fill('2020-01-01T09:00')
  await page.getByLabel(/^Send to subscribers/).check()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByLabel('Appears at (Indian time)')).toHaveAccessibleDescription(
    'Choose a time in the future.',
  )
  await page.getByLabel('Appears at (Indian time)').fill('2099-01-01T09:00')
  await page.getByRole('button', { name: 'Schedule' }).dblclick()
  await expect(page.getByText('Article scheduled')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/blog\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1) ?? ''
  await expect(page.getByLabel('Appears at (Indian time)')).toHaveValue('2099-01-01T09:00')
  const query = `blog_posts?slug=eq.sgb-redemption-what-is-taxed-script&select=id,mail_subscribers`
  expect(await call(admin.token, 'GET', query, undefined, site)).toEqual([{ id, mail_subscribers: true }])
  expect(await actsOn(id)).toEqual(['insert', 'schedule', 'update'])
  noise.expect(/status of 404/)
  expect((await page.goto(`${site.url}/blog/sgb-redemption-what-is-taxed-script`))?.status()).toBe(404)
})

test('a scheduled article appears on time, with its cover, and is mailed to its subscribers once', async ({
  page,
}) => {
  const subscriber = 'subscriber@example.com'
  await subscribe(subscriber)
  await page.goto(`${site.url}/blog`)
  const link = page.getByRole('link', { name: 'Which bonds are safe <script>' })
  await expect(link).toHaveCount(0)
  const id = await store({
    title: 'Which bonds are safe <script>',
    slug: 'which-bonds-are-safe',
    image: await uploadCover(),
    status: 'scheduled',
    published_at: '2099-01-01T09:00:00Z',
    mail_subscribers: true,
  })
  await change(id, { published_at: new Date(Date.now() - 1_000).toISOString() })
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('published')
  await page.goto(`${site.url}/blog`)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which bonds are safe <script>')
  await expect(page.getByRole('article')).toContainText('twice a year. 🪙')
  const cover = page.getByRole('article').locator('img[src^="/storage/v1/object/public/covers/"]')
  await expect(cover).toHaveJSProperty('complete', true)
  expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  const mails = mailFolder(site.dataDir)
  const mail = await mails.newest(subscriber, 2)
  expect(mail.subject).toBe('Which bonds are safe <script> · ArthaChowk')
  expect(mail.link).toBe(`${site.url}/blog/which-bonds-are-safe`)
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const unsubscribe = /^<(.*)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(unsubscribe).toMatch(/\/newsletter\/unsubscribe\?token=[0-9a-f]{64}$/)
  expect(mail.text).toContain(unsubscribe)

  // The address changes and the old one redirects to it. No mail is sent for that.
  await enterAs(page, admin, `${site.url}/admin/blog/${id}`)
  await expect(page.getByText(/^Sent to 1 subscriber on /)).toBeVisible()
  await page.getByLabel('Address').fill('safe-bonds')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Article updated')).toBeVisible()
  await page.goto(`${site.url}/blog/which-bonds-are-safe`)
  await expect(page).toHaveURL(`${site.url}/blog/safe-bonds`)
  expect(mails.to(subscriber)).toHaveLength(2)
  expect((await actsOn(id)).at(-1)).toBe('edit')
})

test('an article is featured from the list, and deleted after a confirmation', async ({
  page,
  otherBrowser,
  noise,
}) => {
  const guest = await (await otherBrowser({ baseURL: site.url })).newPage()
  const id = await store({ title: 'Why gold glitters', slug: 'gold-glitters', status: 'published' })
  await enterAs(page, admin, `${site.url}/admin/blog`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Articles')
  const row = page.getByRole('row', { name: 'Why gold glitters' })
  await row.getByRole('button', { name: 'Feature "Why gold glitters" on top' }).click()
  await expect(row.getByRole('button', { name: 'Featured: take "Why gold glitters" down' })).toBeVisible()
  await guest.goto('/blog')
  await expect(guest.getByRole('region', { name: 'Featured article' })).toContainText('Why gold glitters')
  await page.getByRole('button', { name: /^Delete "Why gold/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete article' })
  await expect(dialog).toContainText('This action cannot be undone.')
  await dialog.getByRole('button', { name: 'Delete Article' }).click()
  await expect(page.getByText('Article deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
  noise.expect(/status of 404/)
  expect((await guest.goto('/blog/gold-glitters'))?.status()).toBe(404)
  expect((await actsOn(id)).slice(-2)).toEqual(['feature', 'delete'])
})

/** Stores an article through the API. @returns its id */
async function store(row: object): Promise<string> {
  const article = {
    category: 'Bonds',
    excerpt: 'In short.',
    content: '<p>Gold bonds pay a coupon twice a year. 🪙</p>',
    author_id: admin.userId,
    ...row,
  }
  const [stored] = await call<{ id: string }[]>(admin.token, 'POST', 'blog_posts', article, site)
  return stored?.id ?? ''
}

const change = (id: string, fields: object) =>
  call(admin.token, 'PATCH', `blog_posts?id=eq.${id}`, fields, site)

async function stateOf(id: string): Promise<string | undefined> {
  const query = `blog_posts?id=eq.${id}&select=status`
  const [row] = await call<{ status: string }[]>(admin.token, 'GET', query, undefined, site)
  return row?.status
}

/** The log entries about an article, oldest first. */
async function actsOn(id: string): Promise<string[]> {
  const query = `moderation_log?target_table=eq.blog_posts&target_id=eq.${id}&select=action&order=id`
  const entries = await call<{ action: string }[]>(admin.token, 'GET', query, undefined, site)
  return entries.map(({ action }) => action)
}

/** @returns the address of a cover */
async function uploadCover(): Promise<string> {
  const path = `covers/${admin.userId}/cover.jpg`
  const { buffer, mimeType } = await photo()
  const answer = await fetch(`${site.url}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: {
      apikey: site.publishableKey,
      authorization: `Bearer ${admin.token}`,
      'content-type': mimeType,
    },
    body: new Uint8Array(buffer),
  })
  expect(answer.status).toBe(200)
  return `/storage/v1/object/public/${path}`
}

async function photo() {
  const buffer = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#0f766e' } })
    .jpeg()
    .toBuffer()
  return { name: 'cover.jpg', mimeType: 'image/jpeg', buffer }
}

/** Adds a confirmed subscriber of the newsletter. */
async function subscribe(email: string): Promise<void> {
  await fetch(`${site.url}/newsletter/subscribe`, { method: 'POST', body: new URLSearchParams({ email }) })
  const { link } = await mailFolder(site.dataDir).newest(email)
  const token = new URL(link).searchParams.get('token') ?? ''
  const answer = await fetch(`${site.url}/newsletter/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  })
  expect(answer.url).toBe(`${site.url}/newsletter/confirmed`)
}
