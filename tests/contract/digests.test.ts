// Digests by mail: what one holds and says, that nothing is in two of them, and how it is ended.
import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { digestScene, type Member, WANTED } from '../support/digest-scene.ts'
import { openDatabase } from '../support/identity.ts'
import { type Mailbox, mailFolder } from '../support/mailbox.ts'
import { notified } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let sql: postgres.Sql
let at: Awaited<ReturnType<typeof digestScene>>
let mails: Mailbox
let asha: Member
let bala: Member

beforeAll(async () => {
  server = await startServer({}, { entry: 'impatient' })
  sql = openDatabase(server)
  mails = mailFolder(server.dataDir)
  at = await digestScene(server, sql)
  bala = await at.enter()
})

beforeEach(async () => {
  asha = await at.enter()
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

test('a digest lists what is unread, grouped, once; and none comes while there is nothing', async () => {
  await at.choose(asha, WANTED)
  const [one, other] = [await at.discussion(asha), await at.discussion(asha, 'दूसरा सवाल 🙂')]
  const tara = await at.enter()
  await at.reply(bala, one)
  await at.reply(tara, one)
  await at.reply(bala, other, `<p>@${asha.name} &lt;script&gt;</p>`)
  await sql`insert into public.reactions (user_id, thread_id) values (${bala.id}, ${one})`
  await at.mailed()
  await at.mailed()
  expect(mails.to(asha.email)).toHaveLength(1)
  const mail = await mails.newest(asha.email)
  expect(mail.subject).toMatch(/^Your digest: 4 notifications · /)
  expect(mail.text).toContain(
    `${bala.name} and ${tara.name} replied to your discussion\nWhich index fund tracks <b>closest</b>?\n${server.url}/forums/digest/`,
  )
  expect(mail.text).toContain('Your discussion reached 1 upvote\n')
  expect(mail.text).toContain(`${bala.name} mentioned you in\nदूसरा सवाल 🙂\n`)
  expect(mail.html).not.toMatch(/<script|<b>closest|<img/)
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(mail.headers['message-id']).toMatch(/^<digest\.[0-9a-f-]{36}@127\.0\.0\.1>$/)
  await at.reply(bala, one)
  await at.mailed()
  expect(mails.to(asha.email)).toHaveLength(2)
  expect((await mails.newest(asha.email)).subject).toMatch(/^Your digest: 1 notification · /)
})

test('what was read, hidden or deleted is not in it, and none is sent to whom it may not be', async () => {
  const cases: [string, (member: Member, thread: string) => Promise<unknown>][] = [
    ['read', ({ id }) => sql`update public.notifications set read_at = now() where user_id = ${id}`],
    ['hidden', (_, thread) => sql`update public.replies set is_hidden = true where thread_id = ${thread}`],
    ['deleted', (_, thread) => sql`delete from public.replies where thread_id = ${thread}`],
    ['topic off', (one) => at.choose(one, { muted: ['replies'] })],
    ['digest off', (one) => at.choose(one, { digest: 'off' })],
    ['not confirmed', ({ id }) => sql`update auth.users set email_confirmed_at = null where id = ${id}`],
    ['closed', ({ id }) => sql`update auth.users set deleted_at = now() where id = ${id}`],
    ['banned', ({ id }) => sql`update public.profiles set user_level = 'Banned' where id = ${id}`],
  ]
  const waiting: [Member, string][] = []
  for (const _ of cases) {
    const member = await at.enter()
    await at.choose(member, WANTED)
    const thread = await at.discussion(member)
    await at.reply(bala, thread)
    waiting.push([member, thread])
  }
  await notified(sql)
  const [rows] = await sql`
    select count(*)::int as held from private.notification_mails where taken_at is null and due_at = 'infinity'`
  expect(rows).toEqual({ held: cases.length })
  for (const [index, [, happens]] of cases.entries()) await happens(...(waiting[index] as [Member, string]))
  await at.mailed()
  for (const [index, [what]] of cases.entries())
    expect(mails.to(waiting[index]?.[0].email ?? ''), what).toEqual([])
  await at.choose(asha, WANTED)
  const [own] = [await at.discussion(asha)]
  await sql`update public.site_settings set notification_mail = false`
  await at.reply(bala, own)
  await notified(sql)
  await sql`update public.site_settings set notification_mail = true`
  await at.mailed()
  expect(mails.to(asha.email), 'of a site that switched mail off').toEqual([])
})

test('new discussions of followed members and read categories are named once, unless hidden, muted, read, own or told of', async () => {
  await at.choose(asha, { ...WANTED, digested: ['mentions'], digest_threads: true })
  const tara = await at.enter()
  const [elsewhere] = await sql<{ id: string }[]>`
    insert into public.forum_categories (name, slug) values ('Elsewhere', 'elsewhere') returning id`
  await sql`insert into public.follows (follower_id, followed_id) values (${asha.id}, ${tara.id})`
  const read = await at.discussion(bala, 'Read already, in a category that is read')
  await sql`insert into public.thread_reads (user_id, thread_id, read_until) values (${asha.id}, ${read}, now())`
  await at.discussion(tara, 'By somebody whom asha follows', elsewhere?.id)
  await at.discussion(bala, 'Elsewhere, by nobody in particular', elsewhere?.id)
  await at.discussion(bala, 'In a category that is read')
  await at.discussion(asha, 'Her own discussion')
  await sql`insert into public.mutes (user_id, word) values (${asha.id}, 'penny')`
  await at.discussion(bala, 'A penny stock that doubles')
  const hidden = await at.discussion(bala, 'Hidden by moderation')
  await sql`update public.threads set is_hidden = true where id = ${hidden}`
  await at.reply(bala, await at.discussion(bala, 'Told of by a mention'), `<p>@${asha.name}</p>`)
  await at.mailed()
  const { subject, text } = await mails.newest(asha.email)
  expect(subject).toMatch(/^Your digest: 1 notification, 2 new discussions · /)
  expect(text).toContain(`${tara.name} started\nBy somebody whom asha follows\n`)
  expect(text).toContain(`${bala.name} started\nIn a category that is read\n`)
  expect(text).not.toMatch(/nobody in particular|Her own|Hidden by|Read already|penny/)
  expect(text.split('Told of by a mention')).toHaveLength(2)
  await at.mailed()
  expect(mails.to(asha.email)).toHaveLength(1)
})

test('a digest is in the language that its reader chose', async () => {
  await at.choose(asha, { ...WANTED, digest_threads: true, language: 'hi' })
  await sql`insert into public.follows (follower_id, followed_id) values (${asha.id}, ${bala.id})`
  const own = await at.discussion(asha)
  const others = await Promise.all(Array.from({ length: 4 }, at.enter))
  for (const one of others) await at.reply(one, own)
  await sql`insert into public.reactions (user_id, thread_id) values (${bala.id}, ${own})`
  await at.discussion(bala, 'सोना कहाँ रखें?')
  await at.mailed()
  const { subject, text, html } = await mails.newest(asha.email)
  const names = others.slice(0, 3).map(({ name }) => name)
  expect(subject).toMatch(/^आपका सार-मेल: 5 सूचनाएँ, 1 नई चर्चा · /)
  expect(text).toContain(`${names.join(', ')}, और 1 अन्य ने आपकी चर्चा में जवाब दिया:\n`)
  expect(text).toContain('आपकी चर्चा के 1 अपवोट हो गए\n')
  expect(text).toContain(`${bala.name} ने नई चर्चा शुरू की:\nसोना कहाँ रखें?\n${server.url}/hi/forums/digest/`)
  expect(text).toContain(`अपनी सूचनाओं पर जाएँ:\n${server.url}/hi/notifications`)
  expect(html).toContain('<html lang="hi-IN">')
  expect(text).not.toMatch(/\b(?:and|your|new|read)\b/i)
})

test('on a shared phone a digest counts, and names nothing', async () => {
  await at.choose(asha, { ...WANTED, digest_threads: true, hides_content: true })
  await sql`insert into public.follows (follower_id, followed_id) values (${asha.id}, ${bala.id})`
  await at.reply(bala, await at.discussion(asha, 'About my debts'))
  await at.discussion(bala, 'Insolvency')
  await at.mailed()
  const { subject, text, html } = await mails.newest(asha.email)
  expect(text).toContain('You have 1 new notification and 1 new discussion.')
  expect(`${subject}${text}${html}`).not.toMatch(/debts|insolvency/i)
  expect(`${subject}${text}${html}`).not.toContain(bala.name)
})

test.each([
  ['a rhythm', { digest: 'hourly' }, 'notification_settings_digest_known'],
  ['an hour', { digest_hour: 24 }, 'notification_settings_digest_hour_bounds'],
  ['a day', { digest_day: 0 }, 'notification_settings_digest_day_bounds'],
  ['a topic', { digested: ['nonsense'] }, 'notification_settings_digested_known'],
  [
    'many topics',
    { digested: Array.from({ length: 10_000 }, () => 'replies') },
    'notification_settings_digested_known',
  ],
  ['SQL', { digest_hour: '8; drop table x' }, 'invalid input syntax'],
  ['a nest', { digested: { a: [[['replies']]] } }, 'array'],
])('a choice that there is not is refused: %s', async (_, settings, reason) => {
  const answer = await at.save(asha, settings)
  expect(answer.status).toBe(400)
  expect(((await answer.json()) as { message: string }).message).toContain(reason)
  expect(await sql`select from private.digests where user_id = ${asha.id}`).toEqual([])
})

test('the link of a digest ends it, and nothing else, without a session', async () => {
  await at.choose(asha, { ...WANTED, mailed: ['follows'] })
  await at.reply(bala, await at.discussion(asha))
  await at.mailed()
  const { headers } = await mails.newest(asha.email)
  const link = /<([^>]+)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  const ended = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect([ended.status, await ended.text()]).toEqual([200, 'Unsubscribed'])
  expect(
    await sql`select digest, mailed from public.notification_settings where user_id = ${asha.id}`,
  ).toEqual([{ digest: 'off', mailed: ['follows'] }])
  expect(await sql`select from private.digests where user_id = ${asha.id}`).toEqual([])
})
