// Being told of new discussions: by members whom one follows, in categories and with tags that one watches.
import { memberPath } from '../../../shared/slugs.ts'
import { call, writer } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAsNewMember, newcomer } from '../people.ts'
import { expectSound, expectSoundAtAnySize } from '../sound.ts'
import { track, undoToast } from '../tracking.ts'

test('a category and a tag are watched from their pages, tell of new discussions once, and are removed in the settings', async ({
  page,
}) => {
  const asha = await writer('asha')
  const [category] = await call<{ id: string; name: string; slug: string }[]>(
    asha.token,
    'GET',
    'forum_categories?select=id,name,slug&slug=eq.upi-payments',
  )
  if (!category) throw new Error('The sample has no such category.')
  const tag = `watched ${Date.now()}`
  const start = (title: string, tags: string[] = [], content = '<p>Long enough, and about tax.</p>') =>
    call(asha.token, 'POST', 'threads', {
      title,
      content,
      author_id: asha.userId,
      category_id: category.id,
      tags,
    })

  await start('The first one with the tag', [tag])

  const bala = await enterAsNewMember(page, newcomer('bala'), `/forums/${category.slug}`)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')
  // Watching and muted are never on at once, and each change can be undone.
  await track(page, category.name, 'Muted')
  await expect(page.getByText(`${category.name} is left out of your lists`)).toBeVisible()
  await track(page, category.name, 'Watching')
  await expect(page.getByText(`You will be told of new discussions in ${category.name}.`)).toBeVisible()
  await undoToast(page, `You will be told of new discussions in ${category.name}.`).click()
  await expect(page.getByRole('button', { name: `Muted: ${category.name}` })).toBeVisible()
  await track(page, category.name, 'Watching')
  expect(await call(bala.token, 'GET', 'mutes?select=id')).toEqual([])
  await expectSound(page)

  await page.goto(`/tags/${encodeURIComponent(tag)}`)
  await track(page, `#${tag}`, 'Watching')
  await page.goto(memberPath(asha.username))
  await track(page, asha.username, 'Watching')

  const title = `Which regime after ${Date.now()}?`
  await start(title, [tag])
  await expect(bell).toHaveAccessibleName(/unread/)
  await bell.click()
  const panel = page.getByRole('region', { name: 'Latest notifications' })
  // Author, category and tag are one notification. Discussions of other journeys may be beside it.
  const told = panel
    .locator('div', { has: page.getByRole('heading', { name: title }) })
    .last()
    .getByRole('link', { name: `${asha.username} started this discussion` })
  await expect(told).toHaveCount(1)
  await told.click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()

  await page.goto('/settings/notifications')
  const watched = page.getByRole('region', { name: 'Categories and tags that you watch' })
  await expect(watched.getByRole('listitem')).toHaveText([category.name, `#${tag}`])
  await expectSoundAtAnySize(page)
  await watched.getByRole('button', { name: `Stop watching ${category.name}` }).click()
  await expect(watched.getByRole('listitem')).toHaveText([`#${tag}`])
  await undoToast(page, `You will not be told of new discussions in ${category.name}.`).click()
  await expect(watched.getByRole('listitem')).toHaveText([`#${tag}`, category.name])
  await page.reload()
  await expect(watched.getByRole('listitem')).toHaveText([`#${tag}`, category.name])
  await watched.getByRole('button', { name: `Stop watching ${category.name}` }).click()
  await expect(watched.getByRole('listitem')).toHaveText([`#${tag}`])
  await watched.getByRole('button', { name: `Stop watching #${tag}` }).click()
  await expect(watched.getByText('None yet.')).toBeVisible()
  const saved = page.waitForResponse((answer) => answer.url().includes('/notification_settings'))
  await page.getByRole('checkbox', { name: 'Followed members: bell' }).uncheck()
  expect((await saved).ok()).toBe(true)
  await bell.click()
  const markAll = panel.getByRole('button', { name: 'Mark all as read' })
  if (await markAll.isEnabled()) await markAll.click()
  await expect(bell).toHaveAccessibleName('Notifications')
  await bell.click()
  await start(`Not told ${Date.now()}`, [tag])
  // A mention is told at once; the job comes to it after the discussion that is not.
  await start(`A mention of @${bala.username}`, [], `<p>And what does @${bala.username} think of it?</p>`)
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  await expect(panel.getByRole('link', { name: 'Unread: ' })).toHaveText(/mentioned you/)
})
