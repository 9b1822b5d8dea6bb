// From typed words to intended ones: punctuation beside words, synonyms, unfinished words, names.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'
import { seedCommunity } from './seed/load.ts'

type Row = { kind: string; id: string; title: string; excerpt: string | null; is_exact: boolean }

let database: TestDatabase
let author: string
let category: string

beforeAll(async () => {
  database = await startDatabase()
  expect(await seedCommunity(database.ownerUrl)).toBe(true)
  await database.sql`select private.configure(null, false)`
  const [found] = await database.sql<{ author: string; category: string }[]>`
    select (select id from public.profiles where user_level = 'Regular' order by id limit 1) as author,
      (select id from public.forum_categories where slug = 'ipos') as category`
  author = found?.author ?? ''
  category = found?.category ?? ''
})

afterAll(() => database.stop())

/** Searches as a guest. */
function search(query: string, { kind = 'all', typing = false } = {}): Promise<Row[]> {
  return database.sql.begin(async (work) => {
    await work`select set_config('role', 'anon', true), set_config('request.jwt.claims', '{"role":"anon"}', true)`
    return work<Row[]>`select * from public.search(${query}, ${kind}, null, null, null, ${typing})`
  }) as Promise<Row[]>
}

async function start(title: string, text: string, tags: string[] = []): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id, tags)
    values (${title}, ${`<p>${text}</p>`}, ${author}, ${category}, ${tags}) returning id`
  return row?.id ?? ''
}

const kinds = (rows: readonly Row[]) => rows.map(({ kind }) => kind)
const marked = (line: string | null | undefined) => line?.replaceAll('\u0001', '[').replaceAll('\u0002', ']')

describe('punctuation beside a word is ignored', () => {
  let id: string

  beforeAll(async () => {
    id = await start(
      'Qumran fees of ₹98765 explained',
      'They call it “zephyrine”, ‘quokkal’, a vexil—gambit…and yttric–xenon, «bezoar» • tabor. NQX/BQX at Rs.45678 or ' +
        'Rs45679 or €45677. Sold.Thenbought again. Sale 45676/-. वनीला। चमेली॥ रु॰45675 और ४५६७४ 📈oculus',
    )
    await database.sql`
      insert into public.replies (thread_id, author_id, content)
      values (${id}, ${author}, ${'<p>Paid ₹87654 for “pelorus”, बैंगनी।</p>'})`
  })

  test.each([
    '98765',
    '₹98765',
    'zephyrine',
    '“zephyrine”',
    'quokkal',
    'vexil',
    'gambit',
    'yttric',
    'xenon',
    'bezoar',
    'tabor',
    'NQX',
    'BQX',
    'nqx/bqx',
    '45678',
    'Rs.45678',
    '45679',
    '45677',
    '45676',
    '45675',
    '45674',
    'thenbought',
    'वनीला',
    'चमेली',
    'oculus',
  ])('%s', async (word) => {
    const [first] = await search(word, { kind: 'threads' })
    expect(first).toMatchObject({ id, is_exact: true })
  })

  test('in replies too', async () => {
    for (const word of ['87654', '₹87654', 'pelorus', 'बैंगनी']) {
      expect(await search(word, { kind: 'replies' }), word).toHaveLength(1)
    }
  })

  test('and the mark goes around the word, with the text as it was written', async () => {
    expect(marked((await search('98765', { kind: 'threads' }))[0]?.title)).toBe(
      'Qumran fees of ₹[98765] explained',
    )
    const [reply] = await search('pelorus', { kind: 'replies' })
    expect(marked(reply?.excerpt)).toContain('for “[pelorus]”')
    expect(reply?.excerpt).not.toContain('\u0003')
  })

  test('a phrase in the quotation marks that a phone makes is a phrase', async () => {
    const phrase = await start(
      'Orrery weights compared here',
      'A gilded orrery stands next to the plain one.',
    )
    expect((await search('“gilded orrery”'))[0]?.id).toBe(phrase)
    expect((await search('“orrery gilded”')).filter(({ is_exact }) => is_exact)).toEqual([])
  })

  test('markup with slashes is still not searched', async () => {
    const plain = await start(
      'Sextant readings of the day',
      'one<br/>two</p><p>three <a href="https://example.com/zaffre">x</a>',
    )
    expect((await search('sextant'))[0]?.id).toBe(plain)
    expect((await search('zaffre')).filter(({ is_exact }) => is_exact)).toEqual([])
  })
})

describe('other words for the same', () => {
  test("the front page's own example, and what members type in Hindi and Hinglish", async () => {
    for (const words of [
      'टर्म बीमा',
      'बीमा',
      'आईपीओ',
      'कट-ऑफ',
      'म्यूचुअल फंड',
      'share bazaar',
      'कर',
      'aaykar',
      'bima',
    ]) {
      const rows = await search(words)
      expect(rows.length, words).toBeGreaterThan(0)
      expect(
        rows.every(({ is_exact }) => is_exact),
        words,
      ).toBe(true)
    }
    expect(marked((await search('टर्म बीमा', { kind: 'articles' }))[0]?.title)).toMatch(
      /\[Term\] \[insurance\]/,
    )
    expect(kinds(await search('आईपीओ', { typing: true }))).toContain('thread')
  })

  test('a phrase means itself, and what is to be left out stays out under every name', async () => {
    expect((await search('"टर्म बीमा"')).filter(({ is_exact }) => is_exact)).toEqual([])
    const both = await start('Mordant insurance in one word', 'Mordant as it is.')
    const one = await start('Mordant nothing in one word', 'Mordant as it is.')
    const found = (await search('mordant -बीमा', { kind: 'threads' })).map(({ id }) => id)
    expect(found).toContain(one)
    expect(found).not.toContain(both)
  })

  test('a word that also means something else leads there and not back: kar is tax, tax is not kar', async () => {
    const kar = await start('Paisa double kar dega koi', 'Bharosa mat karo.')
    expect((await search('kar', { kind: 'threads' })).map(({ id }) => id)).toContain(kar)
    const question = async (words: string) =>
      (
        await database.sql`select private.with_synonyms(private.words_query(${words}), ${words})::text as q`
      )[0]?.q
    expect(await question('kar')).toBe(`'kar' | 'tax' | 'टैक्स'`)
    expect(await question('tax')).toBe(`'tax' | 'tax' | 'टैक्स'`)
  })

  test('an administrator extends the list at once, and the log tells', async () => {
    const id = await start('Gnomon lending for beginners', 'All about gnomon lending.')
    expect((await search('shankuyantra')).filter(({ is_exact }) => is_exact)).toEqual([])
    await database.sql`insert into public.search_synonyms (terms) values (${['Gnomon lending ', 'shankuyantra']})`
    expect((await search('shankuyantra'))[0]).toMatchObject({ id, is_exact: true })
    await database.sql`update public.search_synonyms set terms = ${['gnomon', 'yantra']} where 'shankuyantra' = any (terms)`
    expect((await search('shankuyantra')).filter(({ is_exact }) => is_exact)).toEqual([])
    expect((await search('yantra'))[0]?.id).toBe(id)
    await database.sql`delete from public.search_synonyms where 'yantra' = any (terms)`
    expect((await search('yantra')).filter(({ is_exact }) => is_exact)).toEqual([])
  })

  test('words that the index leaves out make no rule, and a single word is no list', async () => {
    await database.sql`insert into public.search_synonyms (terms) values (${['off', 'the']})`
    const [rules] = await database.sql`
      select count(*)::integer as rules from private.synonym_rules where term in ('off', 'the')`
    expect(rules?.rules).toBe(0)
    await expect(
      database.sql`insert into public.search_synonyms (terms) values (${['one', ' ONE ']})`,
    ).rejects.toThrow(/search_synonyms_terms_count/)
  })
})

describe('while a word is being typed', () => {
  test('every beginning of it finds it, past its stem too, and is no guess', async () => {
    for (const typed of ['all', 'allo', 'allot', 'allotm', 'allotme', 'allotment', 'zero allotm']) {
      const rows = await search(typed, { kind: 'threads', typing: true })
      expect(rows.length, typed).toBeGreaterThan(0)
      expect(
        rows.every(({ is_exact }) => is_exact),
        typed,
      ).toBe(true)
    }
    expect((await search('allotm')).every(({ is_exact }) => is_exact)).toBe(true)
  })

  test('two letters ask for the beginning of usernames and tags, and read no table', async () => {
    expect((await search('me', { kind: 'members' })).map(({ title }) => title)).toEqual(['Meera Krishnagiri'])
    expect((await search('ip', { kind: 'tags' }))[0]?.title).toMatch(/^ip/)
    const plan = await database.sql.begin(async (work) => {
      await work`set local enable_seqscan = off`
      return work<{ 'QUERY PLAN': string }[]>`
        explain select id from public.profiles p where lower(p.username) ^@ 'me' order by lower(p.username) limit 200`
    })
    expect(JSON.stringify(plan)).toContain('profiles_username_key')
  })
})

describe('a name', () => {
  test('of a member stands on top, alone when no text has it', async () => {
    for (const typed of [
      'meera',
      'Meera',
      'meera.k',
      '@meera.k',
      'Meera Krishnagiri',
      'krishnagiri',
      'meera kri',
    ]) {
      for (const typing of [false, true]) {
        const rows = await search(typed, { typing })
        expect(rows[0], typed).toMatchObject({ kind: 'member', title: 'Meera Krishnagiri' })
        expect(
          rows.every(({ is_exact }) => is_exact),
          typed,
        ).toBe(true)
      }
    }
  })

  test('that titles have as a word stands under them, unless it is the very username', async () => {
    await database.sql`
      update public.profiles set full_name = 'Allotment Rao' where username = 'meera.k'`
    expect((await search('allotment'))[0]?.kind).toBe('thread')
    expect(kinds(await search('allotment'))).toContain('member')
    await database.sql`update public.profiles set username = 'allotment' where username = 'meera.k'`
    expect((await search('allotment'))[0]?.kind).toBe('member')
    await database.sql`update public.profiles set username = 'meera.k', full_name = 'Meera Krishnagiri' where username = 'allotment'`
  })

  test('of a banned member is not offered', async () => {
    await database.sql`update public.profiles set user_level = 'Banned' where username = 'meera.k'`
    expect(kinds(await search('meera.k'))).not.toContain('member')
    await database.sql`update public.profiles set user_level = 'Regular' where username = 'meera.k'`
  })
})

describe('signs in a search', () => {
  test.each([
    '-',
    '- ',
    '"',
    '-"',
    '-!',
    '-(',
    '--"a',
    '!',
    '&',
    '|',
    '(',
    '- or ',
    "'",
    ':',
    '*',
    '\\',
    '<->',
  ])('are no error, however many: %s', async (sign) => {
    await expect(search(sign.repeat(200 / sign.length))).resolves.toBeInstanceOf(Array)
  })

  test('and words in any order are none either', { timeout: 60_000 }, async () => {
    const part = fc.constantFrom(
      '-',
      '"',
      ' ',
      '!',
      '&',
      '|',
      '(',
      ')',
      ':',
      '*',
      "'",
      '<',
      '>',
      '\\',
      'ipo',
      'or',
      '+',
      '“',
      '५',
    )
    const queries = fc.sample(
      fc.array(part, { maxLength: 200 }).map((parts) => parts.join('')),
      500,
    )
    await expect(
      database.sql`select private.words_query(typed) from unnest(${queries}::text[]) as typed`,
    ).resolves.toHaveLength(500)
  })

  test('a dash in front of a word or a phrase still leaves it out', async () => {
    const [row] = await database.sql`select private.words_query('ipo -gold -"silver coin" --risk')::text as q`
    expect(row?.q).toMatch(/'ipo'.*!'gold'.*!\( ?'silver' <-> 'coin' ?\).*!'risk'/)
  })
})
