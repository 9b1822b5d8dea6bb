// Search results, their order, and what is never found: over the sample community, as a guest.
import { describe, expect, test } from 'vitest'
import {
  type Asked,
  as,
  author,
  category,
  database,
  GUEST,
  type Row,
  search,
  start,
  withSampleToSearch,
} from '../tests/support/searched-sample.ts'

withSampleToSearch()

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

describe('words', () => {
  test('are found in titles, texts, replies and articles, with the found words marked', async () => {
    const rows = await search('allotment')
    expect(new Set(rows.map(({ kind }) => kind))).toContain('thread')
    expect(rows.filter(({ kind }) => kind === 'thread')[0]?.title.toLowerCase()).toContain('\u0001allot')
    expect(rows.every(({ is_exact }) => is_exact)).toBe(true)
    expect((await search('allotment', { only_kind: 'replies' })).length).toBeGreaterThan(0)
    expect((await search('allotment', { only_kind: 'articles' })).length).toBeGreaterThan(0)
  })

  test('are found in another of their forms, as a phrase, and left out with a minus', async () => {
    const id = await start('Zirconium pledges compared', 'Brokers treat zirconium pledging alike.')
    for (const query of ['pledge zirconium', '"zirconium pledges"', 'zirconium -nickel'])
      expect(ids(await search(query)), query).toContain(id)
    for (const query of ['"pledges zirconium"', 'zirconium -brokers'])
      expect(ids((await search(query)).filter(({ is_exact }) => is_exact)), query).not.toContain(id)
    expect(ids(await search('zirconium -brokers'))).not.toContain(id)
  })

  test('in Hindi: with the nukta or without it, in another form, in a text of both languages', async () => {
    const id = await start('म्यूचुअल फ़ंड में निवेशकों की गलतियाँ', 'SIP बंद करना सबसे बड़ी गलती है।', ['सिप'])
    for (const query of ['म्यूचुअल फंड', 'निवेशक', 'गलती SIP', 'म्यूचुअल'])
      expect(ids(await search(query, { only_kind: 'threads' })), query).toContain(id)
    const [row] = await search('निवेशकों गलतियाँ', { only_kind: 'threads' })
    expect(row?.title).toContain('\u0001निवेशकों\u0002')
  })

  test('not finished are found while they are typed, by titles alone', async () => {
    const id = await start('Vanadium royalties explained', 'The text speaks of molybdenum.')
    expect(ids(await search('vanad', { typing: true }))).toContain(id)
    expect(ids(await search('molybd', { typing: true }))).not.toContain(id)
    expect(ids(await search('molybden'))).toContain(id)
  })

  test.each(['alotment', 'allotmant', 'allotmnet'])('mistyped as %s lead to allotment', async (query) => {
    const rows = await search(query, { only_kind: 'threads' })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ is_exact }) => is_exact)).toBe(false)
    expect(rows[0]?.title.toLowerCase()).toContain('allot')
  })

  test('mistyped in Hindi lead to the word of like sound', async () => {
    const id = await start('कैल्शियम बाजार की रिपोर्ट', 'शीर्षक में एक दुर्लभ शब्द।')
    expect(ids(await search('केल्सियम', { only_kind: 'threads' }))).toContain(id)
  })

  test('of a long question are found although no text has all of them', async () => {
    const id = await start('Rhodium coins and customs duty', 'What applies at the airport?')
    const rows = await search('rhodium coins unfindableword brought home', { only_kind: 'threads' })
    expect(ids(rows)).toContain(id)
    expect(rows.every(({ is_exact }) => is_exact)).toBe(false)
  })

  test.each([
    '',
    ' ',
    'a',
    'the',
    '-',
    '-tax',
    '&|!():*<>',
    "'",
    '\\',
    '"',
    '%',
    '_',
    'x'.repeat(5_000),
    '\u0001\u0002',
    '-a -b',
  ])('%j is answered, never an error', async (query) => {
    for (const typing of [true, false]) expect(Array.isArray(await search(query, { typing }))).toBe(true)
  })
})

describe('order', () => {
  test('of worth: rank x (0.4 + 0.6 halved each year) x (1 + ln(1 + replies + upvotes) / 10)', async () => {
    const worth = async (rank: number, age: string, talk: number) => {
      const [row] = await database.sql<{ worth: number }[]>`
        select private.search_score(${rank}::real, now() - ${age}::interval, ${talk}) as worth`
      return row?.worth
    }
    expect(await worth(1, '0', 0)).toBeCloseTo(1)
    expect(await worth(1, '365 days', 0)).toBeCloseTo(0.7)
    expect(await worth(1, '730 days', 0)).toBeCloseTo(0.55)
    expect(await worth(0.5, '0', 100)).toBeCloseTo(0.5 * 1.4615, 3)
  })

  test('a title says more than a text, and of two alike the newer comes first', async () => {
    const inText = await start('Something about a metal', 'Iridium is mentioned here once.')
    const old = await start('Iridium as a store of value', 'A question about the metal.')
    const fresh = await start('Iridium as a store of wealth', 'A question about the metal.')
    await database.sql`
      update public.threads set last_activity = now() - interval '2 years', created_at = now() - interval '2 years'
      where id = ${old}`
    expect(ids(await search('iridium', { only_kind: 'threads' }))).toEqual([fresh, old, inText])
  })

  test('by date: the newest first, whatever its words are worth', async () => {
    const inText = await start('Another about a metal', 'Tellurium is mentioned here once.')
    const inTitle = await start('Tellurium as a store of value', 'A question about tellurium.')
    await database.sql`update public.threads set last_activity = now() - interval '1 hour' where id = ${inTitle}`
    const found = async (sort: string) =>
      ids(await search('tellurium', { only_kind: 'threads', sort })).filter((id) =>
        [inText, inTitle].includes(id),
      )
    expect(await found('relevance')).toEqual([inTitle, inText])
    expect(await found('date')).toEqual([inText, inTitle])
    expect(await found('nonsense')).toEqual([inTitle, inText])
  })

  test('an excerpt is about two lines of the text around the words', async () => {
    const before = 'There is much to say before it comes to that. '.repeat(20)
    const id = await start('A third about a metal', `${before}Then ruthenium is named. ${before}`)
    const [row] = await search('ruthenium', { only_kind: 'threads' })
    expect(row).toMatchObject({ id, excerpt: expect.stringContaining('\u0001ruthenium\u0002') })
    expect(row?.excerpt?.length).toBeGreaterThan(150)
    expect(row?.excerpt?.length).toBeLessThan(300)
  })

  test('filters: category, author, time', async () => {
    const id = await start('Osmium in the index of metals', 'Which fund holds it?')
    const [member] = await database.sql<
      { username: string }[]
    >`select username from public.profiles where id = ${author}`
    const found = async (asked: Asked) =>
      ids(await search('osmium', { only_kind: 'threads', ...asked })).includes(id)
    expect(await found({ in_category: 'ipos', by_author: member?.username.toUpperCase() ?? '' })).toBe(true)
    expect(await found({ in_category: 'taxation' })).toBe(false)
    expect(await found({ in_category: 'no-such-category' })).toBe(false)
    expect(await found({ by_author: 'no-such-member' })).toBe(false)
    expect(await found({ since: new Date(Date.now() + 60_000) })).toBe(false)
    expect(await found({ since: new Date(Date.now() - 60_000) })).toBe(true)
  })
})

describe('members and tags', () => {
  test('by a part of the name, by a mistyped name; a banned one is not offered', async () => {
    const [member] = await database.sql<{ id: string; username: string }[]>`
      select id, username from public.profiles where char_length(username) > 6 and user_level = 'Expert' order by id limit 1`
    const name = member?.username ?? ''
    expect(ids(await search(name.slice(0, 4), { only_kind: 'members' }))).toContain(member?.id)
    expect(ids(await search(`${name.slice(0, 3)}${name.slice(4)}`, { only_kind: 'members' }))).toContain(
      member?.id,
    )
    await database.sql`update public.profiles set user_level = 'Banned' where id = ${member?.id ?? ''}`
    expect(ids(await search(name, { only_kind: 'members' }))).not.toContain(member?.id)
    await database.sql`update public.profiles set user_level = 'Expert' where id = ${member?.id ?? ''}`
  })

  test.each(['#', 'i\u200bpo', 'ipo\u{e0041}', '\u2800', 'ipo\ufe0f'])(
    'a tag that cannot be read is refused: %j',
    async (tag) => {
      await expect(start('A discussion with a tag', 'Some text for it.', [tag])).rejects.toMatchObject({
        constraint_name: 'threads_tags_visible',
      })
    },
  )

  test('a title and a tag keep eight marks on a letter', async () => {
    const pile = `Z${'\u0301'.repeat(20)}`
    const id = await start(`${pile} in a title`, 'Some text for it.', [pile])
    expect((await database.sql`select title, tags from public.threads where id = ${id}`)[0]).toEqual({
      title: `${pile.slice(0, 9)} in a title`,
      tags: [pile.slice(0, 9)],
    })
  })

  test('a tag in whatever case, its discussions, and its count through every change', async () => {
    const count = async (tag: string) =>
      (
        await as(
          GUEST,
          (sql) => sql<{ n: number }[]>`select thread_count as n from public.tags where tag = ${tag}`,
        )
      )[0]?.n
    const first = await start('A discussion with a rare tag', 'Some text for it.', [
      'Palladium ETF',
      '#palladium etf',
      'rare',
    ])
    const second = await start('Another one with a rare tag', 'Some text for it.', ['#palladium  etf'])
    expect((await database.sql`select tags from public.threads where id = ${first}`)[0]?.tags).toEqual([
      'Palladium ETF',
      'rare',
    ])
    expect(await count('palladium etf')).toBe(2)
    expect((await search('palladium', { only_kind: 'tags' }))[0]?.title).toBe('palladium etf')
    const tagged = await as(
      GUEST,
      (sql) => sql<{ id: string }[]>`select id from public.tagged_threads('PALLADIUM ETF')`,
    )
    expect(tagged.map(({ id }) => id).sort()).toEqual([first, second].sort())
    await database.sql`update public.threads set tags = '{rare}' where id = ${first}`
    expect(await count('palladium etf')).toBe(1)
    await database.sql`update public.threads set is_hidden = true where id = ${second}`
    expect(await count('palladium etf')).toBeUndefined()
    await database.sql`update public.threads set is_hidden = false where id = ${second}`
    expect(await count('palladium etf')).toBe(1)
    await database.sql`delete from public.threads where id = ${second}`
    expect(await count('palladium etf')).toBeUndefined()
    const [wrong] = await database.sql<{ recount_tags: string }[]>`select private.recount_tags()`
    expect(Number(wrong?.recount_tags)).toBe(0)
  })
})

test('similar discussions share the telling words of a title, not the common ones', async () => {
  const id = await start('Is ruthenium taxed like gold?', 'Asked for a friend who holds some.')
  const similar = await as(
    GUEST,
    (sql) =>
      sql<
        { id: string }[]
      >`select id from public.similar_threads('How would the ruthenium that I hold be taxed?')`,
  )
  expect(similar[0]?.id).toBe(id)
  const none = await as(
    GUEST,
    (sql) => sql<{ id: string }[]>`select id from public.similar_threads('What is the')`,
  )
  expect(none).toEqual([])
})

test('posts written while triggers were off are found after index_everything', async () => {
  const { sql } = database
  await sql.begin(async (work) => {
    await work`set local session_replication_role = replica`
    await work`insert into public.threads (title, content, author_id, category_id, tags)
      values ('Tantalum bought in bulk', '<p>Loaded from elsewhere.</p>', ${author}, ${category}, '{bulk}')`
  })
  expect(await search('tantalum')).toEqual([])
  await sql`select private.index_everything()`
  expect(await search('tantalum', { only_kind: 'threads' })).toHaveLength(1)
  const [wrong] = await sql<{ recount_tags: string }[]>`select private.recount_tags()`
  expect(Number(wrong?.recount_tags)).toBe(0)
})

describe('hidden content is never found', () => {
  const everyWay = async (word: string, who: { role: string; id?: string }) => [
    ...(await search(word, {}, who)),
    ...(await search(word, { typing: true }, who)),
    ...(await search(word.slice(0, -2), {}, who)),
    ...(await search(`${word.slice(0, 3)}${word.slice(4)}`, {}, who)),
    ...(await search(word, { only_kind: 'replies' }, who)),
    ...(await search(word, { only_kind: 'articles' }, who)),
    ...(await search(word, { only_kind: 'tags' }, who)),
    ...(await as(who, (sql) => sql`select * from public.similar_threads(${`All about ${word}`})`)),
    ...(await as(who, (sql) => sql`select * from public.tagged_threads(${word})`)),
  ]
  const MEMBER = () => ({ role: 'authenticated', id: '00000000-0000-4000-8000-000000000001' })

  test('a hidden discussion, its replies and its tags; the same one is while it is shown', async () => {
    const word = 'hafniumsecret'
    const id = await start(`The ${word} of this title`, `And of this text: ${word}.`, [word])
    await database.sql`insert into public.replies (thread_id, author_id, content)
      values (${id}, ${author}, ${`<p>A reply with ${word}.</p>`})`
    expect((await everyWay(word, GUEST)).length, 'it must be found, or this proves nothing').toBeGreaterThan(
      5,
    )
    await database.sql`update public.threads set is_hidden = true where id = ${id}`
    for (const who of [GUEST, MEMBER()]) expect(await everyWay(word, who)).toEqual([])
  })

  test('a hidden reply of a discussion that is shown', async () => {
    const word = 'yttriumsecret'
    const id = await start('A discussion of hidden replies', 'Its text is harmless.')
    await database.sql`insert into public.replies (thread_id, author_id, content)
      values (${id}, ${author}, ${`<p>A reply with ${word}.</p>`})`
    expect(await search(word, { only_kind: 'replies' })).toHaveLength(1)
    await database.sql`update public.replies set is_hidden = true where thread_id = ${id}`
    for (const who of [GUEST, MEMBER()]) expect(await everyWay(word, who)).toEqual([])
  })

  test('an article that is a draft, scheduled, or was taken back', async () => {
    const word = 'scandiumsecret'
    const [article] = await database.sql<{ id: string }[]>`
      insert into public.blog_posts (title, category, content, status, author_id)
      values (${`On ${word}`}, 'investment', ${`<p>${word}</p>`}, 'draft', null) returning id`
    const states = async (status: string) =>
      database.sql`update public.blog_posts set status = ${status}, published_at = now() + interval '1 day' where id = ${article?.id ?? ''}`
    for (const who of [GUEST, MEMBER()]) expect(await everyWay(word, who)).toEqual([])
    await states('scheduled')
    for (const who of [GUEST, MEMBER()]) expect(await everyWay(word, who)).toEqual([])
    await states('published')
    expect((await search(word, { only_kind: 'articles' })).length, 'published it is found').toBe(1)
    await states('draft')
    for (const who of [GUEST, MEMBER()]) expect(await everyWay(word, who)).toEqual([])
  })

  test('although the index were wrong: policies have the last word', async () => {
    const word = 'niobiumsecret'
    const id = await start(`The ${word} of this title`, 'Its text is of no matter.')
    await database.sql.begin(async (work) => {
      await work`set local session_replication_role = replica`
      await work`update public.threads set is_hidden = true, state = 'hidden' where id = ${id}`
    })
    const [kept] = await database.sql`select thread_id from private.thread_words where thread_id = ${id}`
    expect(kept, 'the index still has it').toBeDefined()
    for (const who of [GUEST, MEMBER()]) expect(await everyWay(word, who)).toEqual([])
  })

  test.each(['thread_words', 'article_words', 'spelling_terms', 'thread_tags'])(
    'private.%s is read by no visitor and no member',
    async (table) => {
      for (const who of [GUEST, MEMBER()])
        await expect(as(who, (sql) => sql`select * from ${sql(`private.${table}`)}`)).rejects.toThrow(
          'permission denied for schema private',
        )
    },
  )
})

test('an excerpt separates the cells and rows of a table', async () => {
  const cells = (name: string, ...texts: string[]) =>
    `<tr>${texts.map((text) => `<${name}><p>${text}</p></${name.slice(0, 2)}>`).join('')}</tr>`
  await start(
    'Hafnium funds in a table',
    `<table><tbody>${cells('th scope="col"', 'Hafnium', 'Cost')}${cells('td', 'Nifty', '0.1')}</tbody></table>`,
  )
  const [row] = await search('hafnium', { only_kind: 'threads' })
  expect(row?.excerpt).toContain('\u0001Hafnium\u0002 · Cost · Nifty')
})

test('markup in a text is not markup in an excerpt', async () => {
  await start(
    'Lutetium and the dangers of markup',
    'Lutetium &lt;script&gt;alert(1)&lt;/script&gt; \u0001 <b>bold</b>',
  )
  const [row] = await search('lutetium', { only_kind: 'threads' })
  expect(row?.excerpt).toBe('\u0001Lutetium\u0002 &lt;script&gt;alert(1)&lt;/script&gt; bold')
})
