// An empty site of its own: nothing trending, no experts, the first administrator's panel; and Google and GitHub
// (mocked on this machine) connected to an account and disconnected.
import { startProviders, type TestProviders } from '../../support/providers.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { call, postReplies, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { type Member, newcomer, signInByPage, signUpByApi } from '../people.ts'

test.describe.configure({ mode: 'serial' })

let providers: TestProviders
let site: TestServer
let founder: Member

test.beforeAll(async () => {
  providers = await startProviders()
  site = await startServer(providers.env)
})

test.afterAll(async () => {
  await site.stop()
  await providers.stop()
})

test('nothing is trending and nobody is an expert until an administrator names one', async ({ page }) => {
  await page.goto(`${site.url}/trending`)
  await expect(page.getByText('Nothing is trending')).toBeVisible()
  await page.getByRole('link', { name: 'See the last 7 days' }).click()
  await expect(page).toHaveURL(/frame=week$/)
  await page.goto(`${site.url}/experts`)
  await expect(page.getByText('No experts yet')).toBeVisible()

  const admin = newcomer('latha')
  founder = await signUpByApi(admin, site)
  const { token, userId } = founder
  const claim = new URL(site.adminLink ?? '').searchParams.get('token')
  await call(token, 'POST', 'rpc/claim_admin', { token: claim }, site)
  await call(token, 'POST', 'forum_categories', { name: 'Bonds', slug: 'bonds' }, site)
  const { id, path } = await startDiscussion(founder, 'What does a coupon mean?', site, 'bonds')
  await postReplies(founder, id, ['It is the interest.'], site)
  // Neither the level nor an application is a verification.
  await call(token, 'PATCH', `profiles?id=eq.${userId}`, { user_level: 'Expert' }, site)
  const application = { user_id: userId, speciality: 'Bonds', registration_number: 'B-1' }
  await call(token, 'POST', 'expert_profiles', application, site)
  const reply = page.getByRole('article').getByRole('listitem').filter({ hasText: 'It is the interest.' })
  await page.goto(site.url + path)
  await expect(reply.getByText('Expert', { exact: true })).toBeVisible()
  await expect(reply.getByText(/^Verified/)).toHaveCount(0)
  await call(token, 'PATCH', `expert_profiles?user_id=eq.${userId}`, { verified_at: '2026-01-05' }, site)
  await page.reload()
  await expect(reply.getByText('Verified: Bonds')).toBeVisible()
  await page.goto(`${site.url}/experts`)
  await expect(page.getByRole('main')).toContainText('B-1')

  await signInByPage(page, admin, `${site.url}/signin?next=/dashboard`)
  await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click()
  await expect(page).toHaveURL(/tab=admin$/)
  await expect(page.getByRole('region', { name: 'The site' }).getByRole('listitem')).toHaveText([
    ...['1Members', '1Discussions', '1Replies', '1Categories', '0Pending reports'],
  ])
  for (const path of ['/admin/create-blog', '/admin/moderate', '/admin/users'])
    await expect(page.getByRole('main').locator(`a[href="${path}"]`).last()).toBeVisible()
})

test('what an administrator writes is marked as staff’s as soon as, and as long as, the role is held', async ({
  page,
}) => {
  const member = await signUpByApi(newcomer('asha'), site)
  const { id, path } = await startDiscussion(member, 'Which rules hold here?', site, 'bonds')
  await postReplies(member, id, ['Those of the guidelines.'], site)
  const message = { id: crypto.randomUUID(), message: 'Good morning', username: member.username }
  await call(member.token, 'POST', 'chat_messages', { ...message, user_id: member.userId }, site)
  const places = {
    [path]: page.getByRole('article').getByText('Staff', { exact: true }),
    [`/experts/${member.username}`]: page.getByRole('main').getByText('Staff', { exact: true }),
    '/chat': page.getByRole('main').getByText('Staff', { exact: true }),
  }
  const expectMarks = async (marks: readonly number[]) => {
    for (const [index, [address, mark]] of Object.entries(places).entries()) {
      await page.goto(site.url + address)
      await expect(page.getByText(member.username).first()).toBeVisible()
      await expect(mark, address).toHaveCount(marks[index] ?? 0)
    }
  }
  await expectMarks([0, 0, 0])
  await call(founder.token, 'POST', 'user_roles', { user_id: member.userId, role: 'admin' }, site)
  await expectMarks([2, 1, 1])
  await call(founder.token, 'DELETE', `user_roles?user_id=eq.${member.userId}`, undefined, site)
  await expectMarks([0, 0, 0])
})

test('GitHub is connected, is not the last way to sign in, and is disconnected; a refusal there ends no session', async ({
  page,
}) => {
  const asha = newcomer()
  await signUpByApi(asha, site)
  await signInByPage(page, asha, `${site.url}/signin?next=/settings/security`)
  const ways = page.getByRole('region', { name: 'Ways to sign in' })
  await expect(ways.getByRole('listitem').first()).toContainText(`Connected as ${asha.email}`)
  providers.be({ id: '4711', email: 'octo@example.com', verified: true })
  await ways.getByRole('button', { name: 'Connect GitHub' }).click()
  await expect(ways).toContainText('Connected as octo@example.com')
  await expect(page).toHaveURL(`${site.url}/settings/security`)

  await page.goto(
    `${site.url}/settings/security?error=access_denied&error_code=bad_oauth_callback&error_description=No`,
  )
  await expect(ways.getByRole('alert')).toContainText('The other site did not let you through.')
  await ways.getByRole('button', { name: 'Disconnect GitHub' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('GitHub disconnected')).toBeVisible()
  await expect(ways.getByRole('button', { name: 'Connect GitHub' })).toBeVisible()
})

test('a member who joined by Google alone cannot disconnect it', async ({ page }) => {
  providers.be({ id: '4712', email: newcomer('gita').email, verified: true, name: 'Gita' })
  await page.goto(`${site.url}/signin?next=/settings/security`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const ways = page.getByRole('region', { name: 'Ways to sign in' })
  await expect(ways).toContainText('Your only way to sign in')
  await expect(ways.getByRole('button', { name: 'Disconnect Google' })).toHaveCount(0)
})
