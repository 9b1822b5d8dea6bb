// The main job: start a discussion, reply, upvote and take the upvote back; a second browser sees each change.
import type { Page } from '@playwright/test'
import { chooseMore, offersOf, openComposer, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, siteUrl, test } from '../fixtures.ts'
import { enterAsNewMember, expectHeaderOf, newcomer, signUpByPage } from '../people.ts'
import { expectSound, ON_PHONE, settled } from '../sound.ts'

const TITLE = 'नए निवेशक के लिए SIP या एकमुश्त? 📈'
const SLUG = 'नए-निवेशक-के-लिए-sip-या-एकमुश्त'

/** Who is about to post has read what belongs here. */
async function expectRulesAbove(page: Page): Promise<void> {
  const rules = await page.getByRole('region', { name: 'Before you post' }).boundingBox()
  const button = await page.getByRole('button', { name: 'Start Discussion' }).boundingBox()
  expect((rules?.y ?? 0) + (rules?.height ?? 0)).toBeLessThan(button?.y ?? 0)
}

test('a member starts a discussion in Hindi, another reads, replies and upvotes it', async ({
  page,
  otherBrowser,
}) => {
  const asha = newcomer('asha')
  await enterAsNewMember(page, asha, '/new-discussion?category=mutual-funds')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start a New Discussion')
  await expect(page.getByRole('radio', { name: 'Mutual Funds' })).toBeChecked()
  const submit = page.getByRole('button', { name: 'Start Discussion' })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Title').fill(TITLE)
  await expect(page.getByText(`Link: /forums/mutual-funds/${SLUG}-`)).toBeVisible()
  await expectRulesAbove(page)
  await page
    .getByRole('textbox', { name: 'Content' })
    .fill('बचत से हर महीने ₹5,000। What would you read first? 🙂')
  await page.getByRole('combobox', { name: 'Tags' }).fill('sip, , mutual funds ,')
  await submit.click()

  await expect(page.getByText('Discussion created!')).toBeVisible()
  await expect(page).toHaveURL(({ href }) => decodeURI(href).includes(`/forums/mutual-funds/${SLUG}-`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
    'sip',
    'mutual funds',
  ])

  const second = await (await otherBrowser()).newPage()
  const bala = newcomer('bala')
  await enterAsNewMember(second, bala, new URL(page.url()).pathname)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  await expect(second.getByText('No replies yet')).toBeVisible()
  const field = await openComposer(second)
  await field.fill('Read the scheme document first.')
  await second.getByRole('button', { name: 'Post Reply' }).click()
  await expect(second.getByText('Reply posted!')).toBeVisible()
  await expect(second).toHaveURL(/#reply-[0-9a-f]{8}$/)
  await expect(second.getByText('Read the scheme document first.')).toBeInViewport()

  const opening = second.getByRole('button', { name: /^Upvote/ }).first()
  await expect(opening).toHaveText('Upvote0')
  // The edit shows at once, but a reload before the response may still get the cached page.
  const cast = second.waitForResponse(
    (answer) => answer.url().includes('/rest/v1/reactions') && answer.request().method() === 'POST',
  )
  await opening.click()
  await expect(opening).toHaveAttribute('aria-pressed', 'true')
  await expect(opening).toHaveText('Upvote1')
  expect((await cast).status()).toBe(201)

  const seen = page.getByRole('button', { name: /^Upvote/ }).first()
  await expect(async () => {
    await page.reload()
    await expect(seen).toHaveText('Upvote1', { timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('Read the scheme document first.')).toBeVisible()
  await expect(seen).toHaveAttribute('aria-pressed', 'false')

  const takenBack = second.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await opening.click()
  await expect(opening).toHaveAttribute('aria-pressed', 'false')
  await takenBack
  await expect(opening).toHaveText('Upvote0')
  await expect(async () => {
    await page.reload()
    await expect(seen).toHaveText('Upvote0', { timeout: 1_000 })
  }).toPass()
})

test.describe('on a phone', () => {
  test.use(ON_PHONE)

  test('the form of a new discussion has its categories in one row, and the rules above the button', async ({
    page,
  }) => {
    await enterAsNewMember(page, newcomer('asha'), '/new-discussion?category=mutual-funds')
    await page.getByLabel('Title').fill(TITLE)
    await expect(page.getByText('Link: /forums/mutual-funds/sip-')).toBeHidden()
    // The row scrolls to the chosen one.
    await expect(page.getByRole('radio', { name: 'Mutual Funds' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('radio', { name: 'Mutual Funds' }).press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const last = page.getByRole('radio', { name: 'UPI & Payments' })
    await expect(last).toBeChecked()
    await expect(last).toBeInViewport({ ratio: 1 })
    await page.getByRole('radio', { name: 'Mutual Funds' }).check({ force: true })
    await expectSound(page)
    await expectRulesAbove(page)
  })
})

test('a guest who uses a control is redirected to sign-in and returns to the discussion', async ({
  page,
}) => {
  const asha = await writer('asha')
  const { path } = await startDiscussion(asha, 'Where do guests go when they reply')
  for (const name of [/^Upvote/, 'Reply to the opening post', 'Bookmark', 'Reply to Discussion']) {
    await page.goto(path)
    await page.getByRole('button', { name }).first().click()
    await expect(page).toHaveURL(`/signin?next=${encodeURIComponent(path)}`)
  }
  await signUpByPage(page, newcomer('bala'), `/signup?next=${encodeURIComponent(path)}`)
  await expect(page).toHaveURL(path)
  await page.getByRole('button', { name: /^Upvote/ }).click()
  await expect(page.getByRole('button', { name: /^Upvote/ })).toHaveText('Upvote1')
})

test('a guest who wants to start a discussion signs in first and returns to the form', async ({ page }) => {
  await page.goto('/new-discussion?category=taxation')
  await expect(page).toHaveURL('/signin?next=%2Fnew-discussion%3Fcategory%3Dtaxation')
})

test('a double-click upvotes once, and a refused upvote is rolled back', async ({ page, noise }) => {
  const asha = await writer('asha')
  const { path } = await startDiscussion(asha, 'One wish is one upvote')
  await enterAsNewMember(page, newcomer('bala'), path)
  const upvote = page.getByRole('button', { name: /^Upvote/ })
  const stored = page.waitForResponse(
    (answer) => answer.url().includes('/rest/v1/reactions') && answer.request().method() === 'POST',
  )
  await upvote.dblclick()
  await expect(upvote).toHaveText('Upvote1')
  await stored
  await page.reload()
  await expect(upvote).toHaveText('Upvote1')
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')

  noise.expect(/status of 503/)
  await page.route('**/rest/v1/reactions*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  )
  await upvote.click()
  await expect(page.getByText('Failed to react')).toBeVisible()
  await expect(page.getByText('There was an error processing your reaction. Please try again.')).toBeVisible()
  await expect(upvote).toHaveText('Upvote1')
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
})

test('a reply to a reply quotes it, and the quote links to it, also from another page', async ({ page }) => {
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'Quotes lead to what they answer')
  const texts = Array.from({ length: 19 }, (_, index) => `Reply number ${index + 1}`)
  const [first = ''] = await postReplies(asha, id, texts)
  await enterAsNewMember(page, newcomer('bala'), path)

  for (const text of ['The twentieth answers the first', 'The twenty-first answers it too']) {
    await page.goto(path)
    await page
      .locator(`#reply-${first.slice(0, 8)}`)
      .getByRole('button', { name: 'Reply to' })
      .click()
    await expect(page.getByText(`Replying to ${asha.username}: Reply number 1`)).toBeVisible()
    await page.getByRole('textbox', { name: 'Your reply' }).fill(text)
    await page.getByRole('button', { name: 'Post Reply' }).click()
    await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveCount(0)
    await expect(page.getByText(text)).toBeInViewport()
  }
  await expect(page).toHaveURL(new RegExp(`${path}\\?page=2#reply-`))
  const quote = page.getByRole('link', { name: `In reply to ${asha.username} Reply number 1` })
  await quote.click()
  await expect(page).toHaveURL(`${path}#reply-${first.slice(0, 8)}`)
  await expect(page.getByText('Reply number 1', { exact: true })).toBeInViewport()

  // On the page of the quoted reply the link stays on the page.
  await quote.last().click()
  await expect(page).toHaveURL(`${path}#reply-${first.slice(0, 8)}`)
})

test('bookmarks and shared links', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const asha = await writer('asha')
  const { id, path } = await startDiscussion(asha, 'एसआईपी: worth sharing')
  await enterAsNewMember(page, newcomer('bala'), path)
  const bookmark = page.getByRole('button', { name: 'Bookmark', exact: true })
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false')
  // The bookmark shows before it is stored, and a reload would abort the request.
  const kept = page.waitForResponse(
    (response) =>
      response.url().includes('/rest/v1/bookmarks') &&
      response.ok() &&
      response.request().method() === 'POST',
  )
  await bookmark.click()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  await kept
  await page.reload()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')

  // Where the system has apps to send it to, the message leads to them.
  await page.evaluate(() => {
    const share = async ({ url }: ShareData = {}) => {
      document.title = `sent ${url}`
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied!')).toBeVisible()
  await page.getByRole('button', { name: 'Send to…' }).click()
  await expect(page).toHaveTitle(new RegExp(`^sent .*worth-sharing-${id.slice(0, 8)}$`))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${siteUrl()}${path.replace(/[^/]+$/, '')}एसआईपी-worth-sharing-${id.slice(0, 8)}`,
  )
})

test('an author edits the own discussion and reply; others are not offered to', async ({
  page,
  otherBrowser,
}) => {
  const asha = newcomer('asha')
  const author = await enterAsNewMember(page, asha)
  const { id, path } = await startDiscussion(author, 'A titel with a mistake')
  await postReplies(author, id, ['A repli with one'])
  await page.goto(path)
  await chooseMore(page, 'reply', 'Edit')
  const text = page.getByRole('textbox', { name: 'Edit your reply' })
  await text.fill('x')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A reply must be 2 to 20,000 characters long.')).toBeVisible()
  await text.fill('A reply without one')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(text).toBeHidden()
  await expect(page.getByText('A reply without one')).toBeVisible()

  await chooseMore(page, 'opening post', 'Edit')
  await page.getByLabel('Title').fill('A title without a mistake')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A title without a mistake')
  await expect(page).toHaveURL(`/forums/ipos/a-title-without-a-mistake-${id.slice(0, 8)}`)

  const second = await (await otherBrowser()).newPage()
  const bala = newcomer('bala')
  await enterAsNewMember(second, bala, path)
  await expect(second).toHaveURL(`/forums/ipos/a-title-without-a-mistake-${id.slice(0, 8)}`)
  await expect(second.getByRole('button', { name: /^Upvote/ }).first()).toBeVisible()
  await settled(second)
  // The page knows who reads it, so the missing buttons are not merely late.
  await expectHeaderOf(second, bala)
  for (const post of ['opening post', 'reply'] as const) {
    await expect.poll(() => offersOf(page, post)).toEqual(expect.arrayContaining(['Edit', 'Delete']))
    await expect.poll(() => offersOf(second, post)).toEqual([`Mute ${asha.username}`, 'History', 'Report'])
  }
})
