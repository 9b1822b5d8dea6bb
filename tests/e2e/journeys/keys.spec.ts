// Keys: a reader moves, opens and goes by single letters; a member writes with them; they are listed, and can be
// switched off.
import { startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'
import { expectSound } from '../sound.ts'

test('a guest reads by keys alone, from the first key on', async ({ page }) => {
  await page.goto('/forums/ipos')
  const titles = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('heading', { level: 3 })
    .getByRole('link')
  // The page has loaded no script yet; the key takes effect all the same.
  await page.keyboard.press('j')
  await expect(titles.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(titles.nth(1)).toBeFocused()
  // All of the row has the ring: around the link, the shortened title would cut it off.
  const ring = await titles.nth(1).evaluate((link) => {
    const { outlineStyle, width } = getComputedStyle(link, '::after')
    return { outlineStyle, isOfRow: Number.parseFloat(width) === link.closest('li')?.clientWidth }
  })
  expect(ring).toEqual({ outlineStyle: 'solid', isOfRow: true })
  await page.keyboard.press('k')
  await expect(titles.nth(0)).toBeFocused()
  const title = (await titles.nth(0).textContent()) ?? ''
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  await page.keyboard.press('j')
  await expect(page.locator('#opening-post')).toBeFocused()
  await page.keyboard.press('j')
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Reply' }).first(),
  ).toBeFocused()
  await page.keyboard.press('u')
  await expect(page).toHaveURL('/forums/ipos')
  await expect(titles.nth(0)).toBeFocused()
  // Escape and the browser's button lead to the row as well.
  for (const back of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await page.keyboard.press('o')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await back()
    await expect(page).toHaveURL('/forums/ipos')
    await expect(titles.nth(0)).toBeFocused()
  }
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page).toHaveURL('/chat')
  // Letters of a text are letters.
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('')
  await message.press('g')
  await message.press('h')
  await expect(message).toHaveValue('gh')
  await expect(page).toHaveURL('/chat')
})

test('the keys are listed, and can be switched off', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto('/forums/ipos')
  await page.getByRole('button', { name: /^Switch to / }).hover()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  // Nobody has pressed a key.
  expect(files.filter((file) => file.includes('/keys-'))).toEqual([])
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys.getByText('Next discussion or post')).toBeVisible()
  await expectSound(page)
  await keys.getByRole('checkbox', { name: 'Single letters work as keys' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('j')
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  await expect(page).toHaveURL('/forums/ipos')
  await keys.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/signin|\/new-discussion\?category=ipos/)
  // In another language too, whose addresses have a prefix.
  await page.goto('/hi/forums/ipos')
  await page.locator('html[data-script]').waitFor({ state: 'attached' })
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/hi\/(?:signin|new-discussion)\?.*ipos/)
})

test('a member bookmarks, edits and replies by keys', async ({ page }) => {
  const author = await writer('keys')
  const { path } = await startDiscussion(author, `Keys for members ${Date.now()}`)
  await enterAsNewMember(page, newcomer('leela'), '/latest')
  // Back from a discussion to the list that led there, and to its row; the trail leads to the category.
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const titles = page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link')
  await page.keyboard.press('j')
  await expect(titles.first()).toBeFocused()
  await page.keyboard.press('j')
  // Others write meanwhile: the row moves down.
  const row = page.locator(`a[href="${await titles.nth(1).getAttribute('href')}"]`)
  await expect(row).toBeFocused()
  await page.keyboard.press('o')
  await expect(page.locator('#opening-post')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page).toHaveURL('/latest')
  await expect(row).toBeFocused()
  // On arrival letters are the title's, and elsewhere on the form they are no keys.
  await page.keyboard.press('n')
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  await page.keyboard.type('Buyback?')
  await expect(title).toHaveValue('Buyback?')
  await title.evaluate((field) => field.blur())
  await page.keyboard.type('u?')
  await expect(title).toHaveValue('Buyback?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await title.fill('')
  const bookmark = page.getByRole('button', { name: 'Bookmark', exact: true })
  // A member's page loads its modules by itself; a key that is pressed meanwhile takes effect after that, and Ctrl with
  // a letter is none.
  const { promise: loading, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await loading
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false')
  await page.locator('script[type="module"]:not([src])').last().waitFor({ state: 'attached' })
  await page.keyboard.press('b')
  await page.keyboard.press('Control+e')
  load()
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('r')
  const text = page.getByRole('textbox', { name: 'Your reply' })
  await expect(text).toBeFocused()
  await page.keyboard.type('jkounrbeg? are letters here')
  await expect(text).toHaveText('jkounrbeg? are letters here')
  await page.keyboard.press('Escape')
  await expect(text).toBeHidden()
  await page.keyboard.press('r')
  await expect(text).toHaveText('jkounrbeg? are letters here')
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+Enter')
  const reply = page.getByRole('listitem').filter({ hasText: 'are letters here' })
  await expect(reply).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(reply).toBeFocused()
  // What the member may do with it is known.
  await expect(reply.locator('[data-act="edit"]')).toBeAttached()
  await page.keyboard.press('e')
  await expect(reply.getByRole('textbox')).toBeFocused()
})
