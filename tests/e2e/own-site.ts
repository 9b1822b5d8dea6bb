// A site of a journey's own, with its administrator: for what would disturb the other journeys.
import type { Page } from '@playwright/test'
import { connect } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { call } from './discussions.ts'
import { newcomer, type Person } from './people.ts'

export type SignedUp = { person: Person; session: { access_token: string; user: { id: string } } }

/** Starts one; its administrator has taken up the printed link. */
export async function startOwnSite(
  env: Record<string, string> = {},
): Promise<{ site: TestServer; admin: SignedUp }> {
  const site = await startServer(env)
  const admin = await signUpAt(site, 'meera')
  const token = new URL(site.adminLink ?? '').searchParams.get('token')
  await call(admin.session.access_token, 'POST', 'rpc/claim_admin', { token }, site)
  return { site, admin }
}

/** A new member of `site`. */
export async function signUpAt(site: TestServer, name?: string): Promise<SignedUp> {
  const person = newcomer(name)
  const answer = await fetch(`${site.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: person.email,
      password: person.password,
      data: { username: person.username },
    }),
  })
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`)
  return { person, session: (await answer.json()) as SignedUp['session'] }
}

/** Opens `path` of `site` as `member`, with the session already in the browser. */
export async function enterAs(page: Page, site: TestServer, member: SignedUp, path: string): Promise<void> {
  const blank = '<!doctype html><link rel="icon" href="data:,">'
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: blank }))
  await page.goto(`${site.url}/blank`)
  await page.evaluate(
    (session) => localStorage.setItem('arthachowk-session', session),
    JSON.stringify(member.session),
  )
  await page.goto(`${site.url}${path}`)
}

/** Runs SQL past every rule, to set a scene that time alone would bring. */
export async function runSql(site: TestServer, text: string): Promise<void> {
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  try {
    await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}
