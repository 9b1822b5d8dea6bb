// What a post can hold beyond words: tables from a spreadsheet and from the toolbar, collapsible parts, formulas, and
// addresses of this site.
import type { Locator } from '@playwright/test'
import {
  call,
  chooseMore,
  offersOf,
  openComposer,
  postReplies,
  startDiscussion,
  writer,
} from '../discussions.ts'
import { expect, siteOfRun, test } from '../fixtures.ts'
import { runSql } from '../own-site.ts'
import { enterAsNewMember, newcomer } from '../people.ts'
import { expectSound, expectSoundAtAnySize } from '../sound.ts'

async function paste(field: Locator, html: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

const HEADINGS = ['Fund', 'Benchmark', 'Cost in percent', 'Tracking error', 'Assets in crore']

test('a table is pasted, extended and read in its own scrolling region; a huge one is refused', {
  tag: '@each-size',
}, async ({ page, viewport }) => {
  const { path } = await startDiscussion(await writer('asha'), 'Which index fund costs least')
  await enterAsNewMember(page, newcomer('bala'), path)
  const field = await openComposer(page)
  await field.pressSequentially('Compare these.')
  await page.keyboard.press('Enter')

  const refusal = page.getByRole('alert').filter({ hasText: 'A table can have up to 500 cells' })
  await paste(field, `<table>${`<tr>${'<td>1</td>'.repeat(26)}</tr>`.repeat(20)}</table>`)
  await expect(refusal).toBeVisible()
  await expect(field).toHaveText('Compare these.')

  await paste(
    field,
    `<table border=0 style="border-collapse:collapse"><colgroup><col width=64></colgroup>
      <tr>${HEADINGS.map((name) => `<th style="color:red">${name}</th>`).join('')}</tr>
      <tr height=20><td class=xl65>Nifty 50 direct</td><td>Nifty 50 TRI</td><td colspan=2>0.1</td><td>18,400</td></tr></table>`,
  )
  await expect(refusal).toBeHidden()
  await expect(field.getByRole('columnheader')).toHaveText(HEADINGS)
  await expect(field.getByRole('cell')).toHaveText(['Nifty 50 direct', 'Nifty 50 TRI', '0.1', '', '18,400'])

  await field.getByRole('cell', { name: 'Nifty 50 direct' }).click()
  const tools = page.getByRole('group', { name: 'Table' })
  await tools.getByRole('button', { name: 'Add row' }).click()
  await expect(field.getByRole('row')).toHaveCount(3)
  // The editor learns of the new cursor a moment after the click. A Tab before that leaves another cell.
  const newRow = field.getByRole('row').last()
  await expect(async () => {
    await field.getByRole('cell', { name: '18,400' }).click()
    await page.keyboard.press('Tab')
    expect(await newRow.evaluate((row) => row.contains(getSelection()?.anchorNode ?? null))).toBe(true)
  }).toPass()
  await page.keyboard.type('Sensex direct')
  await page.keyboard.press('Tab')
  await page.keyboard.type('BSE Sensex TRI')
  await expectSound(page)
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('Reply posted!')).toBeVisible()

  const region = page.getByRole('group', { name: 'Table' })
  await expect(region.getByRole('columnheader')).toHaveText(HEADINGS)
  await expect(region.getByRole('row').last()).toHaveText('Sensex directBSE Sensex TRI')
  await expect(region.getByRole('columnheader').first()).toHaveAttribute('scope', 'col')
  await region.focus()
  await expect(region).toBeFocused()
  if ((viewport?.width ?? 0) < 640) {
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  }
  await expectSound(page)

  // An edit begins with the same table.
  await chooseMore(page, 'reply', 'Edit')
  const editor = page.getByRole('textbox', { name: 'Your reply' })
  await expect(editor.getByRole('columnheader')).toHaveText(HEADINGS)
})

test('a formula and a collapsible part are written, read without JavaScript, and edited', {
  tag: '@each-size',
}, async ({ page, browser, viewport }) => {
  const { path } = await startDiscussion(await writer('asha'), 'How a yearly return is computed')
  await enterAsNewMember(page, newcomer('bala'), path)
  const field = await openComposer(page)
  await field.pressSequentially('For $500 it is $$x^2$$ and')
  await expect(field.locator('[data-tex="x^2"] math')).toBeVisible()
  await page.keyboard.press('Enter')
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (await more.isVisible()) await more.click()
  await page.getByRole('button', { name: 'Formula', exact: true }).click()
  const tex = page.getByLabel('Formula in TeX')
  await expect(tex).toBeFocused()
  await tex.fill('\\text{CAGR} = \\left(\\frac{V_f}{V_i}\\right)^{1/n} - 1')
  await tex.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Compounded each year')
  const collapsible = page.getByRole('button', { name: 'Collapsible part' })
  await collapsible.focus()
  await page.keyboard.press('Enter')
  await expect(collapsible).toHaveAttribute('aria-pressed', 'true')
  // The focus follows in the next frame; until then a space presses the button again.
  await expect(field).toBeFocused()
  await page.keyboard.type('The details')
  await expectSound(page)
  // As it will stand, and back to writing.
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('math')).toHaveCount(2)
  await expect(preview.getByText('The details')).toBeVisible()
  await expect(preview.getByText('Compounded each year')).toBeHidden()
  await expectSoundAtAnySize(page)
  await preview.getByRole('button', { name: 'Back to writing' }).press('Enter')
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('Reply posted!')).toBeVisible()
  // A touch screen has no pointer that could be over a post: its menu has what appears under one elsewhere.
  const isTouch = await page.evaluate(() => window.matchMedia('(hover: none)').matches)
  const offered = await offersOf(page, 'reply')
  expect(offered.filter((item) => /^(?:Share|Bookmark)$/.test(item)).toSorted()).toEqual(
    isTouch ? ['Bookmark', 'Share'] : [],
  )
  await page.getByText('The details').click()
  await expect(page.getByText('Compounded each year')).toBeVisible()
  await expectSound(page)

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport })
  const reader = await plain.newPage()
  await reader.goto(new URL(path, page.url()).href)
  await expect(reader.locator('math')).toHaveCount(2)
  await expect(reader.getByText('For $500 it is')).toBeVisible()
  await expect(reader.getByText('Compounded each year')).toBeHidden()
  await reader.getByText('The details').click()
  await expect(reader.getByText('Compounded each year')).toBeVisible()
  await plain.close()

  await chooseMore(page, 'reply', 'Edit')
  const editor = page.getByRole('textbox', { name: 'Your reply' })
  await editor.locator('[data-tex="x^2"]').click()
  await page.getByLabel('Formula in TeX').fill('x^3')
  await page.getByRole('button', { name: 'Change formula' }).click()
  await expect(editor.locator('[data-tex="x^3"] math')).toHaveText('x3')
  await expect(editor.getByText('Compounded each year')).toBeVisible()
})

test('an address of this site is named below the post, as long as what it leads to is there', async ({
  page,
  baseURL,
  browser,
  viewport,
}) => {
  const asha = await writer('asha')
  const linked = await startDiscussion(asha, 'Is <b>GMP</b> a price?')
  const [reply = ''] = await postReplies(asha, linked.id, ['Nobody is bound to pay it. <i>Nobody</i>.'])
  const { path } = await startDiscussion(asha, 'Where grey market prices come from')
  const { userId } = await enterAsNewMember(page, newcomer('bala'), path)
  // A newcomer's link would wait for a moderator.
  await runSql(
    siteOfRun(),
    `update public.profiles set created_at = now() - interval '40 days' where id = '${userId}'`,
  )
  const field = await openComposer(page)
  await field.pressSequentially(`${baseURL}${linked.path} and ${linked.path} `)
  await page.keyboard.press('Enter')
  await paste(
    field,
    `<a href="${linked.path}?reply=${reply.slice(0, 8)}">this reply</a> <a href="/blog/none">x</a>`,
  )
  await page.getByRole('button', { name: 'Post Reply' }).click()
  await expect(page.getByText('Reply posted!')).toBeVisible()
  const lines = page.getByRole('list', { name: 'Linked here' }).getByRole('listitem')
  await expect(lines).toHaveText([
    'Is <b>GMP</b> a price? IPOs · 1 reply',
    `Is <b>GMP</b> a price? ${asha.username}: Nobody is bound to pay it. Nobody.`,
  ])
  await expectSoundAtAnySize(page)

  // An edit begins with the text alone.
  await chooseMore(page, 'reply', 'Edit')
  const editor = page.getByRole('textbox', { name: 'Your reply' })
  await expect(editor).toContainText('this reply')
  await expect(editor).not.toContainText('IPOs')
  await expect(lines).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await lines.last().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`${linked.path}#reply-`))

  const plain = await browser.newContext({ javaScriptEnabled: false, viewport, baseURL: baseURL ?? '' })
  const guest = await plain.newPage()
  const named = guest.getByRole('list', { name: 'Linked here' }).getByRole('listitem')
  await guest.goto(path)
  await expect(named).toHaveCount(2)
  await call(asha.token, 'PATCH', `threads?id=eq.${linked.id}`, { title: 'GMP is not a price' })
  await expect(async () => {
    await guest.reload()
    await expect(named).toContainText(['GMP is not a price', 'GMP is not a price'], { timeout: 100 })
  }).toPass()
  await plain.close()
})
