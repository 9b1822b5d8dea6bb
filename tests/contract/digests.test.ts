// Digests and summaries by mail: when one is due, what it holds and says, that nothing is in two of them, and what a
// killed process leaves.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newEmail, newMember, openDatabase } from '../support/identity.ts'
import { type Mailbox, mailFolder, startMailServer } from '../support/mailbox.ts'
import { notified } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

type Sql = postgres.Sql
type Member = { id: string; email: string; name: string; token: string }

let server: TestServer
let sql: Sql
let mails: Mailbox
let asha: Member
let bala: Member
let category: string

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
  mails = mailFolder(server.dataDir)
  category = await categoryIn(sql)
  bala = await enter(server, sql)
})

beforeEach(async () => {
  asha = await enter(server, sql)
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

async function categoryIn(db: Sql): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into public.forum_categories (name, slug) values ('Digest', 'digest') returning id`
  return row?.id ?? ''
}

async function enter(site: TestServer, db: Sql): Promise<Member> {
  const { access_token: token, user } = await newMember(site, newEmail())
  const [profile] = await db<{ name: string }[]>`
    select username as name from public.profiles where id = ${user.id}`
  return { id: user.id, email: user.email ?? '', name: profile?.name ?? '', token }
}

async function discussion(
  by: Member,
  title = 'Which index fund tracks <b>closest</b>?',
  db = sql,
  within = category,
) {
  const [row] = await db<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    values (${title}, '<p>A question that is long enough to be asked here, about tracking error and cost.</p>',
      ${by.id}, ${within})
    returning id`
  return row?.id ?? ''
}

const reply = (by: Member, thread: string, content = '<p>An answer</p>', db = sql) =>
  db`insert into public.replies (thread_id, author_id, content) values (${thread}, ${by.id}, ${content})`

const WANTED = { mailed: [], digested: ['replies', 'mentions', 'upvotes'], digest: 'daily' }

const save = (member: Member, settings: object, site = server) =>
  fetch(`${site.url}/rest/v1/notification_settings?on_conflict=user_id`, {
    method: 'POST',
    headers: {
      apikey: site.publishableKey,
      authorization: `Bearer ${member.token}`,
      'content-type': 'application/json',
      prefer: 'resolution=merge-duplicates',
    },
    body: JSON.stringify(settings),
  })

async function choose(member: Member, settings: object, site = server) {
  const answer = await save(member, settings, site)
  expect(answer.status, await answer.text()).toBeLessThan(300)
}

/** The chosen hour has come: waits until no digest is due or on its way. What was not mailed by then never is. */
async function mailed(): Promise<void> {
  await notified(sql)
  await sql`update private.digests set next_at = now() - interval '1 s'`
  await sql`update private.notification_mails set due_at = now() where taken_at is null and due_at < 'infinity'`
  await expect
    .poll(
      async () => {
        const [row] = await sql<{ left: number }[]>`
          select (select count(*) from private.digests where next_at <= now())::int
            + (select count(*) from private.notification_mails where taken_at is null and due_at <= now())::int
            + (select count(*) from graphile_worker._private_jobs where payload ->> 'kind' in ('digest', 'notifications'))::int as left`
        return row?.left
      },
      { timeout: 15_000 },
    )
    .toBe(0)
}

test('a digest lists what is unread, grouped, once; and none comes while there is nothing', async () => {
  await choose(asha, WANTED)
  const [one, other] = [await discussion(asha), await discussion(asha, 'दूसरा सवाल 🙂')]
  const tara = await enter(server, sql)
  await reply(bala, one)
  await reply(tara, one)
  await reply(bala, other, `<p>@${asha.name} &lt;script&gt;</p>`)
  await sql`insert into public.reactions (user_id, thread_id) values (${bala.id}, ${one})`
  await mailed()
  await mailed()
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
  await reply(bala, one)
  await mailed()
  expect(mails.to(asha.email)).toHaveLength(2)
  expect((await mails.newest(asha.email)).subject).toMatch(/^Your digest: 1 notification · /)
})

test('what was read, hidden or deleted is not in it, and none is sent to whom it may not be', async () => {
  const cases: [string, (member: Member, thread: string) => Promise<unknown>][] = [
    ['read', ({ id }) => sql`update public.notifications set read_at = now() where user_id = ${id}`],
    ['hidden', (_, thread) => sql`update public.replies set is_hidden = true where thread_id = ${thread}`],
    ['deleted', (_, thread) => sql`delete from public.replies where thread_id = ${thread}`],
    ['topic off', (one) => choose(one, { muted: ['replies'] })],
    ['digest off', (one) => choose(one, { digest: 'off' })],
    ['not confirmed', ({ id }) => sql`update auth.users set email_confirmed_at = null where id = ${id}`],
    ['closed', ({ id }) => sql`update auth.users set deleted_at = now() where id = ${id}`],
    ['banned', ({ id }) => sql`update public.profiles set user_level = 'Banned' where id = ${id}`],
  ]
  const waiting: [Member, string][] = []
  for (const _ of cases) {
    const member = await enter(server, sql)
    await choose(member, WANTED)
    const thread = await discussion(member)
    await reply(bala, thread)
    waiting.push([member, thread])
  }
  await notified(sql)
  const [rows] = await sql`
    select count(*)::int as held from private.notification_mails where taken_at is null and due_at = 'infinity'`
  expect(rows).toEqual({ held: cases.length })
  for (const [index, [, happens]] of cases.entries()) await happens(...(waiting[index] as [Member, string]))
  await mailed()
  for (const [index, [what]] of cases.entries())
    expect(mails.to(waiting[index]?.[0].email ?? ''), what).toEqual([])
  await choose(asha, WANTED)
  const [own] = [await discussion(asha)]
  await sql`update public.site_settings set notification_mail = false`
  await reply(bala, own)
  await notified(sql)
  await sql`update public.site_settings set notification_mail = true`
  await mailed()
  expect(mails.to(asha.email), 'of a site that switched mail off').toEqual([])
})

test('new discussions of followed members and read categories are named once, unless hidden, muted, read, own or told of', async () => {
  await choose(asha, { ...WANTED, digested: ['mentions'], digest_threads: true })
  const tara = await enter(server, sql)
  const [elsewhere] = await sql<{ id: string }[]>`
    insert into public.forum_categories (name, slug) values ('Elsewhere', 'elsewhere') returning id`
  await sql`insert into public.follows (follower_id, followed_id) values (${asha.id}, ${tara.id})`
  const read = await discussion(bala, 'Read already, in a category that is read')
  await sql`insert into public.thread_reads (user_id, thread_id, read_until) values (${asha.id}, ${read}, now())`
  await discussion(tara, 'By somebody whom asha follows', sql, elsewhere?.id)
  await discussion(bala, 'Elsewhere, by nobody in particular', sql, elsewhere?.id)
  await discussion(bala, 'In a category that is read')
  await discussion(asha, 'Her own discussion')
  await sql`insert into public.mutes (user_id, word) values (${asha.id}, 'penny')`
  await discussion(bala, 'A penny stock that doubles')
  const hidden = await discussion(bala, 'Hidden by moderation')
  await sql`update public.threads set is_hidden = true where id = ${hidden}`
  await reply(bala, await discussion(bala, 'Told of by a mention'), `<p>@${asha.name}</p>`)
  await mailed()
  const { subject, text } = await mails.newest(asha.email)
  expect(subject).toMatch(/^Your digest: 1 notification, 2 new discussions · /)
  expect(text).toContain(`${tara.name} started\nBy somebody whom asha follows\n`)
  expect(text).toContain(`${bala.name} started\nIn a category that is read\n`)
  expect(text).not.toMatch(/nobody in particular|Her own|Hidden by|Read already|penny/)
  expect(text.split('Told of by a mention')).toHaveLength(2)
  await mailed()
  expect(mails.to(asha.email)).toHaveLength(1)
})

test('on a shared phone a digest counts, and names nothing', async () => {
  await choose(asha, { ...WANTED, digest_threads: true, hides_content: true })
  await sql`insert into public.follows (follower_id, followed_id) values (${asha.id}, ${bala.id})`
  await reply(bala, await discussion(asha, 'About my debts'))
  await discussion(bala, 'Insolvency')
  await mailed()
  const { subject, text, html } = await mails.newest(asha.email)
  expect(text).toContain('You have 1 new notification and 1 new discussion.')
  expect(`${subject}${text}${html}`).not.toMatch(/debts|insolvency/i)
  expect(`${subject}${text}${html}`).not.toContain(bala.name)
})

test('a digest is due at the chosen hour in India, and after a stop of weeks there is one', async () => {
  const due = async (...after: [string, number, number, string]) => {
    const [row] = await sql<{ at: Date }[]>`
      select private.next_digest(${after[0]}, ${after[1]}::smallint, ${after[2]}::smallint, ${after[3]}) as at`
    return row?.at.toISOString()
  }
  // 2026-12-07 is a Monday.
  expect(await due('daily', 1, 8, '2026-12-07T02:29:59Z')).toBe('2026-12-07T02:30:00.000Z')
  expect(await due('daily', 1, 8, '2026-12-07T02:30:00Z')).toBe('2026-12-08T02:30:00.000Z')
  expect(await due('weekly', 1, 0, '2026-12-06T18:29:59Z')).toBe('2026-12-06T18:30:00.000Z')
  expect(await due('weekly', 1, 0, '2026-12-06T18:30:00Z')).toBe('2026-12-13T18:30:00.000Z')
  expect(await due('weekly', 7, 23, '2026-12-07T00:00:00Z')).toBe('2026-12-13T17:30:00.000Z')

  await choose(asha, { ...WANTED, digest: 'weekly', digest_day: 3, digest_hour: 20 })
  await reply(bala, await discussion(asha))
  await notified(sql)
  await sql`update private.digests set next_at = now() - interval '30 days', until = now() - interval '37 days'`
  await expect.poll(() => mails.to(asha.email).length, { timeout: 15_000 }).toBe(1)
  await mailed()
  expect(mails.to(asha.email)).toHaveLength(1)
  const [next] = await sql<{ day: number; hour: number; isAhead: boolean }[]>`
    select extract(isodow from next_at at time zone 'Asia/Kolkata')::int as day,
      extract(hour from next_at at time zone 'Asia/Kolkata')::int as hour,
      next_at between now() and now() + interval '7 days' as "isAhead"
    from private.digests where user_id = ${asha.id}`
  expect(next).toEqual({ day: 3, hour: 20, isAhead: true })
})

test('what exceeds twenty mails of an hour comes as one summary, and its link ends all such mails', async () => {
  const threads = await Promise.all(
    Array.from({ length: 24 }, (_, index) => discussion(asha, `Question number ${index}`)),
  )
  for (const thread of threads) await reply(bala, thread)
  await notified(sql)
  await sql`update private.notification_mails set due_at = now() where taken_at is null`
  await expect.poll(() => mails.to(asha.email).length, { timeout: 15_000 }).toBe(20)
  const [summary] = await sql`
    select kind, next_at between now() + interval '50 minutes' and now() + interval '1 hour' as "inAnHour"
    from private.digests where user_id = ${asha.id}`
  expect(summary).toEqual({ kind: 'summary', inAnHour: true })
  await mailed()
  await mailed()
  expect(mails.to(asha.email)).toHaveLength(21)
  const { subject, text, headers } = await mails.newest(asha.email, 21)
  expect(subject).toMatch(/^More that is new for you: 4 notifications · /)
  const link = /<([^>]+)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(text).toContain(link)
  expect(
    new Set(mails.to(asha.email).flatMap(({ text: said }) => said.match(/Question number \d+/g))).size,
  ).toBe(24)
  await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(await sql`select mailed from public.notification_settings where user_id = ${asha.id}`).toEqual([
    { mailed: [] },
  ])
})

test.each([
  [{ digest: 'hourly' }, 'notification_settings_digest_known'],
  [{ digest_hour: 24 }, 'notification_settings_digest_hour_bounds'],
  [{ digest_day: 0 }, 'notification_settings_digest_day_bounds'],
  [{ digested: ['nonsense'] }, 'notification_settings_digested_known'],
  [{ digested: Array.from({ length: 10_000 }, () => 'replies') }, 'notification_settings_digested_known'],
  [{ digest_hour: '8; drop table x' }, 'invalid input syntax'],
  [{ digested: { a: [[['replies']]] } }, 'array'],
])('a choice that there is not is refused: %j', async (settings, reason) => {
  const answer = await save(asha, settings)
  expect(answer.status).toBe(400)
  expect(((await answer.json()) as { message: string }).message).toContain(reason)
  expect(await sql`select from private.digests where user_id = ${asha.id}`).toEqual([])
})

test('the link of a digest ends it, and nothing else, without a session', async () => {
  await choose(asha, { ...WANTED, mailed: ['follows'] })
  await reply(bala, await discussion(asha))
  await mailed()
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

describe('a process that is killed in the middle of its digests', () => {
  const MEMBERS = 12
  /** Connections to the mail server, each with one mail that it has taken and not confirmed. */
  const ON_THE_WAY = 2

  test('leaves the rest to the next one; only what the mail server had not confirmed comes again, with the same id', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-digests-'))
    const mailServer = await startMailServer()
    const start = () =>
      startServer({
        DATA_DIR: dataDir,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'post@example.com',
        AUTOCONFIRM: 'on',
      })
    const first = await start()
    const db = openDatabase(first)
    const within = await categoryIn(db)
    const writer = await enter(first, db)
    const members: Member[] = []
    for (let index = 0; index < MEMBERS; index += 1) {
      const member = await enter(first, db)
      await choose(member, WANTED, first)
      await reply(
        writer,
        await discussion(member, 'A question of somebody', db, within),
        '<p>An answer</p>',
        db,
      )
      members.push(member)
    }
    await notified(db)
    const exited = new Promise((resolve) => first.process.once('exit', resolve))
    mailServer.holds = true
    await db`update private.digests set next_at = now()`
    await expect.poll(mailServer.count, { timeout: 15_000 }).toBe(ON_THE_WAY)
    first.process.kill('SIGKILL')
    await exited
    await db.end({ timeout: 1 })
    mailServer.holds = false
    const second = await start()
    try {
      await Promise.all(members.map(({ email }) => mailServer.newest(email)))
      const again = openDatabase(second)
      await again`update private.digests set next_at = now()`
      await expect
        .poll(async () => {
          const [row] = await again<{ left: number }[]>`
            select (select count(*) from private.digests where next_at <= now())::int
              + (select count(*) from graphile_worker._private_jobs where payload ->> 'kind' = 'digest')::int as left`
          return row?.left
        })
        .toBe(0)
      await again.end()
      const sent = members.map(({ email }) =>
        mailServer.to(email).map(({ headers }) => headers['message-id']),
      )
      expect(sent.every((ids) => new Set(ids).size === 1)).toBe(true)
      expect(sent.flat()).toHaveLength(MEMBERS + ON_THE_WAY)
    } finally {
      await second.stop()
      await mailServer.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }, 60_000)
})
