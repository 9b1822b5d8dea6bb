// A member's data export: it holds all of their data, nothing of others', and only they can download it.
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember, openDatabase } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'
import { unzip } from '../support/unzip.ts'

type Member = { token: string; id: string; email: string }

let server: TestServer
let sql: postgres.Sql
let asha: Member
let bala: Member

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
  await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') on conflict do nothing`
  ;[asha, bala] = [await join(), await join()]
})

afterAll(async () => {
  await sql.end()
  await server.stop()
})

async function join(): Promise<Member> {
  const { access_token: token, user } = await newMember(server)
  return { token, id: user.id, email: user.email ?? '' }
}

const rest = (member: Member | null, path: string, init: RequestInit = {}) =>
  fetch(`${server.url}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: server.publishableKey,
      ...(member ? { authorization: `Bearer ${member.token}` } : {}),
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...init.headers,
    },
  })

const request = (member: Member | null, of = member) =>
  rest(member, 'data_exports', { method: 'POST', body: JSON.stringify({ user_id: of?.id }) })

const read = (member: Member | null, id: string) =>
  rest(member, `rpc/data_export_file?export=${id}`, { headers: { accept: 'application/octet-stream' } })

async function ready(member: Member): Promise<string> {
  const [asked] = (await (await request(member)).json()) as { id: string }[]
  const id = asked?.id ?? ''
  await expect
    .poll(async () => (await sql`select state from public.data_exports where id = ${id}`)[0]?.state, {
      timeout: 60_000,
      interval: 250,
    })
    .toBe('ready')
  return id
}

/** One row of every kind of data by a member, each with a mark. */
async function fill(member: Member, mark: string, replies: number): Promise<void> {
  const [thread] = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    select ${`Discussion of ${mark}`}, ${`<p>Text of ${mark}</p>`}, ${member.id}, id
    from public.forum_categories limit 1
    returning id`
  const id = thread?.id ?? ''
  await sql`
    insert into public.replies (thread_id, author_id, content)
    select ${id}, ${member.id}, ${`<p>Reply of ${mark} </p>`} || n from generate_series(1, ${replies}::integer) n`
  await sql`update public.threads set content = ${`<p>Another text of ${mark}</p>`} where id = ${id}`
  await sql`insert into public.reactions (user_id, thread_id) values (${member.id}, ${id})`
  await sql`insert into public.bookmarks (user_id, thread_id) values (${member.id}, ${id})`
  await sql`
    insert into public.reply_bookmarks (user_id, reply_id, note)
    select ${member.id}, id, ${`Note of ${mark}`} from public.replies where thread_id = ${id} limit 1`
  await sql`insert into public.thread_reads (user_id, thread_id, read_until) values (${member.id}, ${id}, now())`
  await sql`insert into public.watches (user_id, tag) values (${member.id}, 'ipo')`
  await sql`insert into public.mutes (user_id, word) values (${member.id}, 'multibagger')`
  await sql`insert into public.polls (thread_id, question, options) values (${id}, 'Which one?', '{This,That}')`
  await sql`insert into public.poll_votes (thread_id, user_id, choice) values (${id}, ${member.id}, 1)`
  const [message] = await sql<{ id: string }[]>`
    insert into public.chat_messages (message, username, is_anonymous) values (${`Secret of ${mark}`}, 'Owl', true)
    returning id`
  await sql`insert into private.chat_authors (message_id, user_id) values (${message?.id ?? ''}, ${member.id})`
  await sql`insert into public.chat_reactions (message_id, user_id, kind) values (${message?.id ?? ''}, ${member.id}, 'idea')`
  await sql`
    insert into public.newsletter_subscribers (email, state) values (${member.email.toUpperCase()}, 'confirmed')`
  await sql`
    insert into public.contact_messages (name, email, subject, message)
    values (${mark}, ${member.email}, 'general', ${`Letter of ${mark}`})`
}

test('holds all of the member’s data, in pages, as JSON and as HTML, and none of another’s', async () => {
  await fill(asha, 'ASHA<script>alert(1)</script>', 1_100)
  await fill(bala, 'BALA', 2)
  await sql`insert into public.follows (follower_id, followed_id) values (${asha.id}, ${bala.id})`
  await sql`
    insert into public.reports (reporter_id, profile_id, reason) values (${asha.id}, ${bala.id}, 'Sells tips')`
  const id = await ready(asha)
  const answer = await read(asha, id)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  expect(Object.keys(files).toSorted()).toEqual(['data.json', 'index.html'])
  const data = JSON.parse(files['data.json'] ?? '') as Record<string, Record<string, unknown>[]>
  const counts = Object.fromEntries(Object.entries(data).map(([section, rows]) => [section, rows.length]))
  expect(counts).toMatchObject({
    account: 1,
    ways_to_sign_in: 1,
    sessions: 1,
    profile: 1,
    discussions: 1,
    replies: 1_100,
    earlier_versions: 1,
    upvotes: 1,
    bookmarks: 1,
    bookmarked_replies: 1,
    followed_discussions: 1,
    read_discussions: 1,
    polls: 1,
    poll_votes: 1,
    followed_members: 1,
    first_steps: 1,
    watches: 1,
    mutes: 1,
    chat_messages: 1,
    chat_reactions: 1,
    reports: 1,
    newsletter: 1,
    contact_messages: 1,
    exports: 1,
  })
  expect(data.account).toMatchObject([{ id: asha.id, email: asha.email, has_password: true }])
  const whole = JSON.stringify(data)
  expect(whole).not.toContain('BALA')
  expect(whole).not.toMatch(/\$argon2|refresh_token|encrypted_password/)
  const page = files['index.html'] ?? ''
  expect(page).toContain('Reply of ASHA')
  expect(page).toContain("default-src 'none'")
  // Posts come as stored HTML, and everything else is escaped.
  expect(page.match(/Letter of ASHA<script/g)).toBeNull()
}, 90_000)

test('a notification says that it is ready, and a mail links to the page, without a key', async () => {
  const told =
    await sql`select kind from public.notifications where user_id = ${asha.id} and kind = 'export_ready'`
  expect(told).toHaveLength(1)
  await expect
    .poll(() => sql`select from public.data_exports where user_id = ${asha.id} and mailed_at is not null`, {
      timeout: 30_000,
      interval: 250,
    })
    .toHaveLength(1)
})

describe('is refused', () => {
  test('to a guest, for another member, and a second time in a day', async () => {
    expect((await request(null, asha)).status).toBe(401)
    expect((await request(bala, asha)).status).toBe(403)
    const again = await request(asha)
    expect([again.status, await again.json()]).toMatchObject([
      429,
      { message: 'You can ask for your data once a day.' },
    ])
  })

  test('to another member, and after a week', async () => {
    const [row] = await sql<{ id: string }[]>`select id from public.data_exports where user_id = ${asha.id}`
    const id = row?.id ?? ''
    expect((await read(null, id)).status).toBe(401)
    expect((await (await read(bala, id)).arrayBuffer()).byteLength).toBe(0)
    expect(await (await rest(bala, `data_exports?id=eq.${id}`)).json()).toEqual([])
    expect((await (await read(asha, id)).arrayBuffer()).byteLength).toBeGreaterThan(0)
    await sql`update public.data_exports set expires_at = now() where id = ${id}`
    expect((await (await read(asha, id)).arrayBuffer()).byteLength).toBe(0)
    await sql`select private.delete_old_data_exports()`
    expect(await sql`select from public.data_exports where id = ${id}`).toEqual([])
    expect(await sql`select from private.data_export_files where export_id = ${id}`).toEqual([])
  })

  test('for an account that was closed meanwhile, and nothing is kept', async () => {
    const ravi = await join()
    await ready(ravi)
    await sql`update auth.users set deleted_at = now() where id = ${ravi.id}`
    expect(await sql`select from public.data_exports where user_id = ${ravi.id}`).toEqual([])
  }, 90_000)
})

test('an export whose job crashes is retried, and abandoned after the third time', async () => {
  const meera = await join()
  await sql`
    insert into public.data_exports (user_id, tries, tried_at) values (${meera.id}, 3, now() - interval '16 minutes')`
  await sql`select private.take_data_export()`
  expect(await sql`select state from public.data_exports where user_id = ${meera.id}`).toEqual([
    { state: 'failed' },
  ])
})
