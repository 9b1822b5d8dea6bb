// The settings of /admin/settings and their effect on other visitors, over the wire.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newEmail, openDatabase, PASSWORD, signIn } from '../support/identity.ts'
import { type MailServer, startMailServer } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Member = { id: string; token: string }

let mails: MailServer
let server: TestServer
let admin: Member
let members: Member[]
let category: string

beforeAll(async () => {
  mails = await startMailServer()
  // A mail server is set up, because without one no address can be confirmed and the setting has no effect.
  server = await startServer({ SMTP_URL: mails.url, MAIL_FROM: 'post@arthachowk.example' })
  admin = await join()
  const token = new URL(server.adminLink ?? '').searchParams.get('token')
  await rest('POST', 'rpc/claim_admin', admin, { token })
  members = [await join(), await join(), await join(), await join()]
  // Reports by new accounts hide nothing (supabase/report-trust.test.ts), so the accounts are made older.
  const sql = openDatabase(server)
  await sql`update public.profiles set created_at = now() - interval '40 days', reputation = 5`
  await sql.end()
  const made = await rest('POST', 'forum_categories', admin, { name: 'Gold', slug: 'gold' })
  category = ((await made.json()) as { id: string }[])[0]?.id ?? ''
})

afterAll(async () => {
  await server?.stop()
  await mails?.stop()
})

/** An account that the operator made, to which the settings for sign-ups do not apply. */
async function join(): Promise<Member> {
  const email = newEmail()
  const wish = { email, password: PASSWORD, email_confirm: true }
  const { body: user } = await ask(server, 'admin/users', { token: server.secretKey, body: wish })
  return { id: user.id, token: (await signIn(server, email)).body.access_token }
}

function rest(method: string, path: string, as: Member | null, body?: object): Promise<Response> {
  return fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** Saves as the form does. @returns how many rows it changed */
async function save(settings: object, as = admin): Promise<number> {
  const answer = await rest('PATCH', 'site_settings?id=is.true', as, settings)
  return ((await answer.json()) as unknown[]).length
}

test('the Grievance Officer and the periods for complaints appear in the legal pages', async () => {
  const page = async (path: string) =>
    (await (await fetch(`${server.url}${path}`)).text()).replace(/<!-- -->/g, '')
  expect(await page('/terms')).toContain('within 24 hours and resolve it within 7 days')
  await save({
    grievance_officer: 'A. Rao',
    grievance_address: 'grievance@chowk.example\n1 MG Road, Pune',
    grievance_resolve_days: 5,
  })
  for (const path of ['/terms', '/privacy']) {
    const html = await page(path)
    expect(html).toContain('A. Rao, ')
    expect(html).toContain('1 MG Road, Pune')
    expect(html).toContain('resolve it within 5 days')
  }
  expect(await page('/contact')).toContain('1 MG Road, Pune')
  const refused = await rest('PATCH', 'site_settings?id=is.true', admin, { grievance_urgent_hours: 0 })
  expect(refused.status).toBe(400)
})

test('the time within which messages are answered, and its exceptions, appear where it is promised', async () => {
  const page = async (path: string) =>
    (await (await fetch(`${server.url}${path}`)).text()).replace(/<!-- -->/g, '')
  expect(await page('/contact')).toContain('You hear from us within 24 hours.</p>')
  await save({ contact_hours: 72, contact_exceptions: 'Sundays do not count.' })
  expect(await page('/contact')).toContain('You hear from us within 3 days. Sundays do not count.</p>')
  expect(await page('/contact')).toContain('Within 3 days')
  expect(await page('/about')).toContain('who answers within 3 days. Sundays do not count.')
  expect(await page('/contact/sent')).toContain('We answer within 3 days, by mail. Sundays do not count.')
  for (const path of ['/contact', '/about', '/contact/sent']) expect(await page(path)).not.toMatch(/24 hours/)
})

test('members cannot change a setting', async () => {
  expect(await save({ require_email_verification: false, auto_moderation: false }, members[0])).toBe(0)
  const [row] = (await (await rest('GET', 'site_settings', null)).json()) as object[]
  expect(row).toMatchObject({
    require_email_verification: true,
    auto_moderation: true,
    max_posts_per_day: 10,
  })
})

describe('Require Email Verification', () => {
  const signUp = async () => {
    const email = newEmail()
    const { status, body } = await ask(server, 'signup', { body: { email, password: PASSWORD } })
    return { email, status, isSignedIn: Boolean(body.access_token) }
  }

  test('keeps out unconfirmed accounts from the next sign-up on, and no earlier account', async () => {
    const waiting = await signUp()
    expect(waiting).toMatchObject({ status: 200, isSignedIn: false })
    expect((await signIn(server, waiting.email)).body.error_code).toBe('email_not_confirmed')
    expect((await mails.newest(waiting.email)).subject).toContain('Confirm your e-mail address')

    expect(await save({ require_email_verification: false })).toBe(1)
    const unproved = await signUp()
    expect(unproved).toMatchObject({ status: 200, isSignedIn: true })
    expect(mails.to(unproved.email)).toEqual([])

    expect(await save({ require_email_verification: true })).toBe(1)
    expect(await signUp()).toMatchObject({ status: 200, isSignedIn: false })
    expect((await signIn(server, unproved.email)).status).toBe(200)
  })
})

describe('Auto Moderation', () => {
  let threads = 0

  /** A discussion that three members report. @returns what a guest sees of it, on the page and by the API */
  async function reported() {
    const [author, ...reporters] = members as [Member, ...Member[]]
    threads += 1
    const content = `<p>Number ${threads}: who buys before Diwali, and why?</p>`
    const thread = { title: `Gold before Diwali, ${threads}`, content, category_id: category }
    const made = await rest('POST', 'threads', author, { ...thread, author_id: author.id })
    const [{ id } = { id: '' }] = (await made.json()) as { id: string }[]
    const seen = async () => ({
      guest: ((await (await rest('GET', `threads?id=eq.${id}`, null)).json()) as unknown[]).length,
      page: (await fetch(`${server.url}/forums/gold/${id}`)).status,
    })
    const before = await seen()
    for (const reporter of reporters) {
      const report = { thread_id: id, reason: 'Looks like a tip' }
      expect((await rest('POST', 'reports', reporter, report)).status).toBe(201)
    }
    return { before, after: await seen() }
  }

  test('hides what three members reported until a review; switched off, it hides nothing', async () => {
    const shown = { guest: 1, page: 200 }
    expect(await reported()).toEqual({ before: shown, after: { guest: 0, page: 404 } })
    expect(await save({ auto_moderation: false })).toBe(1)
    expect(await reported()).toEqual({ before: shown, after: shown })
    expect(await save({ auto_moderation: true })).toBe(1)
    expect(await reported()).toEqual({ before: shown, after: { guest: 0, page: 404 } })
  })
})
