// A newcomer signs up, signs out, returns, and fills in a profile.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  enterAsNewMember,
  expectHeaderOf,
  fillSignUp,
  newcomer,
  sendSignIn,
  signInByPage,
  signOutByPage,
  signUpByApi,
  signUpByPage,
} from './people.ts'
import { settled } from './sound.ts'

const submit = (page: Page) => page.getByRole('button', { name: 'Create Account' })

test.describe('signing up', () => {
  test('every error appears in order, at its field, and the typed text stays', async ({ page, noise }) => {
    const asha = newcomer()
    await page.goto('/signup')
    await expect(submit(page)).toBeDisabled()
    await fillSignUp(page, { ...asha, password: 'short', confirmation: 'other' })

    // The button is disabled without the check box, but a form can be submitted without its button.
    await page.getByLabel('Username').evaluate((field: HTMLInputElement) => field.form?.requestSubmit())
    await expect(page.getByText('Terms Agreement Required')).toBeVisible()
    await expect(
      page.getByText('Please agree to the terms and conditions to continue.').first(),
    ).toBeVisible()

    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    await submit(page).click()
    await expect(page.getByText('Password Mismatch')).toBeVisible()
    await expect(page.getByLabel('Confirm password', { exact: true })).toHaveAccessibleDescription(
      'Passwords do not match. Please try again.',
    )

    await page.getByLabel('Confirm password', { exact: true }).fill('short')
    await submit(page).click()
    await expect(page.getByText('Password Too Short')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Password must be at least 8 characters long.',
    )

    const digest = page.getByRole('checkbox', { name: /weekly digest/ })
    await expect(digest).not.toBeChecked()
    await digest.check()
    const sent = page.waitForRequest((asked) => asked.url().includes('/auth/v1/signup'))
    for (const [password, reason] of [
      ['password1', /easy to guess/],
      [asha.password, null],
    ] as const) {
      if (reason) noise.expect(/status of 422/)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm password', { exact: true }).fill(password)
      await submit(page).click()
      if (!reason) continue
      await expect(page.getByText('Registration failed')).toBeVisible()
      await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(reason)
      await expect(page.getByLabel('Username')).toHaveValue(asha.username)
      await expect(page.getByLabel('E-mail')).toHaveValue(asha.email)
    }
    expect((await sent).postDataJSON()).toMatchObject({ data: { username: asha.username, digest: 'weekly' } })
    await expect(page.getByText('Account created!')).toBeVisible()
    await expect(
      page.getByText(/^Welcome to .+! You can now start participating in discussions\.$/),
    ).toBeVisible()
    await expect(page).toHaveURL('/')
    await expectHeaderOf(page, asha)
  })

  test('a taken username or address is reported at its field', async ({ page, noise }) => {
    noise.expect(/status of 422/)
    const bala = newcomer('bala')
    await signUpByApi(bala)
    await page.goto('/signup')
    await fillSignUp(page, { ...newcomer(), username: bala.username.toUpperCase() })
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    await submit(page).click()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('That username is already taken.')

    await fillSignUp(page, { ...newcomer(), username: 'moderator' })
    await submit(page).click()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/^That username is reserved/)
    await expect(page.getByLabel('Username')).toBeFocused()

    await fillSignUp(page, { ...newcomer(), email: bala.email })
    await submit(page).click()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('User already registered')
  })

  test('an invalid username is reported at the field before it is sent', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    for (const username of ['आशा', '🙂🙂🙂', '<script>alert(1)</script>', 'x'.repeat(10_000), 'a b c']) {
      await fillSignUp(page, { ...newcomer(), username })
      await submit(page).click()
      await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/letters a to z|letters, numbers/)
      await expect(page.getByLabel('Username')).toHaveValue(username)
    }
  })

  test('a double click makes one account', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/auth/v1/signup') && sent.push(request.url()))
    await page.goto('/signup')
    const asha = newcomer()
    await fillSignUp(page, asha)
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    const answer = await hold(page, '**/auth/v1/signup*')
    await submit(page).dblclick()
    await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
    answer()
    await expect(page.getByText('Account created!')).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  test('offline, the form waits and is sent when the connection is back', async ({
    page,
    context,
    noise,
  }) => {
    noise.expect(/ERR_INTERNET_DISCONNECTED/)
    const asha = newcomer()
    await page.goto('/signup')
    await fillSignUp(page, asha)
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    await context.setOffline(true)
    await submit(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be reached')
    await expect(page.getByLabel('Username')).toHaveValue(asha.username)
    await expect(page.getByLabel('Confirm password', { exact: true })).toHaveValue(asha.password)
    await context.setOffline(false)
    await submit(page).click()
    await expect(page.getByText('Account created!')).toBeVisible()
  })
})

test.describe('signing in', () => {
  test('a member signs out, enters a wrong password, which keeps the address, and signs in again', {
    tag: '@each-size',
  }, async ({ page, noise }) => {
    noise.expect(/status of 400/)
    const asha = newcomer()
    await signUpByPage(page, asha)
    await signOutByPage(page)
    await expect(page).toHaveURL('/')
    await expectHeaderOf(page, 'guest')

    await page.goto('/signin')
    await sendSignIn(page, { ...asha, password: 'not my password' })
    // Once, where it is read: no message says the same elsewhere.
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      /^Sign in failed\s*Invalid login credentials$/,
    )
    await expect(page.getByText('Sign in failed')).toHaveCount(1)
    await expect(page.getByLabel('E-mail')).toHaveValue(asha.email)

    await page.getByLabel('Password', { exact: true }).fill(asha.password)
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
    const answer = await hold(page, '**/auth/v1/token*')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled()
    answer()
    await expect(page.getByRole('listitem').filter({ hasText: 'Welcome back!' })).toContainText(
      'You have been signed in successfully.',
    )
    await expect(page).toHaveURL('/')
    await expectHeaderOf(page, asha)
  })

  test('returns to the page where the visitor was, and never to another site', async ({ page }) => {
    const asha = newcomer()
    await signUpByApi(asha)
    await page.goto('/forums/ipos?page=1')
    await page.goto(`/signin?next=${encodeURIComponent('/forums/taxation')}`)
    await sendSignIn(page, asha)
    await expect(page).toHaveURL('/forums/taxation')

    // A member is redirected at once, but never to a foreign address in the query.
    for (const next of ['//example.com', '/\\example.com', 'https://example.com/', 'javascript:alert(1)']) {
      await page.goto(`/signin?next=${encodeURIComponent(next)}`)
      await expect(page).toHaveURL('/')
    }
  })

  test('the return address survives a detour through sign-up', async ({ page }) => {
    await page.goto('/forums/ipos')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    // The link has no address in it; the browser says where it was.
    await expect(page).toHaveURL('/signin')
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page).toHaveURL('/signup?next=%2Fforums%2Fipos')
    await fillSignUp(page, newcomer())
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    const sent = page.waitForRequest('**/auth/v1/signup?*')
    await submit(page).click()
    await expect(page).toHaveURL('/forums/ipos')
    const root = new URL(new URL((await sent).url()).searchParams.get('redirect_to') ?? '')
    expect([root.pathname, root.search]).toEqual(['/', '?next=%2Fforums%2Fipos'])
  })

  test('the return address survives a detour that begins before the page is hydrated', async ({ page }) => {
    await page.goto('/forums/ipos')
    const scripts = await hold(page, '**/assets/*.js')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page).toHaveURL('/signup')
    scripts()
    // The link back names it as soon as the page is hydrated.
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
      'href',
      '/signin?next=%2Fforums%2Fipos',
    )
  })

  test('the Google and GitHub buttons are shown, and say that they are not set up', async ({ page }) => {
    await page.goto('/signin')
    for (const name of [/Continue with Google/, /Continue with GitHub/]) {
      const button = page.getByRole('button', { name })
      await expect(button).toBeDisabled()
      await expect(button).toContainText('Not set up on this site')
    }
  })

  test('two tabs agree on who is signed in', async ({ page, context }) => {
    const asha = newcomer()
    await signUpByApi(asha)
    await page.goto('/profile')
    const second = await context.newPage()
    await signInByPage(second, asha, '/signin?next=%2Fprofile')
    await expect(page.getByRole('heading', { name: asha.username })).toBeVisible()
    // After the other tab has signed out, pending requests of this tab are refused.
    for (const tab of [page, second]) await settled(tab)
    await signOutByPage(page)
    await expect(second.getByText('Please sign in to view your profile.')).toBeVisible()
    await expectHeaderOf(second, 'guest')
  })
})

test.describe('the own profile', () => {
  test('asks a guest to sign in and shows it afterwards', async ({ page }) => {
    const asha = newcomer()
    await signUpByApi(asha)
    await page.goto('/profile')
    await expect(page.getByText('Please sign in to view your profile.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
      'href',
      '/signup',
    )
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await sendSignIn(page, asha)
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { name: asha.username })).toBeVisible()
    const figures = page.getByRole('region', { name: 'Your profile' })
    for (const term of ['Discussions', 'Replies', 'Reputation', 'Joined'])
      await expect(figures).toContainText(term)
    await expect(figures).toContainText('Regular')
  })

  test('Cancel changes nothing, Save changes it for everybody', async ({ page }) => {
    const asha = newcomer()
    await enterAsNewMember(page, asha, '/profile')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Full name').fill('Somebody Else')
    await page.getByLabel('Bio').fill('thrown away')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(asha.username)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByLabel('Full name')).toHaveValue('')
    await expect(page.getByLabel('Bio')).toHaveValue('')

    const renamed = { ...asha, username: `${asha.username}.2` }
    await page.getByLabel('Username').fill(renamed.username)
    await page.getByLabel('Full name').fill('आशा कुमार 🙂')
    await page.getByLabel('Bio').fill('<script>alert(1)</script>\nIndex funds & tax.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your profile has been updated successfully.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('आशा कुमार 🙂')
    await expect(page.getByText('<script>alert(1)</script>')).toBeVisible()
    await expectHeaderOf(page, renamed)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('आशा कुमार 🙂')
  })

  test('a value that is too long or taken stays in the form, with the reason at its field', async ({
    page,
    noise,
  }) => {
    noise.expect(/status of 409/)
    const bala = newcomer('bala')
    await signUpByApi(bala)
    await enterAsNewMember(page, newcomer(), '/profile')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const long = 'क'.repeat(10_000)
    await page.getByLabel('Bio').fill(long)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Bio')).toHaveAccessibleDescription(/at most 500 characters/)
    await expect(page.getByLabel('Bio')).toHaveValue(long)

    await page.getByLabel('Bio').fill('short enough')
    await page.getByLabel('Username').fill(bala.username)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Update failed')).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('That username is already taken.')
    await expect(page.getByLabel('Bio')).toHaveValue('short enough')
  })

  test('offline, a save says so and keeps the form', async ({ page, context, noise }) => {
    noise.expect(/ERR_INTERNET_DISCONNECTED/)
    await enterAsNewMember(page, newcomer(), '/profile')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Bio').fill('written in a train')
    // The error appears after the first input.
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
      .toContainEqual(expect.stringContaining('/toaster-'))
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('There was an error updating your profile. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Bio')).toHaveValue('written in a train')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Profile updated' })).toContainText(
      'Your profile has been updated successfully.',
    )
  })
})

/** Holds responses of `address` back. @returns a function that releases them */
async function hold(page: Page, address: string): Promise<() => void> {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(address, async (route) => {
    await answered
    await route.continue()
  })
  return answer
}
