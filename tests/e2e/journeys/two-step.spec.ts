// Two-step sign-in: enabled in the settings, asked for at sign-in, passed by a recovery code, disabled.
import { generateSync } from 'otplib'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer, sendSignIn } from '../people.ts'

test('a member switches it on, signs in with a recovery code, and switches it off', async ({
  page,
  otherBrowser,
  noise,
}) => {
  const asha = newcomer()
  await enterAsNewMember(page, asha, '/settings/security')
  await page.getByRole('button', { name: 'Switch On' }).click()
  await expect(page.getByAltText('QR code of the key below')).toBeVisible()
  const secret = (await page.locator('main code').innerText()).replace(/\s/g, '')
  await page.getByLabel('Six digits').fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Switch On' }).click()
  await expect(page.getByText('On. 10 recovery codes are left.')).toBeVisible()
  const code = await page.locator('main ul.font-mono li').first().innerText()
  const spare = await page.locator('main ul.font-mono li').nth(1).innerText()

  const elsewhere = await otherBrowser()
  const other = await elsewhere.newPage()
  await other.goto('/signin?next=/settings/security')
  // The form's file loads when it is needed. If the network fails then, the first step of the sign-in is kept.
  noise.expect(/ERR_FAILED.*second-step-/)
  await other.route('**/assets/second-step-*', (route) => route.abort())
  await sendSignIn(other, asha)
  await expect(other.getByRole('main').getByRole('alert')).toContainText('This could not be loaded.')
  await other.unroute('**/assets/second-step-*')
  await other.getByRole('button', { name: 'Try again' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Second step')
  // The page shows a guest until then: the password alone does not sign in.
  await expect(other.locator('html')).not.toHaveAttribute('data-session', '')
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await other.getByLabel('Recovery code').fill(code.toUpperCase())
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other).toHaveURL('/settings/security')
  await expect(other.getByText('On. 9 recovery codes are left.')).toBeVisible()

  await other.getByRole('button', { name: 'Switch Off' }).click()
  const asking = other.getByRole('dialog', { name: 'Switch off two-step sign-in?' })
  await asking.getByRole('button', { name: 'Switch Off' }).click()
  await expect(asking.getByLabel('Code')).toHaveAccessibleDescription('Please enter a code.')
  await asking.getByLabel('Code').fill(spare)
  await asking.getByRole('button', { name: 'Switch Off' }).click()
  await expect(other.getByText('Two-step sign-in is off')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Switch On' })).toBeVisible()
})

test('a member sees the other device and ends it', async ({ page, otherBrowser }) => {
  const asha = newcomer()
  await enterAsNewMember(page, asha, '/settings/security')
  const elsewhere = await otherBrowser()
  const other = await elsewhere.newPage()
  await other.goto('/signin')
  await sendSignIn(other, asha)
  await expect(other.getByText('Welcome back!')).toBeVisible()
  // A page that still loads would be refused.
  await other.close()
  await page.reload()
  await page.getByRole('button', { name: 'End Chrome on Linux' }).click()
  await expect(page.getByRole('button', { name: /^End / })).toHaveCount(0)
  await expect(page.getByText('This device')).toBeVisible()
})
