// The states of a post: what waits for a moderator counts and tells nothing until it is published, and then once; what is
// hidden stays as it was judged; is_hidden and state are one fact.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  as,
  category,
  database,
  edit,
  follow,
  ids,
  type Name,
  notificationsOf,
  notifyFollowers,
  reply,
  start,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

withAnchorThread()

const LINK = '<p>Join <a href="https://t.me/sure">the group</a>, @meera</p>'

beforeEach(async () => {
  const { sql } = database
  await sql`update public.site_settings set hold_first_posts = 'contacts'`
  await sql`update public.profiles set created_at = now() - interval '90 days'`
  await newcomer('bala')
  await sql`delete from private.moderation_mails`
})

const newcomer = (name: Name) =>
  database.sql`update public.profiles set created_at = now() where id = ${ids[name]}`
const decide = (id: string, decision: string, { isThread = false, reason = null as string | null } = {}) =>
  as(
    'admin',
    (work) =>
      work`select public.decide_held_post(${decision}, ${isThread ? id : null}, ${isThread ? null : id}, ${reason})`,
  )
const one = async (id: string) =>
  (
    await database.sql`
      select state, is_hidden from public.replies where id = ${id}
      union all select state, is_hidden from public.threads where id = ${id}`
  )[0]
const logOf = async (id: string) =>
  (
    await database.sql`select action, reason from public.moderation_log where target_id = ${id} order by id`
  ).map(({ action, reason }) => (reason ? `${action}: ${reason}` : action))
const corrections = () => database.sql`select counted, corrected from private.recount() where corrected > 0`

/** Whatever counts, orders or tells, with the rows of other members. */
async function world() {
  const { sql } = database
  return {
    threads: await sql`
      select t.id, t.reply_count, t.last_activity from public.threads t where t.state = 'shown' order by t.id`,
    profiles: await sql`
      select p.id, p.total_posts, p.total_replies, p.reputation, p.last_active from public.profiles p order by p.id`,
    categories:
      await sql`select c.id, c.thread_count, c.post_count from public.forum_categories c order by c.id`,
    days: await sql`select d.* from private.thread_days d where d.replies <> 0 order by d.thread_id, d.day`,
    words: await sql`select w.thread_id from private.thread_words w order by w.thread_id`,
    tags: await sql`select g.tag, g.thread_count from public.tags g where g.thread_count > 0 order by g.tag`,
    told: await sql`select n.user_id, n.kind from public.notifications n order by n.id`,
    mentions: await sql`select m.user_id from private.mentions m order by m.id`,
    queues: await sql`
      select (select count(*) from private.new_replies) as replies, (select count(*) from private.reply_outbox) as outbox,
        (select count(*) from private.thread_outbox) as threads, (select count(*) from private.moderation_mails) as mails`,
  }
}

describe('a reply that waits', () => {
  test('changes nothing that others see, count or are told', async () => {
    await follow('meera')
    const before = await world()
    const id = await reply('bala', LINK)
    expect(await one(id)).toEqual({ state: 'held', is_hidden: true })
    await notifyFollowers()
    expect(await world()).toEqual(before)
    const seen = await Promise.all(
      (['bala', 'asha', 'admin'] as const).map((name) =>
        as(name, (work) => work`select from public.replies where id = ${id}`).then((rows) => rows.length),
      ),
    )
    expect(seen, 'its author and administrators see it').toEqual([1, 0, 1])
    expect(await corrections()).toEqual([])
  })

  test('is a new reply when it is published: counted, told once, and as old as its publishing', async () => {
    const { sql } = database
    await follow('meera')
    const id = await reply('bala', LINK)
    await sql`update public.replies set created_at = now() - interval '2 hours' where id = ${id}`
    await reply('d.rao', '<p>Another reply meanwhile</p>')
    await notifyFollowers()
    await sql`delete from public.notifications`
    await decide(id, 'publish')
    const [row] = await sql`
      select r.state, r.created_at > now() - interval '1 minute' as is_new, r.updated_at = r.created_at as is_unedited,
        t.last_activity = r.created_at as is_latest, t.reply_count
      from public.replies r join public.threads t on t.id = r.thread_id where r.id = ${id}`
    expect(row).toEqual({ state: 'shown', is_new: true, is_unedited: true, is_latest: true, reply_count: 2 })
    expect(await notificationsOf('meera')).toEqual(['mention'])
    expect(await notificationsOf('asha')).toEqual(['reply_to_thread'])
    expect(await notificationsOf('bala')).toEqual(['post_published'])
    // A second showing tells nobody again.
    await as('admin', (work) => work`update public.replies set is_hidden = true where id = ${id}`)
    await as('admin', (work) => work`update public.replies set is_hidden = false where id = ${id}`)
    expect(await notificationsOf('asha')).toEqual(['reply_to_thread'])
    expect(await logOf(id)).toEqual(['publish', 'hide', 'show'])
    expect(await corrections()).toEqual([])
  })

  test('that is published by mistake waits again, and was told to nobody', async () => {
    await follow('meera')
    const before = await world()
    const id = await reply('bala', LINK)
    await decide(id, 'publish')
    await notifyFollowers()
    await decide(id, 'hold')
    expect({ ...(await world()), days: [], threads: [], profiles: [] }).toEqual({
      ...before,
      days: [],
      threads: [],
      profiles: [],
    })
    expect(await corrections()).toEqual([])
    await decide(id, 'publish')
    expect(await notificationsOf('meera')).toEqual(['mention'])
    expect(await logOf(id)).toEqual(['publish', 'hold', 'publish'])
  })

  test('is refused with a reason, which its author reads and may appeal against', async () => {
    const id = await reply('bala', LINK)
    const may = () =>
      as(
        'bala',
        (work) => work`insert into public.appeals (member_id, reply_id, text)
          values (${ids.bala}, ${id}, 'It is the group of my college.') returning id`,
      )
    await expect(may(), 'while it waits').rejects.toMatchObject({ code: '42501' })
    await expect(decide(id, 'refuse')).rejects.toMatchObject({ code: 'PT422' })
    await decide(id, 'refuse', { reason: 'It leads elsewhere.' })
    expect(await notificationsOf('bala')).toEqual(['post_refused It leads elsewhere.'])
    expect(await one(id)).toEqual({ state: 'hidden', is_hidden: true })
    const [appeal] = await may()
    await as(
      'admin',
      (work) => work`select public.decide_appeal(${appeal?.id as string}, true, 'You are right, sorry.')`,
    )
    expect(await one(id)).toEqual({ state: 'shown', is_hidden: false })
    expect(await notificationsOf('asha'), 'it is new to others').toEqual(['reply_to_thread'])
    expect(await logOf(id)).toEqual(['refuse: It leads elsewhere.', 'publish'])
  })

  test('is decided on once: the slower moderator is told', async () => {
    const id = await reply('bala', LINK)
    await decide(id, 'publish')
    await expect(decide(id, 'refuse', { reason: 'Too late.' })).rejects.toMatchObject({ code: 'PT409' })
    await expect(decide(thread, 'refuse', { isThread: true, reason: 'Never waited.' })).rejects.toMatchObject(
      {
        code: 'PT409',
      },
    )
    await expect(decide(ids.asha, 'publish')).rejects.toMatchObject({ code: 'PT404' })
    await expect(decide(id, 'delete')).rejects.toMatchObject({ code: 'PT422' })
  })

  test('cannot be edited, and its author may take it back', async () => {
    const id = await reply('bala', LINK)
    await edit('bala', id, '<p>Something harmless</p>')
    const [row] = await database.sql`select content from public.replies where id = ${id}`
    expect(row?.content).toBe(LINK)
    await as('bala', (work) => work`delete from public.replies where id = ${id}`)
    expect(await one(id)).toBeUndefined()
    expect(await database.sql`select from private.unpublished_posts`).toHaveLength(0)
    expect(await corrections()).toEqual([])
  })

  test('that an administrator shows by is_hidden, as SPEC.md has it, is published', async () => {
    const id = await reply('bala', LINK)
    await as('admin', (work) => work`update public.replies set is_hidden = false where id = ${id}`)
    expect(await logOf(id)).toEqual(['publish'])
    expect(await notificationsOf('asha')).toEqual(['reply_to_thread'])
  })
})

describe('a discussion that waits', () => {
  const WORDS = `<p>Join https://t.me/sure with me, @meera</p>`

  test('changes nothing that others see, and everything when it is published', async () => {
    const { sql } = database
    await sql`insert into public.follows (follower_id, followed_id) values (${ids.asha}, ${ids.bala}) on conflict do nothing`
    const before = await world()
    const id = await start('bala', WORDS)
    expect(await one(id)).toEqual({ state: 'held', is_hidden: true })
    expect(await world()).toEqual(before)
    await as(
      'bala',
      (work) => work`insert into public.polls (thread_id, question, options, open_days)
        values (${id}, 'Which group?', '{One,Two}', 3)`,
    )
    await sql`update public.threads set created_at = now() - interval '2 days' where id = ${id}`
    await decide(id, 'publish', { isThread: true })
    const [row] = await sql`
      select t.state, t.last_activity = t.created_at as is_new, t.created_at > now() - interval '1 minute' as is_now,
        p.closes_at > now() + interval '2 days 23 hours' as is_open_for_long
      from public.threads t join public.polls p on p.thread_id = t.id where t.id = ${id}`
    expect(row).toEqual({ state: 'shown', is_new: true, is_now: true, is_open_for_long: true })
    while ((await sql`select private.notify_of_new_threads() as left`)[0]?.left !== '0');
    expect(await notificationsOf('meera')).toEqual(['mention'])
    expect(await notificationsOf('asha')).toEqual(['thread_by_followed'])
    expect(await notificationsOf('bala')).toEqual(['post_published'])
    expect(await sql`select from private.thread_words where thread_id = ${id}`).toHaveLength(1)
    expect(await corrections()).toEqual([])
  })

  test('takes no replies and no votes, and is listed for administrators alone', async () => {
    const id = await start('bala', WORDS)
    await expect(
      as(
        'bala',
        (work) => work`insert into public.replies (content, thread_id, author_id)
          values ('<p>My own</p>', ${id}, ${ids.bala})`,
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(as('bala', (work) => work`select from public.held_posts()`)).rejects.toMatchObject({
      code: 'PT403',
    })
    const listed = await as('admin', (work) => work`select post_id, why, username from public.held_posts()`)
    expect(listed).toEqual([{ post_id: id, why: 'contact', username: 'bala' }])
  })
})

describe('who waits', () => {
  const at = async (name: Name, content: string) => (await one(await reply(name, content)))?.state

  test.each([
    ['a link', '<p>See <a href="https://example.com/x">this</a></p>'],
    ['a typed address', '<p>See www.example.com please</p>'],
    ['a mobile number', '<p>Call 98765 43210 today</p>'],
    ['one with its country', '<p>Call +91-9876543210</p>'],
    ['one in Devanagari', '<p>कॉल करें ९८७६५४३२१०</p>'],
    ['a UPI id', '<p>Pay ravi.k@okaxis now</p>'],
    ['a UPI address', '<p>upi://pay?pa=x</p>'],
  ])('a newcomer with %s', async (_, content) => {
    expect(await at('bala', content)).toBe('held')
  })

  test.each([
    ['plain text', '<p>What is an anchor?</p>'],
    [
      'a picture of the site',
      '<p>See <img src="https://site.example/storage/v1/object/public/content/9876543210.webp"></p>',
    ],
    ['a reference of twelve digits', '<p>UTR 412345678901 was debited</p>'],
    ['an amount', '<p>I put in ₹ 9,87,65,43,210 once</p>'],
    ['an address of mail', '<p>Write to help@sbi.co.in about it</p>'],
    ['a mention', '<p>@meera what do you think?</p>'],
    ['a signed ampersand', '<p>M&amp;M at 5 @ ₹500</p>'],
  ])('a newcomer with %s does not', async (_, content) => {
    expect(await at('bala', content)).toBe('shown')
  })

  test('nobody who is upvoted or here for a month, no administrator, and nobody when the setting is off', async () => {
    const { sql } = database
    expect(await at('d.rao', LINK)).toBe('shown')
    await newcomer('admin')
    expect(await at('admin', LINK)).toBe('shown')
    await sql`update public.profiles set created_at = now() - interval '4 days' where id = ${ids.bala}`
    expect(await at('bala', LINK), 'own posts count for nothing').toBe('held')
    await sql`update public.profiles set reputation = reputation + 5 where id = ${ids.bala}`
    expect(await at('bala', `${LINK}2`)).toBe('shown')
    await sql`select private.recount()`
    await newcomer('bala')
    await sql`update public.site_settings set hold_first_posts = 'off'`
    expect(await at('bala', `${LINK}3`)).toBe('shown')
  })

  test('every newcomer when the setting says all', async () => {
    await database.sql`update public.site_settings set hold_first_posts = 'all'`
    expect(await at('bala', '<p>What is an anchor?</p>')).toBe('held')
    expect(await at('d.rao', '<p>What is an anchor, again?</p>')).toBe('shown')
    const listed = await as('admin', (work) => work`select why from public.held_posts()`)
    expect(listed).toEqual([{ why: 'first' }])
  })

  test('a newcomer adds no contact by an edit, and keeps what a moderator let through', async () => {
    const plain = await reply('bala', '<p>What is an anchor?</p>')
    await expect(edit('bala', plain, LINK)).rejects.toMatchObject({ code: 'PT403' })
    const id = await reply('bala', LINK)
    await decide(id, 'publish')
    await edit('bala', id, `${LINK}<p>And more words</p>`)
    await expect(edit('bala', id, `${LINK}<p>wa.me/919876543210</p>`)).rejects.toMatchObject({
      code: 'PT403',
    })
    const question = await start('bala', '<p>What is an anchor list?</p>')
    await expect(
      as(
        'bala',
        (work) =>
          work`update public.threads set title = 'Call 9876543210 for anchors' where id = ${question}`,
      ),
    ).rejects.toMatchObject({ code: 'PT403' })
  })

  test('the service writes what it likes', async () => {
    const [row] = await database.sql`
      insert into public.threads (title, content, author_id, category_id)
      values ('A question about anchors', ${LINK}, ${ids.bala}, ${category}) returning state`
    expect(row?.state).toBe('shown')
  })
})

test('only who has a post that waits, and administrators, learn when a moderator last decided', async () => {
  const look = async (name: Name) =>
    (await as(name, (work) => work`select public.last_look_at_held() as at`))[0]?.at as Date | null
  await decide(await reply('bala', LINK), 'publish')
  expect(await look('bala')).toBeNull()
  expect(await look('asha')).toBeNull()
  await reply('bala', `${LINK}2`)
  expect(await look('bala')).toBeInstanceOf(Date)
  expect(await look('admin')).toBeInstanceOf(Date)
  expect(await look('asha')).toBeNull()
})

describe('a hidden post', () => {
  test('is neither edited nor deleted by its author', async () => {
    const id = await reply('d.rao', '<p>Buy it, 50 % guaranteed</p>')
    await as('admin', (work) => work`update public.replies set is_hidden = true where id = ${id}`)
    await as('admin', (work) => work`update public.threads set is_hidden = true where id = ${thread}`)
    await edit('d.rao', id, '<p>Innocent words</p>')
    await as('d.rao', (work) => work`delete from public.replies where id = ${id}`)
    await as(
      'asha',
      (work) => work`update public.threads set content = '<p>Innocent words</p>' where id = ${thread}`,
    )
    await as('asha', (work) => work`delete from public.threads where id = ${thread}`)
    await expect(as('asha', (work) => work`select public.withdraw_thread(${thread})`)).rejects.toMatchObject({
      code: 'PT403',
    })
    const rows = await database.sql`
      select content from public.replies where id = ${id} union all select content from public.threads where id = ${thread}`
    expect(rows.map(({ content }) => content)).toEqual([
      '<p>Buy it, 50 % guaranteed</p>',
      '<p>What does the anchor list tell?</p>',
    ])
  })

  test('says so by both names, whichever is written', async () => {
    const { sql } = database
    const id = await reply('d.rao', '<p>A reply with words</p>')
    await sql`update public.replies set is_hidden = true where id = ${id}`
    expect(await one(id)).toEqual({ state: 'hidden', is_hidden: true })
    await sql`update public.replies set state = 'shown' where id = ${id}`
    expect(await one(id)).toEqual({ state: 'shown', is_hidden: false })
    const [row] = await sql`
      insert into public.replies (content, thread_id, author_id, is_hidden)
      values ('<p>Imported as hidden</p>', ${thread}, ${ids.asha}, true) returning state`
    expect(row?.state).toBe('hidden')
    await expect(
      as('admin', (work) => work`update public.replies set state = 'shown' where id = ${id}`),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await corrections()).toEqual([])
  })
})
