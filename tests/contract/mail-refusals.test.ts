// Addresses that refuse mail: what stops, what does not, who sees it, and how it goes on.
import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, newEmail, newMember, openDatabase } from '../support/identity.ts'
import { type MailServer, notificationsMailed, startMailServer } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

const SECRET = 'the-secret-of-the-provider'
type Member = { id: string; email: string; token: string; thread: string }

let mails: MailServer
let server: TestServer
let sql: postgres.Sql
let category: string
let bala: Member
let asha: Member

beforeAll(async () => {
  mails = await startMailServer()
  server = await startServer(
    {
      SMTP_URL: mails.url,
      MAIL_FROM: 'post@example.com',
      AUTOCONFIRM: 'on',
      BOUNCE_SECRET: SECRET,
      MAIL_FREQUENCY: '0',
    },
    { entry: 'impatient' },
  )
  sql = openDatabase(server)
  const [row] = await sql<{ id: string }[]>`
    insert into public.forum_categories (name, slug) values ('Mail', 'mail') returning id`
  category = row?.id ?? ''
  bala = await join()
})

beforeEach(async () => {
  asha = await join()
})

afterAll(async () => {
  await sql?.end()
  await server?.stop()
  await mails?.stop()
})

async function join(): Promise<Member> {
  const { access_token: token, user } = await newMember(server, newEmail())
  const [thread] = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    values ('Which index fund tracks closest?', '<p>A question that is long enough to be asked here.</p>', ${user.id}, ${category})
    returning id`
  return { token, id: user.id, email: user.email ?? '', thread: thread?.id ?? '' }
}

/** Somebody answers; waits until nothing is left to be mailed. */
async function answered(member: Member): Promise<void> {
  await sql`insert into public.replies (thread_id, author_id, content) values (${member.thread}, ${bala.id}, '<p>Yes</p>')`
  await notificationsMailed(sql)
}

const report = (body: unknown, authorization = `Bearer ${SECRET}`, type = 'application/json') =>
  fetch(`${server.url}/mail/bounces`, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const refusalOf = async (member: Member) => {
  const [row] = await sql`
    select kind, times, is_paused as paused from public.mail_refusals where user_id = ${member.id}`
  return row
}

const own = (member: Member, method: string) =>
  fetch(`${server.url}/rest/v1/mail_refusals?user_id=eq.${member.id}`, {
    method,
    headers: { apikey: server.publishableKey, authorization: `Bearer ${member.token}` },
  })

test('a mailbox that the mail server does not know gets no more notifications until its owner says so', async () => {
  mails.unknown.set(asha.email, '5.1.1 no such user')
  await answered(asha)
  expect(await refusalOf(asha)).toEqual({ kind: 'hard', times: 1, paused: true })
  await sql`insert into public.user_roles (user_id, role) values (${bala.id}, 'admin')`
  const { mail } = (await (
    await fetch(`${server.url}/site/v1/health`, {
      headers: { apikey: server.publishableKey, authorization: `Bearer ${bala.token}` },
    })
  ).json()) as { mail: unknown }
  expect(mail, 'administrators see it').toEqual({ refused: 1, complained: 0 })
  mails.unknown.delete(asha.email)
  await answered(asha)
  expect(mails.to(asha.email)).toEqual([])
  const seen = (await (await own(asha, 'GET')).json()) as unknown[]
  expect(seen).toEqual([expect.objectContaining({ address: asha.email, kind: 'hard', is_paused: true })])
  expect((await own(asha, 'DELETE')).status).toBe(204)
  await answered(asha)
  expect(mails.to(asha.email)).toHaveLength(1)
})

test('a refusal for another reason pauses at the fifth time', async () => {
  mails.unknown.set(asha.email, '5.7.1 looks like spam')
  await answered(asha)
  expect(await refusalOf(asha)).toEqual({ kind: 'soft', times: 1, paused: false })
  for (let i = 0; i < 3; i += 1) await report({ address: asha.email, kind: 'soft' })
  expect(await refusalOf(asha)).toEqual({ kind: 'soft', times: 4, paused: false })
  await sql`update public.mail_refusals set refused_at = now() - interval '31 days' where user_id = ${asha.id}`
  await report({ address: asha.email, kind: 'soft' })
  expect(await refusalOf(asha), 'a month later it counts from one').toEqual({
    kind: 'soft',
    times: 1,
    paused: false,
  })
  for (let i = 0; i < 4; i += 1) await report({ address: asha.email, kind: 'soft' })
  expect(await refusalOf(asha)).toEqual({ kind: 'soft', times: 5, paused: true })
})

test('a complaint ends notifications and the newsletter, not the mails about the account, nor another address', async () => {
  await sql`insert into public.newsletter_subscribers (email, state) values (${asha.email}, 'confirmed')`
  const answer = await report({ address: asha.email.toUpperCase(), kind: 'complaint' })
  expect([answer.status, await answer.json()]).toEqual([200, { noted: 1 }])
  await answered(asha)
  expect(mails.to(asha.email)).toEqual([])
  expect(await sql`select state from public.newsletter_subscribers where email = ${asha.email}`).toEqual([
    { state: 'unsubscribed' },
  ])
  await ask(server, 'recover', { body: { email: asha.email } })
  expect((await mails.newest(asha.email)).subject).toContain('password')
  const other = newEmail()
  await sql`update auth.users set email = ${other} where id = ${asha.id}`
  await answered(asha)
  expect(mails.to(other)).toHaveLength(1)
  await sql`update auth.users set deleted_at = now() where id = ${asha.id}`
  expect(await refusalOf(asha), 'nothing is left of a closed account').toBeUndefined()
})

test('a report counts with the secret, and one of a mail server with the signature of a mail that was sent', async () => {
  const hard = { address: asha.email, kind: 'hard' }
  for (const wrong of ['', 'Bearer wrong', `Basic ${Buffer.from('mail:wrong').toString('base64')}`]) {
    const refused = await report(hard, wrong)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="mail"'])
  }
  expect((await report('{"address":')).status).toBe(400)
  expect((await report(`[${'"x",'.repeat(200_000)}1]`)).status).toBe(413)
  expect(await refusalOf(asha)).toBeUndefined()

  await answered(asha)
  const { headers } = await mails.newest(asha.email)
  const bounced = (token = '') =>
    report(
      `Action: failed\nStatus: 5.1.1\n\nTo: ${asha.email}\nX-Recipient-Token: ${token}\n`,
      `Basic ${Buffer.from(`mail:${SECRET}`).toString('base64')}`,
      'message/rfc822',
    )
  expect(await (await bounced('0'.repeat(32))).json()).toEqual({ noted: 0 })
  expect(await refusalOf(asha)).toBeUndefined()
  expect(await (await bounced(headers['x-recipient-token'])).json()).toEqual({ noted: 1 })
  expect(await refusalOf(asha)).toEqual({ kind: 'hard', times: 1, paused: true })
  expect((await report({ address: 'nobody@example.com', kind: 'hard' })).status, 'of nobody').toBe(200)
  await report({ Type: 'SubscriptionConfirmation', SubscribeURL: 'https://sns.example/confirm' })
  await expect
    .poll(() => server.log().find(({ msg }) => msg === 'mail.reports_to_confirm')?.address)
    .toBe('https://sns.example/confirm')
  expect(JSON.stringify(server.log())).not.toContain(asha.email)
})
