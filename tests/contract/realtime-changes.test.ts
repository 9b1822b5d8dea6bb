// postgres_changes with the official client: each change reaches the subscribers who may read the row, with the columns
// that they may read.

import type { RealtimeChannel } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, channelClient, joined, listening } from '../support/channels.ts'
import { newMember, openDatabase } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

type Change = {
  eventType: string
  schema: string
  table: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: unknown
  commit_timestamp: string
}
type Person = { id: string; token: string }

let server: TestServer
let sql: postgres.Sql
let asha: Person
let bala: Person
let admin: Person
let category: string
const clients: Client[] = []

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
  const person = async () => {
    const { access_token, user } = await newMember(server)
    return { token: access_token as string, id: user.id as string }
  }
  asha = await person()
  bala = await person()
  admin = await person()
  await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'admin')`
  const [row] =
    await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') returning id`
  category = row?.id
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})
afterAll(async () => {
  await sql.end()
  await server.stop()
})

async function channelOf(person: Person | null, key?: string): Promise<RealtimeChannel> {
  const client = channelClient(server, {
    ...(person ? { token: person.token } : {}),
    ...(key ? { key } : {}),
  })
  clients.push(client)
  if (person) await client.realtime.setAuth()
  return client.channel('changes')
}

type Wish = {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  table?: string
  filter?: string
  select?: string[]
}

async function listen(person: Person | null, wish: Wish, key?: string): Promise<Change[]> {
  const [changes = []] = await listenOnOneChannel(person, [wish], key)
  return changes
}

/** Several bindings of one channel. Messages of one channel arrive in order, whichever binding they are for. */
async function listenOnOneChannel(person: Person | null, wishes: Wish[], key?: string): Promise<Change[][]> {
  const channel = await channelOf(person, key)
  const heard = wishes.map(({ event = '*', ...rest }) => {
    const changes: Change[] = []
    channel.on('postgres_changes', { event: event as '*', schema: 'public', ...rest }, (change) =>
      changes.push(change as unknown as Change),
    )
    return changes
  })
  expect(await listening(channel)).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' })
  return heard
}

async function thread(author: Person, title: string): Promise<string> {
  const [row] = await sql`
    insert into public.threads (title, content, category_id, author_id)
    values (${title}, '<p>Words that are long enough.</p>', ${category}, ${author.id}) returning id`
  return row?.id
}

async function reply(author: Person, threadId: string, content = '<p>Quite so.</p>'): Promise<string> {
  const [row] = await sql`
    insert into public.replies (thread_id, author_id, content) values (${threadId}, ${author.id}, ${content})
    returning id`
  return row?.id
}

describe('a change of a row', () => {
  test('is sent with the row, its columns and the event', async () => {
    const changes = await listen(null, { table: 'threads' })
    const id = await thread(asha, 'Grey market premiums')
    await expect.poll(() => changes.length).toBe(1)
    expect(changes[0]).toMatchObject({
      eventType: 'INSERT',
      schema: 'public',
      table: 'threads',
      errors: null,
    })
    expect(changes[0]?.new).toMatchObject({ id, title: 'Grey market premiums', reply_count: 0, tags: [] })
    expect(changes[0]?.old).toEqual({})
    expect(Date.parse(changes[0]?.commit_timestamp ?? '')).toBeCloseTo(Date.now(), -5)
    await sql`update public.threads set title = 'Grey market premium, explained' where id = ${id}`
    await expect.poll(() => changes.length).toBe(2)
    expect(changes[1]).toMatchObject({ eventType: 'UPDATE', old: { id } })
    expect(changes[1]?.new).toMatchObject({ id, title: 'Grey market premium, explained' })
    await sql`delete from public.threads where id = ${id}`
    await expect.poll(() => changes.length).toBe(3)
    expect(changes[2]).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } })
  })

  test('reaches only the bindings of its event', async () => {
    const inserts = await listen(null, { event: 'INSERT', table: 'replies' })
    const updates = await listen(null, { event: 'UPDATE', table: 'replies' })
    const deletes = await listen(null, { event: 'DELETE', table: 'replies' })
    const everything = await listen(null, {})
    const id = await reply(bala, await thread(asha, 'One of each'))
    // A row that is deleted before the server reads it is sent as a deletion alone, so each event is awaited before the
    // next.
    await expect.poll(() => inserts.length).toBe(1)
    await sql`update public.replies set content = '<p>Rather not.</p>' where id = ${id}`
    await expect.poll(() => updates.length).toBe(1)
    await sql`delete from public.replies where id = ${id}`
    await expect.poll(() => deletes.length).toBe(1)
    expect([inserts, updates, deletes].map((changes) => changes.map(({ eventType }) => eventType))).toEqual([
      ['INSERT'],
      ['UPDATE'],
      ['DELETE'],
    ])
    expect(everything.map(({ table }) => table)).toContain('threads')
    await expect.poll(() => everything.at(-1)).toMatchObject({ eventType: 'DELETE', table: 'replies' })
  })

  test.each([
    [
      'chat_messages',
      () =>
        sql`insert into public.chat_messages (message, username, is_anonymous) values ('hello', 'visitor', true)`,
    ],
    [
      'forum_categories',
      () => sql`update public.forum_categories set description = 'Issues' where id = ${category}`,
    ],
    ['profiles', () => sql`update public.profiles set bio = 'Reads prospectuses' where id = ${asha.id}`],
    [
      'blog_posts',
      () =>
        sql`insert into public.blog_posts (title, slug, excerpt, content, category, status, author_id)
            values ('On SIPs', 'on-sips', 'Small sums', '<p>Small sums, often, over a long time.</p>', 'Investing', 'published', ${admin.id})`,
    ],
  ])('of %s is sent to a guest', async (table, change) => {
    const changes = await listen(null, { table })
    await change()
    await expect.poll(() => changes.length).toBe(1)
    expect(changes[0]?.table).toBe(table)
  })

  test('that moves a discussion is one update, and no deletion', async () => {
    const [other] =
      await sql`insert into public.forum_categories (name, slug) values ('Funds', 'funds') returning id`
    const changes = await listen(null, { table: 'threads' })
    const id = await thread(asha, 'In the wrong place')
    await expect.poll(() => changes.length).toBe(1)
    await sql`update public.threads set category_id = ${other?.id} where id = ${id}`
    await expect.poll(() => changes.length).toBe(2)
    await sql`update public.threads set title = 'Where it belongs' where id = ${id}`
    await expect.poll(() => changes.at(-1)?.new).toMatchObject({ title: 'Where it belongs' })
    expect(changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'UPDATE'])
  })
})

describe('row security', () => {
  test('hides a hidden discussion from guests and members, and shows it to an admin', async () => {
    const id = await thread(asha, 'Soon to be hidden')
    const [guest, member, staff] = [
      await listen(null, { event: 'UPDATE', table: 'threads' }),
      await listen(bala, { event: 'UPDATE', table: 'threads' }),
      await listen(admin, { event: 'UPDATE', table: 'threads' }),
    ]
    await sql`update public.threads set is_hidden = true where id = ${id}`
    await expect.poll(() => staff.length).toBe(1)
    expect(staff[0]?.new).toMatchObject({ id, is_hidden: true })
    const seen = await thread(asha, 'Never hidden')
    await sql`update public.threads set title = 'Never hidden at all' where id = ${seen}`
    const marker = { new: { id: seen } }
    await expect.poll(() => [guest, member]).toMatchObject([[marker], [marker]])
  })

  test('sends only the key of a deleted hidden row', async () => {
    const id = await thread(asha, 'A secret that is deleted')
    await sql`update public.threads set is_hidden = true where id = ${id}`
    const earlier = await listen(null, { event: 'INSERT', table: 'threads' })
    const last = await thread(asha, 'Deleted afterwards')
    // A subscriber who joins after this receives no earlier change.
    await expect.poll(() => earlier.at(-1)?.new).toMatchObject({ id: last })
    const guest = await listen(null, { table: 'threads' })
    const deleted = { event: 'DELETE', table: 'threads' } as const
    const [guessing, byKey, marker] = await listenOnOneChannel(null, [
      { ...deleted, filter: `author_id=eq.${asha.id}` },
      { ...deleted, filter: `id=eq.${id}` },
      { ...deleted, filter: `id=eq.${last}` },
    ])
    await sql`delete from public.threads where id = ${id}`
    await expect.poll(() => byKey?.length).toBe(1)
    await expect.poll(() => guest.length).toBe(1)
    expect(guest[0]).toMatchObject({ eventType: 'DELETE', new: {} })
    expect(guest[0]?.old).toEqual({ id })
    expect(JSON.stringify(guest[0])).not.toContain('secret')
    await sql`delete from public.threads where id = ${last}`
    await expect.poll(() => marker?.length).toBe(1)
    // A filter on another column would reveal the author of the deleted row.
    expect(guessing).toEqual([])
  })

  test('sends notifications and reactions only to their owners', async () => {
    const threadId = await thread(asha, 'Somebody will answer')
    const [own, others] = [
      await listen(asha, { table: 'notifications' }),
      await listen(bala, { table: 'notifications' }),
    ]
    const [votes, foreign] = [
      await listen(bala, { table: 'reactions' }),
      await listen(asha, { table: 'reactions' }),
    ]
    await sql`insert into public.thread_subscriptions (user_id, thread_id) values (${asha.id}, ${threadId}) on conflict do nothing`
    await reply(bala, threadId)
    await expect.poll(() => own.length).toBe(1)
    await sql`insert into public.reactions (user_id, thread_id, reaction_type) values (${bala.id}, ${threadId}, 'upvote')`
    await expect.poll(() => votes.length).toBe(1)
    // The first upvote is sent too, without the voter.
    await expect.poll(() => own.length).toBe(2)
    expect(own[0]?.new).toMatchObject({ kind: 'reply_to_thread', actor_id: bala.id })
    expect(own[1]?.new).toMatchObject({ kind: 'upvotes', actor_id: null, figure: 1 })
    await sql`delete from public.notifications where thread_id = ${threadId}`
    await expect.poll(() => own.length).toBe(4)
    // Each member now gets a row of their own, which arrives after anything that was wrongly sent to them.
    const answered = await thread(bala, 'Asha likes this one')
    await sql`insert into public.reactions (user_id, thread_id, reaction_type) values (${asha.id}, ${answered}, 'upvote')`
    await expect.poll(() => foreign.length).toBeGreaterThan(0)
    await expect.poll(() => others.length).toBeGreaterThan(0)
    expect(foreign).toMatchObject([{ new: { user_id: asha.id, thread_id: answered } }])
    expect(others).toMatchObject([{ new: { user_id: bala.id, thread_id: answered } }])
  })

  test('refuses a table that a guest may not read, and one that is not published', async () => {
    for (const [table, reason] of [
      ['notifications', 'permission denied'],
      ['user_roles', 'Realtime is enabled'],
      ['no_such_table', 'Realtime is enabled'],
    ] as const) {
      const channel = await channelOf(null)
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => undefined)
      const { status, message } = await listening(channel)
      expect([status, message]).toEqual(['error', expect.stringContaining(reason)])
    }
  })

  test('refuses the join itself when the client waits for the subscription', async () => {
    const client = channelClient(server)
    clients.push(client)
    const channel = client.channel('waits', { config: { postgres_changes_options: { wait: true } } })
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'user_roles' }, () => undefined)
    const { status, error } = await joined(channel)
    expect([status, error]).toEqual([
      'CHANNEL_ERROR',
      expect.stringContaining('RealtimeDisabledForConfiguration'),
    ])
  })

  test('shows everything to the secret key', async () => {
    const changes = await listen(null, { table: 'threads' }, server.secretKey)
    const id = await thread(asha, 'Seen by the service')
    await sql`update public.threads set is_hidden = true where id = ${id}`
    await expect.poll(() => changes.at(-1)?.new.is_hidden).toBe(true)
  })
})

describe('a filter', () => {
  test.each([
    ['eq', (id: string) => `thread_id=eq.${id}`, true],
    ['eq of another', () => 'thread_id=eq.00000000-0000-0000-0000-000000000000', false],
    ['neq', (id: string) => `thread_id=neq.${id}`, false],
    ['in', (id: string) => `thread_id=in.(00000000-0000-0000-0000-000000000000,${id})`, true],
    ['lt on a time', () => 'created_at=lt.2001-01-01', false],
    ['gt on a time', () => 'created_at=gt.2001-01-01', true],
    ['lte on a number', () => 'upvote_count=lte.0', true],
    ['gte on a number, which is no text', () => 'upvote_count=gte.10', false],
    ['quoted', () => 'content=eq."<p>Quite, so.</p>"', true],
    ['is', () => 'parent_id=is.null', true],
    ['not', () => 'parent_id=not.is.null', false],
    ['two of which one fails', (id: string) => `thread_id=eq.${id},upvote_count=gt.3`, false],
    ['ilike', () => 'content=ilike.%QUITE%', true],
  ])('%s decides over the row', async (_name, filter, passes) => {
    const id = await thread(asha, 'Filtered replies')
    const inserted = { event: 'INSERT', table: 'replies' } as const
    const [filtered = [], control = []] = await listenOnOneChannel(null, [
      { ...inserted, filter: filter(id) },
      inserted,
    ])
    const judged = await reply(bala, id, '<p>Quite, so.</p>')
    const marker = await reply(asha, id, '<p>Quite, so.</p>')
    await expect.poll(() => control.map(({ new: row }) => row.id)).toEqual([judged, marker])
    expect(filtered.map(({ new: row }) => row.id)).toEqual(passes ? [judged, marker] : [])
  })

  test.each([
    ['a column that is not there', 'nothing=eq.1'],
    ['a value of another type', 'thread_id=eq.not-a-uuid'],
    ['an operator that is not offered', 'content=match.(a+)+$'],
    ['SQL', "content=eq.x' or true --\u0000"],
    ['an unfinished list', 'upvote_count=in.(1,2'],
  ])('of %s is refused with a message, and the channel stays open', async (_name, filter) => {
    const channel = await channelOf(null)
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'replies', filter },
      () => undefined,
    )
    const { status, message } = await listening(channel)
    expect([status, message]).toEqual(['error', expect.stringContaining('Unable to subscribe')])
    expect(channel.state).toBe('joined')
  })

  test('may choose columns', async () => {
    const changes = await listen(null, { event: 'INSERT', table: 'threads', select: ['title'] })
    const id = await thread(asha, 'Only the title')
    await expect.poll(() => changes.length).toBe(1)
    expect(changes[0]?.new).toEqual({ id, title: 'Only the title' })
  })
})
