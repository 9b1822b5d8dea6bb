import { describe, expect, it } from 'vitest'
import { RestError } from './errors.ts'
import { parseQuery } from './parse.ts'

const errorOf = (query: string) => {
  try {
    parseQuery(query)
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
  return null
}

const filterOf = (query: string) => parseQuery(query).filters[0]?.value

describe('select', () => {
  it('reads columns with alias, cast and JSON path', () => {
    const { select } = parseQuery('select=id,name:full_name,price::text,city:data->address->>city,data->0')
    expect(select).toMatchObject([
      { field: { name: 'id', path: [] }, alias: null, cast: null },
      { field: { name: 'full_name' }, alias: 'name' },
      { field: { name: 'price' }, cast: 'text' },
      {
        field: {
          name: 'data',
          path: [
            { arrow: '->', key: 'address' },
            { arrow: '->>', key: 'city' },
          ],
        },
        alias: 'city',
      },
      { field: { name: 'data', path: [{ arrow: '->', index: 0 }] } },
    ])
  })

  it('reads embedded resources with alias, hint and join in either order', () => {
    const { select } = parseQuery('select=*,a:books!fk!inner(*),books!inner!fk(id,b(*)),...c!left(x)')
    expect(select).toMatchObject([
      { kind: 'field', field: { name: '*' } },
      { kind: 'relation', name: 'books', alias: 'a', hint: 'fk', join: 'inner', spread: false },
      {
        kind: 'relation',
        name: 'books',
        alias: null,
        hint: 'fk',
        join: 'inner',
        select: [{}, { name: 'b' }],
      },
      { kind: 'relation', name: 'c', join: 'left', spread: true },
    ])
  })

  it('takes an empty embedding and an empty select', () => {
    expect(parseQuery('select=books()').select).toMatchObject([{ name: 'books', select: [] }])
    expect(parseQuery('select=').select).toMatchObject([{ field: { name: '*' } }])
  })

  it('takes names with dashes, spaces and, in quotes, anything', () => {
    const { select } = parseQuery('select=a-b,with space,"odd,(name)","q\\"uote"')
    expect(select.map((item) => item.kind === 'field' && item.field.name)).toEqual([
      'a-b',
      'with space',
      'odd,(name)',
      'q"uote',
    ])
  })

  it('goes four levels deep and no further', () => {
    expect(errorOf('select=a(b(c(d(id))))')).toBeNull()
    expect(errorOf('select=a(b(c(d(e(id)))))')?.body.code).toBe('PGRST100')
  })

  it('says where it could not go on', () => {
    expect(errorOf('select=id,(x')?.body).toMatchObject({
      code: 'PGRST100',
      message: '"failed to parse select parameter (id,(x)" (line 1, column 4)',
    })
  })

  it.each(["name,projects(count)'", 'name,projects(count)x,y', 'name,projects(count) (a)'])(
    'ignores what follows a resource: %s',
    (select) => {
      expect(parseQuery(`select=${select}`).select).toMatchObject([
        { field: { name: 'name' } },
        { name: 'projects', select: [{ field: { name: 'count' } }] },
      ])
    },
  )

  it('refuses what follows a column, or a resource within another', () => {
    for (const select of ["name'", "a(b(c)')"])
      expect(errorOf(`select=${select}`)?.body.code).toBe('PGRST100')
  })

  it('ignores everything after an unmatched closing bracket', () => {
    expect(parseQuery('select=id,name)x(').select).toMatchObject([
      { field: { name: 'id' } },
      { field: { name: 'name' } },
    ])
  })

  it.each([
    [
      'data->(key',
      '"failed to parse select parameter (data->(key)" (line 1, column 7)',
      'unexpected "(" expecting "-", digit or any non reserved character different from: .,>()',
    ],
    [
      'data->>--34',
      '"failed to parse select parameter (data->>--34)" (line 1, column 9)',
      'unexpected "-" expecting digit',
    ],
  ])('says of the JSON path of %s what could have stood there', (select, message, details) => {
    expect(errorOf(`select=${select}`)?.body).toMatchObject({ message, details })
  })
})

describe('filters', () => {
  it.each([
    ['a=eq.1', { operation: { kind: 'quantifiable', operator: '=', quantifier: null, value: '1' } }],
    ['a=not.neq.x.y', { not: true, operation: { operator: '<>', value: 'x.y' } }],
    ['a=like(any).{x,y}', { operation: { operator: 'like', quantifier: 'any', value: '{x,y}' } }],
    ['a=gt(all).{1,2}', { operation: { operator: '>', quantifier: 'all' } }],
    ['a=is.NULL', { operation: { kind: 'is', value: 'null' } }],
    ['a=is.not_null', { operation: { kind: 'is', value: 'not_null' } }],
    ['a=isdistinct.5', { operation: { kind: 'distinct', value: '5' } }],
    [
      'a=plfts(english).big cats',
      { operation: { function: 'plainto_tsquery', language: 'english', value: 'big cats' } },
    ],
    ['a=cs.{1,2}', { operation: { operator: '@>', value: '{1,2}' } }],
    ['a=eq.', { operation: { value: '' } }],
  ])('reads %s', (query, expected) => {
    expect(filterOf(query)).toMatchObject(expected)
  })

  it.each([
    ['a=in.(1,2)', ['1', '2']],
    ['a=in.("x,y","z\\"q","back\\\\slash")', ['x,y', 'z"q', 'back\\slash']],
    ['a=in.(half"quoted",b)', ['half"quoted"', 'b']],
    ['a=in.()', ['']],
    ['a=in.( 1 , 2 )', ['1 ', ' 2 ']],
  ])('reads the list of %s', (query, values) => {
    expect(filterOf(query)?.operation).toEqual({ kind: 'in', values })
  })

  it('finds the level that a filter speaks of, and its JSON path', () => {
    expect(parseQuery('author.profile.data->>city=eq.Pune').filters).toMatchObject([
      { path: ['author', 'profile'], value: { field: { name: 'data', path: [{ key: 'city' }] } } },
    ])
  })

  it.each([
    [
      'a.b=noop.0',
      '"failed to parse filter (noop.0)" (line 1, column 6)',
      'unknown single value operator noop',
    ],
    ['a.b=is.maybe', '"failed to parse filter (is.maybe)" (line 1, column 4)', undefined],
    ['a=in.1,2', '"failed to parse filter (in.1,2)" (line 1, column 4)', 'unexpected "1" expecting "("'],
  ])('refuses %s with the place', (query, message, details) => {
    const body = errorOf(query)?.body
    expect(body?.message).toBe(message)
    if (details) expect(body?.details).toBe(details)
  })

  it('treats a value without an operator as an argument', () => {
    expect(parseQuery('name=Asha&age=eq.3').params).toEqual([['name', 'Asha']])
  })
})

describe('and, or', () => {
  it('reads nested groups with quoting', () => {
    const { logic } = parseQuery('or=(a.eq.1,not.and(b.in.(1,"x)"),c.cs.{p,q}),d.not.is.null)')
    expect(logic[0]?.value).toMatchObject({
      operator: 'OR',
      members: [
        { field: { name: 'a' } },
        {
          operator: 'AND',
          not: true,
          members: [{ operation: { values: ['1', 'x)'] } }, { operation: { value: '{p,q}' } }],
        },
        { not: true, operation: { kind: 'is', value: 'null' } },
      ],
    })
  })

  it('reads not.or and the level before it', () => {
    expect(parseQuery('author.not.or=(a.eq.1)').logic).toMatchObject([
      { path: ['author'], value: { operator: 'OR', not: true } },
    ])
  })

  it('reads columns whose names begin like an operator', () => {
    expect(parseQuery('or=(order_no.eq.1,android.eq.2)').logic[0]?.value).toMatchObject({
      members: [{ field: { name: 'order_no' } }, { field: { name: 'android' } }],
    })
  })

  it('ignores everything after a tree', () => {
    expect(parseQuery('and=(id.eq.1,id.neq.2))').logic[0]?.value).toMatchObject({
      members: [{ operation: { value: '1' } }, { operation: { value: '2' } }],
    })
  })

  it.each([
    ['or', 4],
    ['not.and', 9],
  ])('says of an empty %s what could stand in it', (parameter, column) => {
    expect(errorOf(`${parameter}=()`)?.body).toEqual({
      code: 'PGRST100',
      details:
        'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
      hint: null,
      message: `"failed to parse logic tree (())" (line 1, column ${column})`,
    })
  })

  it('refuses nesting that no honest query has', () => {
    const deep = `or=${'(and'.repeat(500)}(a.eq.1)${')'.repeat(500)}`
    expect(errorOf(deep)?.body.code).toBe('PGRST100')
  })
})

describe('order, limit, offset', () => {
  it('reads direction, nulls, JSON paths and embedded columns', () => {
    const { order } = parseQuery('order=a.desc.nullslast,b->>c,author(name).asc.nullsfirst&books.order=id')
    expect(order).toMatchObject([
      {
        path: [],
        value: [
          { field: { name: 'a' }, direction: 'DESC', nulls: 'LAST' },
          { field: { name: 'b', path: [{ key: 'c' }] }, direction: null, nulls: null },
          { relation: 'author', field: { name: 'name' }, direction: 'ASC', nulls: 'FIRST' },
        ],
      },
      { path: ['books'], value: [{ field: { name: 'id' } }] },
    ])
  })

  it('reads the limits of each level and ignores other values than numbers', () => {
    const { ranges } = parseQuery('limit=5&offset=10&books.limit=2&a.limit=x')
    expect([...ranges]).toEqual([
      ['', { limit: 5, offset: 10 }],
      ['books', { limit: 2, offset: 0 }],
    ])
  })

  it('refuses a negative limit', () => {
    expect(errorOf('limit=-1')).toMatchObject({ status: 416, body: { code: 'PGRST103' } })
  })

  it.each([
    ['id.foo', 4, 'unexpected "f" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['id.descc', 8, `unexpected 'c' expecting delimiter (.), "," or end of input`],
    ['id.asc.nullslasttt', 17, `unexpected 't' expecting "," or end of input`],
    ['id.nullslasttt', 13, `unexpected 't' expecting "," or end of input`],
  ])('says of %s which words could follow', (order, column, details) => {
    expect(errorOf(`order=${order}`)?.body).toMatchObject({
      message: `"failed to parse order (${order})" (line 1, column ${column})`,
      details,
    })
  })
})

it('writes the canonical query in alphabetical order', () => {
  expect(parseQuery('select=id&a=eq.1&b=').canonical).toBe('a=eq.1&b=&select=id')
})

describe('a pattern', () => {
  const patternsOf = (value: string) => () => parseQuery(`title=${encodeURIComponent(value)}`)

  it.each(['+', ' ', '\\', '"', ',', '{', '}', '{,', '\\"', '" ,'])(
    'of %j is read in linear time',
    (sign) => {
      const began = performance.now()
      for (const start of ['like(any).{', 'like(all).{"', 'like.']) {
        try {
          parseQuery(`title=${start}${encodeURIComponent(sign.repeat(15_000 / sign.length))}`)
        } catch (error) {
          expect(error).toBeInstanceOf(RestError)
        }
      }
      // Milliseconds; read in quadratic time it took 20 s. A busy machine is given an order of magnitude.
      expect(performance.now() - began).toBeLessThan(2_500)
    },
  )

  it('that ends with a lone escape is refused, wherever it stands in an array', () => {
    const lone = /LIKE pattern must not end with escape character/
    for (const refused of [
      'like.a\\',
      'like(any).{a\\\\}',
      'ilike(all).{b, "a\\\\" ,c}',
      'like(any).{ a\\\\ , b}',
    ])
      expect(patternsOf(refused), refused).toThrow(lone)
    for (const read of [
      'like.a\\\\',
      'like(any).{a\\\\\\\\}',
      'like(any).{"a,\\\\}"}',
      'like(any).{}',
      'like(any).a',
    ])
      expect(patternsOf(read), read).not.toThrow()
  })

  it('of more than 1,000 characters is refused', () => {
    expect(patternsOf(`like.${'%'.repeat(1_000)}`)).not.toThrow()
    for (const value of [
      `like.${'%'.repeat(1_001)}`,
      `imatch.${'a'.repeat(1_001)}`,
      `like(any).{a,${'b'.repeat(1_001)}}`,
      `fts.${'('.repeat(1_001)}`,
      `wfts(english).${'a'.repeat(1_001)}`,
    ])
      expect(patternsOf(value), value.slice(0, 20)).toThrow(/at most 1000 characters/)
  })
})
