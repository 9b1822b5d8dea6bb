// PATCH, DELETE and PUT of tables, and writes that are rolled back, as PostgREST answers them. Each test restores what it
// changed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Ask, asService, type Library, openLibrary } from '../support/library.ts'

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

describe('update', () => {
  it('changes the rows that match the filters', async () => {
    await send('lib_publishers', [
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
    const plain = await send('lib_publishers?id=eq.10', { founded: '2000-01-01' }, { method: 'PATCH' })
    expect([plain.status, plain.text, plain.headers.get('content-range')]).toEqual([204, '', '0-0/*'])
    const prefer = 'return=representation, count=exact'
    const { status, json, headers } = await send(
      'lib_publishers?id=gte.10&select=id,founded',
      { founded: '2001-01-01' },
      { method: 'PATCH', headers: { prefer } },
    )
    expect([status, json]).toEqual([
      200,
      [
        { id: 10, founded: '2001-01-01' },
        { id: 11, founded: '2001-01-01' },
      ],
    ])
    expect(headers.get('content-range')).toBe('0-1/2')
  })

  it('changes nothing when no row matches, or no value is given', async () => {
    const none = await send('lib_publishers?id=eq.99', { name: 'x' }, { method: 'PATCH', headers: full })
    expect([none.status, none.json, none.headers.get('content-range')]).toEqual([200, [], '*/*'])
    const empty = await send('lib_publishers?id=eq.1', {}, { method: 'PATCH' })
    expect([empty.status, empty.headers.get('content-range')]).toEqual([204, '*/*'])
    const hidden = await send('lib_diary?id=eq.2', { entry: 'x' }, { method: 'PATCH', headers: full })
    expect(hidden.json).toEqual([])
  })

  it('changes all rows that match, and ignores limit and order', async () => {
    const path = 'lib_books?id=lte.2&order=id.desc&limit=1&select=id,pages'
    const { status, json, headers } = await library.ask(path, {
      method: 'PATCH',
      body: JSON.stringify({ pages: 77 }),
      headers: { prefer: 'return=representation' },
    })
    expect([status, headers.get('content-range')]).toEqual([200, '0-1/*'])
    expect(json).toEqual([
      { id: 2, pages: 77 },
      { id: 1, pages: 77 },
    ])
  })

  it('refuses to change every row', async () => {
    const refused = await send(
      'lib_publishers',
      { founded: null },
      { method: 'PATCH', headers: asService(library) },
    )
    expect([refused.status, refused.json]).toEqual([
      400,
      { code: '21000', details: null, hint: null, message: 'UPDATE requires a WHERE clause' },
    ])
    const deleted = await library.ask('lib_publishers', { method: 'DELETE', headers: asService(library) })
    expect([deleted.status, deleted.json.message]).toEqual([400, 'DELETE requires a WHERE clause'])
    expect(await library.sql`select count(*)::int as n from lib_publishers`).toEqual([{ n: 3 }])
  })
})

describe('delete', () => {
  it('removes the rows that match the filters and returns them', async () => {
    await send('lib_publishers', [
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
    const one = await library.ask('lib_publishers?id=eq.10', {
      method: 'DELETE',
      headers: { prefer: 'count=exact' },
    })
    expect([one.status, one.text, one.headers.get('content-range')]).toEqual([204, '', '*/1'])
    const other = await library.ask('lib_publishers?id=eq.11&select=name', {
      method: 'DELETE',
      headers: full,
    })
    expect([other.status, other.json]).toEqual([200, [{ name: 'b' }]])
  })
})

describe('a rollback', () => {
  it('undoes a write whose result should have been one object and is not', async () => {
    const headers = { ...full, accept: 'application/vnd.pgrst.object+json' }
    const two = await send(
      'lib_publishers',
      [
        { id: 10, name: 'a' },
        { id: 11, name: 'b' },
      ],
      { headers },
    )
    expect([two.status, two.json.code, two.json.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 2 rows',
    ])
    expect(await library.sql`select id from lib_publishers where id > 3`).toEqual([])
    const one = await send('lib_publishers?select=id', { id: 10, name: 'a' }, { headers })
    expect([one.status, one.text]).toEqual([201, '{"id":10}'])
  })

  it('undoes a write of more rows than max-affected allows', async () => {
    await send('lib_publishers', [
      { id: 10, name: 'a' },
      { id: 11, name: 'b' },
    ])
    const strict = { prefer: 'handling=strict, max-affected=1' }
    const { status, json } = await library.ask('lib_publishers?id=gte.10', {
      method: 'DELETE',
      headers: strict,
    })
    expect([status, json]).toEqual([
      400,
      {
        code: 'PGRST124',
        details: 'The query affects 2 rows',
        hint: null,
        message: 'Query result exceeds max-affected preference constraint',
      },
    ])
    expect(await library.sql`select count(*)::int as n from lib_publishers where id > 3`).toEqual([{ n: 2 }])
    const lenient = await library.ask('lib_publishers?id=gte.10', {
      method: 'DELETE',
      headers: { prefer: 'max-affected=1' },
    })
    expect(lenient.status).toBe(204)
  })

  it('is not granted to tx=rollback', async () => {
    const { status, headers } = await send(
      'lib_publishers',
      { id: 10, name: 'a' },
      { headers: { prefer: 'tx=rollback' } },
    )
    expect([status, headers.get('preference-applied')]).toEqual([201, null])
    expect(await library.sql`select id from lib_publishers where id = 10`).toEqual([{ id: 10 }])
  })
})

describe('methods', () => {
  it('refuse an unknown preference under handling=strict', async () => {
    const { status, json } = await library.ask('lib_books', {
      headers: { prefer: 'handling=strict, foo=bar, baz' },
    })
    expect([status, json]).toEqual([
      400,
      {
        code: 'PGRST122',
        details: 'Invalid preferences: foo=bar, baz',
        hint: null,
        message: 'Invalid preferences given with handling=strict',
      },
    ])
  })

  it('are listed by OPTIONS', async () => {
    const allow = async (path: string) =>
      (await library.ask(path, { method: 'OPTIONS' })).headers.get('allow')
    expect(await allow('lib_books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    expect(await allow('lib_book_list')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    expect(await allow('rpc/lib_add')).toBe('OPTIONS,GET,HEAD,POST')
    expect(await allow('rpc/lib_nothing')).toBe('OPTIONS,POST')
    expect(await allow('')).toBe('OPTIONS,GET,HEAD')
  })

  it('are allowed from any other site', async () => {
    const preflight = await fetch(`${library.server.url}/rest/v1/lib_books`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey, prefer',
      },
    })
    expect([preflight.status, Object.fromEntries(preflight.headers)]).toMatchObject([
      200,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
        'access-control-allow-headers':
          'Authorization, apikey, prefer, Accept, Accept-Language, Content-Language',
        'content-length': '0',
        'access-control-max-age': '86400',
      },
    ])
    const { headers } = await library.ask('lib_books?limit=1', { headers: { origin: 'https://example.com' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('Content-Range')
  })
})
