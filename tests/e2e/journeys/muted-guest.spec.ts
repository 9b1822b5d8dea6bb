// An administrator mutes a guest's chat for a day, from the message itself.
import { expect, test } from '../fixtures.ts'
import { startOwnSite } from '../own-site.ts'
import { enterAs } from '../people.ts'

test('a guest who sells tips in the chat is muted and told so', async ({ page, otherBrowser, noise }) => {
  const { site, admin } = await startOwnSite()
  noise.expect(/status of 403/)
  try {
    const context = await otherBrowser()
    noise.watch(context)
    const guest = await context.newPage()
    await guest.goto(`${site.url}/chat`)
    await expect(guest.getByText('Live', { exact: true })).toBeVisible()
    const box = guest.getByRole('textbox', { name: 'Message' })
    await box.fill('Nobody reads this any more')
    await box.press('Enter')
    await guest.getByLabel('Username').fill('Tip Seller')
    await guest.getByLabel('Username').press('Enter')
    await box.press('Enter')
    const written = guest.getByRole('log', { name: 'Messages' })
    await expect(written.getByText('Nobody reads this any more')).toBeVisible()

    await enterAs(page, admin, `${site.url}/chat`)
    const row = page.locator('[data-message]').filter({ hasText: 'Nobody reads this any more' })
    // The controls of a message show after a touch.
    await row.getByText('Nobody reads this any more').click()
    await row.getByRole('button', { name: 'Who wrote the message by Tip Seller' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Tip Seller is a guest: no account is known.')
    await dialog.getByRole('button', { name: 'Mute Guest' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Please say why in 3 to 500 characters.')
    await dialog.getByLabel('Reason').fill('Sells tips')
    await dialog.getByRole('button', { name: 'Mute Guest' }).dblclick()
    await expect(page.getByText('Tip Seller cannot write in the chat for 24 hours.')).toBeVisible()
    await expect(dialog).toHaveCount(0)

    await box.fill('Is anybody reading this?')
    await box.press('Enter')
    await expect(written.getByText('You cannot write in the chat for now.')).toBeVisible()
  } finally {
    await site.stop()
  }
})
