// Editing: drafts survive leaving the page, and a newer version of somebody else's is never overwritten unseen.
import { call, chooseMore, openComposer, postReplies, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'

/** A new member who is signed in, with `titles` as discussions of their own. */
async function authorOf(page: Parameters<typeof enterAsNewMember>[0], ...titles: string[]) {
  const author = await enterAsNewMember(page, newcomer('asha'), '/about')
  const started = []
  for (const title of titles) started.push(await startDiscussion(author, title))
  return { author, started }
}

test('an edit that is open in one discussion is not carried into the next', async ({ page }) => {
  const { started } = await authorOf(page, 'The first of two discussions', 'The second of two discussions')
  const [first, second] = started
  if (!first || !second) throw new Error('two discussions were started')
  await page.goto(first.path)
  await chooseMore(page, 'opening post', 'Edit')
  const title = page.getByLabel('Title')
  await title.fill('The first of two discussions, edited')
  // Opens another discussion by a link of the site, without loading a new document.
  await page.getByRole('complementary').getByRole('link', { name: second.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: second.title })).toBeVisible()
  await expect(title).toHaveCount(0)
  await expect(page.locator('.post').first()).toContainText('What does everybody here make of this?')

  await openComposer(page)
  await page.getByRole('complementary').getByRole('link', { name: first.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: first.title })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveCount(0)
  // The first one's edit is restored on its own page.
  await expect(page.getByText(/You have unsaved changes from/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(title).toHaveValue('The first of two discussions, edited')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(title).toHaveValue(first.title)
})

test('of two members who edit one discussion the second sees the first one’s text, and chooses', async ({
  page,
}) => {
  const { author, started } = await authorOf(page, 'Edited in two places at once')
  const { id, path } = started[0] ?? { id: '', path: '' }
  await page.goto(path)
  await chooseMore(page, 'opening post', 'Edit')
  await page.getByLabel('Title').fill('As this tab would have it')
  await call(author.token, 'PATCH', `threads?id=eq.${id}`, { title: 'As another tab saved it' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const newer = page.getByRole('region', { name: 'This was changed while you were editing' })
  await expect(newer.getByText('As another tab saved it')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('As this tab would have it')
  const stored = () => call<{ title: string }[]>(author.token, 'GET', `threads?id=eq.${id}&select=title`)
  expect(await stored(), 'nothing was written over').toEqual([{ title: 'As another tab saved it' }])
  await newer.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(page.getByText('Discussion updated')).toBeVisible()
  expect(await stored()).toEqual([{ title: 'As this tab would have it' }])
})

test('a draft does not replace a newer text without notice', async ({ page }) => {
  const { author, started } = await authorOf(page, 'A draft of an edit grows old')
  const { id, path } = started[0] ?? { id: '', path: '' }
  const [reply = ''] = await postReplies(author, id, ['As it was first'])
  await page.goto(path)
  await chooseMore(page, 'reply', 'Edit')
  const text = page.getByRole('textbox', { name: 'Edit your reply' })
  // The editor takes the focus a frame after it is there, and would leave what is typed before it behind.
  await expect(text).toBeFocused()
  await text.fill('An old draft')
  await page.goto('/about')
  await call(author.token, 'PATCH', `replies?id=eq.${reply}`, { content: '<p>Redacted since</p>' })
  await page.goto(path)
  await expect(page.getByRole('listitem').getByText('Redacted since')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  const newer = page.getByRole('region', { name: 'This was changed while you were editing' })
  await expect(newer.getByText('Redacted since')).toBeVisible()
  await expect(text).toHaveText('An old draft')
  await newer.getByRole('button', { name: 'Use the saved version' }).click()
  await expect(text).toHaveText('Redacted since')
  await expect(newer).toHaveCount(0)
})

test('leaving the profile’s form keeps the typed text, and says so on return', async ({ page }) => {
  await authorOf(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Bio').fill('Half a sentence about')
  await page.goto('/about')
  await page.goto('/profile')
  await expect(page.getByText(/You have unsaved changes from/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence about')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Half a sentence about')).toBeVisible()
  await expect(page.getByText(/unsaved changes/)).toHaveCount(0)
})

test('a profile that was changed elsewhere is not overwritten', async ({ page }) => {
  const { author } = await authorOf(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Bio').fill('From this tab')
  await call(author.token, 'PATCH', `profiles?id=eq.${author.userId}`, { bio: 'From another tab' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const newer = page.getByRole('region', { name: 'This was changed while you were editing' })
  await expect(newer.getByText('From another tab')).toBeVisible()
  await newer.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
})

test('two tabs that begin a discussion keep a draft each', async ({ page, context }) => {
  await authorOf(page)
  await page.goto('/new-discussion')
  const other = await context.newPage()
  await other.goto('/new-discussion')
  await page.getByLabel('Title').fill('Begun in the first tab')
  await other.getByLabel('Title').fill('Begun in the second tab')
  await page.getByLabel('Title').fill('Begun in the first tab, and more')
  await other.close()
  await page.goto('/dashboard?tab=activity&show=drafts')
  await expect(page.getByRole('heading', { name: 'Begun in the first tab, and more' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Begun in the second tab' })).toBeVisible()
})

test('where the browser forbids storage, forms open and work', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  })
  await page.goto('/contact')
  await page.getByLabel('Message').fill('A grievance')
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
})

test('what a translator made of the page is not stored by an edit of the title', async ({ page }) => {
  const { author, started } = await authorOf(page, 'Read in another language')
  const { id, path } = started[0] ?? { id: '', path: '' }
  // As soon as a text is there, long before the page's modules are.
  await page.addInitScript(() =>
    new MutationObserver(() => {
      for (const text of document.querySelectorAll('.post:not([contenteditable]) > p'))
        if (text.textContent?.startsWith('What does')) text.textContent = 'Was halten alle hier davon?'
    }).observe(document, { childList: true, subtree: true }),
  )
  await page.goto(path)
  await expect(page.getByText('Was halten alle hier davon?')).toBeVisible()
  await chooseMore(page, 'opening post', 'Edit')
  const title = page.getByLabel('Title')
  await expect(title).toBeFocused()
  await title.fill('Read in another language, with another title')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Discussion updated')).toBeVisible()
  const [stored] = await call<unknown[]>(author.token, 'GET', `threads?id=eq.${id}&select=title,content`)
  expect(stored).toEqual({
    title: 'Read in another language, with another title',
    content: '<p>What does everybody here make of this?</p>',
  })
})
