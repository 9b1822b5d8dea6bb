// A member who is banned while reading is told so, with the reason, the date, and how to object.
import { call } from '../discussions.ts'
import { expect, siteOfRun, test } from '../fixtures.ts'
import { adminOfRun, enterAs, newcomer, sendSignIn, signUpByApi } from '../people.ts'

test('a banned member is told of the ban', async ({ page, noise }) => {
  const site = siteOfRun()
  const admin = adminOfRun()
  const asha = await signUpByApi(newcomer('asha'), site)
  // The page's last own request: a later response would end the session, and show the notice, before the next page.
  const isSettled = page.waitForResponse(/\/rpc\/is_admin/)
  await enterAs(page, asha, `${site.url}/dashboard`)
  await isSettled
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await call(
    admin.token,
    'POST',
    'rpc/ban_member',
    { member: asha.userId, reason: 'Sold tips in three discussions.' },
    site,
  )
  noise.expect(/status of 40[013]/)
  await page.goto(`${site.url}/bookmarks`)
  await expect(page.getByText('Your account is suspended')).toBeVisible()
  await page.goto(`${site.url}/signin`)
  await sendSignIn(page, asha)
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('Your account is suspended since')
  await expect(notice).toContainText('Reason: Sold tips in three discussions.')
  await expect(notice).toContainText('until an administrator lifts it')
  await notice.getByRole('link', { name: 'write to the Grievance Officer' }).click()
  await expect(page).toHaveURL(`${site.url}/contact?subject=report`)
})
