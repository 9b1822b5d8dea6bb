// What a new member is offered first: found from the front page and from the menu behind the face, done or dismissed, and
// equal on two devices.
import { expect, test } from '../fixtures.ts'
import { enterAs, newcomer, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

test('a new member chooses subjects, keeps the figure and says hello; another device goes on, and it can be hidden', async ({
  page,
  otherBrowser,
}) => {
  const asha = await signUpByApi(newcomer('asha'))
  await enterAs(page, asha, '/')
  // Above the feed, until three are chosen or it is put away.
  const subjects = page.getByRole('region', { name: 'Choose three subjects' })
  await subjects.getByRole('button', { name: 'Not now' }).click()
  await expect(subjects).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await subjects.getByRole('button', { name: 'IPOs', exact: true }).click()
  await expect(subjects.getByRole('button', { name: 'IPOs', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.goto('/dashboard')
  const offer = page.getByRole('region', { name: 'Get started' })
  for (const name of ['Insurance', 'Taxation']) await offer.getByRole('button', { name, exact: true }).click()
  await expect(offer.getByRole('status')).toHaveText('1 of 3 done')
  await expect(offer.getByRole('button', { name: 'IPOs', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectSoundAtAnySize(page)
  const keep = offer.getByRole('button', { name: 'Keep this picture' })
  const face = await offer.getByRole('group', { name: 'Profile picture' }).boundingBox()
  const beside = await keep.boundingBox()
  expect((beside?.y ?? 0) + (beside?.height ?? 0), 'the buttons are beside the face').toBeLessThanOrEqual(
    (face?.y ?? 0) + (face?.height ?? 0),
  )
  await keep.click()
  await expect(offer.getByRole('status')).toHaveText('2 of 3 done')

  const other = await (await otherBrowser()).newPage()
  await enterAs(other, asha, '/dashboard')
  const same = other.getByRole('region', { name: 'Get started' })
  await expect(same.getByRole('status')).toHaveText('2 of 3 done')
  await same.getByRole('button', { name: 'Hide this' }).click()
  await expect(same).toBeHidden()
  await other.getByRole('button', { name: 'Undo' }).click()
  await same.getByRole('link', { name: 'Say hello in the chat' }).click()
  await other.getByRole('textbox', { name: 'Message' }).fill(`Hello from ${asha.username}`)
  await other.keyboard.press('Enter')
  await expect(other.getByText(`Hello from ${asha.username}`)).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your activity' })).toBeVisible()
  await expect(offer).toHaveCount(0)
})
