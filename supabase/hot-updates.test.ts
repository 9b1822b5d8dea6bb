// Updates of counters alone write no index and read no text: those that must be HOT updates are, and the limits of a text
// are checked when it is written.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { CONSTRAINT_MESSAGES } from '../shared/constraint-messages.ts'
import { excerptOf } from '../shared/plain-text.ts'
import { hasHiddenSigns, withFewMarks } from '../shared/stacked-marks.ts'
import { shownLength, textLength } from '../shared/text-length.ts'
import { EXCERPTS, PARTS_OF_POSTS } from '../tests/cases/excerpts.ts'
import { connect, startSampleDatabase, type TestDatabase } from '../tests/support/database.ts'

let database: TestDatabase
let threads: { id: string; author_id: string; category_id: string }[]
let members: string[]

beforeAll(async () => {
  database = await startSampleDatabase()
  const { sql } = database
  await sql`select private.configure(null, false)`
  threads = await sql`select id, author_id, category_id from public.threads where not is_hidden order by id`
  members = (await sql`select id from public.profiles order by id`).map(({ id }) => id)
  // Fills pages up to their fill factor; the triggers of the load left dead row versions.
  for (const table of ['threads', 'replies', 'profiles']) await sql.unsafe(`vacuum full public.${table}`)
})

afterAll(() => database.stop())

/** The number of updates by `work` in a table, and how many of them were HOT. */
async function updates(table: string, work: () => Promise<unknown>): Promise<{ all: number; hot: number }> {
  const { sql } = database
  const counts = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<{ all: number; hot: number }[]>`
      select n_tup_upd::int as all, n_tup_hot_upd::int as hot
      from pg_stat_user_tables where schemaname = 'public' and relname = ${table}`
    return row ?? { all: 0, hot: 0 }
  }
  const before = await counts()
  await work()
  const after = await counts()
  return { all: after.all - before.all, hot: after.hot - before.hot }
}

describe('HOT updates', () => {
  test('views of discussions', async () => {
    const { sql } = database
    const { all, hot } = await updates('threads', async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        for (const { id } of threads) {
          await sql`insert into private.uncounted_views (thread_id) values (${id})`
          await sql`select private.flush_thread_views()`
        }
      }
    })
    expect(all).toBe(5 * threads.length)
    expect(hot).toBeGreaterThanOrEqual(0.9 * all)
  })

  test("an author's reputation, and what a member wrote", async () => {
    const { sql } = database
    const { all, hot } = await updates('profiles', async () => {
      for (const [index, { id, author_id }] of threads.entries()) {
        const voter = members.find((member) => member !== author_id) ?? ''
        await sql`delete from public.reactions where thread_id = ${id} and user_id = ${voter}`
        await sql`insert into public.reactions (thread_id, user_id) values (${id}, ${voter})`
        await sql`
          insert into public.replies (thread_id, author_id, content)
          values (${id}, ${members[index % members.length] ?? ''}, '<p>An answer to this.</p>')`
      }
    })
    expect(all).toBeGreaterThanOrEqual(2 * threads.length)
    // A member's first post in a minute also writes last_active, which has an index.
    expect(hot).toBeGreaterThanOrEqual(all - members.length - 0.1 * all)
  })

  test('upvotes of replies', async () => {
    const { sql } = database
    const replies = await sql<{ id: string }[]>`select id from public.replies order by id limit 100`
    const { all, hot } = await updates('replies', async () => {
      for (const { id } of replies)
        await sql`
          insert into public.reactions (reply_id, user_id) values (${id}, ${members[0] ?? ''})
          on conflict do nothing`
    })
    expect(all).toBeGreaterThan(50)
    expect(hot).toBeGreaterThanOrEqual(0.9 * all)
  })
})

describe('titles in a table of their own', () => {
  const asMember = (member: string, title: string) =>
    database.sql.begin(async (sql) => {
      await sql`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: member, role: 'authenticated' })}, true)`
      return [...(await sql<{ id: string }[]>`select id from public.threads_with_title(${title})`)]
    })

  test('are found by an admin, by a part in any case, also after a change of title; and by nobody else', async () => {
    const { sql } = database
    const [admin = '', other = ''] = members
    const thread = threads[0]?.id ?? ''
    await sql`insert into public.user_roles (user_id, role) values (${admin}, 'admin') on conflict do nothing`
    await sql`update public.threads set title = 'Is 50% of_it a fair share?' where id = ${thread}`
    expect(await asMember(admin, '50% OF_it')).toEqual([{ id: thread }])
    expect(await asMember(admin, '50_ of')).toEqual([])
    expect(await asMember(other, '50% of_it')).toEqual([])
    const [bySlug] = await sql`select id from public.threads_by_title_slug('is-50-of-it-a-fair-share')`
    expect(bySlug?.id).toBe(thread)
  })

  test('give the digits of an address to one thread, of two that are started at once', async () => {
    const start = (sql: Sql, id: string) => sql`
      insert into public.threads (id, title, content, author_id, category_id)
      values (${id}, 'Started at once', '<p>A text of a thread.</p>', ${members[0] ?? ''}, ${threads[0]?.category_id ?? ''})`
    const other = connect(database.ownerUrl, { max: 1 })
    try {
      let second: Promise<unknown> = Promise.resolve()
      await other.begin(async (sql) => {
        await start(sql as unknown as Sql, 'abcdef01-0000-4000-8000-000000000001')
        second = start(database.sql, 'abcdef01-0000-4000-8000-000000000002').catch((error: unknown) => error)
        await expect
          .poll(() => sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
          .toHaveLength(1)
      })
      expect(await second).toMatchObject({ code: '23505' })
    } finally {
      await other.end()
    }
  })
})

describe('the limits of a text', () => {
  const start = ({
    title = 'A title of a thread',
    content = '<p>A text of a thread.</p>',
    tags = [] as string[],
  }) => database.sql`
    insert into public.threads (title, content, tags, author_id, category_id)
    values (${title}, ${content}, ${tags}, ${members[0] ?? ''}, ${threads[0]?.category_id ?? ''}) returning id`
  const reply = (content: string) => database.sql`
    insert into public.replies (thread_id, author_id, content)
    values (${threads[0]?.id ?? ''}, ${members[0] ?? ''}, ${content}) returning id`
  const refused = (constraint: string, relation = 'threads') => {
    expect(CONSTRAINT_MESSAGES[constraint], 'the form has words for it').toBeTruthy()
    return {
      code: '23514',
      constraint_name: constraint,
      table_name: relation,
      schema_name: 'public',
      message: `new row for relation "${relation}" violates check constraint "${constraint}"`,
    }
  }

  test.each([
    ['a title of 8 zero-width spaces', { title: '\u200b'.repeat(8) }, 'threads_title_length'],
    ['a short title among blanks', { title: `a${' '.repeat(20)}b` }, 'threads_title_length'],
    ['a title of 201 characters', { title: 'a'.repeat(201) }, 'threads_title_length'],
    ['a title with a control character', { title: 'A title \u0007 that rings' }, 'threads_title_visible'],
    ['a title of two lines', { title: 'A title of two\nlines it is' }, 'threads_title_visible'],
    ['a title that turns its line', { title: 'A title \u202e that turns' }, 'threads_title_visible'],
    [
      'a text of 12 invisible characters',
      { content: `<p>${'\u200b'.repeat(12)}</p>` },
      'threads_content_length',
    ],
    ['a text of hard blanks', { content: `<p>${'\u00a0'.repeat(12)}</p>` }, 'threads_content_length'],
    ['a text of 50,001 characters', { content: `<p>${'a'.repeat(50_001)}</p>` }, 'threads_content_length'],
    ['six tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'threads_tags_bounds'],
    ['an invisible tag', { tags: ['ipo', '\u200b\u2060'] }, 'threads_tags_visible'],
    ['a tag with a control character', { tags: ['i\u0001po'] }, 'threads_tags_visible'],
  ])('%s is refused, in a new thread and in a change', async (_what, wrong, constraint) => {
    await expect(start(wrong)).rejects.toMatchObject(refused(constraint))
    const [thread] = await start({})
    const { sql } = database
    await expect(
      sql`update public.threads set ${sql(wrong)} where id = ${thread?.id ?? ''}`,
    ).rejects.toMatchObject(refused(constraint))
  })

  test.each([
    ['Hindi with joiners', { title: 'क्\u200dष का मूल्य क्या है', content: '<p>बाज़ार कब खुलता है? क्\u200cया</p>' }],
    ['emoji of several parts', { title: 'Thanks to all \u{1f468}\u200d\u{1f469}\u200d\u{1f467}\ufe0f' }],
    ['right-to-left letters with a mark', { title: 'آئی پی او \u200f کیا ہے' }],
    ['50,000 characters', { content: `<p>${'a'.repeat(50_000)}</p>`, tags: ['एक', 'IPO 2026'] }],
  ])('%s is welcome', async (_what, written) => {
    expect(await start(written)).toHaveLength(1)
  })

  test.each(['\u200b\u200b\u200b', '<p>\u2800\u3164a</p>', `<p>${'a'.repeat(20_001)}</p>`])(
    'a reply that shows less than 2 characters, or more than 20,000, is refused: %.20j',
    async (content) => {
      await expect(reply(content)).rejects.toMatchObject(refused('replies_content_length', 'replies'))
      const [row] = await reply('<p>ok</p>')
      await expect(
        database.sql`update public.replies set content = ${content} where id = ${row?.id ?? ''}`,
      ).rejects.toMatchObject(refused('replies_content_length', 'replies'))
    },
  )

  test('a picture in a text is recorded, and removed with it', async () => {
    const { sql } = database
    const shows = async (id: string) =>
      (await sql`select from private.shown_pictures where shown_by = ${id} and picture = 'content/a/b.webp'`)
        .length === 1
    const picture = '<img src="/storage/v1/object/public/content/a/b.webp" alt="">'
    const [thread] = await start({ content: `<p>Look at this chart</p>${picture}` })
    const [answer] = await reply(`<p>Look</p>${picture}`)
    for (const [table, id] of [
      ['threads', thread?.id],
      ['replies', answer?.id],
    ]) {
      expect(await shows(id ?? '')).toBe(true)
      await sql`update ${sql(`public.${table}`)} set content = '<p>There was a chart.</p>' where id = ${id ?? ''}`
      expect(await shows(id ?? '')).toBe(false)
    }
  })

  test('the database shortens a post to its writer’s own words, as the pages do', async () => {
    const posts = [
      ...EXCERPTS.map(([, html]) => html),
      ...fc
        .sample(fc.array(fc.constantFrom(...PARTS_OF_POSTS), { maxLength: 8 }), 500)
        .map((parts) => parts.join('')),
    ]
    for (const length of [60, 300]) {
      const rows = await database.sql<{ words: string }[]>`
        select private.plain_excerpt(p.html, ${length}) as words
        from unnest(${posts}::text[]) with ordinality as p (html, place) order by p.place`
      expect(rows.map(({ words }) => words)).toEqual(posts.map((html) => excerptOf(html, length)))
    }
    const [row] = await start({ content: EXCERPTS[0]?.[1] ?? '' })
    const [thread] = await database.sql`
      select public.excerpt(t) as words from public.threads t where t.id = ${row?.id ?? ''}`
    expect(thread?.words).toBe(EXCERPTS[0]?.[2])
  })

  test('signs that are drawn as nothing, hidden ones and piles of marks are the same for both', async () => {
    const signs = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      // The planes that nothing is assigned in are all alike.
      .filter((code) => code < 0x2_0000 || code > 0xd_ffff)
      .map((code) => String.fromCodePoint(code))
    const [row] = await database.sql<{ hidden: string[]; drawn: string[] }[]>`
      select array_agg(s.sign order by s.place) filter (where s.sign ~ private.hidden_signs()) as hidden,
        array_agg(s.sign order by s.place) filter (where private.shown_length('a' || s.sign || 'b') = 3) as drawn
      from unnest(${signs}::text[]) with ordinality as s (sign, place)`
    expect(row?.hidden).toEqual(signs.filter(hasHiddenSigns))
    expect(row?.drawn).toEqual(signs.filter((sign) => shownLength(`a${sign}b`) === 3))
    const marks = ['\u0300', '\u0301', '\u0489', '\u20dd']
    const sign = fc.constantFrom(
      ...[...marks, ...marks, ...marks, '\u200d', '\u200b', '\ufe0f', 'क', '्', 'ा', 'ி', 'a', '❤'],
    )
    const piles = fc
      .sample(fc.array(sign, { minLength: 30, maxLength: 60 }), 500)
      .map((parts) => parts.join(''))
    expect(piles.filter((pile) => withFewMarks(pile) !== pile).length).toBeGreaterThan(20)
    const kept = await database.sql<{ kept: string; hidden: boolean }[]>`
      select private.with_few_marks(p.pile) as kept, p.pile ~ private.hidden_signs() as hidden
      from unnest(${piles}::text[]) with ordinality as p (pile, place) order by p.place`
    expect(kept).toEqual(piles.map((pile) => ({ kept: withFewMarks(pile), hidden: hasHiddenSigns(pile) })))
  })

  test('a form counts characters as the database does', async () => {
    const texts = ['', ' ', '\u00a0a\u2003b ', 'क्\u200dष', '\u{1f468}\u200d\u{1f469}', 'a\u0007b']
    texts.push(...['1 < 2', '<p>a  b</p>', '\u{e0061}x\ufe0f', 'a\tb\r\n c', '\u180b\u2066x\u2069', '📈📉'])
    const rows = await database.sql<{ shown: number; html: number }[]>`
      select private.shown_length(t) as shown, private.text_length(t) as html from unnest(${texts}::text[]) t`
    expect(rows).toEqual(texts.map((text) => ({ shown: shownLength(text), html: textLength(text) })))
  })

  test('a counter of a long text costs about as much as one of a short text', async () => {
    const { sql } = database
    const long = (await start({ content: `<p>${'word '.repeat(9_900)}</p>` }))[0]?.id ?? ''
    const buffers = async (id: string) => {
      const [plan] = await sql.unsafe(
        `explain (analyze, buffers, timing off, format json) update public.threads set view_count = view_count + 1 where id = '${id}'`,
      )
      const node = plan?.['QUERY PLAN'][0].Plan
      return node['Shared Hit Blocks'] + node['Shared Read Blocks'] + node['Shared Dirtied Blocks']
    }
    const short = (await start({}))[0]?.id ?? ''
    await buffers(long)
    await buffers(short)
    expect(await buffers(long)).toBeLessThanOrEqual((await buffers(short)) + 3)
  })
})
