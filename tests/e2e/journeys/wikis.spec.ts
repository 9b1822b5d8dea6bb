// A wiki: its author opens it, another member edits it while the author does too, its history shows both, and the author
// restores a version and ends it.
import { call, chooseMore, offersOf, postReplies, startDiscussion } from '../discussions.ts'
import { expect, siteOfRun, test } from '../fixtures.ts'
import { runSql } from '../own-site.ts'
import { enterAs, newcomer, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

const HINDI = 'लाल हेरिंग प्रॉस्पेक्टस में पहले जोखिम के कारण पढ़ें 😀'

test('an author makes a post a wiki, another member edits it, and the author takes both back', async ({
  page,
  otherBrowser,
}) => {
  const site = siteOfRun()
  const asha = await signUpByApi(newcomer('asha'), site)
  const bala = await signUpByApi(newcomer('bala'), site)
  const { id, path } = await startDiscussion(asha, 'How to read a prospectus', site)
  await postReplies(asha, id, ['This reply is nobody else’s to edit'], site)
  const address = `${site.url}${path}`
  const stored = async () =>
    (
      await call<{ content: string }[]>(
        asha.token,
        'GET',
        `threads?id=eq.${id}&select=content`,
        undefined,
        site,
      )
    )[0]?.content
  const note = new RegExp(`^edited by ${bala.username}`)

  await enterAs(page, asha, address)
  await page.getByRole('button', { name: 'More: opening post' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu').getByRole('menuitem').first()).toBeFocused()
  await page.getByRole('menuitemcheckbox', { name: 'Let others edit' }).press('Enter')
  await expect(page.getByText('This is a wiki now')).toBeVisible()
  await expect(page.getByText('Wiki', { exact: true })).toBeVisible()
  await expect.poll(() => offersOf(page, 'reply')).toContain('Let others edit')

  // Members who joined today read it only.
  const other = await (await otherBrowser()).newPage()
  await enterAs(other, bala, address)
  await expect(other.getByRole('button', { name: 'Normal: this discussion' })).toBeVisible()
  expect(await offersOf(other, 'opening post')).not.toContain('Edit')
  await runSql(
    site,
    `update public.profiles set created_at = now() - interval '31 days' where id = '${bala.userId}'`,
  )
  await other.reload()
  await chooseMore(other, 'opening post', 'Edit')
  const text = other.getByRole('textbox', { name: 'Edit the text' })
  await expect(other.getByText('its author is told')).toBeVisible()
  await expect(other.getByLabel('Title')).toHaveCount(0)
  expect(await offersOf(other, 'reply')).not.toContain('Edit')
  await text.fill(HINDI)
  await expectSoundAtAnySize(other)

  // The author saves first: nothing of either is lost.
  await call(asha.token, 'PATCH', `threads?id=eq.${id}`, { content: '<p>As its author saved it</p>' }, site)
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  const newer = other.getByRole('region', { name: 'This was changed while you were editing' })
  await expect(newer.getByText('As its author saved it')).toBeVisible()
  await expect(text).toHaveText(HINDI)
  expect(await stored(), 'nothing was written over').toBe('<p>As its author saved it</p>')
  await newer.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(other.getByText('Discussion updated')).toBeVisible()
  await other.getByRole('button', { name: note }).click()
  const theirs = other.getByRole('dialog', { name: 'Edit history' })
  await theirs.getByRole('button', { name: 'Older' }).click()
  await expect(theirs.getByRole('button', { name: 'Restore this version' })).toHaveCount(0)

  // Guests read who edited it, without a script.
  const guest = await (await otherBrowser({ javaScriptEnabled: false })).newPage()
  await guest.goto(address)
  await expect(guest.getByText('Wiki', { exact: true })).toBeVisible()
  // Once in the button, which is hidden without a script, and once in its stead.
  expect((await guest.content()).split('edited by ').length - 1).toBe(2)
  await expect(guest.getByText(HINDI)).toBeVisible()

  await page.reload()
  await expect(page.getByText(HINDI)).toBeVisible()
  await page.getByRole('button', { name: note }).click()
  const history = page.getByRole('dialog', { name: 'Edit history' })
  await expect(history.getByText(`Version 3 of 3 · edited by ${bala.username}`)).toBeVisible()
  await expectSoundAtAnySize(page)
  await history.getByRole('button', { name: 'Older' }).click()
  await expect(history.getByText(`Version 2 of 3 · edited by ${asha.username}`)).toBeVisible()
  await history.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByText('Version restored')).toBeVisible()
  await expect(history).toBeHidden()
  await expect(page.getByText('As its author saved it')).toBeVisible()
  expect(await stored()).toBe('<p>As its author saved it</p>')

  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText(`${bala.username} edited your wiki`)).toBeVisible()
  await page.keyboard.press('Escape')
  await chooseMore(page, 'opening post', 'Let others edit')
  await expect(page.getByText('No longer a wiki')).toBeVisible()
  await expect(page.getByText('Wiki', { exact: true })).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Normal: this discussion' })).toBeVisible()
  expect(await offersOf(other, 'opening post')).not.toContain('Edit')
})
