// The queries of the specification's section 7 on discussions, replies, upvotes and categories, as the unmodified client
// spells them, on the community's own tables.
import { describe, expect, it } from 'vitest'
import {
  admin,
  asha,
  ashaId,
  type Client,
  guest,
  ipos,
  join,
  ok,
  openCommunity,
  server,
  sql,
  text,
} from '../support/community.ts'

openCommunity()

let thread: string
let reply: string

describe('threads and replies', () => {
  it('a member starts a discussion, which comes back with its category', async () => {
    const { data, status } = await asha
      .from('threads')
      .insert({
        title: 'How does the UPI mandate work?',
        content: text('Mandate'),
        author_id: ashaId,
        category_id: ipos,
        tags: ['upi'],
      })
      .select('*, category:forum_categories(name,slug)')
      .single()
    expect(status).toBe(201)
    expect(data).toMatchObject({ tags: ['upi'], reply_count: 0, category: { name: 'IPOs', slug: 'ipos' } })
    thread = data.id
  })

  it('a table that is too large is refused in words for its writer, and nothing is stored', async () => {
    const rows = `<tr>${'<td>1</td>'.repeat(30)}</tr>`.repeat(20)
    const content = `<p>Six hundred cells</p><table>${rows}</table>`
    const { data, error, status } = await asha
      .from('replies')
      .insert({ thread_id: thread, author_id: ashaId, content })
      .select('id')
    expect({ data, status }).toEqual({ data: null, status: 400 })
    expect(error).toMatchObject({
      code: 'PT400',
      message: 'A table can have up to 500 cells. Paste or send a part of it.',
      details: null,
      hint: null,
    })
    const [kept] = await sql`select count(*)::int as replies from replies where thread_id = ${thread}`
    expect(kept).toEqual({ replies: 0 })
  })

  it('the category page reads them with author and category, sticky and pinned first', async () => {
    await sql`update threads set is_pinned = true where id = ${thread}`
    const [second] = await ok(
      asha
        .from('threads')
        .insert({
          title: 'A second discussion, started later',
          content: text('Later'),
          author_id: ashaId,
          category_id: ipos,
        })
        .select('id'),
    )
    const rows = await ok(
      guest
        .from('threads')
        .select(
          '*, author:profiles(username,user_level,avatar_url,total_posts,joined_at), category:forum_categories!inner(name,slug)',
        )
        .eq('category.slug', 'ipos')
        .order('is_sticky', { ascending: false })
        .order('is_pinned', { ascending: false })
        .order('last_activity', { ascending: false }),
    )
    expect(rows.map((row) => row.id)).toEqual([thread, second?.id])
    expect(rows[0]).toMatchObject({
      title: 'How does the UPI mandate work?',
      author: { username: 'asha', user_level: 'Regular', avatar_url: null, total_posts: 2 },
      category: { name: 'IPOs', slug: 'ipos' },
    })
    expect(Object.keys(rows[0].author)).toEqual([
      'username',
      'user_level',
      'avatar_url',
      'total_posts',
      'joined_at',
    ])
    const none = guest
      .from('threads')
      .select('id, category:forum_categories!inner(slug)')
      .eq('category.slug', 'tax')
    expect(await ok(none)).toEqual([])
    const byId = guest
      .from('threads')
      .select('id')
      .eq('category_id', ipos)
      .order('is_sticky', { ascending: false })
    expect(await ok(byId)).toHaveLength(2)
  })

  it('counts them by category and by author without reading them', async () => {
    const { count, data } = await guest
      .from('threads')
      .select('*', { count: 'exact', head: true })
      .eq('category_id', ipos)
    expect([count, data]).toEqual([2, null])
    expect(await ok(guest.from('threads').select('id').eq('author_id', ashaId))).toHaveLength(2)
  })

  it('finds one by its id and by its first eight characters', async () => {
    const columns =
      '*, author:profiles(username,user_level,avatar_url,total_posts,joined_at), category:forum_categories(name,slug)'
    expect((await ok(guest.from('threads').select(columns).eq('id', thread).single())).author.username).toBe(
      'asha',
    )
    const prefix = thread.slice(0, 8)
    const found = guest
      .from('threads')
      .select(columns)
      .gte('id', `${prefix}-0000-0000-0000-000000000000`)
      .lte('id', `${prefix}-ffff-ffff-ffff-ffffffffffff`)
      .maybeSingle()
    expect((await ok(found)).id).toBe(thread)
    const missing = await guest.from('threads').select('id').eq('id', crypto.randomUUID()).maybeSingle()
    expect([missing.data, missing.error]).toEqual([null, null])
    const single = await guest.from('threads').select('id').eq('id', crypto.randomUUID()).single()
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116'])
  })

  it('counts a view by a function', async () => {
    const { status, error } = await guest.rpc('increment_thread_views', { thread_id: thread })
    expect([error, status]).toEqual([null, 204])
  })

  it('a member replies and gets the row back; replies are read oldest first', async () => {
    const row = await ok(
      asha
        .from('replies')
        .insert({ content: text('First reply'), thread_id: thread, author_id: ashaId })
        .select()
        .single(),
    )
    reply = row.id
    await ok(
      asha
        .from('replies')
        .insert({ content: text('Second reply'), thread_id: thread, author_id: ashaId })
        .select(),
    )
    const rows = await ok(
      guest
        .from('replies')
        .select('*, author:profiles(username,user_level,avatar_url,total_posts)')
        .eq('thread_id', thread)
        .order('created_at', { ascending: true }),
    )
    expect(rows.map((one) => [one.author.username, one.content])).toEqual([
      ['asha', text('First reply')],
      ['asha', text('Second reply')],
    ])
    expect((await ok(guest.from('replies').select('thread_id').eq('id', reply).single())).thread_id).toBe(
      thread,
    )
  })

  it('removes dangerous HTML', async () => {
    const content = `${text('Fine')}<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>`
    const row = await ok(
      asha.from('replies').insert({ content, thread_id: thread, author_id: ashaId }).select().single(),
    )
    expect(row.content).not.toMatch(/script|img|onerror/)
    const changed = await ok(
      asha
        .from('replies')
        .update({ content: `${text('Changed')}<svg onload=alert(1)>` })
        .eq('id', row.id)
        .select()
        .single(),
    )
    expect(changed.content).toBe(text('Changed'))
  })

  it('the admin lists, searches, edits and deletes', async () => {
    const list = admin.from('threads').select('*').order('created_at', { ascending: false }).limit(50)
    expect(await ok(list)).toHaveLength(2)
    const found = admin
      .from('threads')
      .select('id')
      .ilike('title', '%mandate%')
      .order('created_at', { ascending: false })
      .limit(50)
    expect(await ok(found)).toEqual([{ id: thread }])
    const { status, error } = await admin
      .from('threads')
      .update({
        title: 'How the UPI mandate works',
        content: text('Edited'),
        updated_at: new Date().toISOString(),
      })
      .eq('id', thread)
    expect([error, status]).toEqual([null, 204])
    expect((await admin.from('replies').delete().eq('id', reply)).status).toBe(204)
    expect(await ok(admin.from('replies').select('id').eq('id', reply))).toEqual([])
  })

  it('returns with the row what the viewer may do', async () => {
    const abilities = 'id,can_edit,can_delete,can_moderate,can_reply'
    const of = (who: Client) => ok(who.from('threads').select(abilities).eq('id', thread).single())
    expect(await of(guest)).toEqual({
      id: thread,
      can_edit: false,
      can_delete: false,
      can_moderate: false,
      can_reply: false,
    })
    expect(await of(asha)).toMatchObject({ can_edit: true, can_moderate: false, can_reply: true })
    expect(await of(admin)).toMatchObject({ can_edit: true, can_delete: true, can_moderate: true })
  })

  it('a guest who writes is told to sign in', async () => {
    const { status, error } = await guest
      .from('replies')
      .insert({ content: text('x'), thread_id: thread, author_id: ashaId })
    expect([status, error?.code]).toEqual([401, '42501'])
  })
})

describe('reactions', () => {
  it('are cast, found and taken back by their member', async () => {
    const vote = { user_id: ashaId, thread_id: thread, reply_id: null, reaction_type: 'upvote' }
    const made = await ok(asha.from('reactions').insert(vote).select().single())
    const twice = await asha.from('reactions').insert(vote)
    expect([twice.status, twice.error?.code]).toEqual([409, '23505'])
    const own = asha
      .from('reactions')
      .select('*')
      .eq('user_id', ashaId)
      .or(`thread_id.eq.${thread},reply_id.not.is.null`)
    expect(await ok(own)).toHaveLength(1)
    expect((await asha.from('reactions').delete().eq('id', made.id)).status).toBe(204)
    expect(await ok(own)).toEqual([])
  })
})

describe('categories', () => {
  it('are listed by name, and one is found by its slug', async () => {
    expect(
      (await ok(guest.from('forum_categories').select('*').order('name'))).map((row) => row.slug),
    ).toEqual(['ipos', 'tax'])
    expect(await ok(guest.from('forum_categories').select('*').eq('slug', 'ipos').single())).toMatchObject({
      id: ipos,
      thread_count: 2,
    })
    const newest = admin.from('forum_categories').select('*').order('created_at', { ascending: false })
    expect(await ok(newest)).toHaveLength(2)
  })

  it('are made, changed, counted and deleted by an admin', async () => {
    const values = {
      name: 'Insurance',
      description: 'Discuss Insurance related topics',
      slug: 'insurance',
      icon: '💬',
      color: '#10b981',
    }
    const made = await ok(admin.from('forum_categories').insert(values).select().single())
    // A reader's order, not that of bytes, which has IPOs first.
    const named = await ok(guest.from('forum_categories').select('name').order('name'))
    expect(named.map(({ name }) => name)).toEqual(['Insurance', 'IPOs', 'Tax'])
    expect((await admin.from('forum_categories').update({ name: 'Insured' }).eq('id', made.id)).status).toBe(
      204,
    )
    const { count } = await admin.from('forum_categories').select('*', { count: 'exact', head: true })
    expect(count).toBe(3)
    expect((await admin.from('forum_categories').delete().eq('id', made.id)).status).toBe(204)
    const refused = await asha.from('forum_categories').insert({ ...values, slug: 'mine' })
    expect([refused.status, refused.error?.code]).toEqual([403, '42501'])
  })
})

describe('the session', () => {
  it('is refused when it has expired, and so is an invalid key', async () => {
    const { client: gone, id } = await join('gone')
    await sql`delete from auth.sessions where user_id = ${id}`
    const ended = await gone.from('threads').select('id')
    expect([ended.status, ended.error?.message]).toEqual([401, 'session_not_found'])
    const stranger = await fetch(`${server.url}/rest/v1/threads`, {
      headers: { apikey: 'sb_publishable_wrong_key_here' },
    })
    expect([stranger.status, await stranger.json()]).toEqual([401, { message: 'Invalid API key' }])
  })

  it('deletes a discussion with its replies, for an admin', async () => {
    expect((await admin.from('threads').delete().eq('id', thread)).status).toBe(204)
    expect(await ok(guest.from('replies').select('id').eq('thread_id', thread))).toEqual([])
  })
})

it('the server logged no error', () => {
  expect(server.log().filter((line) => line.level >= 50)).toEqual([])
})
