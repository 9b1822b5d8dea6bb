// A newcomer's reply with a link waits for a moderator: its author sees it and what it waits for, nobody else does, and a
// moderator publishes it, takes that back and refuses it, by the keyboard.
import { openComposer, postReplies, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { startOwnSite } from '../own-site.ts'
import { enterAs, newcomer, signUpByApi } from '../people.ts'

test('a reply with a link waits, is published, held again and refused', async ({ browser }) => {
  test.slow()
  const { site, admin } = await startOwnSite({ SEED: 'sample' })
  try {
    const bala = await signUpByApi(newcomer('bala'), site)
    const thread = await startDiscussion(admin, `Which calculator for ${bala.username}?`, site)
    const author = await (await browser.newContext()).newPage()
    const guest = await (await browser.newContext()).newPage()
    const desk = await (await browser.newContext()).newPage()

    await enterAs(author, bala, site.url + thread.path)
    const field = await openComposer(author)
    await field.fill('Try www.example.com for this')
    await author.getByRole('button', { name: 'Post Reply' }).click()
    await expect(author.getByText('Your reply waits for a moderator')).toBeVisible()
    const waiting = author.getByRole('region', { name: 'Your replies that wait for a moderator' })
    await expect(waiting).toContainText('Try www.example.com for this')
    await author.reload()
    await expect(waiting, 'after coming back').toContainText('Try www.example.com for this')

    await guest.goto(site.url + thread.path)
    await expect(guest.getByText('No replies yet')).toBeVisible()
    await expect(guest.getByText('www.example.com')).toHaveCount(0)

    // One more to refuse.
    await postReplies(bala, thread.id, ['Or www.example.org, which is mine'], site)
    await enterAs(desk, admin, `${site.url}/admin`)
    // The sample community has one, too.
    await desk.getByRole('link', { name: /^Waiting ?3/ }).click()
    const waits = (text: string) => desk.getByRole('listitem').filter({ hasText: text })
    const post = waits('Try www.example.com')
    await expect(post).toContainText('a newcomer’s link, phone number or UPI id')
    await post.getByRole('button', { name: 'Publish' }).focus()
    await desk.keyboard.press('p')
    await expect(post).toHaveCount(0)
    await desk.getByRole('button', { name: 'Undo' }).click()
    await expect(post).toBeVisible()
    await post.getByRole('button', { name: 'Publish' }).focus()
    await desk.keyboard.press('p')
    await expect(post).toHaveCount(0)
    await waits('Or www.example.org').getByRole('button', { name: 'Refuse' }).focus()
    await desk.keyboard.press('r')
    const dialog = desk.getByRole('dialog', { name: 'Refuse the post' })
    await dialog
      .getByRole('button', { name: 'It leads members to another group, number or account.' })
      .click()
    await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
    await expect(waits('Or www.example.org')).toHaveCount(0)

    await guest.reload()
    await expect(guest.getByText('Try www.example.com for this')).toBeVisible()
    await expect(guest.getByText('www.example.org')).toHaveCount(0)

    await author.goto(`${site.url}/notifications`)
    await expect(
      author.getByText('was not published by the moderators: It leads members to another group'),
    ).toBeVisible()
    await author.goto(`${site.url}/sanction`)
    await expect(author.getByText('Hidden by moderation')).toBeVisible()
    await expect(author.getByRole('button', { name: 'Appeal' })).toBeVisible()
  } finally {
    await site.stop()
  }
})

test('a deleted post that was reported has a sealed copy in its case', async ({ page }) => {
  test.slow()
  const { site, admin } = await startOwnSite({ SEED: 'sample' })
  try {
    await enterAs(page, admin, `${site.url}/admin/moderate`)
    const text = 'I guarantee 4 % a month. Write to me for the account number.'
    const panel = page.getByRole('region').filter({ hasText: 'Look at the sealed copy' })
    await panel.getByRole('button', { name: 'Look at the sealed copy' }).click()
    await expect(page.getByRole('list', { name: 'Sealed copy' })).toContainText(text)
    await page.goto(`${site.url}/admin/log`)
    await expect(page.getByRole('table').getByText('Sealed copy looked at')).toBeVisible()
  } finally {
    await site.stop()
  }
})
