// The limits on what one request may ask for, and on the size of its response.
import { createClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { asha, type Client, guest, openCommunity, server, sql } from '../support/community.ts'

openCommunity()

const MIB = 1024 * 1024
let service: Client

beforeAll(async () => {
  service = createClient(server.url, server.secretKey, { auth: { persistSession: false } })
  // A row of `shelves` is 10 kB, so 1,000 rows are 10 MB: above a guest's limit, below a member's.
  await sql`create table shelves (id int primary key, words text not null)`
  await sql`create table boxes (id int primary key, shelf_id int not null references shelves (id), words text not null)`
  await sql`insert into shelves select n, repeat('w', 10000) from generate_series(1, 1000) n`
  await sql`insert into boxes select n, 1, repeat('w', 10000) from generate_series(1, 1000) n`
  await sql`create function all_shelves() returns setof shelves language sql stable as 'select * from shelves'`
  await sql`create function all_words() returns setof text language sql stable as 'select words from shelves'`
  await sql`
    create function long_words() returns text language sql stable as 'select string_agg(words, '','') from shelves'`
  for (const table of ['shelves', 'boxes']) {
    await sql`alter table ${sql(table)} enable row level security`
    await sql`create policy read_all on ${sql(table)} for select to anon, authenticated using (true)`
  }
  await sql`notify pgrst, 'reload schema'`
  await vi.waitFor(
    async () => expect((await guest.from('boxes').select('id').limit(1)).status).toBe(200),
    10_000,
  )
})

const TOO_LARGE = {
  code: 'PT400',
  message: 'The answer is too large',
  details: `An answer holds at most ${8 * MIB} bytes.`,
  hint: 'Ask for fewer rows (limit, or a Range header), fewer columns or fewer embedded resources.',
}

/** Asks as a guest, and retries where a busy machine needs longer than a guest's statement timeout of one second. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${server.url}/rest/v1/${path}`, {
      headers: { apikey: server.publishableKey, ...headers },
    })
    if (response.status !== 500 || attempt === 10) return response
    expect(await response.json()).toMatchObject({ code: '57014' })
  }
}

describe('an answer to a guest', () => {
  it.each([
    ['rows', 'shelves', {}],
    ['rows as CSV', 'shelves', { accept: 'text/csv' }],
    ['rows without nulls', 'shelves', { accept: 'application/vnd.pgrst.array+json;nulls=stripped' }],
    ['rows and their count', 'shelves', { prefer: 'count=exact' }],
    ['a row with a list', 'shelves?id=eq.1&select=id,boxes(*)', {}],
    [
      'an object with a list',
      'shelves?id=eq.1&select=boxes(*)',
      { accept: 'application/vnd.pgrst.object+json' },
    ],
    ['a row with a list spread', 'shelves?id=eq.1&select=id,...boxes(words)', {}],
    ['rows with a row each', 'boxes?select=id,shelves(*)', {}],
    ['a few rows, one column many times', `shelves?limit=50&select=${many('words', 100)}`, {}],
    ['what a function gives', 'rpc/all_shelves', {}],
    ['values that a function gives', 'rpc/all_words', {}],
    ['one value of a function', 'rpc/long_words', {}],
    ['one value of a function as it is', 'rpc/long_words', { accept: 'text/plain' }],
  ])('is refused above 8 MiB: %s', async (_, path, headers) => {
    const response = await ask(path, headers)
    expect([response.status, await response.json()]).toEqual([400, TOO_LARGE])
  })

  it('is given whole below that size', async () => {
    const most = await ask('shelves?limit=800', { prefer: 'count=exact' })
    expect([most.status, most.headers.get('content-range')]).toEqual([206, '0-799/1000'])
    expect(await most.json()).toHaveLength(800)
    const { data: rows } = await guest.from('shelves').select('id, boxes(id)').order('id').limit(2)
    expect(rows?.map((row) => row.boxes.length)).toEqual([1000, 0])
    const csv = await ask('shelves?select=id&limit=2&order=id', { accept: 'text/csv' })
    expect(await csv.text()).toBe('id\n1\n2')
  })

  it('divides the limit among the lists of a request', async () => {
    // 3 MB each. A third of the limit is less than 3 MB: two such lists fit, three do not.
    const list = (name: string) => `${name}:boxes(words)&${name}.limit=300`
    const lists = (names: string[]) =>
      `shelves?id=eq.1&select=${names.map((name) => list(name).split('&')[0]).join(',')}&${names
        .map((name) => list(name).split('&')[1])
        .join('&')}`
    expect((await ask(lists(['a', 'b']))).status).toBe(200)
    expect((await ask(lists(['a', 'b', 'c']))).status).toBe(400)
  })
})

describe('an answer to a member', () => {
  it('may be 32 MiB large', async () => {
    expect((await asha.from('shelves').select('*')).data).toHaveLength(1000)
    const { status, error } = await asha.from('shelves').select(many('words', 4))
    expect([status, error]).toEqual([
      400,
      { ...TOO_LARGE, details: `An answer holds at most ${32 * MIB} bytes.` },
    ])
  })
})

it('is unlimited for the service', async () => {
  const { data } = await service.from('shelves').select(many('words', 4))
  expect(data).toHaveLength(1000)
})

describe('a request has at most', () => {
  it.each([
    ['200 columns', `shelves?limit=1&select=${many('id', 200)}`, `shelves?limit=1&select=${many('id', 201)}`],
    [
      '20 resources',
      `shelves?limit=1&boxes.limit=1&select=${resources(20)}`,
      `shelves?limit=1&boxes.limit=1&select=${resources(21)}`,
    ],
    [
      '200 conditions',
      `shelves?limit=1&or=(${conditions(200)})`,
      `shelves?limit=1&id=gt.0&or=(${conditions(200)})`,
    ],
    [
      '20 order terms',
      `shelves?limit=1&order=${Array(20).fill('id')}`,
      `shelves?limit=1&order=${Array(21).fill('id')}`,
    ],
  ])('%s', async (most, allowed, refused) => {
    expect((await ask(allowed)).status).toBe(200)
    const response = await ask(refused)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'PGRST100',
      message: `A request has at most ${most}`,
    })
  })
})

it('a member and the service filter and order as they like', async () => {
  for (const client of [asha, service]) {
    const { error } = await client.from('threads').select('id').ilike('content', '%tax%').order('view_count')
    expect(error).toBeNull()
  }
})

function many(column: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}:${column}`).join(',')
}

function resources(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}:boxes(id)`).join(',')
}

function conditions(count: number): string {
  return Array(count).fill('id.gt.0').join(',')
}
