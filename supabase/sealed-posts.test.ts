// Evidence: what was deleted, by whom it may be, leaves a sealed copy that only an administrator with a case reads, and
// each look is logged. The table of the review (who is moderated destroys the evidence) tried again.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  as,
  database,
  edit,
  ids,
  type Name,
  reply,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

withAnchorThread()

beforeEach(async () => {
  const { sql } = database
  await sql`delete from private.sealed_posts`
  await sql`delete from public.reports`
  const [row] = await sql`select coalesce(max(id), 0) as id from public.moderation_log`
  logged = row?.id as string
  await sql`update public.site_settings set hold_first_posts = 'off'`
})

/** The last entry of the log before the test. */
let logged: string

const report = async (name: Name, post: { thread_id?: string; reply_id?: string }) => {
  const [row] = await as(
    name,
    (work) => work<{ id: string }[]>`
      insert into public.reports (thread_id, reply_id, reason)
      values (${post.thread_id ?? null}, ${post.reply_id ?? null}, 'It promises returns') returning id`,
  )
  return row?.id as string
}
const open = (name: Name, post: string, given: { report?: string; reference?: string } = {}) =>
  as(
    name,
    (work) => work`
      select kind, title, content, versions, why, state, username, pictures
      from public.open_sealed_post(${post}, ${given.report ?? null}, ${given.reference ?? null})`,
  )
const contents = (rows: readonly Record<string, unknown>[]) => rows.map(({ content }) => content)

describe('what is left to administrators after the author', () => {
  const SCAM = '<p>BUY XYZ, guaranteed 50 %</p>'

  test('withdrew an unanswered discussion', async () => {
    const about = await report('bala', { thread_id: thread })
    await as('asha', (work) => work`update public.threads set content = ${SCAM} where id = ${thread}`)
    await as('asha', (work) => work`select public.withdraw_thread(${thread})`)
    const [copy] = await open('admin', thread, { report: about })
    expect(copy).toMatchObject({
      kind: 'thread',
      content: SCAM,
      title: 'A question about anchors',
      why: 'deleted',
      username: 'asha',
      versions: [{ content: '<p>What does the anchor list tell?</p>' }],
    })
  })

  test('withdrew an answered one, and all of its versions', async () => {
    await reply('bala', '<p>An answer of somebody else</p>')
    const about = await report('bala', { thread_id: thread })
    for (const content of ['<p>innocent 2, for a moment</p>', SCAM, '<p>innocent 3, for a moment</p>'])
      await as('asha', (work) => work`update public.threads set content = ${content} where id = ${thread}`)
    await as('asha', (work) => work`select public.withdraw_thread(${thread})`)
    const [copy] = await open('admin', thread, { report: about })
    expect(copy).toMatchObject({ why: 'withdrawn', content: '<p>innocent 3, for a moment</p>' })
    expect(contents(copy?.versions), 'edits within five minutes, because it was reported').toEqual([
      '<p>What does the anchor list tell?</p>',
      '<p>innocent 2, for a moment</p>',
      SCAM,
    ])
  })

  test('edited and deleted a reply that was reported', async () => {
    const id = await reply('bala', SCAM)
    const about = await report('asha', { reply_id: id })
    await edit('bala', id, '<p>What a nice list</p>')
    await as('bala', (work) => work`delete from public.replies where id = ${id}`)
    const [copy] = await open('admin', id, { report: about })
    expect(copy).toMatchObject({ kind: 'reply', content: '<p>What a nice list</p>', state: 'shown' })
    expect(contents(copy?.versions)).toEqual([SCAM])
    const seen = await as(
      'admin',
      (work) => work`select r.has_sealed_copy from public.reports r where r.id = ${about}`,
    )
    expect(seen).toEqual([{ has_sealed_copy: true }])
    const own = await as(
      'asha',
      (work) => work`select r.has_sealed_copy from public.reports r where r.id = ${about}`,
    )
    expect(own).toEqual([{ has_sealed_copy: false }])
  })

  test('closed the account and asked that all be erased, hidden posts too', async () => {
    const { sql } = database
    const [account] = await sql<{ id: string }[]>`
      insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
      values ('rogue@example.com', now(), '{"username": "rogue"}') returning id`
    const rogue = account?.id as string
    const [row] = await sql<{ id: string }[]>`
      insert into public.replies (content, thread_id, author_id, is_hidden)
      values (${SCAM}, ${thread}, ${rogue}, true) returning id`
    await sql.begin(async (work) => {
      await work`select set_config('account.erase_posts', 'true', true)`
      await work`update auth.users set deleted_at = now(), email = 'gone@deleted.invalid' where id = ${rogue}`
    })
    while (Number((await sql`select private.erase_accounts() as left`)[0]?.left) > 0);
    expect(await sql`select from public.replies where author_id = ${rogue}`).toHaveLength(0)
    const [copy] = await open('admin', row?.id as string, { reference: 'Order 12 of 2026' })
    expect(copy).toMatchObject({ content: SCAM, state: 'hidden', username: 'rogue' })
  })

  test('lost a whole discussion to an administrator: each reply has its copy, under its title', async () => {
    const id = await reply('bala', SCAM)
    await as('admin', (work) => work`delete from public.threads where id = ${thread}`)
    const [copy] = await open('admin', id, { reference: 'GRV-2026-0001' })
    expect(copy).toMatchObject({ content: SCAM, title: 'A question about anchors' })
    expect(contents(await open('admin', thread, { reference: 'GRV-2026-0001' }))).toEqual([
      '<p>What does the anchor list tell?</p>',
    ])
  })

  test('put pictures into it: their names are kept', async () => {
    const picture = `content/${ids.bala}/qr.webp`
    const id = await reply('bala', `<p>Scan <img src="/storage/v1/object/public/${picture}"></p>`)
    await as('bala', (work) => work`delete from public.replies where id = ${id}`)
    const [copy] = await open('admin', id, { reference: 'GRV-2026-0002' })
    expect(copy?.pictures).toEqual([picture])
  })
})

describe('a sealed copy', () => {
  const deleted = async () => {
    const id = await reply('bala', '<p>What was sealed</p>')
    await as('bala', (work) => work`delete from public.replies where id = ${id}`)
    return id
  }

  test('is read by no member, no guest and no author, and not without a case', async () => {
    const id = await deleted()
    for (const name of ['bala', 'asha'] as const)
      await expect(open(name, id, { reference: 'GRV-2026-0001' })).rejects.toMatchObject({ code: 'PT403' })
    await expect(open('admin', id)).rejects.toMatchObject({ code: 'PT403' })
    await expect(open('admin', id, { reference: ' x' })).rejects.toMatchObject({ code: 'PT403' })
    const other = await report('bala', { thread_id: thread })
    await expect(open('admin', id, { report: other })).rejects.toMatchObject({ code: 'PT403' })
    for (const role of ['anon', 'authenticated', 'service_role', 'site_jobs']) {
      await expect(
        database.sql.begin(async (work) => {
          await work.unsafe(`set local role ${role}`)
          return work`select from private.sealed_posts`
        }),
        role,
      ).rejects.toMatchObject({ code: '42501' })
    }
    expect(await database.sql`select from public.moderation_log where id > ${logged}`).toHaveLength(0)
  })

  test('is opened with an entry in the log: who, when, for which case, and not what it says', async () => {
    const id = await deleted()
    await open('admin', id, { reference: 'Order 12 of 2026' })
    const log = await database.sql`
      select actor_id, target_table, target_id, target_label, detail from public.moderation_log
      where action = 'open_sealed' order by id desc limit 1`
    expect(log).toEqual([
      {
        actor_id: ids.admin,
        target_table: 'replies',
        target_id: id,
        target_label: null,
        detail: 'Order 12 of 2026',
      },
    ])
    await expect(open('admin', ids.asha, { reference: 'Order 12 of 2026' })).rejects.toMatchObject({
      code: 'PT404',
    })
  })

  test('is named in its author’s export, with its end and without a word', async () => {
    const id = await deleted()
    const rows = await database.sql<{ row: Record<string, unknown> }[]>`
      select private.export_member_sealed_copies(${ids.bala}, 0) as row`
    expect(rows.map(({ row }) => Object.keys(row).sort())).toEqual([
      ['kept_until', 'kind', 'post_id', 'sealed_at', 'why', 'written_at'],
    ])
    expect(rows[0]?.row.post_id).toBe(id)
  })

  test('stays for 180 days, and as long as a report of it is open', async () => {
    const { sql } = database
    const [old, young, reported] = [
      await deleted(),
      await deleted(),
      await reply('bala', '<p>Reported words</p>'),
    ]
    await report('asha', { reply_id: reported })
    await as('bala', (work) => work`delete from public.replies where id = ${reported}`)
    await sql`update private.sealed_posts set sealed_at = now() - interval '180 days 1 minute' where post_id <> ${young}`
    await sql`update private.sealed_posts set sealed_at = now() - interval '179 days' where post_id = ${young}`
    expect(await sql`select private.delete_old_sealed_posts()::int as gone`).toEqual([{ gone: 1 }])
    const left = await sql`select post_id from private.sealed_posts`
    expect(left.map(({ post_id }) => post_id).sort()).toEqual([young, reported].sort())
    await sql`update public.reports set state = 'dismissed'`
    expect(await sql`select private.delete_old_sealed_posts()::int as gone`).toEqual([{ gone: 1 }])
    expect(old).not.toBe(young)
  })
})
