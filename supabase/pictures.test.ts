// Which pictures are deleted because no row shows them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const ASHA = 'a0000000-0000-4000-8000-000000000001'

let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await startDatabase()
  sql = database.sql
  await sql`select private.configure(null, false)`
  await sql`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    values (${ASHA}, 'asha@example.com', now(), '{"username": "asha"}')`
  await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos')`
})

afterAll(() => database.stop())

const address = (bucket: string, name: string) => `/storage/v1/object/public/${bucket}/${ASHA}/${name}`
const picture = (name: string) =>
  `<p>What does this chart tell us? <img src="${address('content', name)}" alt="a chart"></p>`

async function upload(bucket: string, name: string, age: string): Promise<void> {
  // Inserted as the storage does: the trigger that dates changes would set today's date.
  await sql`
    insert into storage.objects (bucket_id, name, version, created_at, updated_at)
    values (${bucket}, ${`${ASHA}/${name}`}, ${`${bucket} ${name}`}, now() - ${age}::interval, now() - ${age}::interval)`
}

/**
 * Runs batches until one is empty, as the job does. @returns how many files each looked at, and how many were deleted
 */
async function forget(): Promise<{ batches: number[]; gone: number }> {
  const batches: number[] = []
  const count = async () => (await sql`select count(*)::int as n from storage.objects`)[0]?.n as number
  const before = await count()
  do {
    const [row] = await sql.begin(async (transaction) => {
      await transaction`set local role site_jobs`
      return transaction<{ n: number }[]>`select private.delete_unused_pictures()::int as n`
    })
    batches.push(row?.n ?? -1)
  } while (batches.at(-1) !== 0)
  return { batches, gone: before - (await count()) }
}

test('pictures that no row shows are deleted with their files, once they are old enough', async () => {
  for (const [bucket, name, age] of [
    ['avatars', 'shown.webp', '90 days'],
    ['avatars', 'replaced.webp', '25 hours'],
    ['avatars', 'just-chosen.webp', '23 hours'],
    ['covers', 'shown.webp', '90 days'],
    ['covers', 'shown-by-its-whole-address.webp', '90 days'],
    ['covers', 'left-unsaved.webp', '25 hours'],
    ['covers', 'being-written.webp', '23 hours'],
    ['content', 'in-a-discussion.webp', '90 days'],
    ['content', 'in-a-reply.webp', '90 days'],
    ['content', 'in-an-article.webp', '90 days'],
    ['content', 'before-an-edit.webp', '90 days'],
    ['content', 'of-a-deleted-post.webp', '90 days'],
    ['content', 'in-a-draft-of-the-browser.webp', '30 days'],
    ['content', 'never-sent.webp', '32 days'],
    // A picture of another client, whose address may be written in another way, so its use cannot be ruled out.
    ['content', 'मेरा चित्र.webp', '90 days'],
  ] as const) {
    await upload(bucket, name, age)
  }
  await sql`update public.profiles set avatar_url = ${address('avatars', 'shown.webp')} where id = ${ASHA}`
  const articles = {
    'Article one': address('covers', 'shown.webp'),
    'Article two': `https://arthachowk.example${address('covers', 'shown-by-its-whole-address.webp')}?width=640`,
  }
  for (const [title, image] of Object.entries(articles)) {
    await sql`
      insert into public.blog_posts (title, slug, category, content, image)
      values (${title}, ${title.replace(' ', '-').toLowerCase()}, 'IPO', ${picture('in-an-article.webp')}, ${image})`
  }
  const [thread] = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    select 'A chart of anchors', ${picture('in-a-discussion.webp')}, ${ASHA}, id from public.forum_categories
    returning id`
  await sql`
    insert into public.replies (content, thread_id, author_id)
    values (${picture('in-a-reply.webp')}, ${thread?.id ?? ''}, ${ASHA})`
  await sql`
    insert into public.post_revisions (thread_id, content) values (${thread?.id ?? ''}, ${picture('before-an-edit.webp')})`
  const [deleted] = await sql<{ id: string }[]>`
    insert into public.replies (content, thread_id, author_id)
    values (${picture('of-a-deleted-post.webp')}, ${thread?.id ?? ''}, ${ASHA}) returning id`

  const gone = async () =>
    (await sql<{ version: string }[]>`select version from storage.orphans order by version`).map(
      ({ version }) => version,
    )
  expect(await forget()).toEqual({ batches: [15, 0], gone: 3 })
  const first = ['avatars replaced.webp', 'content never-sent.webp', 'covers left-unsaved.webp']
  expect(await gone()).toEqual(first)
  expect(await forget()).toEqual({ batches: [12, 0], gone: 0 })

  await sql`delete from public.replies where id = ${deleted?.id ?? ''}`
  expect((await forget()).gone).toBe(1)
  expect(await gone()).toEqual([...first, 'content of-a-deleted-post.webp'].sort())
})

test('files of other buckets are left alone', async () => {
  await sql`insert into storage.buckets (id, name) values ('papers', 'papers')`
  await upload('papers', 'a.webp', '400 days')
  expect((await forget()).gone).toBe(0)
})

test('an old picture is kept while an edit, an avatar or an article shows it, and deleted afterwards', async () => {
  const names = ['edited.webp', 'avatar.webp', 'cover.webp']
  const [asText, avatar, cover] = [
    picture('edited.webp'),
    address('avatars', 'avatar.webp'),
    address('covers', 'cover.webp'),
  ]
  await upload('content', 'edited.webp', '90 days')
  await upload('avatars', 'avatar.webp', '90 days')
  await upload('covers', 'cover.webp', '90 days')
  const kept = async () => {
    await forget()
    const rows = await sql<{ name: string }[]>`
      select name from storage.objects where name = any (${names.map((name) => `${ASHA}/${name}`)}) order by name`
    return rows.map(({ name }) => name.slice(ASHA.length + 1))
  }
  await sql`update public.threads set content = content || ${asText}`
  await sql`update public.profiles set avatar_url = ${avatar}`
  await sql`update public.blog_posts set image = ${cover} where title = 'Article one'`
  expect(await kept()).toEqual(['avatar.webp', 'cover.webp', 'edited.webp'])
  await sql`update public.profiles set bio = 'Something else'`
  expect(await kept()).toEqual(['avatar.webp', 'cover.webp', 'edited.webp'])
  await sql`update public.profiles set avatar_url = null`
  expect(await kept()).toEqual(['cover.webp', 'edited.webp'])
  await sql`delete from public.blog_posts where title = 'Article one'`
  expect(await kept()).toEqual(['edited.webp'])
  await sql`delete from public.threads`
  expect(await kept()).toEqual([])
  const shown = await sql`
    select from private.shown_pictures s
    where not exists (select from public.blog_posts b where b.id = s.shown_by)`
  expect(shown).toEqual([])
})

test('a call looks at 500 files, however many there are', async () => {
  await sql`
    insert into storage.objects (bucket_id, name, version, created_at, updated_at)
    select 'content', ${`${ASHA}/many-`} || n || '.webp', 'many ' || n, now() - interval '90 days', now() - interval '90 days'
    from generate_series(1, 1100) n`
  const { batches, gone } = await forget()
  expect(batches.slice(0, 2)).toEqual([500, 500])
  expect(gone).toBe(1100)
})
