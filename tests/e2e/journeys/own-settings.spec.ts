// The member's settings: their sections, and the menu behind the face that leads there.
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, expectHeaderOf, newcomer } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'
import { BOUNCE_SECRET } from '../start-site.ts'

test('the sections, the form of the profile and old links, from the menu behind the face by keyboard alone', async ({
  page,
}) => {
  const asha = newcomer()
  await enterAsNewMember(page, asha, '/profile#your-data')
  await expect(page).toHaveURL('/settings/privacy')
  await page.goto('/profile#notifications')
  await expect(page).toHaveURL('/settings/notifications')
  const mentions = page.getByRole('combobox', { name: 'Mentions: mail' })
  await expect(mentions).toHaveValue('once')
  // This site sends no push.
  await expect(page.getByRole('columnheader')).toHaveText(['What', 'Bell', 'Mail'])
  await expect(page.getByRole('heading', { name: 'Push on this device' })).toHaveCount(0)
  const discreet = page.getByRole('checkbox', { name: 'Hide names and text in alerts' })
  const saved = page.waitForResponse((answer) => answer.url().includes('/notification_settings'))
  await mentions.selectOption('No')
  expect((await saved).ok()).toBe(true)
  await discreet.check()
  await page.reload()
  await expect(mentions).toHaveValue('off')

  // A topic that is to come in the digest begins one; without a digest the topic is at the bell.
  const digest = page.getByRole('group', { name: 'Digest' })
  const often = digest.getByRole('combobox', { name: 'How often' })
  const stored = (change: () => Promise<unknown>) =>
    Promise.all([
      page.waitForResponse((answer) => answer.url().includes('/notification_settings') && answer.ok()),
      change(),
    ])
  await expect(often).toHaveValue('off')
  await stored(() => mentions.selectOption('Digest'))
  await expect(often).toHaveValue('daily')
  await stored(() => often.selectOption('Every week'))
  await stored(() => digest.getByRole('combobox', { name: 'Day' }).selectOption('Sunday'))
  await stored(() => digest.getByRole('combobox', { name: 'Time (IST)' }).selectOption('7 pm IST'))
  await stored(() => digest.getByRole('checkbox', { name: /^With new discussions/ }).check())
  await page.reload()
  await expect(mentions).toHaveValue('digest')
  await expect(digest.getByRole('combobox', { name: 'Day' })).toHaveValue('7')
  await expect(digest.getByRole('combobox', { name: 'Time (IST)' })).toHaveValue('19')
  await expect(digest.getByRole('checkbox')).toBeChecked()
  // What is off at the bell is not mailed; the choice is kept.
  const bell = page.getByRole('checkbox', { name: 'Mentions: bell' })
  await stored(() => bell.press('Space'))
  await expect(mentions).toBeDisabled()
  await expect(mentions).toHaveValue('off')
  await stored(() => bell.press('Space'))
  await expect(mentions).toHaveValue('digest')
  await stored(() => often.selectOption('No digest'))
  await expect(mentions).toHaveValue('off')

  // Mail that was refused is paused until the member says to try again.
  const paused = page.getByRole('region', { name: 'Mail is paused' })
  await expect(paused).toHaveCount(0)
  const reported = await page.request.post('/mail/bounces', {
    headers: { authorization: `Bearer ${BOUNCE_SECRET}` },
    data: { address: asha.email, kind: 'hard' },
  })
  expect(await reported.json()).toEqual({ noted: 1 })
  await page.reload()
  await expect(paused).toContainText(/^Mail to a…@\S+ was refused on \d/)
  await expect(paused.getByRole('link', { name: 'Check the address' })).toBeVisible()
  await expectSoundAtAnySize(page)
  await paused.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText('Mail is on again')).toBeVisible()
  await expect(paused).toHaveCount(0)
  const asked = page.waitForResponse((answer) => answer.url().includes('/mail_refusals'))
  await page.reload()
  expect(await (await asked).text()).not.toContain(asha.email)
  await expect(mentions).toHaveValue('off')
  await expect(paused).toHaveCount(0)

  const face = page.getByRole('banner').getByRole('button', { name: 'Your menu' })
  await face.press('Enter')
  const menu = page.getByRole('menu', { name: 'Your menu' })
  await expect(page.getByRole('menuitem', { name: 'Your profile' })).toBeFocused()
  await expectSoundAtAnySize(page)
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Theme' })).toBeFocused()
  const html = page.locator('html')
  await expect(html).not.toHaveAttribute('data-theme', /./)
  await page.keyboard.press('Enter')
  await expect(html).toHaveAttribute('data-theme', /./)
  await expect(face).toBeFocused()
  await face.press('Enter')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await face.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Settings' }).press('Enter')
  await expect(page).toHaveURL('/settings')

  const renamed = { ...asha, username: `${asha.username}.2` }
  await page.getByLabel('Username').fill(renamed.username)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible()
  await expectHeaderOf(page, renamed)
  await expect(page.getByLabel('Username')).toHaveValue(renamed.username)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security')
  await expect(page.getByRole('region', { name: 'Where you are signed in' })).toContainText('This device')
})
