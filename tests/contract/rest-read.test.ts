// GET and HEAD of tables and views, as PostgREST answers them: statuses, headers and bodies.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asService, type Library, openLibrary } from '../support/library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library?.stop())

const ids = async (query: string) => {
  const { status, json } = await library.ask(`lib_books?select=id&order=id&${query}`)
  expect(status, JSON.stringify(json)).toBe(200)
  return json.map((row: { id: number }) => row.id)
}

const rows = async (path: string, headers?: Record<string, string>) => {
  const { status, json } = await library.ask(path, headers ? { headers } : {})
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}

describe('columns', () => {
  it('returns all of them by default, as PostgreSQL writes them in JSON', async () => {
    expect(await rows('lib_publishers?id=eq.1')).toEqual([
      {
        id: 1,
        name: 'Banyan',
        founded: '1950-01-01',
        data: { city: 'Pune', phones: [{ no: '1' }, { no: '2' }] },
      },
    ])
  })

  it('selects, renames and casts', async () => {
    expect(await rows('lib_books?select=no:id,price::text,pages::float8&id=eq.1')).toEqual([
      { no: 1, price: '250.00', pages: 320 },
    ])
  })

  it('reads into JSON in select, filter and order', async () => {
    expect(
      await rows(
        'lib_publishers?select=data->>city,data->phones->0->>no&order=data->>city.desc.nullslast&limit=2',
      ),
    ).toEqual([
      { city: 'Pune', no: '1' },
      { city: 'Kochi', no: null },
    ])
    expect(await rows('lib_publishers?select=id&data->phones->1->>no=eq.2')).toEqual([{ id: 1 }])
    expect(await rows('lib_publishers?select=id&data->open=eq.true')).toEqual([{ id: 2 }])
  })

  it('returns computed columns when they are named, and filters and orders by them', async () => {
    expect(await rows('lib_books?select=heading&heading=like.Comp*&order=heading')).toEqual([
      { heading: 'Compounding (320)' },
    ])
  })

  it('passes on PostgreSQL’s error for an unknown column', async () => {
    const { status, json } = await library.ask('lib_books?select=nope')
    expect(status).toBe(400)
    expect(json).toEqual({
      code: '42703',
      details: null,
      hint: null,
      message: 'column lib_books.nope does not exist',
    })
  })

  it('reads a view like a table', async () => {
    expect(await rows('lib_book_list?select=shout&id=eq.2')).toEqual([{ shout: 'DIVIDENDS' }])
  })
})

describe('filters', () => {
  it.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['id=gt.3', [4]],
    ['id=gte.3', [3, 4]],
    ['id=lt.2', [1]],
    ['id=lte.2', [1, 2]],
    ['id=not.eq.2', [1, 3, 4]],
    ['title=like.*ound*', [1]],
    ['title=ilike.%25DIVI%25', [2]],
    ['title=match.^D', [2]],
    ['title=imatch.^d', [2]],
    ['id=in.(1,3)', [1, 3]],
    ['id=not.in.(1,3)', [2, 4]],
    ['id=in.()', []],
    [`title=in.(Dividends,${encodeURIComponent('"Patience, or \\"waiting\\""')})`, [2, 3]],
    ['published=is.true', [1, 2]],
    ['published=is.unknown', [4]],
    ['price=is.null', [3]],
    ['price=not.is.null', [1, 2, 4]],
    ['price=is.not_null', [1, 2, 4]],
    ['published=eq.true', [1, 2]],
    ['pages=isdistinct.120', [1, 3, 4]],
    ['search=fts(simple).compounding', [1]],
    ['search=plfts(simple).dividends', [2]],
    ['search=phfts(simple).or%20waiting', [3]],
    ['search=wfts(simple).dividends%20or%20compounding', [1, 2]],
    ['title=fts(english).dividend', [2]],
    ['tags=cs.{money}', [1, 2]],
    ['tags=cd.{money}', [2, 4]],
    ['tags=ov.{time,none}', [1, 3]],
    ['sold=sl.[10,30)', [1]],
    ['sold=sr.[1,10)', [2]],
    ['sold=nxr.[1,10)', [1]],
    ['sold=nxl.[5,9)', [2, 3]],
    ['sold=adj.[10,11)', [1]],
    ['id=eq(any).{1,2}', [1, 2]],
    ['title=like(any).{Comp*,Div*}', [1, 2]],
    ['title=ilike(all).{*d*,*n*}', [1, 2]],
    ['or=(id.eq.1,id.eq.4)', [1, 4]],
    ['and=(id.gt.1,id.lt.4)', [2, 3]],
    ['not.or=(id.eq.1,id.eq.4)', [2, 3]],
    ['or=(id.eq.1,not.and(id.lt.4,pages.not.is.null))', [1, 4]],
    ['or=(tags.cs.{money},title.in.("Patience, or \\"waiting\\"",x))', [1, 2, 3]],
    ['id=gt.1&id=lt.3', [2]],
    ['added=gte.2026-01-02T00:00:00Z', [1, 2, 3, 4]],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  it('passes on PostgreSQL’s message for a value that does not fit its type', async () => {
    expect(await library.ask('lib_books?id=eq.x')).toMatchObject({
      status: 400,
      json: {
        code: '22P02',
        details: null,
        hint: null,
        message: 'invalid input syntax for type integer: "x"',
      },
    })
  })

  it('reports a filter without an operator', async () => {
    expect((await library.ask('lib_books?id=0')).json).toEqual({
      code: 'PGRST100',
      details: 'unexpected "0" expecting "not" or operator (eq, gt, ...)',
      hint: null,
      message: '"failed to parse filter (0)" (line 1, column 1)',
    })
  })
})

describe('order, limit, offset, range', () => {
  it('puts nulls first or last as asked', async () => {
    const order = async (by: string) =>
      (await rows(`lib_books?select=id&order=${by}`)).map((row: { id: number }) => row.id)
    expect(await order('price.desc.nullslast')).toEqual([1, 2, 4, 3])
    expect(await order('price.asc.nullsfirst,id')).toEqual([3, 4, 2, 1])
    expect(await order('published.desc.nullslast,id.desc')).toEqual([2, 1, 3, 4])
  })

  it('cuts by limit and offset and reports the range', async () => {
    const { json, headers, status } = await library.ask('lib_books?select=id&order=id&limit=2&offset=1')
    expect([status, json]).toEqual([200, [{ id: 2 }, { id: 3 }]])
    expect(headers.get('content-range')).toBe('1-2/*')
  })

  it('cuts by the Range header of a GET', async () => {
    const range = { range: '1-1', 'range-unit': 'items', prefer: 'count=exact' }
    const { json, headers, status } = await library.ask('lib_books?select=id&order=id', { headers: range })
    expect([status, json, headers.get('content-range')]).toEqual([206, [{ id: 2 }], '1-1/4'])
  })

  it('refuses invalid ranges', async () => {
    const refused = await library.ask('lib_books', { headers: { range: '5-2' } })
    expect([refused.status, refused.json.code]).toEqual([416, 'PGRST103'])
    expect((await library.ask('lib_books?limit=-1')).json.details).toBe(
      'Limit should be greater than or equal to zero.',
    )
  })

  it('refuses an offset beyond the counted rows', async () => {
    const { status, json, headers } = await library.ask('lib_books?offset=9', {
      headers: { prefer: 'count=exact' },
    })
    expect([status, headers.get('content-range')]).toEqual([416, '*/4'])
    expect(json).toEqual({
      code: 'PGRST103',
      details: 'An offset of 9 was requested, but there are only 4 rows.',
      hint: null,
      message: 'Requested range not satisfiable',
    })
  })

  it('returns no row for limit=0', async () => {
    const { status, json, headers } = await library.ask('lib_books?limit=0')
    expect([status, json, headers.get('content-range')]).toEqual([200, [], '*/*'])
  })

  it('returns a thousand rows at most', async () => {
    expect(await rows('lib_numbers?limit=5000')).toHaveLength(1000)
    expect(await rows('lib_numbers')).toHaveLength(1000)
  })
})

describe('counts', () => {
  it.each([
    ['lib_numbers?limit=10', '0-9/1500', 206],
    ['lib_numbers?limit=10&id=lte.10', '0-9/10', 200],
    ['lib_numbers?limit=10&id=lte.5', '0-4/5', 200],
    ['lib_numbers?id=lt.0', '*/0', 200],
    ['lib_numbers?id=lte.20&offset=15&limit=10', '15-19/20', 206],
    ['lib_books?select=id,lib_genres!inner(name)&lib_genres.name=eq.finance', '0-1/2', 200],
    ['lib_books?select=id,lib_covers()&lib_covers=not.is.null', '0-1/2', 200],
  ])('are exact for %s', async (path, range, status) => {
    const found = await library.ask(path, { headers: { prefer: 'count=exact' } })
    expect([found.headers.get('content-range'), found.status]).toEqual([range, status])
    expect(found.headers.get('preference-applied')).toBe('count=exact')
    const head = await library.ask(path, { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect([head.headers.get('content-range'), head.status, head.text]).toEqual([range, status, ''])
  })

  it('are the planner’s estimate, or exact where that is cheap', async () => {
    const total = async (prefer: string, path: string) => {
      const { headers } = await library.ask(path, { method: 'HEAD', headers: { prefer } })
      return headers.get('content-range')
    }
    expect(await total('count=planned', 'lib_numbers')).toBe('0-999/1500')
    expect(await total('count=estimated', 'lib_numbers')).toBe('0-999/1500')
    expect(await total('count=estimated', 'lib_books')).toBe('0-3/4')
  })
})

describe('forms', () => {
  it('returns one object, or an error when it is not one', async () => {
    const one = { accept: 'application/vnd.pgrst.object+json' }
    const found = await library.ask('lib_books?id=eq.1&select=id', { headers: one })
    expect([found.status, found.text]).toEqual([200, '{"id":1}'])
    expect(found.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
    const many = await library.ask('lib_books', { headers: one })
    expect([many.status, many.json]).toEqual([
      406,
      {
        code: 'PGRST116',
        details: 'The result contains 4 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    ])
    expect((await library.ask('lib_books?id=eq.0', { headers: one })).json.details).toBe(
      'The result contains 0 rows',
    )
  })

  it('strips nulls when asked', async () => {
    const accept = 'application/vnd.pgrst.array+json;nulls=stripped'
    const { text, headers } = await library.ask('lib_books?select=id,price&id=eq.3', { headers: { accept } })
    expect(text).toBe('[{"id":3}]')
    expect(headers.get('content-type')).toBe('application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8')
  })

  it('returns CSV', async () => {
    const { text, headers } = await library.ask('lib_books?select=id,title&order=id&limit=3', {
      headers: { accept: 'text/csv' },
    })
    expect(text).toBe('id,title\n1,Compounding\n2,Dividends\n3,"Patience, or ""waiting"""')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  })

  it('refuses any other', async () => {
    const { status, json } = await library.ask('lib_books', { headers: { accept: 'image/png' } })
    expect([status, json.code, json.message]).toEqual([
      406,
      'PGRST107',
      'None of these media types are available: image/png',
    ])
  })

  it('reports the location of the content', async () => {
    const { headers } = await library.ask('lib_books?select=id&id=eq.1')
    expect(headers.get('content-location')).toBe('/lib_books?id=eq.1&select=id')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

it('refuses a pattern that ends in a lone backslash, whether or not a row was compared with it', async () => {
  const refusal = {
    code: '22025',
    details: null,
    hint: null,
    message: 'LIKE pattern must not end with escape character',
  }
  const filters = [
    ['title', 'like.zzz\\'],
    ['title', 'ilike.Compounding\\'],
    ['title', 'not.like.a\\\\\\'],
    ['title', 'like(any).{a*,"b\\\\"}'],
    ['or', '(id.eq.1,title.ilike."x\\\\")'],
  ]
  for (const [key, value] of filters) {
    const { status, json } = await library.ask(`lib_books?${new URLSearchParams([[key ?? '', value ?? '']])}`)
    expect([value, status, json]).toEqual([value, 400, refusal])
  }
  const escaped = new URLSearchParams({ title: 'like.%\\\\' })
  expect((await library.ask(`lib_books?${escaped}`)).json).toEqual([])
})

describe('callers and schemas', () => {
  it('tells a guest to sign in, and a member that it is forbidden', async () => {
    const guest = await library.ask('lib_vault')
    expect([guest.status, guest.json, guest.headers.get('www-authenticate')]).toEqual([
      401,
      { code: '42501', details: null, hint: null, message: 'permission denied for table lib_vault' },
      'Bearer',
    ])
    expect(await rows('lib_vault', asService(library))).toEqual([{ id: 1, secret: 'gold' }])
  })

  it('returns only the rows that a policy allows', async () => {
    expect(await rows('lib_diary')).toEqual([{ id: 1, owner: 'anon', entry: 'seen' }])
    expect(await rows('lib_diary', asService(library))).toHaveLength(2)
  })

  it('knows only tables of the exposed schema, and suggests the nearest name', async () => {
    const { status, json } = await library.ask('lib_book')
    expect([status, json]).toEqual([
      404,
      {
        code: 'PGRST205',
        details: null,
        hint: "Perhaps you meant the table 'public.lib_books'",
        message: "Could not find the table 'public.lib_book' in the schema cache",
      },
    ])
    expect((await library.ask('users')).status).toBe(404)
    expect((await library.ask('a/b/c')).json.code).toBe('PGRST125')
  })

  it('serves one schema', async () => {
    const chosen = await library.ask('lib_genres', { headers: { 'accept-profile': 'public' } })
    expect([chosen.status, chosen.headers.get('content-profile')]).toEqual([200, 'public'])
    const { status, json } = await library.ask('users', { headers: { 'accept-profile': 'auth' } })
    expect([status, json]).toEqual([
      406,
      {
        code: 'PGRST106',
        details: null,
        hint: 'Only the following schemas are exposed: public',
        message: 'Invalid schema: auth',
      },
    ])
  })

  it('describes at the root only what the caller may use', async () => {
    const { status, headers, json } = await library.ask('')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/openapi+json; charset=utf-8'])
    expect(json.swagger).toBe('2.0')
    expect(Object.keys(json.paths['/lib_books'])).toEqual(['get', 'post', 'patch', 'delete'])
    expect(Object.keys(json.paths['/rpc/lib_add'])).toEqual(['get', 'post'])
    expect(Object.keys(json.paths['/rpc/lib_nothing'])).toEqual(['post'])
    expect(json.definitions.lib_books.properties.id).toEqual({
      format: 'integer',
      type: 'integer',
      description: 'Note:\nThis is a Primary Key.<pk/>',
    })
    expect(json.definitions.lib_books.properties.author_id.description).toBe(
      "Note:\nThis is a Foreign Key to `lib_authors.id`.<fk table='lib_authors' column='id'/>",
    )
    expect(json.definitions.lib_books.required).toEqual(['title'])
    // The service may read the vault, which proves that the other descriptions leave it out.
    const service = await library.ask('', { headers: asService(library) })
    expect(Object.keys(service.json.paths)).toContain('/lib_vault')
    expect(Object.keys(json.paths)).not.toContain('/lib_vault')
    expect((await library.ask('', { headers: { accept: 'text/csv' } })).json.code).toBe('PGRST107')
  })

  it('keeps aggregates off', async () => {
    for (const select of ['count()', 'pages.sum()', 'total:pages.max()::text']) {
      const { status, json } = await library.ask(`lib_books?select=${select}`)
      expect([status, json.code]).toEqual([400, 'PGRST123'])
    }
  })
})
