// The columns of an article that the database maintains: its address and the former ones, its date, the log of changes, its
// translations, and the forum subjects that it explains. Then the translations of categories.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const ADMIN = 'd0000000-0000-4000-8000-000000000004'

let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await startDatabase()
  sql = database.sql
  await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    values (${ADMIN}, 'admin@example.com', now(), ${sql.json({ username: 'admin' })})`
  await sql`insert into public.user_roles (user_id, role) values (${ADMIN}, 'admin')`
})

afterAll(() => database.stop())

beforeEach(async () => {
  await sql`delete from public.blog_posts`
  await sql`delete from public.threads`
})

type Row = Record<string, unknown>

function asAdmin(statement: (work: Sql) => Promise<Row[]>): Promise<Row[]> {
  return sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: ADMIN, role: 'authenticated' })}, true)`
    return statement(work)
  }) as Promise<Row[]>
}

async function write(given: Row): Promise<Row> {
  const [row] = await asAdmin(
    (work) => work`insert into public.blog_posts ${work({ category: 'IPO', ...given })} returning *`,
  )
  return row ?? {}
}

async function change(id: unknown, given: Row): Promise<Row> {
  const [row] = await asAdmin(
    (work) => work`update public.blog_posts set ${work(given)} where id = ${String(id)} returning *`,
  )
  return row ?? {}
}

const log = async () =>
  (
    await sql`select action, target_label from public.moderation_log where target_table = 'blog_posts' order by id`
  ).map(({ action, target_label }) => `${action} ${target_label}`)

test('an article that does not say how long it takes takes 10 minutes', async () => {
  expect((await write({ title: 'Short words' })).read_time).toBe('10 min read')
})

describe('the address', () => {
  test('comes from the title, and a second one of the same title gets a number', async () => {
    expect((await write({ title: 'What is an IPO?' })).slug).toBe('what-is-an-ipo')
    expect((await write({ title: 'What is an IPO!' })).slug).toBe('what-is-an-ipo-2')
    expect((await write({ title: 'आईपीओ क्या है' })).slug).toBe('article')
  })

  test('of a published article redirects when it changes; one of a draft is forgotten', async () => {
    const { id } = await write({ title: 'Old words' })
    await change(id, { slug: 'draft-words' })
    await change(id, { status: 'published' })
    await change(id, { slug: 'new-words' })
    const former = () => sql`select slug, post_id from public.blog_post_slugs order by slug`
    expect(await former()).toEqual([{ slug: 'draft-words', post_id: id }])
    // The latest article with an address owns it, also when an article returns to its former one.
    await write({ title: 'Draft words' })
    expect(await former()).toEqual([])
  })
})

describe('the date', () => {
  test('of a published article is never in the future', async () => {
    const soon = new Date(Date.now() + 3_600_000)
    const planned = await write({ title: 'Planned', status: 'scheduled', published_at: soon })
    expect(planned).toMatchObject({ published: false, published_at: soon })
    const row = await change(planned.id, { status: 'published' })
    expect((row.published_at as Date).getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('of a scheduled article is its publication time', async () => {
    const due = new Date(Date.now() - 60_000)
    const { id } = await write({ title: 'Due', status: 'scheduled', published_at: due })
    await write({ title: 'Not due', status: 'scheduled', published_at: new Date(Date.now() + 60_000) })
    expect(await sql`select private.publish_due_articles() as number`).toEqual([{ number: '1' }])
    expect(await sql`select id, published_at from public.blog_posts where published`).toEqual([
      { id, published_at: due },
    ])
  })

  test('of the last change follows the text, not a flag', async () => {
    const { id, updated_at } = await write({ title: 'Steady', content: '<p>a</p>' })
    expect((await change(id, { featured: true, status: 'published' })).updated_at).toEqual(updated_at)
    expect((await change(id, { content: '<p>b</p>' })).updated_at).not.toEqual(updated_at)
  })
})

test('changes by an admin are logged; the scheduled publication is not', async () => {
  const from = (await log()).length
  const { id } = await write({ title: 'One' })
  await change(id, { title: 'Two' })
  await change(id, { status: 'scheduled', published_at: new Date(Date.now() - 1_000) })
  await sql`select private.publish_due_articles()`
  await change(id, { featured: true })
  await change(id, { featured: false, status: 'draft' })
  await asAdmin((work) => work`delete from public.blog_posts where id = ${String(id)} returning id`)
  expect((await log()).slice(from)).toEqual([
    'insert One',
    'edit One',
    'schedule Two',
    'feature Two',
    'unpublish Two',
    'unfeature Two',
    'delete Two',
  ])
})

test('subjects are words of the forum that a published article contains', async () => {
  const [category] =
    await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') returning id`
  const thread = (tags: string[]) => sql`
    insert into public.threads (title, content, author_id, category_id, tags)
    values ('A discussion of ours', '<p>What does it mean?</p>', ${ADMIN}, ${category?.id as string}, ${tags})`
  await thread(['SIP', 'stop-loss', 'ter', '.*'])
  await thread(['sip', 'gold'])
  await write({ title: 'Is a SIP better?', status: 'published' })
  await write({ title: 'A stop loss after hours', status: 'published' })
  await write({ title: 'Gold', status: 'draft' })
  expect(await sql`select topic, discussions::int from public.trending_article_topics()`).toEqual([
    { topic: 'sip', discussions: 2 },
    { topic: 'stop loss', discussions: 1 },
  ])
})

describe('translations', () => {
  test('of an article are one in each other language, and of an original', async () => {
    const { id: original } = await write({ title: 'In English' })
    const { id: hindi } = await write({ title: 'हिन्दी में', language: 'hi', translation_of: original })
    const refused = (constraint: string) =>
      expect.objectContaining({ code: '23514', constraint_name: constraint })
    const noOriginal = refused('blog_posts_translation_of_original')
    const second = { title: 'फिर से', language: 'hi', translation_of: original }
    await expect(write(second)).rejects.toMatchObject({ constraint_name: 'blog_posts_translation_key' })
    await expect(write({ ...second, language: 'en' })).rejects.toEqual(noOriginal)
    await expect(write({ ...second, language: 'ta', translation_of: hindi })).rejects.toEqual(noOriginal)
    const { id: other } = await write({ title: 'Other', language: 'bn' })
    await expect(change(original, { translation_of: other })).rejects.toEqual(noOriginal)
    await expect(change(original, { language: 'hi' })).rejects.toEqual(noOriginal)
    await expect(change(other, { language: 'Hindi' })).rejects.toEqual(refused('blog_posts_language_format'))
    await asAdmin((work) => work`delete from public.blog_posts where id = ${String(original)} returning id`)
    expect(await sql`select translation_of from public.blog_posts where id = ${String(hindi)}`).toEqual([
      { translation_of: null },
    ])
  })

  const LONG = 'न'.repeat(61)
  test.each([
    [true, {}],
    [true, { hi: { name: 'आईपीओ' } }],
    [true, { hi: { name: 'न'.repeat(60), description: 'न'.repeat(500) }, ta: { name: 'வரி' } }],
    [false, []],
    [false, 'hi'],
    [false, { hi: 'आईपीओ' }],
    [false, { hi: {} }],
    [false, { hi: { name: ' ' } }],
    [false, { hi: { name: '\u200b' } }],
    [false, { hi: { name: 'आई\u202eपीओ' } }],
    [false, { hi: { name: LONG } }],
    [false, { hi: { name: 7 } }],
    [false, { hi: { name: 'आईपीओ', description: 'न'.repeat(501) } }],
    [false, { hi: { name: 'आईपीओ', description: 7 } }],
    [false, { hi: { name: 'आईपीओ', icon: 'x' } }],
    [false, { en: { name: 'IPOs' } }],
    [false, { Hindi: { name: 'आईपीओ' } }],
    [false, Object.fromEntries([...'abcdefghijk'].map((sign) => [`a${sign}`, { name: 'x' }]))],
  ])('of a category: %s for %j', async (isGood, translations) => {
    const [row] = await sql`select private.are_translations(${sql.json(translations)}) as good`
    expect(row).toEqual({ good: isGood })
  })

  test('of a category are shown, and where there are none the English ones', async () => {
    const [category] = await sql`
      insert into public.forum_categories (name, slug, description) values ('Gold', 'gold', 'Coins') returning id`
    const shown = async (translations: Parameters<typeof sql.json>[0]) => {
      await sql`update public.forum_categories set translations = ${sql.json(translations)}
        where id = ${category?.id as string}`
      return sql`select name_hi, description_hi from public.forum_categories c,
        public.name_hi(c) name_hi, public.description_hi(c) description_hi where c.slug = 'gold'`
    }
    expect(await shown({})).toEqual([{ name_hi: 'Gold', description_hi: 'Coins' }])
    expect(await shown({ hi: { name: 'सोना', description: '' } })).toEqual([
      { name_hi: 'सोना', description_hi: 'Coins' },
    ])
    expect(await shown({ hi: { name: 'सोना', description: 'सिक्के' } })).toEqual([
      { name_hi: 'सोना', description_hi: 'सिक्के' },
    ])
  })
})
