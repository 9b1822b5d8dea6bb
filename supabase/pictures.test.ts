// Which pictures are deleted because nothing shows them, and which are not.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '../server/database/connection.ts'
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
  // As the storage stores: the trigger that dates a change would date these today.
  await sql`
    insert into storage.objects (bucket_id, name, version, created_at, updated_at)
    values (${bucket}, ${`${ASHA}/${name}`}, ${`${bucket} ${name}`}, now() - ${age}::interval, now() - ${age}::interval)`
}

async function forget(): Promise<number> {
  const [row] = await sql.begin(async (transaction) => {
    await transaction`set local role service_role`
    return transaction<{ gone: number }[]>`select private.forget_pictures()::int as gone`
  })
  return row?.gone ?? -1
}

test('pictures that no row shows go with their files, once they are old enough', async () => {
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
    // Of another program: an address writes it otherwise, so nobody can tell that nothing shows it.
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
  expect(await forget()).toBe(3)
  const first = ['avatars replaced.webp', 'content never-sent.webp', 'covers left-unsaved.webp']
  expect(await gone()).toEqual(first)
  expect(await forget()).toBe(0)

  await sql`delete from public.replies where id = ${deleted?.id ?? ''}`
  expect(await forget()).toBe(1)
  expect(await gone()).toEqual([...first, 'content of-a-deleted-post.webp'].sort())
})

test('files of other buckets are nobody’s business here', async () => {
  await sql`insert into storage.buckets (id, name) values ('papers', 'papers')`
  await upload('papers', 'a.webp', '400 days')
  expect(await forget()).toBe(0)
})
