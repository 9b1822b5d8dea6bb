// A post that waits for a moderator, that is hidden, or that is deleted is on no surface of the site: by text, by count and by
// order. Every surface is read before the post exists, and again in each of these states: not a byte may differ. While the
// post is shown the surfaces differ, or the walk would see nothing.
//
// The tables and functions come from the catalogue: a new one is walked, or this test names what it does not know.

import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelClient, listening } from '../support/channels.ts'
import { newEmail, newMember, openDatabase } from '../support/identity.ts'
import { notified } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'

const MARK = 'zanzibar'
const LINKED = `<p>Read <a href="https://slow.example.org/notes">the ${MARK} notes</a>, @chitra and @asha</p>`

type Member = { id: string; token: string }
type Reader = Member | null

let server: TestServer
let sql: postgres.Sql
let asha: Member
let bala: Member
let chitra: Member
let admin: Member
let category: string
let base: string
let routes: { tables: string[]; functions: Callable[] }

type Callable = { name: string; args: string[]; row: string | null; guest: boolean; member: boolean }

beforeAll(async () => {
  server = await startServer()
  sql = openDatabase(server)
  ;[asha, bala, chitra, admin] = (await Promise.all(
    ['asha', 'bala', 'chitra', 'latha'].map(async (name) => {
      const { access_token: token, user } = await newMember(server, newEmail(name))
      await sql`update public.profiles set username = ${name}, created_at = now() - interval '90 days',
        joined_at = now() - interval '90 days', last_active = now() - interval '9 days' where id = ${user.id}`
      return { id: user.id as string, token: token as string }
    }),
  )) as [Member, Member, Member, Member]
  await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'admin')`
  const [row] = await sql`
    insert into public.forum_categories (name, slug, description) values ('IPOs', 'ipos', 'New issues') returning id`
  category = row?.id
  base = await written('threads', asha, { title: 'How is an anchor list read?', tags: '{anchor}' })
  for (const author of [bala, chitra]) await written('replies', author, { thread_id: base })
  await written('threads', bala, { title: 'When are shares allotted here?', tags: '{anchor}' })
  await sql`update public.threads set created_at = now() - interval '12 days', updated_at = now() - interval '12 days',
    last_activity = now() - interval '10 days'`
  await sql`update public.replies set created_at = now() - interval '10 days', updated_at = now() - interval '10 days'`
  await sql`select private.recount()`
  for (const member of [asha, chitra]) {
    await sql`insert into public.follows (follower_id, followed_id) values (${member.id}, ${bala.id})`
    await sql`insert into public.watches (user_id, category_id) values (${member.id}, ${category})`
    await sql`insert into public.thread_subscriptions (user_id, thread_id, last_read_at)
      values (${member.id}, ${base}, now() - interval '1 day') on conflict do nothing`
    await sql`insert into public.thread_reads (user_id, thread_id, read_until)
      select ${member.id}, t.id, now() - interval '1 day' from public.threads t on conflict do nothing`
    await sql`insert into public.visits (user_id, seen_at, previous_at)
      values (${member.id}, now() - interval '10 minutes', now() - interval '2 days')`
    await sql`insert into public.bookmarks (user_id, thread_id) values (${member.id}, ${base})`
    await sql`insert into public.notification_settings (user_id, mailed, digested, digest, digest_threads)
      values (${member.id}, '{replies,mentions,members}', '{}', 'daily', true)`
  }
  await notified(sql)
  await sql`delete from public.notifications`
  // The next post of this member is a newcomer's.
  await sql`update public.profiles set created_at = now() where id = ${bala.id}`
  routes = { tables: await tablesOf(), functions: await functionsOf() }
})

afterAll(async () => {
  await sql?.end()
  await server?.stop()
})

/** Writes a row as the service, with a text. */
async function written(table: 'threads' | 'replies', by: Member, more: Record<string, string>) {
  const row = { ...more, author_id: by.id, content: '<p>What is asked about here, in a few words.</p>' }
  const full = table === 'threads' ? { ...row, category_id: category } : row
  const [made] = await sql`insert into ${sql(`public.${table}`)} ${sql(full)} returning id`
  return made?.id as string
}

async function ask(path: string, reader: Reader, init: RequestInit = {}) {
  return fetch(server.url + path, {
    ...init,
    redirect: 'manual',
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      ...(reader ? { authorization: `Bearer ${reader.token}` } : {}),
      ...(init.headers as Record<string, string>),
    },
  })
}

async function post(table: string, by: Member, row: object): Promise<string> {
  const answer = await ask(`/rest/v1/${table}`, by, {
    method: 'POST',
    body: JSON.stringify({ ...row, author_id: by.id }),
    headers: { prefer: 'return=representation' },
  })
  const [made] = (await answer.json()) as { id: string; state: string }[]
  expect({ status: answer.status, state: made?.state }).toEqual({ status: 201, state: 'held' })
  return made?.id as string
}

async function call(name: string, args: object, by: Member) {
  const answer = await ask(`/rest/v1/rpc/${name}`, by, { method: 'POST', body: JSON.stringify(args) })
  expect(answer.status, await answer.text()).toBeLessThan(300)
}

const tablesOf = async () =>
  (
    await sql<{ name: string }[]>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and has_table_privilege('authenticated', c.oid, 'select') order by 1`
  ).map(({ name }) => name)

/** The functions that only read; `row`: the table whose row one is computed of. */
const functionsOf = () => sql<Callable[]>`
  select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as args,
    (
      select t.typrelid::regclass::text from pg_type t
      where t.oid = p.proargtypes[0] and t.typrelid <> 0 and p.pronargs = 1
    ) as row,
    has_function_privilege('anon', p.oid, 'execute') as guest, has_function_privilege('authenticated', p.oid, 'execute') as member
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'v' and p.prorettype <> 'trigger'::regtype
    and has_function_privilege('authenticated', p.oid, 'execute')
  order by 1, 2`

/** What a function is asked with, by the name of its argument. */
function given(name: string): unknown {
  const known: Record<string, unknown> = {
    ...{ thread: base, thread_id: base, only_thread: base, threads: [base], replies: [], only_replies: [] },
    ...{ category, category_id: category, only_category: category, category_slug: 'ipos' },
    ...{
      member: bala.id,
      author: bala.id,
      user_id: bala.id,
      username: 'bala',
      only_author: 'bala',
      prefix: 'ba',
    },
    ...{ query: MARK, text: MARK, words: MARK, title: `${MARK} again`, slug: MARK, typed: MARK, term: MARK },
    ...{ only_kind: 'all', in_category: null, by_author: null, typing: false, sort: 'relevance' },
    ...{ after: base, thread_ids: [base], export: base },
    ...{ tag: 'anchor', only_tag: 'anchor', tags: ['anchor'] },
    ...{
      time_frame: 'month',
      frame: 'month',
      max_rows: 50,
      skip: 0,
      since: '2020-01-01',
      before: null,
      until: null,
    },
  }
  return name in known ? known[name] : undefined
}

/** Those that change by themselves, or are about the asking member's own visits. */
const OWN_VISITS = ['site_counters', 'my_visit', 'me']

type Walk = Map<string, string>

async function walk(): Promise<Walk> {
  const seen: Walk = new Map()
  const unknown: string[] = []
  for (const [who, reader] of [
    ['guest', null],
    ['member', chitra],
  ] as const) {
    const note = async (what: string, path: string, init?: RequestInit) => {
      const answer = await ask(path, reader, init)
      seen.set(
        `${who} ${what}`,
        `${answer.status} ${answer.headers.get('content-range') ?? ''} ${await answer.text()}`,
      )
    }
    for (const table of routes.tables)
      await note(`table ${table}`, `/rest/v1/${table}?limit=500`, { headers: { prefer: 'count=exact' } })
    await note('threads in order', '/rest/v1/threads?select=id,title&order=last_activity.desc,id', {
      headers: { prefer: 'count=exact' },
    })
    await note('replies in order', `/rest/v1/replies?select=id&thread_id=eq.${base}&order=created_at,id`, {
      headers: { prefer: 'count=exact' },
    })
    for (const { name, args, row, guest } of routes.functions) {
      if ((who === 'guest' && !guest) || OWN_VISITS.includes(name)) continue
      if (row !== null) {
        const key = row === 'profiles' || row === 'threads' || row === 'replies' ? 'id' : null
        await note(`${name} of ${row}`, `/rest/v1/${row}?select=${key ? `${key},` : ''}${name}&limit=500`)
        continue
      }
      unknown.push(...args.filter((arg) => given(arg) === undefined).map((arg) => `${name}(${arg})`))
      const body = Object.fromEntries(args.map((arg) => [arg, given(arg)]))
      await note(`function ${name}(${args})`, `/rest/v1/rpc/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
    }
  }
  expect([...new Set(unknown)], 'arguments without a value in given()').toEqual([])
  const thread = `/forums/ipos/how-is-an-anchor-list-read-${base.slice(0, 8)}`
  const paths = [
    ...[
      '/',
      '/forums',
      '/forums/ipos',
      '/forums/ipos?show=top',
      thread,
      `${thread}?order=best`,
      '/latest',
      '/trending',
    ],
    ...[
      '/tags',
      '/tags/anchor',
      '/experts',
      '/experts/bala',
      '/experts/bala?tab=replies',
      `/search?q=${MARK}`,
    ],
    ...['/hi', '/hi/forums/ipos', `/hi${thread}`, '/hi/latest'],
    ...[
      '/feed.xml',
      '/latest/feed.json',
      '/forums/ipos/feed.xml',
      `${thread}/feed.json`,
      '/tags/anchor/feed.xml',
    ],
    ...['/experts/bala/feed.xml', '/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/news.xml'],
    ...['/sitemaps/threads-1-1.xml', '/sitemaps/members-1-1.xml'],
  ]
  for (const path of paths) {
    const answer = await ask(path, null)
    const html = await answer.text()
    seen.set(`page ${path}`, `${answer.status} ${stable(html)}`)
    const [, picture] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    if (!picture) continue
    const drawn = await fetch(picture.replace(/^https?:\/\/[^/]+/, server.url))
    seen.set(`picture ${path}`, Buffer.from(await drawn.arrayBuffer()).toString('base64'))
  }
  for (const { section } of await sql<{ section: string }[]>`
    select substr(p.proname, 15) as section from pg_proc p
    where p.pronamespace = 'private'::regnamespace and starts_with(p.proname, 'export_member_') order by 1`) {
    const rows =
      await sql`select to_jsonb(e) as row from private.personal_data(${chitra.id}, ${section}, 0) e`
    // When the member was here is the member's own doing.
    if (section !== 'visits' && section !== 'sessions' && section !== 'account')
      seen.set(`export ${section}`, JSON.stringify(rows))
  }
  const [waiting] = await sql`
    select (select count(*) from private.notification_mails)::int as mails, (select count(*) from private.notification_pushes)::int as pushes,
      (select count(*) from private.thread_outbox)::int as threads, (select count(*) from private.reply_outbox)::int as replies`
  seen.set('what is on its way to devices and mailboxes', JSON.stringify(waiting))
  return seen
}

/** Without what is another in each answer. */
function stable(html: string): string {
  return html
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/(?<=renderedAt\\?",)\d+|(?<=<lastBuildDate>)[^<]*/g, '')
}

/** @param inAnyOrder of answers without an order of their own: an update moves a row, as it would for any reason */
function differences(a: Walk, b: Walk, inAnyOrder = false): string[] {
  const said = (bytes = '') => (inAnyOrder ? inOrder(bytes) : bytes)
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (what) => a.get(what) !== b.get(what) && (/ order/.test(what) || said(a.get(what)) !== said(b.get(what))),
  )
}

/** A list of rows, sorted; anything else as it is. */
function inOrder(bytes: string): string {
  const [, head = '', rows] = /^(\d+ \S* )(\[[\s\S]*)$/.exec(bytes) ?? []
  if (!rows) return bytes
  return (
    head +
    (JSON.parse(rows) as unknown[])
      .map((row) => JSON.stringify(row))
      .sort()
      .join()
  )
}

/** After the jobs that tell, and what was cached. */
async function settled(): Promise<void> {
  await notified(sql)
  await expect
    .poll(
      async () =>
        (await sql`select from private.thread_outbox union all select from private.reply_outbox`).length,
      {
        timeout: 10_000,
      },
    )
    .toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
}

test('is nowhere while it is held, hidden or deleted, and everywhere while it is shown', {
  timeout: 240_000,
}, async () => {
  const heard: string[] = []
  const channels = [channelClient(server), channelClient(server, { token: chitra.token })]
  for (const [index, client] of channels.entries()) {
    const channel = client.channel(`walk-${index}`)
    for (const table of ['threads', 'replies'])
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change: object) =>
        heard.push(`${index} ${JSON.stringify(change)}`),
      )
    await listening(channel)
  }
  const told = (id: string) => heard.filter((one) => one.includes(id)).length

  await walk() // fills caches
  const before = await walk()
  const missing = [...before].filter(([what, bytes]) => what.startsWith('page ') && !bytes.startsWith('200'))
  expect(missing.map(([what, bytes]) => `${what}: ${bytes.slice(0, 4)}`)).toEqual([])
  expect(differences(before, await walk()), 'what changes by itself').toEqual([])

  const reply = await post('replies', bala, { content: LINKED, thread_id: base })
  const thread = await post('threads', bala, {
    ...{
      title: `The ${MARK} question of today`,
      content: LINKED,
      category_id: category,
      tags: ['anchor', MARK],
    },
  })
  await settled()
  expect(differences(before, await walk()), 'held').toEqual([])
  expect([told(reply), told(thread)]).toEqual([0, 0])
  for (const address of [`/thread/${thread}`, `/forums/ipos/x-${thread.slice(0, 8)}`])
    expect((await ask(address, null)).status, address).toBe(404)

  await call('decide_held_post', { reply, decision: 'publish' }, admin)
  await call('decide_held_post', { thread, decision: 'publish' }, admin)
  await settled()
  const shown = differences(before, await walk())
  for (const surface of [
    ...['guest table threads', 'guest table replies', 'guest table tags', 'member table notifications'],
    ...['guest threads in order', 'guest replies in order', 'guest post_count of profiles'],
    ...[
      'page /',
      'page /forums',
      'page /forums/ipos',
      'page /latest',
      'page /tags/anchor',
      `page /search?q=${MARK}`,
    ],
    ...[
      'page /feed.xml',
      'page /forums/ipos/feed.xml',
      'page /experts/bala/feed.xml',
      'page /sitemaps/news.xml',
    ],
    ...['page /sitemaps/threads-1-1.xml', 'page /experts/bala', 'page /hi/latest', 'export notifications'],
  ])
    expect(shown, `${surface} shows what is published`).toContain(surface)
  await expect.poll(() => [told(reply) > 0, told(thread) > 0], { timeout: 10_000 }).toEqual([true, true])

  for (const [table, id] of [
    ['replies', reply],
    ['threads', thread],
  ] as const)
    await ask(`/rest/v1/${table}?id=eq.${id}`, admin, { method: 'PATCH', body: '{"is_hidden":true}' })
  await settled()
  const hidden = await walk()
  expect(
    differences(before, hidden, true).filter((what) => !OWN_HISTORY.includes(what)),
    'hidden',
  ).toEqual([])
  for (const [what, bytes] of hidden) if (!what.includes(MARK)) expect(bytes, what).not.toContain(MARK)

  for (const [table, id] of [
    ['replies', reply],
    ['threads', thread],
  ] as const)
    await ask(`/rest/v1/${table}?id=eq.${id}`, admin, { method: 'DELETE' })
  await settled()
  const deleted = await walk()
  expect(
    differences(before, deleted, true).filter((what) => !OWN_HISTORY.includes(what)),
    'deleted',
  ).toEqual([])
  for (const [what, bytes] of deleted) if (!what.includes(MARK)) expect(bytes, what).not.toContain(MARK)
  await Promise.all(channels.map((client) => client.realtime.disconnect()))
})

/**
 * What a member was told while the post was shown stays in the member's own export, as a row without a word of it; and mails
 * that were on their way are dropped when they are written.
 */
const OWN_HISTORY = ['export notifications', 'what is on its way to devices and mailboxes']
