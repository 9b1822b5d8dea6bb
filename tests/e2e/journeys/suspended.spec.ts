// A member under a sanction: reads why and until when on each page, is refused with that reason, appeals, and gets the
// answer; an administrator gives sanctions, takes one back, notes and lifts.
import { call } from '../discussions.ts'
import { expect, siteOfRun, test } from '../fixtures.ts'
import { adminOfRun, enterAs, newcomer, signUpByApi } from '../people.ts'

test('a suspended member keeps reading, is told why, and appeals', async ({ page }) => {
  const site = siteOfRun()
  const admin = adminOfRun()
  const asha = await signUpByApi(newcomer('asha'), site)
  const sanction = await call<string>(
    admin.token,
    'POST',
    'rpc/sanction_member',
    {
      member: asha.userId,
      kind: 'suspended',
      reason_code: 'tips',
      message: 'You named targets for three shares.',
      ends_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    },
    site,
  )
  await enterAs(page, asha, `${site.url}/latest`)
  const line = page.getByRole('complementary', { name: 'Limits on your account' })
  await expect(line).toContainText(/Your account is suspended until .+ IST\. Reason: Tips, calls/)
  await line.getByRole('link', { name: 'Why, and what you can do' }).click()
  await expect(page.getByText('You named targets for three shares.')).toBeVisible()
  await expect(page.getByText('You can go on reading, take a copy of your data')).toBeVisible()
  await page.getByRole('button', { name: 'Appeal' }).click()
  await page.getByLabel('Why should we look again?').fill('These were examples from the annual reports.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Your appeal waits for an answer.')).toBeVisible()

  await call(admin.token, 'POST', 'rpc/lift_sanction', { sanction, reason: 'They were examples.' }, site)
  await page.reload()
  await expect(line).toHaveCount(0)
})

test('an administrator sanctions with a message, takes it back, and notes', async ({ page }) => {
  const site = siteOfRun()
  const bala = await signUpByApi(newcomer('bala'), site)
  await enterAs(page, adminOfRun(), `${site.url}/admin/users`)
  await page.getByPlaceholder('Search users...').fill(bala.username)
  await page.getByRole('button', { name: `Sanctions and notes: ${bala.username}` }).click()
  const dialog = page.getByRole('dialog', { name: `Sanctions and notes: ${bala.username}` })
  await expect(dialog.getByText('No sanctions so far.')).toBeVisible()
  const give = async () => {
    await dialog.getByRole('button', { name: 'New sanction' }).click()
    await dialog.getByLabel('Kind').selectOption('Suspended')
    await dialog.getByLabel('Reason', { exact: true }).selectOption('Tips, calls or promised returns')
    await expect(dialog.getByLabel('Message to the member')).toHaveValue(/do not tell others what to buy/)
    await dialog.getByLabel('Message to the member').fill('Please name no targets.')
    await dialog.getByLabel('Until').selectOption('3 days')
    await dialog.getByRole('button', { name: 'Sanction', exact: true }).click()
    await expect(dialog.getByText('Please name no targets.')).toBeVisible()
  }
  await give()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText('No sanctions so far.')).toBeVisible()
  await give()
  await dialog.getByLabel('New note').fill('Writes in three discussions at once.')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog.getByText('Writes in three discussions at once.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Lift', exact: true }).click()
  await dialog.getByLabel('Why is it lifted?').fill('Agreed by mail.')
  await dialog.getByRole('button', { name: 'Lift the sanction' }).click()
  await expect(page.getByText('Sanction lifted')).toBeVisible()
})
