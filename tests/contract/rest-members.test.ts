// The queries of the specification's section 7 on members, articles and the chat, as the unmodified client spells them.
import { describe, expect, it } from 'vitest'
import {
  admin,
  adminId,
  asha,
  ashaId,
  guest,
  join,
  ok,
  openCommunity,
  server,
  sql,
  text,
} from '../support/community.ts'

openCommunity()

describe('profiles', () => {
  it('are read by id, and changed by their member alone', async () => {
    expect(await ok(guest.from('profiles').select('*').eq('id', ashaId).single())).toMatchObject({
      username: 'asha',
    })
    const change = { bio: 'Index funds.', updated_at: new Date().toISOString() }
    expect(await ok(asha.from('profiles').update(change).eq('id', ashaId).select().single())).toMatchObject({
      bio: 'Index funds.',
    })
    expect(await ok(asha.from('profiles').update(change).eq('id', adminId).select())).toEqual([])
  })

  it('are inserted by a client that finds none, with a name from the address', async () => {
    const { client: late, id } = await join('late')
    await sql`delete from profiles where id = ${id}`
    const missing = await late.from('profiles').select('*').eq('id', id).single()
    expect(missing.error?.code).toBe('PGRST116')
    const made = late
      .from('profiles')
      .insert({ id, username: 'late.again', full_name: null, avatar_url: null })
      .select()
      .single()
    expect(await ok(made)).toMatchObject({ id, username: 'late.again' })
  })

  it('are listed for the admin, searched in both names, counted', async () => {
    const list = (search: string) =>
      admin
        .from('profiles')
        .select('*')
        .or(`username.ilike.%${search}%,full_name.ilike.%${search}%`)
        .order('created_at', { ascending: false })
        .limit(50)
    expect((await ok(list('ASHA'))).map((row) => row.id)).toEqual([ashaId])
    expect((await ok(list('rao'))).length).toBeGreaterThanOrEqual(2)
    const week = new Date(Date.now() - 7 * 86_400_000).toISOString()
    const { count } = await admin
      .from('profiles')
      .select('*', { count: 'exact', head: true })
      .gte('last_active', week)
    expect(count).toBe(3)
  })

  it('get their level from an admin', async () => {
    expect((await admin.from('profiles').update({ user_level: 'Advanced' }).eq('id', ashaId)).status).toBe(
      204,
    )
    expect(await ok(guest.from('profiles').select('user_level').eq('id', ashaId).single())).toEqual({
      user_level: 'Advanced',
    })
  })

  it('name the admin by the role alone', async () => {
    expect(await ok(admin.from('user_roles').select('role').eq('user_id', adminId).single())).toEqual({
      role: 'admin',
    })
    expect(await ok(asha.from('user_roles').select('role').eq('user_id', adminId))).toEqual([])
    expect([(await admin.rpc('is_admin')).data, (await asha.rpc('is_admin')).data]).toEqual([true, false])
  })
})

describe('articles', () => {
  it('are read published, newest first, featured or latest', async () => {
    const article = (title: string, slug: string, published: boolean, featured: boolean) => sql`
      insert into blog_posts (title, slug, excerpt, content, category, author_id, published, featured)
      values (${title}, ${slug}, ${`${title} in short, for the list of articles`}, ${text(title)}, 'investment', ${adminId}, ${published}, ${featured})`
    await article('Compounding explained', 'compounding-explained', true, false)
    await article('What an index is', 'what-an-index-is', true, true)
    await article('Not finished yet', 'not-finished-yet', false, false)
    const published = () =>
      guest
        .from('blog_posts')
        .select('*, author:profiles(full_name,username)')
        .eq('published', true)
        .order('created_at', { ascending: false })
    expect((await ok(published())).map((row) => row.author)).toEqual([
      { full_name: 'latha Rao', username: 'latha' },
      { full_name: 'latha Rao', username: 'latha' },
    ])
    expect((await ok(published().eq('featured', true).limit(1))).map((row) => row.slug)).toEqual([
      'what-an-index-is',
    ])
    expect(await ok(published().limit(3))).toHaveLength(2)
  })
})

describe('chat', () => {
  it('takes messages of guests and members, reads the latest, cleans up', async () => {
    const said = await ok(
      guest
        .from('chat_messages')
        .insert({ message: 'Hello', username: 'visitor', user_id: null, is_anonymous: true })
        .select(),
    )
    expect(said).toMatchObject([{ message: 'Hello', username: 'visitor', user_id: null }])
    await ok(
      asha
        .from('chat_messages')
        .insert({ message: 'Hi', username: 'asha', user_id: ashaId, is_anonymous: false })
        .select(),
    )
    const rows = await ok(
      guest.from('chat_messages').select('*').order('created_at', { ascending: true }).limit(100),
    )
    expect(rows.map((row) => row.message)).toEqual(['Hello', 'Hi'])
    const old = new Date(Date.now() - 12 * 3_600_000).toISOString()
    expect(await ok(guest.from('chat_messages').delete().lt('created_at', old).select('id'))).toEqual([])
    expect((await admin.from('chat_messages').delete().eq('id', rows[0].id)).status).toBe(204)
    expect(await ok(guest.from('chat_messages').select('id'))).toHaveLength(1)
  })
})

it('the server logged no error', () => {
  expect(server.log().filter((line) => line.level >= 50)).toEqual([])
})
