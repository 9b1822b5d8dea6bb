// Search: by word, with a typo, in Hindi, without a script, by keyboard, by tag, and suggestions before asking.
import { setTimeout as sleep } from 'node:timers/promises'
import { postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest searches by word, filters, mistypes, searches in Hindi, and follows a tag', async ({
    page,
  }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await main.getByRole('searchbox', { name: 'Search the community' }).fill('allotment')
    await main.getByRole('button', { name: 'Search the community' }).click()
    await expect(page).toHaveURL('/search?q=allotment')
    await expect(page.getByRole('list', { name: 'Discussions' }).locator('mark').first()).toHaveText(/allot/i)
    await expect(page.getByRole('list', { name: 'Articles' })).toBeVisible()

    await page.getByRole('link', { name: 'Replies', exact: true }).click()
    await expect(page).toHaveURL('/search?q=allotment&kind=replies')
    await expect(page.getByRole('list', { name: 'Replies' }).getByRole('link').first()).toHaveAttribute(
      'href',
      /^\/forums\/[^/]+\/[^/]+\?reply=[0-9a-f]{8}$/,
    )
    await page.getByRole('link', { name: 'Discussions', exact: true }).click()
    await main.getByLabel('Order').selectOption('Newest first')
    await main.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/sort=date/)
    const shown = page.getByRole('list', { name: 'Discussions' }).locator('time')
    await expect(shown.first()).toBeVisible()
    const times = await shown.evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''))
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted().reverse())
    await main.getByLabel('Category').selectOption('taxation')
    await main.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/kind=threads.*category=taxation/)
    await expect(main.getByText('in IPOs')).toHaveCount(0)

    await page.goto('/search?q=alotmant')
    await expect(page.getByText('No exact match for “alotmant”')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Discussions' }).locator('mark').first()).toHaveText(/allot/i)
    // The example on the front page, and a member's name, which is listed first.
    await page.goto('/search?q=टर्म बीमा')
    await expect(page.getByRole('list', { name: 'Articles' }).locator('mark').first()).toHaveText('Term')
    await expect(page.getByText('No exact match')).toHaveCount(0)
    await page.goto('/search?q=meera')
    await expect(main.getByRole('heading', { level: 3 }).first()).toContainText('Members')
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('link').first()).toHaveText(
      'Meera Krishnagiri',
    )
    await expect(page.getByText('No exact match')).toHaveCount(0)
    await page.goto('/search?q=zzqqxxyy')
    await expect(page.getByText('Nothing found for “zzqqxxyy”')).toBeVisible()

    // Within one discussion.
    const asha = await writer('asha')
    const { id, path, title } = await startDiscussion(asha, `Searched inside ${Date.now()}`)
    const texts = Array.from({ length: 11 }, (_, index) => `Reply number ${index + 1}.`)
    const ids = await postReplies(asha, id, [...texts, 'म्यूचुअल फंड &lt;b&gt; allotment'])
    await page.goto(path)
    const field = page.getByRole('searchbox', { name: 'Search this discussion' })
    await field.fill('फंड')
    await field.press('Enter')
    await expect(page).toHaveURL(`/search?thread=${id}&q=${encodeURIComponent('फंड')}`)
    await expect(page.getByRole('status')).toHaveText('1 reply')
    const found = page.getByRole('list', { name: 'Replies' })
    await expect(found.locator('mark')).toHaveText('फंड')
    await expect(found).toContainText('<b> allotment')
    await field.fill(`<script>alert("'%")</script> 😀 ${'x'.repeat(300)}`)
    await field.press('Enter')
    await expect(page.getByText(/^No reply has “<script>/)).toBeVisible()
    await field.fill('फंड')
    await main.getByRole('button', { name: 'Search' }).click()
    await found.getByRole('link').click()
    await expect(page).toHaveURL(`${path}#reply-${ids[11]?.slice(0, 8)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

    await page.goto('/tags')
    await page
      .getByRole('list', { name: 'All tags' })
      .getByRole('link', { name: /^sip\b/ })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('#sip')
    await main.getByRole('heading', { level: 3 }).getByRole('link').first().click()
    await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'sip' }).click()
    await expect(page).toHaveURL('/tags/sip')
  })
})

test('a key that is pressed at the moment in which the palette opens is not lost', async ({ page }) => {
  await page.route('**/assets/palette*.js', async (route) => {
    await sleep(500)
    await route.continue()
  })
  await page.goto('/forums')
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('dialog[aria-label="Search"]')) return
      observer.disconnect()
      document.execCommand('insertText', false, 't')
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.keyboard.type('/allo')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByRole('combobox', { name: 'Search' })).toHaveValue('allot')
  await expect(palette.getByRole('option').first()).toHaveText('Search every text for “allot”')
})

test('the first key opens the search, no key is lost, and arrows and Enter select a result', {
  tag: '@each-size',
}, async ({ page }) => {
  await page.goto('/forums')
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1200
  const palette = page.getByRole('dialog', { name: 'Search' })
  const field = palette.getByRole('combobox', { name: 'Search' })
  if (isNarrow) {
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await expect(field).toBeFocused()
    await page.keyboard.type('allot')
  } else {
    // There is no pause: the page is not hydrated when the first of these keys is pressed.
    await page.keyboard.type('/allot')
  }
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('allot')
  const options = palette.getByRole('option')
  await expect(options.first()).toHaveText('Search every text for “allot”')
  await expect(palette.getByRole('group', { name: 'Discussions' }).getByRole('option').first()).toBeVisible()
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  // One letter beyond the stem of the intended word.
  await page.keyboard.type('m')
  await expect(options.first()).toHaveText('Search every text for “allotm”')
  await expect(palette.getByRole('group', { name: 'Discussions' }).getByRole('option').first()).toContainText(
    /allotment/i,
  )
  // The empty list is hidden and has no role.
  await expect(palette.locator('[role="status"]')).toBeEmpty()
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await options.nth(1).getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/forums\/[^/]+\/.+-[0-9a-f]{8}$/)
  await expect(palette).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: 'Recent searches' }).getByRole('option')).toHaveText([
    'allotm',
  ])
  await expect(palette.getByRole('group', { name: 'Most used tags' }).getByRole('option')).toHaveCount(6)
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await field.fill('म्यूचुअल')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=${encodeURIComponent('म्यूचुअल')}`)
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('म्यूचुअल')
})

test('a member sees similar questions, completes a tag, and everybody finds the new discussion', async ({
  page,
  otherBrowser,
}) => {
  const bala = await writer('bala')
  const word = `gallium${bala.userId.replace(/[^a-z]/g, '').slice(0, 6)}`
  const asked = await startDiscussion(bala, `Is ${word} taxed like gold?`)
  await enterAsNewMember(page, newcomer('asha'), '/new-discussion')
  const content = page.getByRole('textbox', { name: 'Content' })
  await expect(content).toBeVisible()
  const place = await content.boundingBox()
  await page.getByLabel('Title').fill(`How would the ${word} that I hold be taxed?`)
  const similar = page.getByRole('region', { name: 'Similar discussions' })
  await expect(similar.getByRole('link', { name: asked.title })).toHaveAttribute('href', asked.path)
  expect(await content.boundingBox(), 'nothing moves while a title is typed').toEqual(place)

  await page.getByRole('radio', { name: 'Taxation' }).check()
  await expect(page.getByText('/forums/taxation/how-would-the-')).toBeVisible()
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.pressSequentially('journe')
  await expect(page.getByRole('option', { name: /^journey/ })).toBeVisible()
  const chosen = page.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem')
  await expect(chosen, 'half a tag is none').toHaveCount(0)
  await tags.press('ArrowDown')
  await tags.press('Enter')
  await expect(tags).toHaveValue('journey, ')
  await tags.pressSequentially('दुर्लभ, ')
  await expect(chosen).toContainText(['journey', 'दुर्लभ'])
  await content.fill('The price doubled within a year.')
  await page.getByRole('button', { name: 'Start Discussion' }).click()
  await expect(page.getByText('Discussion created!')).toBeVisible()

  const guest = await (await otherBrowser()).newPage()
  await guest.goto(`/search?q=${word}%20doubled`)
  const found = guest.getByRole('list', { name: 'Discussions' }).getByRole('link')
  await expect(found).toHaveText([`How would the ${word} that I hold be taxed?`])
  await guest.goto(`/tags/${encodeURIComponent('दुर्लभ')}`)
  await expect(guest.getByRole('link', { name: `How would the ${word} that I hold be taxed?` })).toBeVisible()
})
