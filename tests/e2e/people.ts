// The members of the journeys. They sign in through the page if the journey is about that, otherwise through the API.
import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, setting, siteOfRun } from './fixtures.ts'

/** Where the official client keeps the session in a browser (SPEC.md section 4). */
const SESSION_KEY = 'arthachowk-session'

export type Person = { username: string; email: string; password: string }

/** A person with an account and a session. */
export type Member = Person & { session: Session; token: string; userId: string }
type Session = { access_token: string; user: { id: string } }

export type Site = { url: string; publishableKey: string }

/** A person without an account yet. */
export function newcomer(name = 'asha'): Person {
  // Letters alone: ten digits would be a telephone number, which the shield refuses.
  const username = `${name}-${randomBytes(5)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[+digit] ?? '')}`
  return { username, email: `${username}@example.com`, password: 'plum sky harbour' }
}

/** Creates an account through the API. @param site the default is the site of this run */
export async function signUpByApi(person: Person, site: Site = siteOfRun()): Promise<Member> {
  const { email, password, username } = person
  const answer = await fetch(`${site.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data: { username } }),
  })
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`)
  const session = (await answer.json()) as Session
  return { ...person, session, token: session.access_token, userId: session.user.id }
}

/** The administrator of the site of this run. */
export function adminOfRun(): Member {
  return JSON.parse(setting('E2E_ADMIN')) as Member
}

/** Opens `address` as `member`, with the session in the browser before the page loads. */
export async function enterAs(page: Page, { session }: Member, address: string): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      // Only once, so that the pages can change it later. about:blank has no storage.
      if (location.origin === 'null' || sessionStorage.getItem(key)) return
      sessionStorage.setItem(key, 'entered')
      localStorage.setItem(key, value)
    },
    [SESSION_KEY, JSON.stringify(session)] as const,
  )
  await page.goto(address)
}

/** Creates an account and opens `path` as its member. */
export async function enterAsNewMember(page: Page, person: Person, path = '/'): Promise<Member> {
  const member = await signUpByApi(person)
  await enterAs(page, member, path)
  return member
}

/** Fills the sign-up page that is open, without sending it. */
export async function fillSignUp(page: Page, person: Person & { confirmation?: string }): Promise<void> {
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(person.confirmation ?? person.password)
}

/** Signs up through the page. */
export async function signUpByPage(page: Page, person: Person, path = '/signup'): Promise<void> {
  await page.goto(path)
  await fillSignUp(page, person)
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Account created!')).toBeVisible()
}

/** Fills and sends the sign-in page that is open. */
export async function sendSignIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
}

/** Signs in through the page. */
export async function signInByPage(page: Page, person: Person, path = '/signin'): Promise<void> {
  await page.goto(path)
  await sendSignIn(page, person)
  await expect(page.getByText('Welcome back!')).toBeVisible()
}

/** Signs out with the control for this screen size. */
export async function signOutByPage(page: Page): Promise<void> {
  if (await menuOf(page).isVisible()) {
    const button = page.getByRole('banner').getByRole('button', { name: 'Sign Out' })
    await showInHeader(page, button)
    await button.click()
    return
  }
  await page.getByRole('banner').getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
}

/** Expects the header of a member or of a guest, at either size. */
export async function expectHeaderOf(page: Page, who: Person | 'guest'): Promise<void> {
  const name = who === 'guest' ? 'Sign In' : who.username
  await showInHeader(page, page.getByRole('banner').getByRole('link', { name }))
  const menu = menuOf(page)
  if (await menu.isVisible()) await menu.click()
}

/** Waits for a control of the header, in its menu where there is one; opens that again when a page arrived and closed it. */
async function showInHeader(page: Page, control: Locator): Promise<void> {
  const menu = menuOf(page)
  await expect(async () => {
    const isClosed = (await menu.isVisible()) && !(await menu.and(page.locator('[open]')).isVisible())
    if (isClosed) await menu.click({ timeout: 2_000 })
    await expect(control).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

/** The header's menu, which narrow screens have: a <details>, whose role is group. */
export function menuOf(page: Page): Locator {
  return page.getByRole('banner').getByRole('group')
}
