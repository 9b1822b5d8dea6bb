// Features that an operator may enable: aggregates, query plans, dry runs, several schemas. The other files test the
// defaults.
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { type Ask, type Library, openLibrary } from '../support/library.ts'

/** Provides the database, so that the schemas exist before a server is told to expose them. */
let host: TestDatabase
let library: Library
beforeAll(async () => {
  host = await startDatabase()
  await host.sql.unsafe('create schema shelf; create schema tools').simple()
  library = await openLibrary({
    DATABASE_URL: host.ownerUrl,
    AGGREGATES: 'on',
    EXPLAIN: 'on',
    TRANSACTION_END: 'commit-allow-override',
    EXPOSED_SCHEMAS: 'public,shelf',
    EXTRA_SEARCH_PATH: 'public,tools',
    MAX_ROWS: '3',
  })
  await library.sql
    .unsafe(`
      grant usage on schema shelf, tools to anon;
      create table shelf.boards (id int primary key, wood text not null, unique (wood) deferrable initially deferred);
      insert into shelf.boards values (1, 'teak');
      grant select, insert, delete on shelf.boards to anon;
      create function shelf.where_am_i() returns text language sql stable as $$ select current_setting('search_path') $$;
      create function shelf.when_is_it() returns timestamptz language sql stable as $$ select '2026-01-01T00:00:00Z'::timestamptz $$;
      create function tools.loud(shelf.boards) returns text language sql stable as $$ select upper($1.wood) $$;
      notify pgrst, 'reload schema';
    `)
    .simple()
  await vi.waitFor(async () => expect((await ask('boards', { headers: shelf })).status).toBe(200), 5_000)
})
afterAll(async () => {
  await library?.stop()
  await host?.stop()
})

const shelf = { 'accept-profile': 'shelf' }
const ask = (path: string, options: Ask = {}) => library.ask(path, options)
const json = async (path: string) => (await ask(path)).json

describe('aggregates', () => {
  it('return one row for the whole table', async () => {
    expect(await json('lib_books?select=count()')).toEqual([{ count: 4 }])
    expect(
      await json('lib_books?select=pages.sum(),pages.avg()::int,most:pages.max(),pages.min(),id.count()'),
    ).toEqual([{ sum: 650, avg: 217, most: 320, min: 120, count: 4 }])
    expect(await json('lib_books?select=count()&id=gt.9')).toEqual([{ count: 0 }])
  })

  it('group by every other selected column', async () => {
    expect(await json('lib_books?select=author_id,count()&order=author_id')).toEqual([
      { author_id: 1, count: 2 },
      { author_id: 2, count: 1 },
      { author_id: 3, count: 1 },
    ])
    const path =
      'lib_publishers?select=city:data->>city,data->phones->0->>no,count()&order=data->>city.nullslast'
    expect(await json(path)).toEqual([
      { city: 'Kochi', no: null, count: 1 },
      { city: 'Pune', no: '1', count: 1 },
      { city: null, no: null, count: 1 },
    ])
    expect(await json('lib_books?select=heading,count()&id=eq.1')).toEqual([
      { heading: 'Compounding (320)', count: 1 },
    ])
  })

  it('cast their input and their result', async () => {
    expect(await json('lib_publishers?select=data->>open::bool.count()')).toEqual([{ count: 1 }])
    expect(await json('lib_books?select=price::int.sum()::text')).toEqual([{ sum: '500' }])
  })

  it('group by an embedded resource, and work inside one', async () => {
    const grouped = await json('lib_books?select=lib_publishers(name),pages.sum()')
    expect(grouped).toHaveLength(2)
    expect(grouped).toContainEqual({ lib_publishers: { name: 'Banyan' }, sum: 440 })
    expect(grouped).toContainEqual({ lib_publishers: { name: 'Neem' }, sum: 210 })
    expect(await json('lib_publishers?select=name,lib_books(count(),pages.sum())&order=id')).toEqual([
      { name: 'Banyan', lib_books: [{ count: 2, sum: 440 }] },
      { name: 'Neem', lib_books: [{ count: 2, sum: 210 }] },
      { name: 'Peepal', lib_books: [{ count: 0, sum: null }] },
    ])
  })

  it('of a spread resource count for its parent', async () => {
    const spread = await json('lib_books?select=pages.sum(),...lib_publishers(house:name,books:count())')
    expect(spread).toHaveLength(2)
    expect(spread).toContainEqual({ sum: 440, house: 'Banyan', books: 2 })
    const far = await json('lib_covers?select=count(),...lib_books(pages.max(),...lib_publishers(name))')
    expect(far).toEqual([{ count: 2, max: 320, name: 'Banyan' }])
    const refused = await ask('lib_publishers?select=name,...lib_books(pages.sum())')
    expect([refused.status, refused.json]).toEqual([
      400,
      {
        code: 'PGRST127',
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
        hint: null,
        message: 'Feature not implemented',
      },
    ])
  })

  it('are ordered by the aliases in a spread resource', async () => {
    const path =
      'lib_books?select=...lib_publishers(house:name,books:count())&order=lib_publishers(house).desc'
    expect(await json(path)).toEqual([
      { house: 'Neem', books: 2 },
      { house: 'Banyan', books: 2 },
    ])
  })

  it('count all rows, not the groups, when a count is requested', async () => {
    const headers = { prefer: 'count=exact' }
    expect((await ask('lib_books?select=count()', { headers })).headers.get('content-range')).toBe('0-0/4')
  })

  it('work with the official client', async () => {
    const client = new PostgrestClient(`${library.server.url}/rest/v1`)
    const { data } = await client.from('lib_books').select('publisher_id, pages.sum()').eq('publisher_id', 1)
    expect(data).toEqual([{ publisher_id: 1, sum: 440 }])
  })
})

describe('a plan', () => {
  const type = (more = '') => ({ accept: `application/vnd.pgrst.plan${more}` })

  it('is returned as text or JSON instead of the rows', async () => {
    const text = await ask('lib_books', { headers: type() })
    expect([text.status, text.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8',
    ])
    expect(text.text).toContain('Seq Scan on lib_books')
    const wish = '+json; for="application/vnd.pgrst.object+json"; options=verbose|settings|evil'
    const plan = await ask('lib_books?id=eq.1', { headers: type(wish) })
    expect(plan.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=verbose|settings; charset=utf-8',
    )
    expect(plan.json[0].Plan['Node Type']).toBe('Aggregate')
  })

  it('of a write writes nothing, unless it is analysed, and then its transaction decides', async () => {
    const body = '{"id":90,"name":"planned"}'
    const count = () => json('lib_genres?select=count()&id=eq.90').then(([row]) => row.count)
    expect((await ask('lib_genres', { body, headers: type() })).status).toBe(200)
    expect(await count()).toBe(0)
    const analysed = type('+text; options=analyze')
    expect(
      (await ask('lib_genres', { body, headers: { ...analysed, prefer: 'tx=rollback' } })).text,
    ).toContain('actual')
    expect(await count()).toBe(0)
  })

  it('works with the official client', async () => {
    const client = new PostgrestClient(`${library.server.url}/rest/v1`)
    const { data } = await client.from('lib_books').select().explain({ analyze: true, verbose: true })
    expect(data).toContain('actual')
  })
})

describe('Prefer: tx', () => {
  const body = '{"id":91,"name":"tried"}'
  const prefer = (value: string) => ({ headers: { prefer: `return=representation, ${value}` } })
  const found = () => json('lib_genres?id=eq.91')

  it('rolls back a dry run, and says so', async () => {
    const { status, headers, json: made } = await ask('lib_genres', { body, ...prefer('tx=rollback') })
    expect([status, made]).toEqual([201, [{ id: 91, name: 'tried' }]])
    expect(headers.get('preference-applied')).toBe('return=representation, tx=rollback')
    expect(await found()).toEqual([])
    const kept = await ask('lib_genres', { body, ...prefer('tx=commit') })
    expect(kept.headers.get('preference-applied')).toBe('return=representation, tx=commit')
    expect(await found()).toEqual([{ id: 91, name: 'tried' }])
    await ask('lib_genres?id=eq.91', { method: 'DELETE', ...prefer('tx=rollback') })
    expect(await found()).toHaveLength(1)
    await ask('lib_genres?id=eq.91', { method: 'DELETE' })
    expect(await found()).toHaveLength(0)
  })

  it('fails where the commit would have failed', async () => {
    const headers = { 'content-profile': 'shelf', prefer: 'tx=rollback' }
    const twice = await ask('boards', { body: '{"id":2,"wood":"teak"}', headers })
    expect([twice.status, twice.json.code]).toEqual([409, '23505'])
    expect((await ask('boards', { body: '{"id":2,"wood":"oak"}', headers })).status).toBe(201)
    expect((await ask('boards?id=eq.2', { headers: shelf })).json).toEqual([])
  })
})

describe('Prefer: timezone', () => {
  const at = async (prefer: string) => {
    const headers = { ...shelf, prefer }
    const { status, text, headers: answered } = await ask('rpc/when_is_it', { headers })
    return [status, text, answered.get('preference-applied')]
  }

  it('shows times in the caller’s time zone', async () => {
    expect(await at('timezone=Asia/Kolkata')).toEqual([
      200,
      '"2026-01-01T05:30:00+05:30"',
      'timezone=Asia/Kolkata',
    ])
    expect(await at('timezone=America/New_York')).toMatchObject({ 1: '"2025-12-31T19:00:00-05:00"' })
  })

  it('ignores a name that PostgreSQL does not know, and refuses it under handling=strict', async () => {
    expect(await at('timezone=Mars/Olympus')).toMatchObject([
      200,
      expect.stringContaining('2026-01-01'),
      null,
    ])
    const [status, text] = await at("handling=strict, timezone='; drop table lib_books; --")
    expect([status, JSON.parse(String(text)).code]).toEqual([400, 'PGRST122'])
  })
})

describe('several schemas', () => {
  it('are chosen by header, and the first is the default', async () => {
    expect((await ask('boards')).json.code).toBe('PGRST205')
    const { headers, json: rows } = await ask('boards', { headers: shelf })
    expect([headers.get('content-profile'), rows]).toEqual(['shelf', [{ id: 1, wood: 'teak' }]])
    expect((await ask('lib_genres')).headers.get('content-profile')).toBe('public')
    expect((await ask('lib_genres', { headers: shelf })).json.code).toBe('PGRST205')
    const client = new PostgrestClient(`${library.server.url}/rest/v1`, { schema: 'shelf' })
    expect((await client.from('boards').select()).data).toEqual([{ id: 1, wood: 'teak' }])
  })

  it('take precedence over the extra schemas, whose functions are computed columns too', async () => {
    expect((await ask('rpc/where_am_i', { headers: shelf })).json).toBe('"shelf", "public", "tools"')
    expect((await ask('boards?select=loud', { headers: shelf })).json).toEqual([{ loud: 'TEAK' }])
    const refused = await ask('rpc/loud', { headers: { 'accept-profile': 'tools' } })
    expect([refused.status, refused.json.hint]).toEqual([
      406,
      'Only the following schemas are exposed: public, shelf',
    ])
  })

  it('have a description each', async () => {
    const { headers, json: told } = await ask('', { headers: shelf })
    expect(headers.get('content-profile')).toBe('shelf')
    expect(Object.keys(told.paths).sort()).toEqual(['/', '/boards', '/rpc/when_is_it', '/rpc/where_am_i'])
  })
})

it('return as many rows as the operator allows', async () => {
  expect(await json('lib_numbers')).toHaveLength(3)
  const headers = { prefer: 'count=estimated' }
  const { headers: answered } = await ask('lib_numbers', { headers })
  expect(answered.get('content-range')).toBe('0-2/1500')
  expect(await json('lib_authors?select=lib_books!author_id(id)&lib_books.limit=9&id=eq.1')).toHaveLength(1)
})
