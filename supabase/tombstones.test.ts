// What remains of a closed account: a profile without a name, and the posts that others can still read under it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import {
  EXHAUSTIVE,
  startDatabase,
  type TestDatabase,
  withoutSlowStatements,
} from '../tests/support/database.ts'

/** Posts of an account that is erased (`npm run faults -- exhaustive`: as many as one may have). */
const MANY = EXHAUSTIVE ? 5_000 : 1_000

let database: TestDatabase
let sql: Sql
let asha: string
let bala: string

beforeAll(async () => {
  database = await startDatabase()
  sql = database.sql
  await sql`select private.configure(null, false)`
  await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos')`
})

afterAll(() => database.stop())

beforeEach(async () => {
  await sql`truncate auth.users, public.profiles cascade`
  await sql`select private.recount()`
  ;[asha, bala] = [await join('asha'), await join('bala')]
  await sql`
    update public.profiles set full_name = 'Asha Rao', bio = 'Reads prospectuses', avatar_url = '/a.webp',
      user_level = 'Expert'
    where id = ${asha}`
})

async function join(name: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
    values (${`${name}@example.com`}, now(), ${sql.json({ username: name })}) returning id`
  return row?.id as string
}

async function start(author: string, title = 'How to read an anchor list'): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    select ${title}, '<p>What does the anchor list tell?</p>', ${author}, id from public.forum_categories returning id`
  return row?.id as string
}

const reply = (thread: string, author: string, number = 1) => sql`
  insert into public.replies (thread_id, author_id, content)
  select ${thread}, ${author}, '<p>Reply ' || n || '</p>' from generate_series(1, ${number}::integer) n`

const edit = (writer: string, thread: string, content: string) =>
  sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: writer })}, true)`
    await transaction`update public.threads set content = ${content} where id = ${thread}`
  })

/** Closes an account as identity does. */
const close = (id: string, erase = false) =>
  sql.begin(async (transaction) => {
    await transaction`select set_config('account.erase_posts', ${String(erase)}, true)`
    await transaction`update auth.users set deleted_at = now(), email = ${`${id}@deleted.invalid`} where id = ${id}`
  })

/** Calls the job's function once, as the job does and under its time limit. @returns how many rows it deleted */
async function erasePiece(): Promise<number> {
  const [row] = await sql.begin(async (transaction) => {
    await transaction`select set_config('role', 'service_role', true), set_config('statement_timeout', '8000', true)`
    return transaction<{ gone: number }[]>`select private.erase_accounts()::int as gone`
  })
  return row?.gone ?? -1
}

async function eraseAll(): Promise<void> {
  while ((await erasePiece()) > 0);
}

const corrections = () => sql`select counted, corrected from private.recount() where corrected > 0`
const profile = (id: string) => sql`
  select username, full_name, bio, avatar_url, user_level, is_deleted from public.profiles where id = ${id}`
const TOMBSTONE = {
  username: expect.stringMatching(/^deleted-[0-9a-f]{12}$/),
  full_name: null,
  bio: null,
  avatar_url: null,
  user_level: 'Regular',
  is_deleted: true,
}

test.each([
  ['closed', () => close(asha)],
  ['erased at once', () => sql`delete from auth.users where id = ${asha}`],
])('an account that is %s is nameless in that moment, and what it wrote stays', async (_how, end) => {
  const thread = await start(asha)
  await reply(thread, bala, 3)
  await reply(await start(bala), asha)
  await end()
  expect(await profile(asha)).toEqual([TOMBSTONE])
  await eraseAll()
  expect(await profile(asha)).toEqual([TOMBSTONE])
  expect(await sql`select count(*)::int as n from public.threads`).toEqual([{ n: 2 }])
  expect(await sql`select count(*)::int as n from public.replies`).toEqual([{ n: 4 }])
  expect(await corrections()).toEqual([])
})

test('the private rows are deleted in the background: chat, bookmarks, follows, notifications, avatars', async () => {
  const thread = await start(bala)
  const own = await start(asha)
  await reply(own, bala)
  await sql`insert into public.bookmarks (user_id, thread_id) values (${asha}, ${thread})`
  await sql`insert into public.reply_bookmarks (user_id, reply_id) select ${asha}, id from public.replies`
  await sql`insert into public.mutes (user_id, word) values (${asha}, 'multibagger')`
  await sql`insert into public.mutes (user_id, member_id) select id, ${asha} from public.profiles where id <> ${asha}`
  await sql`insert into public.watches (user_id, tag) values (${asha}, 'ipo')`
  await sql`insert into public.thread_reads (user_id, thread_id, read_until) values (${asha}, ${thread}, now())`
  await sql`insert into public.polls (thread_id, question, options) values (${thread}, 'Which one?', '{This,That}')`
  await sql`insert into public.poll_votes (thread_id, user_id, choice) values (${thread}, ${asha}, 1)`
  await sql`insert into public.follows (follower_id, followed_id) values (${asha}, ${bala}), (${bala}, ${asha})`
  await sql`insert into public.notification_settings (user_id) values (${asha})`
  await sql`insert into public.user_roles (user_id, role) values (${asha}, 'admin')`
  await sql`insert into public.expert_profiles (user_id, speciality) values (${asha}, 'IPOs')`
  await sql`insert into public.newsletter_subscribers (email, state) values ('Asha@example.com', 'confirmed')`
  await sql`insert into storage.objects (bucket_id, name, owner_id) values ('avatars', ${`${asha}/me.webp`}, ${asha})`
  await sql`
    insert into public.chat_messages (message, username, user_id)
    select 'Line ' || n, 'asha', ${asha} from generate_series(1, 250) n`
  const secret = await sql<{ id: string }[]>`
    insert into public.chat_messages (message, username, is_anonymous) values ('Anonymous', 'Owl', true) returning id`
  await sql`insert into private.chat_authors (message_id, user_id) values (${secret[0]?.id ?? ''}, ${asha})`
  await close(asha)
  await eraseAll()
  const left = await sql`
    select
      (select count(*) from public.bookmarks)::int as bookmarks,
      (select count(*) from public.reply_bookmarks)::int as bookmarked_replies,
      (select count(*) from public.watches)::int as watches,
      (select count(*) from public.mutes)::int as mutes,
      (select count(*) from public.thread_reads)::int as reads,
      (select sum(p.votes[1]) from public.polls p)::int as votes,
      (select count(*) from public.follows)::int as follows,
      (select count(*) from public.notifications where user_id = ${asha})::int as notifications,
      (select count(*) from public.notification_settings)::int as settings,
      (select count(*) from public.first_runs where user_id = ${asha})::int as first_runs,
      (select count(*) from public.thread_subscriptions where user_id = ${asha})::int as subscriptions,
      (select count(*) from public.user_roles)::int as roles,
      (select count(*) from public.expert_profiles)::int as experts,
      (select count(*) from public.newsletter_subscribers)::int as subscribers,
      (select count(*) from public.chat_messages)::int as chat,
      (select count(*) from storage.objects)::int as files,
      (select count(*) from private.account_erasures)::int as waiting`
  expect(left).toEqual([
    {
      bookmarks: 0,
      bookmarked_replies: 0,
      watches: 0,
      mutes: 0,
      reads: 0,
      votes: 0,
      follows: 0,
      notifications: 0,
      settings: 0,
      first_runs: 0,
      subscriptions: 0,
      roles: 0,
      experts: 0,
      subscribers: 0,
      chat: 0,
      files: 0,
      waiting: 0,
    },
  ])
})

test('an account without visible posts leaves no profile', async () => {
  await close(asha)
  expect(await sql`select members::int from private.member_count`).toEqual([{ members: 1 }])
  await eraseAll()
  expect(await profile(asha)).toEqual([])
  expect(await sql`select members::int from private.member_count`).toEqual([{ members: 1 }])
  expect(await corrections()).toEqual([])
})

test('a ban outlasts the account, and reports keep their copies', async () => {
  const thread = await start(asha)
  await sql`insert into public.reports (reporter_id, thread_id, reason) values (${bala}, ${thread}, 'A pump')`
  await sql`update public.profiles set user_level = 'Banned' where id = ${asha}`
  await close(asha, true)
  await eraseAll()
  expect(await profile(asha)).toEqual([{ ...TOMBSTONE, user_level: 'Banned' }])
  expect(await sql`select reason, target_author_id from public.reports`).toEqual([
    { reason: 'A pump', target_author_id: asha },
  ])
})

test('a member’s edits of the wikis of others stay, without the name, and own wikis go with the posts', async () => {
  const [own, others] = [await start(asha), await start(bala)]
  await sql`insert into public.wiki_posts (thread_id) values (${own}), (${others})`
  await edit(asha, others, '<p>As asha wrote it</p>')
  await edit(bala, own, '<p>As bala wrote it</p>')
  await close(asha, true)
  await eraseAll()
  expect(await profile(asha)).toEqual([TOMBSTONE])
  expect(await sql`select thread_id, edited_by from public.wiki_posts`).toEqual([
    { thread_id: others, edited_by: asha },
  ])
  expect(await sql`select thread_id, editor_id from public.post_revisions`).toEqual([
    { thread_id: others, editor_id: asha },
  ])
  expect(await sql`select content from public.threads where id = ${others}`).toEqual([
    { content: '<p>As asha wrote it</p>' },
  ])
})

test('a wiki outlives its author’s account, and nobody is told of its edits any more', async () => {
  const thread = await start(asha)
  await sql`insert into public.wiki_posts (thread_id) values (${thread})`
  await close(asha)
  await edit(bala, thread, '<p>Kept up to date</p>')
  expect(await sql`select edited_by from public.wiki_posts`).toEqual([{ edited_by: bala }])
  expect(await sql`select kind from public.notifications where kind = 'wiki_edited'`).toEqual([])
})

test('no member can take the name of a deleted one, in any case', async () => {
  await expect(
    sql`update public.profiles set username = 'Deleted-0123456789AB' where id = ${bala}`,
  ).rejects.toMatchObject({ constraint_name: 'profiles_deleted_username' })
})

test('a deleted member is found by no search', async () => {
  await start(asha)
  await close(asha)
  expect(await sql`select from private.find_members('deleted', 10)`).toEqual([])
  expect(await sql`select from private.find_members('asha', 10)`).toEqual([])
  expect(await sql`select from private.find_members('bala', 10)`).toHaveLength(1)
})

test('no posts are deleted with a profile', async () => {
  await start(asha)
  await expect(sql`delete from public.profiles where id = ${asha}`).rejects.toMatchObject({ code: '23503' })
})

test('an account with many posts is erased in batches, none longer than a second, and no other account’s posts', async () => {
  const own = await start(asha, 'A discussion that others answered')
  const alone = await start(asha, 'A discussion that nobody answered')
  const foreign = await start(bala, 'Somebody else’s discussion')
  await reply(own, bala, 3)
  await reply(own, asha, MANY * 0.3)
  await reply(alone, asha, MANY * 0.3)
  await reply(foreign, asha, MANY * 0.4)
  await close(asha, true)
  // The next account in the queue does not have to wait for it.
  const meera = await join('meera')
  await close(meera)
  let pieces = 0
  await withoutSlowStatements(sql, async () => {
    for (let gone = await erasePiece(); gone > 0; gone = await erasePiece()) {
      pieces += 1
      expect(gone).toBeLessThanOrEqual(100)
    }
  })
  expect(pieces).toBeGreaterThanOrEqual(MANY / 100)
  expect(await sql`select title, is_deleted, reply_count from public.threads order by title`).toEqual([
    { title: 'A discussion that others answered', is_deleted: true, reply_count: 3 },
    { title: 'Somebody else’s discussion', is_deleted: false, reply_count: 0 },
  ])
  expect(await sql`select distinct author_id from public.replies`).toEqual([{ author_id: bala }])
  expect(await profile(meera)).toEqual([])
  expect(await corrections()).toEqual([])
}, 120_000)

test('an account that cannot be erased does not delay the next ones', async () => {
  await start(asha)
  await sql.unsafe(`
    create function private.break_erasing() returns trigger language plpgsql as $$
      begin raise exception 'broken on purpose'; end $$;
    create trigger break_erasing before delete on public.threads
      for each row execute function private.break_erasing()`)
  try {
    await close(asha, true)
    const [meera, ravi] = [await join('meera'), await join('ravi')]
    await close(meera)
    await close(ravi)
    while ((await erasePiece()) > 0);
    expect(await sql`select user_id from private.account_erasures`).toEqual([{ user_id: asha }])
  } finally {
    await sql`drop function private.break_erasing() cascade`
  }
})
