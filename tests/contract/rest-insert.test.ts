// POST of tables, as PostgREST answers it: inserts and upserts. Each test restores what it changed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Ask, type Library, openLibrary } from '../support/library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library?.stop())
afterEach(async () => {
  await library.sql`delete from lib_books where id > 4`
  await library.sql`delete from lib_publishers where id > 3`
})

const full = { prefer: 'return=representation' }
const send = (path: string, value: unknown, options: Ask = {}) =>
  library.ask(path, { ...options, body: typeof value === 'string' ? value : JSON.stringify(value) })

describe('insert', () => {
  it('stores a row and returns no body', async () => {
    const { status, text, headers } = await send('lib_publishers', { id: 10, name: 'Ten' })
    expect([status, text]).toEqual([201, ''])
    expect(headers.get('content-range')).toBe('*/*')
    expect(headers.get('content-type')).toBeNull()
    expect(headers.get('location')).toBeNull()
    expect(await library.sql`select name from lib_publishers where id = 10`).toEqual([{ name: 'Ten' }])
  })

  it('returns the row with its embedded resources', async () => {
    const { status, json, headers } = await send(
      'lib_books?select=title,heading,lib_publishers(name),author:lib_authors!author_id(name)',
      { title: 'New', publisher_id: 1, author_id: 2, pages: 7 },
      { headers: full },
    )
    expect([status, json]).toEqual([
      201,
      [{ title: 'New', heading: 'New (7)', lib_publishers: { name: 'Banyan' }, author: { name: 'Bala' } }],
    ])
    expect(headers.get('preference-applied')).toBe('return=representation')
  })

  it('returns all columns together with a computed one', async () => {
    const { json } = await send('lib_publishers?select=*', { id: 10, name: 'Ten' }, { headers: full })
    expect(json).toEqual([{ id: 10, name: 'Ten', founded: null, data: {} }])
    const books = await send('lib_books?select=*,heading', { title: 'Two' }, { headers: full })
    expect(books.json).toMatchObject([{ title: 'Two', pages: 100, heading: 'Two (100)' }])
  })

  it('returns the key of the row in Location under return=headers-only', async () => {
    const prefer = 'return=headers-only, count=exact'
    const { status, headers } = await send('lib_publishers', { id: 10, name: 'Ten' }, { headers: { prefer } })
    expect([status, headers.get('location')]).toEqual([201, '/lib_publishers?id=eq.10'])
    expect(headers.get('content-range')).toBe('*/1')
    expect(headers.get('preference-applied')).toBe('return=headers-only, count=exact')
    const loan = await send('lib_loans', { shelf: 'B &c', place: 3 }, { headers: { prefer } })
    expect(loan.headers.get('location')).toBe('/lib_loans?shelf=eq.B%20%26c&place=eq.3')
    await library.sql`delete from lib_loans where place = 3`
  })

  it('stores many rows at once, all or none', async () => {
    const { json } = await send(
      'lib_publishers?select=id',
      [
        { id: 11, name: 'a' },
        { id: 12, name: 'b' },
      ],
      { headers: full },
    )
    expect(json).toEqual([{ id: 11 }, { id: 12 }])
    const again = await send('lib_publishers', [
      { id: 13, name: 'c' },
      { id: 12, name: 'd' },
    ])
    expect([again.status, again.json]).toEqual([
      409,
      {
        code: '23505',
        details: 'Key (id)=(12) already exists.',
        hint: null,
        message: 'duplicate key value violates unique constraint "lib_publishers_pkey"',
      },
    ])
    expect(await library.sql`select id from lib_publishers where id = 13`).toEqual([])
    expect((await send('lib_publishers', [], { headers: full })).json).toEqual([])
  })

  it('needs the same keys in every row, or the columns parameter', async () => {
    const rows = [{ title: 'aa' }, { title: 'bb', pages: 3 }]
    const refused = await send('lib_books', rows)
    expect([refused.status, refused.json]).toEqual([
      400,
      { code: 'PGRST102', details: null, hint: null, message: 'All object keys must match' },
    ])
    const path = 'lib_books?columns=title,pages&select=title,pages'
    expect((await send(path, rows, { headers: full })).json).toEqual([
      { title: 'aa', pages: null },
      { title: 'bb', pages: 3 },
    ])
    const missing = await send(path, rows, { headers: { prefer: 'return=representation, missing=default' } })
    expect(missing.json).toEqual([
      { title: 'aa', pages: 100 },
      { title: 'bb', pages: 3 },
    ])
    expect(missing.headers.get('preference-applied')).toBe('missing=default, return=representation')
  })

  it('ignores keys that the columns parameter does not name', async () => {
    const { json } = await send(
      'lib_books?columns=title&select=title,pages',
      { title: 'aa', pages: 5 },
      { headers: full },
    )
    expect(json).toEqual([{ title: 'aa', pages: 100 }])
  })

  it('keeps every digit of a number', async () => {
    const { text } = await send(
      'lib_books?select=data',
      '{"title":"nn","data":{"n":12345678901234567890.123}}',
      { headers: full },
    )
    expect(text).toBe('[{"data":{"n": 12345678901234567890.123}}]')
  })

  it('takes CSV and forms', async () => {
    const csv = await send('lib_publishers', 'id,name,founded\n11,"a ""q"", b",NULL\n12,b,2001-02-03\n', {
      headers: { ...full, 'content-type': 'text/csv' },
    })
    expect(csv.json).toEqual([
      { id: 11, name: 'a "q", b', founded: null, data: {} },
      { id: 12, name: 'b', founded: '2001-02-03', data: {} },
    ])
    const form = await send('lib_publishers', 'id=13&name=by+form', {
      headers: { ...full, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.json).toMatchObject([{ id: 13, name: 'by form' }])
  })

  it.each([
    ['no JSON', '{"id":', 'application/json', 400, 'PGRST102', 'Empty or invalid json'],
    ['nothing', '', 'application/json', 400, 'PGRST102', 'Empty or invalid json'],
    [
      'another type',
      '<a/>',
      'application/xml',
      400,
      'PGRST102',
      'Content-Type not acceptable: application/xml',
    ],
    [
      'an unknown column',
      '{"nope":1}',
      'application/json',
      400,
      'PGRST204',
      "Could not find the 'nope' column of 'lib_publishers' in the schema cache",
    ],
    [
      'a value of another type',
      '{"id":"x"}',
      'application/json',
      400,
      '22P02',
      'invalid input syntax for type integer: "x"',
    ],
    [
      'a missing value',
      '{"id":10}',
      'application/json',
      400,
      '23502',
      'null value in column "name" of relation "lib_publishers" violates not-null constraint',
    ],
  ])('refuses %s', async (_name, body, type, status, code, message) => {
    const found = await library.ask('lib_publishers', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    expect([found.status, found.json.code, found.json.message]).toEqual([status, code, message])
  })

  it('refuses what breaks a reference or a policy', async () => {
    const reference = await send('lib_books', { title: 'aa', author_id: 99 })
    expect([reference.status, reference.json.code]).toEqual([409, '23503'])
    const policy = await send('lib_diary', { id: 9, owner: 'other' })
    expect([policy.status, policy.json.code]).toEqual([401, '42501'])
  })

  it('refuses a body of more than a MiB, with or without Content-Length', async () => {
    const body = JSON.stringify({ id: 10, name: 'x'.repeat(1_048_577) })
    const refused = await library.ask('lib_publishers', { body })
    expect([refused.status, refused.json.code]).toEqual([413, 'PT413'])
    const streamed = await fetch(`${library.server.url}/rest/v1/lib_publishers`, {
      method: 'POST',
      body: new Blob([body]).stream(),
      duplex: 'half',
      headers: { apikey: library.server.publishableKey, 'content-type': 'application/json' },
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })
})

describe('upsert', () => {
  it('merges on the primary key and tells whether a row is new', async () => {
    const prefer = 'resolution=merge-duplicates, return=representation'
    const path = 'lib_publishers?select=id,name&order=id'
    const made = await send(
      path,
      [
        { id: 3, name: 'Pipal' },
        { id: 10, name: 'Ten' },
      ],
      { headers: { prefer } },
    )
    expect([made.status, made.json]).toEqual([
      201,
      [
        { id: 3, name: 'Pipal' },
        { id: 10, name: 'Ten' },
      ],
    ])
    expect(made.headers.get('preference-applied')).toBe('resolution=merge-duplicates, return=representation')
    const merged = await send(path, [{ id: 3, name: 'Peepal' }], { headers: { prefer } })
    expect([merged.status, merged.json]).toEqual([200, [{ id: 3, name: 'Peepal' }]])
  })

  it('merges on another unique column', async () => {
    const prefer = 'resolution=merge-duplicates, return=representation'
    const { status, json } = await send(
      'lib_books?on_conflict=slug&select=id,pages',
      { slug: 'patience', title: 'Patience, or "waiting"', pages: 210 },
      { headers: { prefer } },
    )
    expect([status, json]).toEqual([200, [{ id: 3, pages: 210 }]])
  })

  it('keeps existing rows under ignore-duplicates', async () => {
    const prefer = 'resolution=ignore-duplicates, return=representation'
    const { status, json } = await send('lib_publishers', [{ id: 1, name: 'Other' }], { headers: { prefer } })
    expect([status, json]).toEqual([201, []])
    expect(await library.sql`select name from lib_publishers where id = 1`).toEqual([{ name: 'Banyan' }])
  })

  it('refuses columns without a unique constraint', async () => {
    const { status, json } = await send(
      'lib_publishers?on_conflict=founded',
      { id: 9, name: 'x' },
      { headers: { prefer: 'resolution=merge-duplicates' } },
    )
    expect([status, json.code]).toEqual([400, '42P10'])
  })

  it('by PUT stores one row, named by its key', async () => {
    const put = (path: string, value: unknown, headers = {}) => send(path, value, { method: 'PUT', headers })
    expect((await put('lib_publishers?id=eq.10', { id: 10, name: 'Ten' })).status).toBe(204)
    const again = await put('lib_publishers?id=eq.10', { id: 10, name: 'Zehn' }, full)
    expect([again.status, again.json]).toEqual([200, [{ id: 10, name: 'Zehn', founded: null, data: {} }]])
    expect((await put('lib_publishers?id=eq.11', { id: 11, name: 'New' }, full)).status).toBe(201)
    for (const [path, code, status] of [
      ['lib_publishers?id=eq.12', 'PGRST115', 400],
      ['lib_publishers?id=gt.12', 'PGRST105', 405],
      ['lib_publishers', 'PGRST105', 405],
      ['lib_publishers?id=eq.13&name=eq.x', 'PGRST105', 405],
      ['lib_publishers?id=eq.13&limit=1', 'PGRST114', 400],
    ] as const) {
      const refused = await put(path, { id: 13, name: 'x' })
      expect([path, refused.json.code, refused.status]).toEqual([path, code, status])
    }
    expect(await library.sql`select id from lib_publishers where id = 13`).toEqual([])
  })
})
