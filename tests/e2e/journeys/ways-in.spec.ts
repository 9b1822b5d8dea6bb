// A change of the ways to sign in, long after the sign-in: the page asks who it is and goes on with what was begun; and the
// mail about the change undoes it.
import { generateSync } from 'otplib'
import { mailFolder } from '../../support/mailbox.ts'
import { expect, siteOfRun, test } from '../fixtures.ts'
import { runSql } from '../own-site.ts'
import { enterAs, type Member, newcomer, sendSignIn, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

/** The member's sign-in is too long ago to be a proof. */
const longAgo = ({ userId }: Member) => `
  update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
  where session_id in (select id from auth.sessions where user_id = '${userId}')`

test('a member proves who it is and goes on; the mail undoes the change', async ({ page, noise }) => {
  const site = siteOfRun()
  const asha = await signUpByApi(newcomer('asha'), site)
  const mails = mailFolder(site.dataDir)
  // The browser reports the refusals, which are the point.
  noise.expect(/the server responded with a status of (400|401|403|422)/)
  await enterAs(page, asha, `${site.url}/settings/security`)
  await runSql(site, longAgo(asha))
  const asking = page.getByRole('dialog', { name: 'Please confirm that it is you' })

  await page.getByRole('button', { name: 'Switch On' }).click()
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('this needs a proof that it is you')).toBeVisible()

  await page.getByRole('button', { name: 'Switch On' }).click()
  await asking.getByLabel('Your password', { exact: true }).fill('not my password')
  await asking.getByRole('button', { name: 'Continue' }).click()
  await expect(asking.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'This password is not right.',
  )
  await expectSoundAtAnySize(page)
  await asking.getByLabel('Your password', { exact: true }).fill(asha.password)
  await asking.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByAltText('QR code of the key below')).toBeVisible()

  // The code of the app is typed too late: it stays typed while the mailed one is asked for.
  await runSql(site, longAgo(asha))
  const secret = (await page.locator('main code').innerText()).replace(/\s/g, '')
  await page.getByLabel('Six digits').fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Switch On' }).click()
  await asking.getByRole('button', { name: 'Mail me a code instead' }).click()
  await expect(asking.getByLabel('Code from the mail')).toBeFocused()
  await asking.getByLabel('Code from the mail').fill((await mails.newest(asha.email)).code)
  await asking.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('On. 10 recovery codes are left.')).toBeVisible()

  await mails.newest(asha.email, 3)
  const announced = mails
    .to(asha.email)
    .find(({ subject }) => subject.startsWith('Two-step sign-in was set up'))
  await page.goto(announced?.link ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Undo the change of your account')
  await expectSoundAtAnySize(page)
  await page.getByRole('button', { name: 'It was not me: undo it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The change is undone')
  await expect(page.locator('html')).not.toHaveAttribute('data-session', '')
  await page.goto(`${site.url}/signin?next=/settings/security`)
  await sendSignIn(page, asha)
  await expect(page.getByRole('button', { name: 'Switch On' })).toBeVisible()

  await page.goto(announced?.link ?? '')
  await page.getByRole('button', { name: 'It was not me: undo it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This button no longer works')
})
