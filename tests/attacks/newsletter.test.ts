// Attacks on the newsletter: finding out who subscribes, flooding a mailbox, confirming or unsubscribing somebody else,
// and using a mailed link for more than its purpose.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../../api/database/connection.ts'
import { type Mailbox, mailFolder } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

let site: TestServer
let sql: Sql
let mails: Mailbox

beforeAll(async () => {
  site = await startServer({}, { entry: 'impatient' })
  sql = connect(site.adminDatabaseUrl, { max: 1 })
  mails = mailFolder(site.dataDir)
})
afterAll(async () => {
  await sql?.end()
  await site?.stop()
})

const post = (path: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${site.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(body),
    headers,
    redirect: 'manual',
  })

const stateOf = async (email: string) =>
  (await sql<{ state: string }[]>`select state from public.newsletter_subscribers where email = ${email}`)[0]
    ?.state

const tokenOf = async (email: string) =>
  (
    await sql<{ token: string }[]>`
      select t.token from private.newsletter_tokens t
      join public.newsletter_subscribers s on s.id = t.subscriber_id where s.email = ${email}`
  )[0]?.token ?? ''

async function answerTo(email: string) {
  const answer = await post('/newsletter/subscribe', { email })
  const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, body: await answer.text() }
}

test('the response does not depend on whether the address is subscribed', async () => {
  const fresh = await answerTo('asha@example.com')
  expect(fresh).toMatchObject({ status: 303, headers: { location: '/newsletter/sent' } })
  expect(await answerTo('asha@example.com'), 'waiting').toEqual(fresh)
  const token = await tokenOf('asha@example.com')
  expect((await post('/newsletter/confirm', { token })).headers.get('location')).toBe('/newsletter/confirmed')
  expect(await answerTo('asha@example.com'), 'confirmed').toEqual(fresh)
  await post('/newsletter/unsubscribe', { token })
  expect(await answerTo('asha@example.com'), 'gone').toEqual(fresh)
})

test('a mailbox gets one letter, however often others enter its address', async () => {
  for (let i = 0; i < 20; i += 1) await post('/newsletter/subscribe', { email: 'victim@example.com' })
  await mails.newest('victim@example.com')
  await post('/newsletter/subscribe', { email: 'VICTIM@example.com' })
  // Mails are sent in order: a second letter to the victim would have arrived before this one.
  await post('/newsletter/subscribe', { email: 'after@example.com' })
  await mails.newest('after@example.com')
  expect(mails.to('victim@example.com')).toHaveLength(1)
})

test('opening a link changes nothing, because mail programs open links by themselves', async () => {
  await post('/newsletter/subscribe', { email: 'bala@example.com' })
  const token = await tokenOf('bala@example.com')
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'] as const) {
    for (const step of ['confirm', 'unsubscribe'])
      await fetch(`${site.url}/newsletter/${step}?token=${token}`, { method })
  }
  expect(await stateOf('bala@example.com')).toBe('pending')
  // The twin: pressing the button does.
  await post('/newsletter/confirm', { token })
  expect(await stateOf('bala@example.com')).toBe('confirmed')
})

test.each(['', 'guessed', "' or true --", '%', '0'.repeat(64), 'a'.repeat(10_000), '\u0000'])(
  'no token but the mailed one unsubscribes or confirms: %j',
  async (token) => {
    const states = () => sql`select id, state from public.newsletter_subscribers order by id`
    const before = await states()
    for (const step of ['confirm', 'unsubscribe']) {
      const answer = await post(`/newsletter/${step}`, { token })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toMatch(/^\/newsletter\/(invalid|later)$/)
    }
    expect(await states()).toEqual(before)
  },
)

test.each([
  'nobody',
  'a@b',
  'a@example.com,b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Asha <a@example.com>',
  '"a b"@example.com',
  `${'a'.repeat(250)}@example.com`,
  '',
])('an invalid address is refused: %j', async (email) => {
  const answer = await post('/newsletter/subscribe', { email })
  expect(answer.headers.get('location')).toBe('/newsletter/refused')
  const json = await post('/newsletter/subscribe', { email }, { accept: 'application/json' })
  expect(json.status).toBe(400)
})

test('a body that is too large or missing logs no error', async () => {
  expect((await post('/newsletter/subscribe', { email: 'a'.repeat(40_000) })).status).toBe(413)
  const broken = await fetch(`${site.url}/newsletter/unsubscribe`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data' },
    body: 'not a form',
    redirect: 'manual',
  })
  expect(broken.status).toBeLessThan(500)
  expect(site.log().filter(({ level }) => level >= 50)).toEqual([])
})

test('the page of a link escapes its token', async () => {
  const page = await fetch(
    `${site.url}/newsletter/confirm?token=${encodeURIComponent('"><script>alert(1)</script>')}`,
  )
  const html = await page.text()
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;')
  expect(html).not.toContain('"><script>alert(1)')
  expect(page.headers.get('cache-control')).toBe('no-store')
})

describe('an article that is mailed', () => {
  test('reaches only confirmed subscribers, once', async () => {
    await sql`
      insert into public.newsletter_subscribers (email, state) values
        ('one@example.com', 'confirmed'), ('waits@example.com', 'pending'), ('left@example.com', 'unsubscribed')`
    await sql`
      insert into private.newsletter_tokens (subscriber_id, token, mailed_at)
      select id, 'token of ' || email, now() from public.newsletter_subscribers
      where email in ('one@example.com', 'waits@example.com', 'left@example.com')`
    const title = 'Gold "bonds"\r\nBcc: everybody@example.com <script>'
    const [article] = await sql<{ id: string }[]>`
      insert into public.blog_posts (title, category, content, status, mail_subscribers)
      values (${title}, 'Investment', '<p>x</p>', 'published', true) returning id`
    const mail = await mails.newest('one@example.com')
    expect(mail.subject).toBe('Gold "bonds" Bcc: everybody@example.com <script> · ArthaChowk')
    expect(mail.html).toContain('&lt;script&gt;')
    expect(mail.headers.bcc).toBeUndefined()
    // The article stays mailed when the flag is set again; a later letter shows that the mailer has run.
    await sql`update public.blog_posts set mail_subscribers = false where id = ${article?.id ?? ''}`
    await sql`update public.blog_posts set mail_subscribers = true where id = ${article?.id ?? ''}`
    await post('/newsletter/subscribe', { email: 'later@example.com' })
    await mails.newest('later@example.com')
    expect(mails.to('one@example.com')).toHaveLength(1)
    expect(mails.to('waits@example.com')).toEqual([])
    expect(mails.to('left@example.com')).toEqual([])
    expect(mails.to('everybody@example.com')).toEqual([])
  })
})

test('more than five addresses an hour from one network address are refused, by either endpoint', async () => {
  const limited = await startServer({ RATE_LIMITS: 'on' })
  try {
    const ask = (email: string) =>
      fetch(`${limited.url}/newsletter/subscribe`, {
        method: 'POST',
        body: new URLSearchParams({ email }),
        headers: { accept: 'application/json' },
      })
    for (let i = 0; i < 5; i += 1) expect((await ask(`reader-${i}@example.com`)).status).toBe(204)
    const refused = await ask('reader-6@example.com')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    const rest = await fetch(`${limited.url}/rest/v1/rpc/subscribe_newsletter`, {
      method: 'POST',
      headers: { apikey: limited.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'reader-7@example.com' }),
    })
    expect(rest.status).toBe(429)
  } finally {
    await limited.stop()
  }
}, 60_000)
