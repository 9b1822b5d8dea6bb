// From typed words to intended ones: punctuation beside words, synonyms, unfinished words, names.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  author,
  database,
  type Row,
  search,
  start,
  withSampleToSearch,
} from '../tests/support/searched-sample.ts'

withSampleToSearch()

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
    const [first] = await search(word, { only_kind: 'threads' })
    expect(first).toMatchObject({ id, is_exact: true })
  })

  test('in replies too', async () => {
    for (const word of ['87654', '₹87654', 'pelorus', 'बैंगनी']) {
      expect(await search(word, { only_kind: 'replies' }), word).toHaveLength(1)
    }
  })

  test('and the mark goes around the word, with the text as it was written', async () => {
    expect(marked((await search('98765', { only_kind: 'threads' }))[0]?.title)).toBe(
      'Qumran fees of ₹[98765] explained',
    )
    const [reply] = await search('pelorus', { only_kind: 'replies' })
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

describe('glued and split', () => {
  const FORMS = [
    ['Q3FY26', 'Q3 FY26', 'q3 fy 26', 'Q3-FY26'],
    ['80CCD(1B)', '80ccd1b', '80CCD 1B', '80 ccd (1b)'],
    ['NIFTYBEES', 'nifty bees'],
    ['BAJAJ-AUTO', 'bajajauto', 'Bajaj Auto', 'bajaj-auto'],
    ['194-IA', '194IA', '194 ia'],
    ['ITR-3', 'itr3', 'ITR 3'],
    ['e-KYC', 'ekyc'],
    ['முதலீடு', 'முதலீட்டில்', 'முதலீடுகள்', 'முதலீடுகளை'],
    ['தங்கம்', 'தங்க', 'தங்கத்தில்'],
  ]
  const ids: string[] = []

  beforeAll(async () => {
    for (const [at, forms] of FORMS.entries())
      for (const form of forms)
        ids.push(
          `${at} ${await start(`A discussion without the words ${at}`, `Before, ${form} and after it.`)}`,
        )
  })

  test.each(FORMS.map((forms, at) => [at, forms] as const))('%i: %j are one', async (at, forms) => {
    const written = ids.filter((id) => id.startsWith(`${at} `)).map((id) => id.split(' ')[1])
    for (const form of forms) {
      const rows = await search(form, { only_kind: 'threads' })
      expect(
        rows.every(({ is_exact }) => is_exact),
        form,
      ).toBe(true)
      const found = rows.map(({ id }) => id)
      expect(found, form).toEqual(expect.arrayContaining(written))
    }
  })

  test('nor is a part of it enough, and a phrase is a phrase', async () => {
    const id = await start('Rebate under 87A', 'A rebate of 87A in numbers.')
    const other = await start('Number 87 of the list', 'It is only the number 87.')
    const found = (await search('87a', { only_kind: 'threads' })).map((row) => row.id)
    expect(found).toContain(id)
    expect(found).not.toContain(other)
    expect((await search('"bees nifty"')).filter(({ is_exact }) => is_exact)).toEqual([])
  })
})

describe('did you mean', () => {
  test('the word that many use, for one that few do, with the rest as it was typed', async () => {
    expect(new Set((await search('divident')).map(({ meant }) => meant))).toEqual(new Set(['dividend']))
    expect((await search('alotment Status?'))[0]?.meant).toBe('allotment Status?')
    expect((await search('alotment'))[0]).toMatchObject({ is_exact: false, meant: 'allotment' })
    expect((await search('म्यूचअल फंड'))[0]?.meant).toBe('म्यूचुअल फंड')
    for (const query of ['allotment', 'dividends', 'टर्म बीमा', '"alotment"', 'tax -alotment'])
      expect((await search(query))[0]?.meant ?? null, query).toBe(null)
    expect((await search('alotment', { typing: true }))[0]?.meant ?? null).toBe(null)
  })

  test('never a word that only hidden discussions have', async () => {
    const id = await start('All about the gadolinium trade', 'The text of gadolinium is shown here.')
    const visible = await start('A visible question on gadoliniun', 'It is spelled like this here.')
    const meant = async () => (await search('gadolinum'))[0]?.meant
    expect(await meant()).toMatch(/^gadoliniu[mn]$/)
    await database.sql`update public.threads set is_hidden = true where id = ${id}`
    expect(await meant()).toBe('gadoliniun')
    await database.sql`delete from public.threads where id in (${id}, ${visible})`
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
    expect(marked((await search('टर्म बीमा', { only_kind: 'articles' }))[0]?.title)).toMatch(
      /\[Term\] \[insurance\]/,
    )
    expect(kinds(await search('आईपीओ', { typing: true }))).toContain('thread')
  })

  test('a phrase means itself, and what is to be left out stays out under every name', async () => {
    expect((await search('"टर्म बीमा"')).filter(({ is_exact }) => is_exact)).toEqual([])
    const both = await start('Mordant insurance in one word', 'Mordant as it is.')
    const one = await start('Mordant nothing in one word', 'Mordant as it is.')
    const found = (await search('mordant -बीमा', { only_kind: 'threads' })).map(({ id }) => id)
    expect(found).toContain(one)
    expect(found).not.toContain(both)
  })

  test('a word that also means something else leads there and not back: kar is tax, tax is not kar', async () => {
    const kar = await start('Paisa double kar dega koi', 'Bharosa mat karo.')
    expect((await search('kar', { only_kind: 'threads' })).map(({ id }) => id)).toContain(kar)
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
      const rows = await search(typed, { only_kind: 'threads', typing: true })
      expect(rows.length, typed).toBeGreaterThan(0)
      expect(
        rows.every(({ is_exact }) => is_exact),
        typed,
      ).toBe(true)
    }
    expect((await search('allotm')).every(({ is_exact }) => is_exact)).toBe(true)
  })

  test('two letters ask for the beginning of usernames and tags, and read no table', async () => {
    expect((await search('me', { only_kind: 'members' })).map(({ title }) => title)).toEqual([
      'Meera Krishnagiri',
    ])
    expect((await search('ip', { only_kind: 'tags' }))[0]?.title).toMatch(/^ip/)
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
