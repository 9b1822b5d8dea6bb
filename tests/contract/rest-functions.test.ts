// Calls of functions under /rpc, as PostgREST answers them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ask, type Library, openLibrary } from '../support/library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library?.stop())

const call = (name: string, value: unknown = {}, options: Ask = {}) =>
  library.ask(`rpc/${name}`, { ...options, body: typeof value === 'string' ? value : JSON.stringify(value) })
const get = (path: string, options: Ask = {}) => library.ask(`rpc/${path}`, options)

describe('arguments', () => {
  it('have names, by POST and by GET, and defaults', async () => {
    expect((await call('lib_add', { a: 3 })).text).toBe('4')
    expect((await call('lib_add', { b: 5, a: 3 })).text).toBe('8')
    expect((await get('lib_add?a=3&b=4')).text).toBe('7')
    expect((await library.ask('rpc/lib_names', { method: 'POST' })).status).toBe(200)
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await call('lib_add', 'a=3&b=9', form)).text).toBe('12')
  })

  it('may be many for a variadic one', async () => {
    expect((await get('lib_sum?numbers=1&numbers=2')).text).toBe('3')
    expect((await get('lib_sum?numbers={1,2,4}')).text).toBe('7')
    expect((await call('lib_sum', { numbers: [1, 2, 3] })).text).toBe('6')
  })

  it('may be the whole body', async () => {
    expect((await call('lib_whole', { x: [1] })).json).toEqual({ x: [1] })
    expect((await call('lib_whole', [1, 2])).json).toEqual([1, 2])
    expect((await call('lib_text', 'hello', { headers: { 'content-type': 'text/plain' } })).text).toBe(
      '"got hello"',
    )
  })

  it('that match no function are listed, with a suggestion', async () => {
    const { status, json } = await get('lib_ad?a=1')
    expect([status, json]).toEqual([
      404,
      {
        code: 'PGRST202',
        details:
          'Searched for the function public.lib_ad with parameter a, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.lib_add',
        message: 'Could not find the function public.lib_ad(a) in the schema cache',
      },
    ])
    const posted = await call('lib_add', { b: 1, c: 2 })
    expect([posted.status, posted.json.message, posted.json.details]).toEqual([
      404,
      'Could not find the function public.lib_add(b, c) in the schema cache',
      'Searched for the function public.lib_add with parameters b, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    ])
  })

  it('that fit several functions are refused', async () => {
    const { status, json } = await get('lib_same?a=1')
    expect([status, json.code, json.message]).toEqual([
      300,
      'PGRST203',
      'Could not choose the best candidate function between: public.lib_same(a => integer), public.lib_same(a => text)',
    ])
  })

  it('of another type are refused by PostgreSQL', async () => {
    expect(await get('lib_add?a=x')).toMatchObject({ status: 400, json: { code: '22P02' } })
    expect(await call('lib_add', '{"a":')).toMatchObject({ status: 400, json: { code: 'PGRST102' } })
    const type = { headers: { 'content-type': 'image/png' } }
    expect(await call('lib_add', 'x', type)).toMatchObject({ status: 400, json: { code: 'PGRST102' } })
  })
})

describe('results', () => {
  it('are nothing for void', async () => {
    const { status, text, headers } = await call('lib_nothing')
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null])
  })

  it('are one object, arrays of values, or arrays of rows', async () => {
    expect((await get('lib_first_book?select=id,title')).json).toEqual({ id: 1, title: 'Compounding' })
    const names = await get('lib_names?limit=2&offset=1')
    expect([names.json, names.headers.get('content-range')]).toEqual([['Bala', 'Chitra'], '1-2/*'])
    expect((await get('lib_pairs?id=gt.2&order=name.desc&select=name')).json).toEqual([
      { name: 'Dev' },
      { name: 'Chitra' },
    ])
  })

  it('take every filter, order and selection of a read', async () => {
    const path =
      'lib_books_of?author=1&select=id,heading,lib_publishers(name),lib_genres(name)&pages=gt.200&lib_genres.id=eq.2'
    const found = await get(path, { headers: { prefer: 'count=exact' } })
    expect(found.json).toEqual([
      {
        id: 1,
        heading: 'Compounding (320)',
        lib_publishers: { name: 'Banyan' },
        lib_genres: [{ name: 'self-help' }],
      },
    ])
    expect(found.headers.get('content-range')).toBe('0-0/1')
    const posted = await call(
      'lib_books_of?select=id&order=id.desc&limit=1',
      { author: 1 },
      { headers: { prefer: 'count=exact' } },
    )
    expect([posted.status, posted.json, posted.headers.get('content-range')]).toEqual([
      206,
      [{ id: 2 }],
      '0-0/2',
    ])
  })

  it('come as one object, as CSV, or as headers alone', async () => {
    const one = { headers: { accept: 'application/vnd.pgrst.object+json' } }
    expect((await get('lib_books_of?author=2&select=id', one)).text).toBe('{"id":3}')
    expect(await get('lib_books_of?author=1', one)).toMatchObject({ status: 406, json: { code: 'PGRST116' } })
    expect((await get('lib_pairs?id=lt.3', { headers: { accept: 'text/csv' } })).text).toBe(
      'id,name\n1,Asha\n2,Bala',
    )
    const head = await get('lib_names', { method: 'HEAD', headers: { prefer: 'count=exact' } })
    expect([head.status, head.text, head.headers.get('content-range')]).toEqual([200, '', '0-3/4'])
  })

  it('may set status and headers', async () => {
    const { status, text, headers } = await call('lib_headers')
    expect([status, text, headers.get('x-shelf'), headers.get('cache-control')]).toEqual([
      202,
      '"sent"',
      '7',
      'no-store',
    ])
    expect(await call('lib_headers_wrong')).toMatchObject({ status: 500, json: { code: 'PGRST111' } })
    expect(await call('lib_status_wrong')).toMatchObject({ status: 500, json: { code: 'PGRST112' } })
  })
})

describe('a function', () => {
  it('writes by POST and never by GET', async () => {
    const { status, json } = await get('lib_insert_number?n=9001')
    expect([status, json.code]).toEqual([405, '25006'])
    expect(await library.sql`select id from lib_numbers where id = 9001`).toEqual([])
    expect((await call('lib_insert_number', { n: 9001 })).text).toBe('9001')
    await library.sql`delete from lib_numbers where id = 9001`
  })

  it('refuses every other method', async () => {
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      expect(await get('lib_add?a=1', { method })).toMatchObject({
        status: 405,
        json: { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` },
      })
    }
  })

  it('sees the caller’s claims, headers and address', async () => {
    const headers = { 'user-agent': 'reader/1', 'x-forwarded-for': '6.6.6.6' }
    expect((await get('lib_settings', { headers })).json).toEqual({
      method: 'GET',
      path: '/rpc/lib_settings',
      role: 'anon',
      // The address is the one that the server sees, not the one that the caller claims.
      headers: { 'user-agent': 'reader/1', 'x-forwarded-for': '127.0.0.1' },
    })
  })

  it('raises errors with a status of its own', async () => {
    const raise = async (state: string) => {
      const { status, json } = await call('lib_raise', { state, words: 'no' })
      expect(json).toEqual({ code: state, details: 'the detail', hint: 'the hint', message: 'no' })
      return status
    }
    const statuses = {
      PT402: 402,
      PT429: 429,
      P0001: 400,
      '23505': 409,
      '42501': 401,
      '57014': 500,
      '28000': 403,
      '40001': 500,
      '53300': 503,
      '08006': 503,
      '42883': 404,
      '0L000': 403,
      XX000: 500,
      '22000': 400,
    }
    for (const [state, status] of Object.entries(statuses))
      expect([state, await raise(state)]).toEqual([state, status])
    const { status, json, headers } = await call('lib_raise_pgrst')
    expect([status, json]).toEqual([
      418,
      { code: 'LIB01', details: 'on sundays', hint: 'come back', message: 'closed' },
    ])
    expect(headers.get('x-library')).toBe('closed')
    expect(await call('lib_raise_pgrst_wrong')).toMatchObject({ status: 500, json: { code: 'PGRST121' } })
  })

  it('is stopped after a second for a guest', async () => {
    const { status, json } = await call('lib_sleep', { seconds: 30 })
    expect([status, json.code, json.message]).toEqual([
      500,
      '57014',
      'canceling statement due to statement timeout',
    ])
  })

  it('must return a set for max-affected to apply', async () => {
    const headers = { prefer: 'handling=strict, max-affected=1' }
    expect(await call('lib_add', { a: 1 }, { headers })).toMatchObject({
      status: 400,
      json: { code: 'PGRST128' },
    })
    expect(await call('lib_names', {}, { headers })).toMatchObject({
      status: 400,
      json: { code: 'PGRST124' },
    })
  })
})

describe('bytes and text', () => {
  const PNG = Buffer.from('89504e470d0a1a0a00ff', 'hex')
  beforeAll(async () => {
    await library.sql
      .unsafe(`
        create domain public."image/png" as bytea;
        create function public.lib_bytes(bytea) returns bytea language sql immutable as $$ select $1 $$;
        create function public.lib_picture() returns public."image/png" language sql immutable
          as $$ select '\\x${PNG.toString('hex')}'::bytea $$;
        create function public.lib_poem() returns text language sql immutable as $$ select E'a "line"\n' $$;
        grant execute on function public.lib_bytes, public.lib_picture, public.lib_poem to anon;
      `)
      .simple()
    await library.announce('rpc/lib_poem')
  })
  const raw = async (path: string, accept: string, init: RequestInit = {}) => {
    const answer = await fetch(`${library.server.url}/rest/v1/rpc/${path}`, {
      ...init,
      headers: { apikey: library.server.publishableKey, accept, ...(init.headers as Record<string, string>) },
    })
    const body = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, type: answer.headers.get('content-type'), body }
  }
  const octets = { 'content-type': 'application/octet-stream' }

  it('go in and come out unchanged', async () => {
    for (const bytes of [PNG, Buffer.alloc(0), Buffer.from([0, 255, 92, 39])]) {
      const answer = await raw('lib_bytes', 'application/octet-stream', {
        method: 'POST',
        body: bytes,
        headers: octets,
      })
      expect(answer).toEqual({ status: 200, type: 'application/octet-stream', body: bytes })
    }
    const json = await raw('lib_bytes', 'application/json', { method: 'POST', body: PNG, headers: octets })
    expect(json.body.toString()).toBe(`"\\\\x${PNG.toString('hex')}"`)
    const poem = await raw('lib_poem', 'text/plain')
    expect([poem.type, poem.body.toString()]).toEqual(['text/plain; charset=utf-8', 'a "line"\n'])
  })

  it('have the media type that their domain is named after, and no other', async () => {
    const wanted = { status: 200, type: 'image/png', body: PNG }
    expect(await raw('lib_picture', 'image/png')).toEqual(wanted)
    expect(await raw('lib_picture', '*/*')).toEqual(wanted)
    expect((await raw('lib_picture', 'application/json')).status).toBe(406)
    expect((await raw('lib_poem', 'application/octet-stream')).status).toBe(406)
  })

  it('are refused above a MiB', async () => {
    const answer = await raw('lib_bytes', '*/*', {
      method: 'POST',
      body: Buffer.alloc(1_048_577),
      headers: octets,
    })
    expect(answer.status).toBe(413)
  })
})

describe('conflicting transactions', () => {
  it('are retried once, and no more', async () => {
    await library.sql
      .unsafe(`
        create sequence public.lib_tries;
        create function public.lib_conflict(code text, times int) returns bigint language plpgsql volatile as $$
        declare tried bigint := nextval('public.lib_tries');
        begin
          if tried <= times then raise exception using errcode = code, message = 'in the way'; end if;
          return tried;
        end $$;
        grant usage on sequence public.lib_tries to anon;
        grant execute on function public.lib_conflict to anon;
      `)
      .simple()
    await library.announce('rpc/lib_conflict')
    for (const [code, refused] of [
      ['40001', 500],
      ['40P01', 500],
      ['23503', 409],
    ] as const) {
      await library.sql`select setval('lib_tries', 1, false)`
      expect((await call('lib_conflict', { code, times: 1 })).text).toBe('2')
      await library.sql`select setval('lib_tries', 1, false)`
      const { status, json } = await call('lib_conflict', { code, times: 9 })
      expect([status, json.code]).toEqual([refused, code])
      const [row] = await library.sql`select last_value::int as tries from lib_tries`
      expect(row).toEqual({ tries: 2 })
    }
  })
})

it('PT429 says in Retry-After how long to wait', async () => {
  await library.sql
    .unsafe(`
      create function public.lib_later(words text) returns void language plpgsql volatile as $$
      begin raise sqlstate 'PT429' using message = 'later', detail = words; end $$;
      grant execute on function public.lib_later to anon;
    `)
    .simple()
  await library.announce('rpc/lib_later')
  const later = async (words: string) => {
    const { status, headers } = await call('lib_later', { words })
    return [status, headers.get('retry-after')]
  }
  expect(await later('Retry after 30 seconds.')).toEqual([429, '30'])
  expect(await later('12')).toEqual([429, '12'])
  expect(await later('soon')).toEqual([429, null])
})
