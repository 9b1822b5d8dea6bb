// Function calls in detail: unnamed and OUT arguments, arrays as bodies, and the choice between overloads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ask, type Library, openLibrary } from '../support/library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
  await library.sql
    .unsafe(`
      create function public.call_out(num int, out num_plus_one int) language sql immutable as $$ select num + 1 $$;
      create function public.call_inout(inout num int) language sql immutable as $$ select num + 1 $$;
      create function public.call_outs(num int, out n int) returns setof int language sql immutable as $$ select generate_series(1, num) $$;
      create function public.call_one_column() returns table (a text) language sql immutable as $$ select 'A' $$;

      create function public.call_whole(text) returns int language sql immutable as $$ select 1 $$;
      create function public.call_whole(int) returns int language sql immutable as $$ select 2 $$;
      create function public.call_whole(bool) returns int language sql immutable as $$ select 3 $$;
      create function public.call_number(int) returns int language sql immutable as $$ select $1 $$;

      create function public.call_same(a int, b int) returns text language sql immutable as $$ select 'two' $$;
      create function public.call_same(b text, a text, c int default 1) returns text language sql immutable as $$ select 'three' $$;
      create function public.call_same(a text, b text) returns text language sql immutable as $$ select 'texts' $$;

      create function public.call_char(char_ character) returns text language sql immutable as $$ select char_ $$;
      create function public.call_bits(bit_ bit) returns text language sql immutable as $$ select bit_::text $$;
      create domain public.call_book as public.lib_books;
      create function public.call_book_of(book int) returns public.call_book language sql stable
        as $$ select b::public.call_book from public.lib_books b where id = book $$;
      create function public.call_headers() returns json language sql stable
        as $$ select current_setting('request.headers', true)::json $$;
      create function public.call_schemas() returns name[] language sql stable as $$ select current_schemas(false) $$;
      do $$
      declare own regprocedure;
      begin
        for own in select oid from pg_proc where proname like 'call\\_%' loop
          execute format('grant execute on function %s to anon', own);
        end loop;
      end $$;
    `)
    .simple()
  await library.announce('rpc/call_out')
}, 90_000)
afterAll(() => library?.stop())

const ask = (path: string, options: Ask = {}) => library.ask(`rpc/${path}`, options)
const given = async (path: string, options: Ask = {}) => {
  const answer = await ask(path, options)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

it('OUT and INOUT arguments make a result an object, even a single one', async () => {
  expect(await given('call_out?num=5')).toEqual({ num_plus_one: 6 })
  expect(await given('call_inout?num=2')).toEqual({ num: 3 })
  expect(await given('call_outs?num=2')).toEqual([{ n: 1 }, { n: 2 }])
  expect(await given('call_outs?num=3&n=gt.2')).toEqual([{ n: 3 }])
  expect(await given('call_one_column')).toEqual([{ a: 'A' }])
})

describe('an argument without a name', () => {
  it('takes the whole body, also by the key ""', async () => {
    expect(await given('call_whole', { body: '{"":"foo"}' })).toBe(1)
    expect(await given('call_whole', { body: 'foo', headers: { 'content-type': 'text/plain' } })).toBe(1)
    expect(await given('lib_text', { body: '{"":"x"}' })).toBe('got {"":"x"}')
  })

  it('of a type that no body can have leaves no function to call', async () => {
    const { status, json } = await ask('call_number', { body: '{"":1}' })
    expect([status, json.code]).toEqual([404, 'PGRST202'])
  })
})

it('overloads that match equally are listed with the fewest arguments first', async () => {
  const { status, json } = await ask('call_same', { body: '{"a":1,"b":2}' })
  expect([status, json.code, json.message]).toEqual([
    300,
    'PGRST203',
    'Could not choose the best candidate function between: public.call_same(a => integer, b => integer), ' +
      'public.call_same(a => text, b => text), public.call_same(b => text, a => text, c => integer)',
  ])
})

it('character and bit arguments have no length limit', async () => {
  expect(await given('call_char?char_=abcdefg')).toBe('abcdefg')
  expect(await given('call_char', { body: '{"char_":"abcdefg"}' })).toBe('abcdefg')
  expect(await given('call_bits?bit_=101')).toBe('101')
  expect(await given('call_bits', { body: '{"bit_":"101"}' })).toBe('101')
})

it('a domain over a table embeds what the table embeds', async () => {
  expect(await given('call_book_of?book=1&select=title,lib_publishers(name)')).toEqual({
    title: 'Compounding',
    lib_publishers: { name: 'Banyan' },
  })
})

describe('a body', () => {
  it('with an array of objects passes the first object', async () => {
    expect(await given('lib_add', { body: '[{"a":1,"b":2},{"a":4,"b":6}]' })).toBe(3)
    expect(await given('lib_whole', { body: '[1,{"a":2}]' })).toEqual([1, { a: 2 }])
  })

  it('may be CSV, whose first row counts', async () => {
    const headers = { 'content-type': 'text/csv' }
    expect(await given('lib_add', { body: 'a,b\n3,4\n9,9', headers })).toBe(7)
    const { status, json } = await ask('lib_add', { body: 'z\n3', headers })
    expect([status, json.code, json.details]).toEqual([
      404,
      'PGRST202',
      'Searched for the function public.lib_add with parameter z, but no matches were found in the schema cache.',
    ])
  })

  it('holds the arguments: in the query of a POST they are filters that lack an operator', async () => {
    const { status, json } = await ask('lib_text?name=John', { body: '{"":"x"}' })
    expect([status, json]).toEqual([
      400,
      {
        code: 'PGRST100',
        details: 'unexpected "J" expecting "not" or operator (eq, gt, ...)',
        hint: null,
        message: '"failed to parse filter (John)" (line 1, column 1)',
      },
    ])
  })
})

it('a function sees the trace of its request, if there is one', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect((await given('call_headers', { headers: { traceparent } })).traceparent).toBe(traceparent)
  expect(await given('call_headers', { headers: { traceparent: 'x'.repeat(55) } })).not.toHaveProperty(
    'traceparent',
  )
})

it('a function looks for names in the exposed schema, in that of the extensions, and nowhere else', async () => {
  expect(await given('call_schemas')).toEqual(['public', 'extensions'])
})

it('a refused token is answered with the error’s name in the header for proxies', async () => {
  const refused = await ask('call_headers', { headers: { authorization: 'Bearer no.such.token' } })
  expect([refused.status, refused.headers.get('proxy-status')]).toEqual([401, 'PostgREST; error=PGRST301'])
})

it('an empty array that would merge stores nothing, and says so', async () => {
  const { status, headers } = await library.ask('lib_genres', {
    body: '[]',
    headers: { prefer: 'resolution=merge-duplicates' },
  })
  expect([status, headers.get('content-length')]).toEqual([200, '0'])
})
