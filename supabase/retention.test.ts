// Every promise of /privacy, "How long we keep it", by two rows: one just old enough to be deleted, and one just too
// new.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await startDatabase()
  sql = database.sql
  await sql`select private.configure(null, false)`
  await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos')`
})

afterAll(() => database.stop())

beforeEach(async () => {
  // A profile outlives its account.
  await sql`truncate auth.users, public.profiles cascade`
})

/** Calls the job's function as the job does. @returns the number of deleted rows that it reports */
async function forget(routine: string): Promise<number> {
  const [row] = await sql.begin(async (transaction) => {
    await transaction`set local role service_role`
    return transaction.unsafe<{ gone: number }[]>(`select private.${routine}()::int as gone`)
  })
  return row?.gone ?? -1
}

async function join(name: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
    values (${`${name}@example.com`}, now(), ${sql.json({ username: name })}) returning id`
  return row?.id as string
}

async function write(author: string, title: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    select ${title}, '<p>What does the anchor list tell?</p>', ${author}, id from public.forum_categories
    returning id`
  return row?.id as string
}

/** Closes an account as identity does. */
const close = (id: string, ago: string) => sql`
  update auth.users set deleted_at = now() - ${ago}::interval, email = ${`${id}@deleted.invalid`} where id = ${id}`

test('chat messages: 12 hours, and who wrote an anonymous one goes with it', async () => {
  const asha = await join('asha')
  await sql`
    insert into public.chat_messages (message, username, is_anonymous, created_at) values
      ('old', 'Night owl', true, now() - interval '12 hours 1 minute'),
      ('young', 'Night owl', true, now() - interval '11 hours 59 minutes')`
  await sql`insert into private.chat_authors (message_id, user_id) select id, ${asha} from public.chat_messages`
  expect(await forget('delete_expired_chat')).toBe(1)
  const left = await sql`
    select m.message from private.chat_authors a join public.chat_messages m on m.id = a.message_id`
  expect(left).toEqual([{ message: 'young' }])
  expect(await sql`select count(*)::int from private.chat_authors`).toEqual([{ count: 1 }])
})

test('view hashes: 30 minutes', async () => {
  const thread = await write(await join('asha'), 'How to read an anchor list')
  await sql`delete from private.thread_views`
  await sql`
    insert into private.thread_views (thread_id, visitor, seen_at) values
      (${thread}, 1, now() - interval '31 minutes'), (${thread}, 2, now() - interval '29 minutes')`
  expect(await forget('flush_thread_views'), 'nothing to add up').toBe(0)
  expect(await sql`select visitor from private.thread_views`).toEqual([{ visitor: '2' }])
})

test('notifications: 180 days', async () => {
  const [asha, bala] = [await join('asha'), await join('bala')]
  const thread = await write(asha, 'How to read an anchor list')
  for (const days of [181, 179]) {
    await sql`
      insert into public.replies (content, thread_id, author_id) values (${`<p>${days} days</p>`}, ${thread}, ${bala})`
    expect(await forget('notify_of_replies')).toBe(1)
    await sql`
      update public.notifications set created_at = now() - make_interval(days => ${days})
      where created_at > now() - interval '1 minute'`
  }
  expect(await forget('prune_notifications')).toBe(1)
  expect(
    await sql`select extract(day from now() - created_at)::int as days from public.notifications`,
  ).toEqual([{ days: 179 }])
})

test('contact messages: 30 days after they were dealt with, and no longer than a year', async () => {
  await sql`
    insert into public.contact_messages (name, email, subject, message, created_at, answered_at)
    select 'Asha', 'asha@example.com', 'general', message, now() - created, now() - answered
    from (values
      ('open for a year', interval '366 days', null::interval),
      ('still open', interval '364 days', null),
      ('answered long ago', interval '40 days', interval '31 days'),
      ('answered lately', interval '40 days', interval '29 days')
    ) as m (message, created, answered)`
  expect(await forget('delete_old_contact_messages')).toBe(2)
  const left = await sql`select message from public.contact_messages order by message`
  expect(left.map(({ message }) => message)).toEqual(['answered lately', 'still open'])
})

test('newsletter addresses: 30 days after they left, or did not confirm', async () => {
  const addresses = [
    ['left-long-ago', 'unsubscribed', 400, 31],
    ['left-lately', 'unsubscribed', 400, 29],
    ['never-confirmed', 'pending', 31, null],
    ['may-confirm-yet', 'pending', 29, null],
    ['reads-it', 'confirmed', 400, null],
  ] as const
  for (const [name, state, mailed, left] of addresses) {
    await sql`
      with made as (
        insert into public.newsletter_subscribers (email, state, created_at, unsubscribed_at)
        values (${`${name}@example.com`}, ${state}, now() - interval '400 days', now() - make_interval(days => ${left}))
        returning id
      )
      insert into private.newsletter_tokens (subscriber_id, token, mailed_at)
      select id, ${name}, now() - make_interval(days => ${mailed}) from made`
  }
  expect(await forget('delete_old_newsletter_addresses')).toBe(2)
  const kept = await sql`select token from private.newsletter_tokens order by token`
  expect(kept.map(({ token }) => token)).toEqual(['left-lately', 'may-confirm-yet', 'reads-it'])
})

test('reports and what they quote: a year after they were decided, and never before', async () => {
  const [asha, bala] = [await join('asha'), await join('bala')]
  const ages = { 'decided long ago': 366, 'decided lately': 364, 'not decided': null }
  for (const [reason, days] of Object.entries(ages)) {
    const thread = await write(bala, reason)
    await sql`insert into public.reports (reporter_id, thread_id, reason) values (${asha}, ${thread}, ${reason})`
    await sql`update public.reports set created_at = now() - interval '500 days' where reason = ${reason}`
    if (days === null) continue
    await sql`update public.reports set state = 'dismissed' where reason = ${reason}`
    await sql`update public.reports set resolved_at = now() - make_interval(days => ${days}) where reason = ${reason}`
  }
  expect(await forget('delete_old_reports')).toBe(1)
  const left = await sql`select reason from public.reports order by reason`
  expect(left.map(({ reason }) => reason)).toEqual(['decided lately', 'not decided'])
})

test('what was read: a year after the member last read on', async () => {
  const [asha, bala] = [await join('asha'), await join('bala')]
  for (const [title, days] of Object.entries({ 'read long ago': 367, 'read lately': 363 })) {
    const thread = await write(bala, title)
    await sql`insert into public.thread_reads (user_id, thread_id, read_until) values (${asha}, ${thread}, now())`
    await sql`
      update public.thread_reads set read_at = now() - make_interval(days => ${days}) where thread_id = ${thread}`
  }
  expect(await forget('delete_old_thread_reads')).toBe(1)
  expect(
    await sql`select t.title from public.thread_reads s join public.threads t on t.id = s.thread_id`,
  ).toEqual([{ title: 'read lately' }])
})

test('refusals of mail: a year', async () => {
  const [asha, bala] = [await join('asha'), await join('bala')]
  await sql`
    insert into public.mail_refusals (user_id, address, kind, is_paused, refused_at)
    values (${asha}, 'asha@example.com', 'hard', true, now() - interval '367 days'),
      (${bala}, 'bala@example.com', 'hard', true, now() - interval '363 days')`
  expect(await forget('delete_old_mail_refusals')).toBe(1)
  expect(await sql`select address from public.mail_refusals`).toEqual([{ address: 'bala@example.com' }])
})

test('what was pushed: an hour; what waits stays, and a device until its account is closed', async () => {
  const [asha, bala] = [await join('asha'), await join('bala')]
  await sql`
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
    select p.id, 'https://fcm.googleapis.com/fcm/send/' || p.id, 'BA' || repeat('A', 85), repeat('A', 22)
    from public.profiles p`
  await sql`update public.site_settings set web_push = true`
  await sql`
    insert into public.notifications (user_id, kind, detail)
    values (${asha}, 'level_changed', 'old'), (${asha}, 'level_changed', 'young'), (${asha}, 'level_changed', 'waits')`
  const set = (detail: string, ago: string) => sql`
    update private.notification_pushes p set sent_at = now() - ${ago}::interval
    from public.notifications n where n.id = p.notification_id and n.detail = ${detail}`
  await set('old', '61 minutes')
  await set('young', '59 minutes')
  await sql`update private.notification_pushes set due_at = now() - interval '2 hours' where sent_at is null`
  expect(await forget('delete_sent_pushes')).toBe(1)
  const left = await sql`
    select n.detail from private.notification_pushes p join public.notifications n on n.id = p.notification_id
    order by n.detail`
  expect(left).toEqual([{ detail: 'waits' }, { detail: 'young' }])
  await close(asha, '1 minute')
  expect(await sql`select user_id from public.push_subscriptions`).toEqual([{ user_id: bala }])
  expect(await sql`select from private.notification_pushes`).toHaveLength(0)
})

test('a closed account: what it was registered with is kept for 180 days, and then erased', async () => {
  const [asha, bala] = [await join('asha'), await join('bala')]
  await write(asha, 'By somebody long gone')
  await close(asha, '180 days 1 minute')
  await close(bala, '179 days')
  expect(await sql`select email, username from private.closed_accounts order by email`).toEqual([
    { email: 'asha@example.com', username: 'asha' },
    { email: 'bala@example.com', username: 'bala' },
  ])
  expect(await forget('erase_closed_accounts')).toBe(1)
  expect(await sql`select id from auth.users`).toEqual([{ id: bala }])
  expect(await sql`select email from private.closed_accounts`).toEqual([{ email: 'bala@example.com' }])
  // The posts are anonymous since the account was closed, and stay.
  expect(await sql`select title from public.threads`).toEqual([{ title: 'By somebody long gone' }])
})

test('an account that is opened again is kept', async () => {
  const asha = await join('asha')
  await close(asha, '200 days')
  await sql`update auth.users set deleted_at = null where id = ${asha}`
  expect(await forget('erase_closed_accounts')).toBe(0)
  expect(await sql`select user_id from private.closed_accounts`).toEqual([])
  expect(await sql`select id from auth.users`).toEqual([{ id: asha }])
})

test('only the service can call these functions', async () => {
  for (const role of ['anon', 'authenticated']) {
    const call = sql.begin(async (transaction) => {
      await transaction.unsafe(`set local role ${role}`)
      return transaction`select private.erase_closed_accounts()`
    })
    await expect(call).rejects.toMatchObject({ code: '42501' })
  }
})

test('counters of writes: until their window is over', async () => {
  await sql`
    insert into private.write_counts (kind, who, since, amount) values
      ('report', '203.0.113.9', now() - interval '61 minutes', 5),
      ('report', '203.0.113.10', now() - interval '59 minutes', 5)`
  expect(await forget('delete_old_write_counts')).toBe(1)
  expect(await sql`select who from private.write_counts`).toMatchObject([{ who: '203.0.113.10' }])
})
