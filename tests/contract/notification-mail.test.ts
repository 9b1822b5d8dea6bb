// Replies and mentions by mail: who gets one, of what, once; what it says, how it threads, and how it is ended without
// a session.
import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newEmail, newMember, openDatabase } from '../support/identity.ts'
import { type Mailbox, mailFolder, notificationsMailed } from '../support/mailbox.ts'
import { notified } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Member = { token: string; id: string; email: string; name: string }
/** A member who started a discussion. */
type Author = Member & { thread: string }

let server: TestServer
let sql: postgres.Sql
let mails: Mailbox
let asha: Author
let bala: Member
let category: string

beforeAll(async () => {
  server = await startServer({}, { entry: 'impatient' })
  sql = openDatabase(server)
  mails = mailFolder(server.dataDir)
  const [row] = await sql<{ id: string }[]>`
    insert into public.forum_categories (name, slug) values ('Mail', 'mail') returning id`
  category = row?.id ?? ''
  bala = await join()
})

beforeEach(async () => {
  asha = await author()
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

async function join(): Promise<Member> {
  const { access_token: token, user } = await newMember(server, newEmail())
  const [profile] = await sql<{ name: string }[]>`
    select username as name from public.profiles where id = ${user.id}`
  return { token, id: user.id, email: user.email ?? '', name: profile?.name ?? '' }
}

async function author(): Promise<Author> {
  const member = await join()
  const thread = await idOf(
    rest(member, 'POST', 'threads', {
      title: 'Which index fund tracks <b>closest</b>?',
      content: '<p>A question that is long enough to be asked here, about tracking error and cost.</p>',
      author_id: member.id,
      category_id: category,
    }),
  )
  return { ...member, thread }
}

const rest = (member: Member, method: string, path: string, body: object) =>
  fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${member.token}`,
      'content-type': 'application/json',
      prefer: path.includes('on_conflict') ? 'resolution=merge-duplicates' : 'return=representation',
    },
    body: JSON.stringify(body),
  })

async function idOf(answer: Promise<Response>): Promise<string> {
  const response = await answer
  expect(response.status, await response.clone().text()).toBe(201)
  const [row] = (await response.json()) as { id: string }[]
  return row?.id ?? ''
}

const reply = (by: Member, content: string, to = asha) =>
  idOf(rest(by, 'POST', 'replies', { content, thread_id: to.thread, author_id: by.id }))

const choose = async (member: Member, settings: object) => {
  const { status } = await rest(member, 'POST', 'notification_settings?on_conflict=user_id', settings)
  expect(status).toBeLessThan(300)
}

const mailed = () => notificationsMailed(sql)

test('a reply is quoted by its writer’s own words, not by those of whom it quotes', async () => {
  await reply(
    bala,
    '<blockquote><p>suresh wrote: buy it</p></blockquote><pre><code>x()</code></pre><p>I would not.</p>',
  )
  await mailed()
  const { text } = await mails.newest(asha.email)
  expect(text).toContain(`${bala.name} replied to your discussion:\n“I would not.”`)
  expect(text).not.toContain('buy it')
})

test('two replies within a minute are one mail, which threads, quotes them as text, and is not repeated', async () => {
  await reply(bala, '<p>First &lt;script&gt;alert(1)&lt;/script&gt; answer</p>')
  await reply(bala, `<p>दूसरा जवाब 🙂 ${'long '.repeat(200)}</p>`)
  await mailed()
  await mailed()
  expect(mails.to(asha.email)).toHaveLength(1)
  const mail = await mails.newest(asha.email)
  expect(mail.subject).toMatch(/^Re: Which index fund tracks <b>closest<\/b>\? · /)
  expect(mail.text).toContain(
    `${bala.name} replied to your discussion:\n“First <script>alert(1)</script> answer”`,
  )
  expect(mail.text).toContain('दूसरा जवाब 🙂')
  expect(mail.text.length).toBeLessThan(2_000)
  expect(mail.html).not.toMatch(/<script|<b>closest|<img/)
  expect(mail.link).toContain(`${server.url}/forums/mail/`)
  const root = `<discussion.${asha.thread}@127.0.0.1>`
  expect(mail.headers).toMatchObject({ 'in-reply-to': root, references: root })
  expect(mail.headers['message-id']).toMatch(/^<notification\.[0-9a-f-]{36}@127\.0\.0\.1>$/)
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
})

test('what was read, hidden, deleted or switched off meanwhile is not mailed, nor to whom or of whom it may not be', async () => {
  const [tara, ...askers] = await Promise.all([join(), ...Array.from({ length: 8 }, author)])
  const cases: [string, (one: Author) => Promise<unknown>][] = [
    ['read', ({ id }) => sql`update public.notifications set read_at = now() where user_id = ${id}`],
    ['hidden', ({ thread }) => sql`update public.replies set is_hidden = true where thread_id = ${thread}`],
    ['deleted', ({ thread }) => sql`delete from public.replies where thread_id = ${thread}`],
    ['off', (one) => choose(one, { muted: ['replies'] })],
    ['bell alone', (one) => choose(one, { mailed: [] })],
    ['not confirmed', ({ id }) => sql`update auth.users set email_confirmed_at = null where id = ${id}`],
    ['closed', ({ id }) => sql`update auth.users set deleted_at = now() where id = ${id}`],
    ['banned', ({ id }) => sql`update public.profiles set user_level = 'Banned' where id = ${id}`],
  ]
  for (const asker of askers) await reply(bala, '<p>Said before</p>', asker)
  await reply(tara, '<p>By somebody who is banned</p>')
  await notified(sql)
  const [waiting] =
    await sql`select count(*)::int as mails from private.notification_mails where taken_at is null`
  expect(waiting).toEqual({ mails: 9 })
  for (const [index, [, happens]] of cases.entries()) await happens(askers[index] as Author)
  await sql`update public.profiles set user_level = 'Banned' where id = ${tara.id}`
  await mailed()
  for (const [index, [what]] of cases.entries())
    expect(mails.to(askers[index]?.email ?? ''), what).toEqual([])
  expect(mails.to(asha.email), 'by a banned member').toEqual([])
  await reply(bala, '<p>And this one is mailed</p>')
  await mailed()
  expect(mails.to(asha.email)).toHaveLength(1)
})

test('a site that switched it off mails nothing, neither what waits nor what comes', async () => {
  await reply(bala, '<p>Before</p>')
  await notified(sql)
  await sql`update public.site_settings set notification_mail = false`
  await reply(bala, '<p>After</p>')
  await mailed()
  await sql`update public.site_settings set notification_mail = true`
  expect(mails.to(asha.email)).toEqual([])
})

test('on a shared phone a mail has no title, no text and no name', async () => {
  await choose(asha, { hides_content: true })
  await reply(bala, '<p>About your debts</p>')
  await mailed()
  const mail = await mails.newest(asha.email)
  const whole = `${mail.subject}${mail.text}${mail.html}`
  expect(whole).toContain('You have 1 new notification.')
  expect(whole).not.toMatch(/index fund|index-fund|debts/i)
  expect(whole).not.toContain(bala.name)
})

test('who chose Hindi gets mails in it, and their links lead to its pages', async () => {
  await choose(asha, { language: 'hi' })
  await reply(bala, '<p>First</p>')
  await mailed()
  const mail = await mails.newest(asha.email)
  expect(mail.text).toContain(`${bala.name} ने आपकी चर्चा में जवाब दिया:\n“First”`)
  expect(mail.link).toContain(`${server.url}/hi/forums/mail/`)
  expect(mail.text).toContain(`चुनें कि ईमेल पर क्या आए: ${server.url}/hi/settings/notifications`)
  expect(mail.html).toContain('<html lang="hi-IN">')
  expect(mail.html).toContain('बटन काम न करे')
  expect(`${mail.text}${mail.html}`).not.toMatch(/replied|Go to|Unsubscribe|If the button/)
  // A mail client posts to the endpoint; a person gets the page in Hindi.
  expect(mail.headers['list-unsubscribe']).toContain(`<${server.url}/mail/unsubscribe?`)
  const [page = ''] = /\S+\/hi\/mail\/unsubscribe\?\S+/.exec(mail.text) ?? []
  const html = await (await fetch(page)).text()
  expect(html).toContain('<html lang="hi-IN"')
  const ended = await fetch(`${server.url}/mail/unsubscribe`, {
    method: 'POST',
    body: new URLSearchParams({ token: new URL(page).searchParams.get('token') ?? '', language: 'hi' }),
    redirect: 'manual',
  })
  expect(ended.headers.get('location')).toBe('/hi/mail/unsubscribed')
  await choose(asha, { muted: [], mailed: ['replies'], hides_content: true })
  await reply(bala, '<p>Second</p>')
  await mailed()
  expect((await mails.newest(asha.email, 2)).text).toContain('आपके लिए 1 नई सूचना।')
})

test('an hour has at most twenty mails', async () => {
  await sql`
    with told as (
      insert into public.notifications (user_id, kind, thread_id)
      select ${asha.id}, 'upvotes', ${asha.thread} from generate_series(1, 20)
      returning id
    )
    insert into private.notification_mails (notification_id, user_id, thread_id, topic, taken_at, letter_id)
    select id, ${asha.id}, ${asha.thread}, 'replies', now() - interval '59 minutes', id from told`
  await reply(bala, '<p>The twenty-first</p>')
  await mailed()
  expect(mails.to(asha.email)).toEqual([])
  await sql`
    update private.notification_mails set taken_at = now() - interval '61 minutes'
    where user_id = ${asha.id} and letter_id is not null`
  await reply(bala, '<p>An hour later</p>')
  await mailed()
  expect(mails.to(asha.email)).toHaveLength(1)
})

describe('the link that ends a kind of mail', () => {
  const linkOf = async (member: Member) => {
    const { headers } = await mails.newest(member.email)
    return /<([^>]+)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  }
  const mailedTopics = async (member: Member) =>
    (await sql<{ mailed: string[] }[]>`select private.mailed_topics(${member.id}) as mailed`)[0]?.mailed

  test('opened, it changes nothing; posted without a session, it ends that kind for that member', async () => {
    await reply(bala, '<p>Words</p>')
    await mailed()
    const link = await linkOf(asha)
    const page = await fetch(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toContain('no-store')
    const html = await page.text()
    expect(html).toContain('<form action="/mail/unsubscribe" method="post">')
    expect(html).toContain('noindex')
    expect(await mailedTopics(asha)).toEqual(['replies', 'mentions'])

    const post = () =>
      fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    for (const answer of [await post(), await post()]) {
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('Unsubscribed')
    }
    expect(await mailedTopics(asha)).toEqual(['mentions'])
    expect(await mailedTopics(bala), 'and nobody else').toEqual(['replies', 'mentions'])
    await reply(bala, `<p>Not mailed</p>`)
    await mailed()
    expect(mails.to(asha.email)).toHaveLength(1)
    const form = await fetch(`${server.url}/mail/unsubscribe`, {
      method: 'POST',
      body: new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '' }),
      redirect: 'manual',
    })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/mail/unsubscribed'])
  })

  test('a forged, cut, renamed or hostile one ends nothing', async () => {
    await reply(bala, '<p>Words</p>')
    await mailed()
    const token = new URL(await linkOf(asha)).searchParams.get('token') ?? ''
    const [member = '', topic = '', signature = ''] = token.split('.')
    for (const forged of [
      '',
      token.slice(0, -1),
      `${member}.mentions.${signature}`,
      `${bala.id}.${topic}.${signature}`,
      `${member}.constructor.${signature}`,
      `${'x'.repeat(10_000)}`,
      "';drop table x;--.replies.a",
    ]) {
      const answer = await fetch(`${server.url}/mail/unsubscribe`, {
        method: 'POST',
        body: new URLSearchParams({ token: forged }),
        redirect: 'manual',
      })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mail/invalid'])
    }
    expect(await mailedTopics(asha)).toEqual(['replies', 'mentions'])
    expect(await mailedTopics(bala)).toEqual(['replies', 'mentions'])
  })
})

test('a reminder of a bookmark is mailed to who chose that, with the note', async () => {
  await choose(bala, { muted: [], mailed: ['reminders'] })
  const bookmark = await rest(bala, 'POST', 'bookmarks', {
    thread_id: asha.thread,
    note: 'Compare <b>costs</b>',
    remind_at: new Date().toISOString(),
  })
  expect(bookmark.status).toBe(201)
  await expect
    .poll(async () => (await sql`select from private.notification_mails where user_id = ${bala.id}`).length, {
      timeout: 15_000,
    })
    .toBe(1)
  await mailed()
  const mail = await mails.newest(bala.email)
  expect(mail.subject).toMatch(/^Reminder: Which index fund tracks <b>closest<\/b>\?/)
  expect(mail.text).toContain('You wanted to come back to this: Compare <b>costs</b>')
})

test('a sanction is mailed after a minute in both languages, also to who is banned, and never says who decided', async () => {
  await sql`
    insert into public.sanctions (member_id, kind, reason_code, message, ends_at)
    values (${asha.id}, 'suspended', 'tips', 'You named targets.', '2199-01-01T08:30:00Z')`
  await sql`update public.profiles set user_level = 'Banned' where id = ${bala.id}`
  expect(mails.to(asha.email), 'it can be taken back').toEqual([])
  await sql`update private.moderation_mails set due_at = now()`
  const mail = await mails.newest(asha.email)
  expect(mail.text).toContain(
    'Your account is suspended until 1 Jan 2199, 2:00 pm IST. Reason: Tips, calls or promised returns.',
  )
  expect(mail.text).toContain('आपका खाता 1 जन॰ 2199, दोपहर 2:00 IST तक निलंबित है। कारण: टिप, कॉल')
  expect(mail.text).toContain('You named targets.')
  expect(mail.text).toContain('/sanction')
  await expect.poll(async () => (await mails.newest(bala.email)).text).toContain('Your account is banned.')
  await sql`update public.profiles set user_level = 'Regular' where id = ${bala.id}`
})

test('the decision on a post that waited is mailed in both languages, with the reason and the way on; one taken back is not', async () => {
  await sql`delete from private.moderation_mails`
  const [held] = await sql<{ id: string }[]>`
    insert into public.replies (thread_id, author_id, content, state, is_hidden)
    values (${asha.thread}, ${bala.id}, '<p>See www.example.com</p>', 'held', true) returning id`
  const id = held?.id ?? ''
  const decide = (state: string, reason: string | null = null) =>
    sql`select private.set_post_state(null, ${id}, ${state}, ${reason})`
  const mailed = () => sql`update private.moderation_mails set due_at = now()`
  await decide('hidden', 'It leads elsewhere.')
  await decide('held')
  expect(await sql`select from private.moderation_mails`, 'taken back').toHaveLength(0)
  await decide('hidden', 'It leads elsewhere.')
  await mailed()
  await expect
    .poll(async () => (await mails.newest(bala.email)).subject, { timeout: 15_000 })
    .toMatch(/^Your post was not published/)
  const refused = (await mails.newest(bala.email)).text
  expect(refused).toContain('The moderators did not publish your post. Nobody else sees it:')
  expect(refused).toContain('मॉडरेटरों ने आपकी पोस्ट प्रकाशित नहीं की।')
  expect(refused).toContain('Reason: It leads elsewhere.')
  expect(refused).toContain('/sanction')
  await decide('held')
  await decide('shown')
  await mailed()
  await expect
    .poll(async () => (await mails.newest(bala.email)).subject, { timeout: 15_000 })
    .toMatch(/^Your post was published/)
  expect((await mails.newest(bala.email)).text).toContain(`?reply=${id.slice(0, 8)}`)
})
