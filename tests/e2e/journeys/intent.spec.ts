// What a guest started is completed after signing up or signing in.
import { startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { newcomer, sendSignIn, signUpByApi, signUpByPage } from '../people.ts'

test('an upvote is cast once the guest has joined', async ({ page }) => {
  const { path } = await startDiscussion(await writer('ravi'), 'Is the lot size too large here?')
  await page.goto(path)
  const upvote = page.getByRole('button', { name: /^Upvote/ }).first()
  await upvote.click()
  await expect(page.getByText('Your upvote is cast as soon as you are signed in.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL(/\/signup/)
  await expect(page.getByText('Your upvote is cast as soon as you are signed in.')).toBeVisible()
  const asha = newcomer()
  // The button is pressed before the upvote is stored, and a reload would cancel the request.
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/reactions/.test(response.url()),
  )
  await signUpByPage(page, asha, new URL(page.url()).pathname + new URL(page.url()).search)
  await expect(page).toHaveURL(path)
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
  await stored
  // The upvote is cast once: a reload neither removes nor repeats it.
  await page.reload()
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
  await expect(upvote).toContainText('1')
})

test('the editor of a reply opens once the guest has signed in', async ({ page }) => {
  const { path } = await startDiscussion(await writer('ravi'), 'Which form for a freelancer?')
  const asha = newcomer()
  await signUpByApi(asha)
  await page.goto(path)
  await page.getByRole('button', { name: 'Reply to Discussion' }).first().click()
  await expect(page).toHaveURL(/\/signin/)
  await sendSignIn(page, asha)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: 'Post Reply' })).toBeVisible()
})
