// A press before hydration, when React replaces the pressed element: the page of a member is not the one that was
// rendered for guests.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { announceHydration, closeDeferred, openDeferred } from '../../../tests/support/deferred-page.ts'

const report = '<button type="button" data-act="report">Report</button>'
const post = (id: string, buttons: string) => `<li id="${id}"><p>A post</p>${buttons}</li>`
const list = (...posts: string[]) => `<ol>${posts.join('')}</ol>`

const inside = page.frameLocator(page.getByTitle('the page'))

beforeEach(async () => {
  localStorage.clear()
  await page.elementLocator(document.documentElement).hover({ position: { x: 1_200, y: 700 } })
})

afterEach(closeDeferred)

/** Presses the button at `index` of the first list, hydrates into the second one, and lists the ids of pressed posts. */
async function pressAndHydrate(before: string, index: number, after: string): Promise<string[]> {
  const opened = await openDeferred({ body: before })
  const pressed: string[] = []
  await inside.getByRole('button').nth(index).click()
  opened.document.body.innerHTML = after
  for (const button of opened.document.querySelectorAll('button'))
    button.addEventListener('click', () => pressed.push(`${button.closest('li')?.id} ${button.textContent}`))
  announceHydration(opened)
  return pressed
}

test('of equal buttons, the one at the same post is pressed again', async () => {
  const before = list(post('reply-1', report), post('reply-2', report), post('reply-3', report))
  const after = list(post('reply-0', report), post('reply-1', report), post('reply-2', report))
  expect(await pressAndHydrate(before, 1, after)).toEqual(['reply-2 Report'])
})

test('a button is found by what it does, in any language and with another figure', async () => {
  const upvote = (label: string) => `<button type="button" data-act="upvote">${label}</button>`
  const before = list(post('reply-1', upvote('Upvote 4')), post('reply-2', upvote('Upvote 4')))
  const after = list(post('reply-1', upvote('Upvote 4')), post('reply-2', report + upvote('वोट 5')))
  expect(await pressAndHydrate(before, 1, after)).toEqual(['reply-2 वोट 5'])
})

test('of equal buttons in one place, the one at the same position is pressed again', async () => {
  const before = list(post('reply-1', report + report))
  const after = list(post('reply-1', `<p>${report}</p>${report.replace('>Report', '>Second')}`))
  expect(await pressAndHydrate(before, 1, after)).toEqual(['reply-1 Second'])
})

test('nothing is pressed in place of a button that is gone', async () => {
  const before = list(post('reply-1', report), post('reply-2', report))
  expect(await pressAndHydrate(before, 1, list(post('reply-1', report), post('reply-2', '')))).toEqual([])
})
