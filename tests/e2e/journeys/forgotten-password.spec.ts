// From a forgotten password to a new one, and signing in by a mailed code.
import { dirname } from 'node:path'
import { follow, type Mailbox, mailFolder } from '../../support/mailbox.ts'
import { expect, test } from '../fixtures.ts'
import { expectHeaderOf, newcomer, sendSignIn, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

/** The site of this run writes its mails beside its log. */
function mailbox(): Mailbox {
  return mailFolder(dirname(process.env.E2E_LOG ?? ''))
}

test('a mailed link replaces a forgotten password', async ({ page, otherBrowser }) => {
  const asha = newcomer()
  await signUpByApi(asha)
  const elsewhere = await otherBrowser()
  const other = await elsewhere.newPage()
  await other.goto('/signin')
  await sendSignIn(other, asha)
  await expect(other.getByText('Welcome back!')).toBeVisible()

  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Please enter your e-mail address.')
  await page.getByLabel('E-mail').fill(asha.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail')

  const { link } = await mailbox().newest(asha.email)
  await page.goto(link)
  await expect(page).toHaveTitle('Choose a new password · ArthaChowk')
  await expectSoundAtAnySize(page)
  // Opening the link changes nothing, so that a mail filter may: the button does.
  await page.getByRole('button', { name: 'Choose a new password' }).press('Enter')
  await expect(page).toHaveURL(/reset-password/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await expect(page.getByRole('main')).toContainText(asha.email)
  await page.getByLabel('New password', { exact: true }).fill('quiet river stone')
  await page.getByLabel('Confirm new password', { exact: true }).fill('quiet river stones')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByLabel('Confirm new password', { exact: true })).toHaveAccessibleDescription(
    'Passwords do not match. Please try again.',
  )
  await page.getByLabel('Confirm new password', { exact: true }).fill('quiet river stone')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('data-session', '')
  expect((await mailbox().newest(asha.email, 2)).subject).toContain('Your password was changed')

  // The other browser is signed out, and can sign in with the new password alone.
  await other.evaluate(() => localStorage.clear())
  await other.goto('/signin')
  await sendSignIn(other, { ...asha, password: 'quiet river stone' })
  await expect(other).toHaveURL('/')
  await expect(other.getByText('Welcome back!')).toBeVisible()
})

test('an expired link says so and offers a new one', async ({ page }) => {
  const asha = newcomer()
  await signUpByApi(asha)
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(asha.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const { link } = await mailbox().newest(asha.email)
  await follow(link)
  await page.goto(link)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a link that was cut in two on its way says so', async ({ page, noise }) => {
  noise.expect(/status of 400/)
  await page.goto('/auth/v1/confirm?token=0123456789ab')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is not complete')
  await expectSoundAtAnySize(page)
})

test('signing in by mail: the code of the mail, read on another device', async ({ page, noise }) => {
  noise.expect(/status of 403/)
  const asha = newcomer()
  await signUpByApi(asha)
  await page.goto('/signin?next=%2Fforums%2Fipos')
  // The address typed at the password form is kept for the link.
  await page.getByLabel('E-mail').fill(asha.email)
  await page.getByRole('button', { name: 'E-mail me a link instead' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(asha.email)
  await page.getByRole('button', { name: 'Send a link to sign in' }).click()
  const { code } = await mailbox().newest(asha.email)
  await page.getByLabel('Code from the e-mail').fill('12')
  await page.getByRole('button', { name: 'Use the code' }).click()
  await expect(page.getByLabel('Code from the e-mail')).toHaveAccessibleDescription(
    'Please enter the six digits from the e-mail.',
  )
  await page.getByLabel('Code from the e-mail').fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Use the code' }).click()
  await expect(page.getByLabel('Code from the e-mail')).toHaveAccessibleDescription(
    'Token has expired or is invalid',
  )
  await page.getByLabel('Code from the e-mail').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByRole('button', { name: 'Use the code' }).click()
  await expect(page).toHaveURL('/forums/ipos')
  await expectHeaderOf(page, asha)
})

test('signing in by mail: the link, in the same browser', async ({ page }) => {
  const asha = newcomer()
  await signUpByApi(asha)
  await page.goto('/signin?next=%2Fforums%2Fipos')
  await page.getByRole('button', { name: 'E-mail me a link instead' }).click()
  await page.getByLabel('E-mail').fill(asha.email)
  await page.getByRole('button', { name: 'Send a link to sign in' }).click()
  const { link } = await mailbox().newest(asha.email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed in')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/forums/ipos')
  await expectHeaderOf(page, asha)
})
