// 'Privacy and data' in the settings: a copy to take along, and closing the account.
import { call, postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, expectHeaderOf, newcomer } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

const A_MINUTE = 60_000

test('a member asks for a copy of their data, and saves it', async ({ page, noise }) => {
  const asha = newcomer('asha')
  await enterAsNewMember(page, asha, '/profile#your-data')
  await page.getByRole('button', { name: 'Ask for a Copy' }).click()
  const button = page.getByRole('button', { name: /^Download \(/ })
  await expect(button).toBeVisible({ timeout: A_MINUTE })
  await expect(page.getByText(/^Your copy of .* is ready until/)).toBeVisible()
  await expectSoundAtAnySize(page)
  const download = page.waitForEvent('download')
  await button.click()
  expect((await download).suggestedFilename()).toBe('my-data.zip')
  // One copy a day is allowed.
  noise.expect(/429 \(Too Many Requests\).*data_exports/)
  await page.getByRole('button', { name: 'Ask for a New Copy' }).click()
  await expect(page.getByText('You can ask for your data once a day.')).toBeVisible()
  await page.goto('/notifications')
  await expect(page.getByRole('link', { name: /The copy of your data is ready/ })).toHaveAttribute(
    'href',
    '/settings/privacy',
  )
})

test('a member closes the account with the password: the name is removed, the replies stay', async ({
  page,
  noise,
}) => {
  const bala = await writer('bala')
  const asha = newcomer('asha')
  const member = await enterAsNewMember(page, asha)
  const { id, path } = await startDiscussion(member, 'By somebody who leaves')
  await postReplies(bala, id, ['An answer that stays.'])

  await page.goto('/settings/privacy')
  await page.getByRole('button', { name: 'Close Account…' }).click()
  const form = page.getByRole('form', { name: 'Close account' })
  const field = form.getByLabel('Your password', { exact: true })
  await expect(field).toBeFocused()
  await expectSoundAtAnySize(page)
  const close = form.getByRole('button', { name: 'Close Account For Good' })
  await close.click()
  await expect(form.getByRole('alert')).toHaveText('Please enter your password.')
  await form.getByRole('radio', { name: 'Delete what I wrote too' }).check()
  await expect(form.getByText('the title stays with their answers')).toBeVisible()
  await form.getByRole('radio', { name: 'Keep it' }).check()
  // The session ended with the account, and signing in fails.
  noise.expect(/403 \(Forbidden\).*logout/)
  noise.expect(/400 \(Bad Request\).*grant_type=password/)
  await field.fill(asha.password)
  await close.click()
  await expect(page.getByText('Account closed')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expectHeaderOf(page, 'guest')

  await page.goto(path)
  await expect(page.getByText('Deleted member').first()).toBeVisible()
  await expect(page.getByText(asha.username)).toHaveCount(0)
  await expect(page.getByText('An answer that stays.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Deleted member' })).toHaveCount(0)
  await expectSoundAtAnySize(page)
  expect((await page.request.get(`/experts/${asha.username}`)).status()).toBe(404)
  const [left] = await call<{ username: string }[]>(bala.token, 'GET', `profiles?id=eq.${member.userId}`)
  expect((await page.request.get(`/experts/${left?.username}`)).status()).toBe(410)
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(asha.email)
  await page.getByLabel('Password', { exact: true }).fill(asha.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Sign in failed')).toBeVisible()
})
