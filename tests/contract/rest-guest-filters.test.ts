// What guests may filter, order and search by: anything that costs little, on tables of any kind and through views.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { guest, openCommunity, server, sql } from '../support/community.ts'
import { openDatabase } from '../support/identity.ts'
import { askRest } from '../support/library.ts'
import { startServer, type TestServer } from '../support/server.ts'

openCommunity()

/** An app as they are found: every policy of its tables asks who is there, and nothing but keys is indexed. */
const APP = `
  create table app_authors (id int primary key, user_id uuid references auth.users (id), name text not null, bio text);
  create table app_articles (
    id int primary key, author_id int not null references app_authors (id), title text not null, body text not null,
    category text not null, is_published boolean not null, published_at timestamptz not null, views int not null,
    tags text[] not null default '{}', meta jsonb not null default '{}'
  );
  create table app_comments (id int primary key, article_id int not null references app_articles (id), words text not null);
  create table app_notes (id int primary key, user_id uuid not null default auth.uid(), words text not null);
  create table app_drafts (id int primary key, words text not null);
  insert into app_authors select n, null, 'Author ' || n, 'Writes' from generate_series(1, 2) n;
  insert into app_articles select n, 1 + n % 2, 'Title ' || n, 'Body', case when n % 3 = 0 then 'guide' else 'news' end,
    true, now() - n * interval '1 day', n, '{tax}', '{"lang": "en"}' from generate_series(1, 60) n;
  insert into app_comments select n, n, 'Words' from generate_series(1, 30) n;
  insert into app_notes select n, gen_random_uuid(), 'Words' from generate_series(1, 5) n;
  insert into app_drafts select n, 'Words' from generate_series(1, 5) n;
  create view app_cards with (security_invoker = on) as
    select a.id, a.title, a.category, a.published_at, w.name as author from app_articles a join app_authors w on w.id = a.author_id;
  create view app_titles as select id, title, category from app_cards;

  create table app_events (
    id int primary key, user_id uuid references auth.users (id), kind text not null, amount int not null, day int not null,
    words text not null, meta jsonb not null default '{}'
  );
  insert into app_events select n, null, case when n % 4000 = 0 then 'rare' else 'usual' end, n, n, repeat(md5(n::text), 30)
    from generate_series(1, 40000) n;
  create index on app_events (day);
  create view app_event_cards with (security_invoker = on) as select id, kind, amount, day, words from app_events;
  create view app_event_kinds as select kind, amount from app_event_cards;
  create materialized view app_event_days as select kind, count(*)::int as events from app_events group by kind;
  create table app_audit (like app_events including all);
  alter table app_audit add foreign key (user_id) references auth.users (id);
  insert into app_audit select * from app_events limit 10000;
  create table app_longs (id int primary key, user_id uuid references auth.users (id), kind text not null, words text not null);
  alter table app_longs alter words set storage external;
  insert into app_longs select n, null, 'usual', repeat(md5(n::text), 3000) from generate_series(1, 100) n;
  create table app_words (id int primary key, user_id uuid references auth.users (id), words text not null);
  insert into app_words select n, null, repeat(md5(n::text), 10) from generate_series(1, 6000) n;
  create table app_parents (id int primary key, user_id uuid references auth.users (id), name text not null);
  create table app_children (id int primary key, parent_id int not null references app_parents (id), words text not null);
  insert into app_parents select n, null, 'Parent ' || n from generate_series(1, 1000) n;
  insert into app_children select n, 1 + n % 1000, repeat(md5(n::text), 5) from generate_series(1, 10000) n;

  do $$
  declare name text;
  begin
    foreach name in array '{app_authors,app_articles,app_comments,app_events,app_longs,app_words,app_parents,app_children}'::text[] loop
      execute format('alter table %I enable row level security', name);
      execute format('create policy read on %I for select using (true or (select auth.uid()) is not null)', name);
    end loop;
  end $$;
  alter table app_notes enable row level security;
  create policy own on app_notes using (user_id = (select auth.uid()));
  alter table app_drafts enable row level security;
  create policy members on app_drafts to authenticated using ((select auth.uid()) is not null);
  alter table app_audit enable row level security;
  create policy members on app_audit to authenticated using ((select auth.uid()) is not null);
  create policy nobody on app_audit to anon using (false);
`

const ANALYZED = ['app_events', 'app_audit', 'app_longs', 'app_words', 'app_parents', 'app_children']

async function createApp(site: TestServer): Promise<void> {
  const owner = openDatabase(site)
  await owner.unsafe(APP).simple()
  for (const table of ANALYZED) await owner`analyze ${owner(table)}`
  await owner`notify pgrst, 'reload schema'`
  await owner.end()
  await vi.waitFor(
    async () => expect((await askRest(site, 'app_children?limit=1&select=id', {})).status).toBe(200),
    10_000,
  )
}

const ask = (path: string, headers: Record<string, string> = {}) => askRest(server, path, { headers })

/** A refusal names the table, what was asked of it, and the column. */
const refused = (table: string, words: string, column: string) => ({
  code: 'PT400',
  message: `Guests cannot have '${table}' ${words} by '${column}'`,
})

beforeAll(() => createApp(server), 60_000)

describe('a small table is filtered, ordered and searched as a guest likes', () => {
  it.each([
    'app_articles?order=published_at.desc',
    'app_articles?category=eq.guide&order=published_at.desc&limit=10',
    'app_articles?is_published=is.true&select=id,title,app_authors(name)',
    'app_articles?title=ilike.*title*',
    'app_articles?body=fts.body',
    'app_articles?or=(title.ilike.*1*,category.eq.guide)',
    'app_articles?tags=cs.{tax}',
    'app_articles?meta->>lang=eq.en',
    'app_articles?views=gt.5&views=lt.20&order=views',
    'app_articles?select=id,app_authors!inner(name)&app_authors.name=eq.Author 1',
    'app_articles?select=id,app_authors(name)&order=app_authors(name)',
    'app_articles?select=title,app_comments(words)&app_comments.words=like.W*&app_comments.order=words',
    'app_articles?published_at=gte.2020-01-01&category=neq.news',
    'app_articles?category=in.(guide,news)&order=category,title',
    'app_authors?name=eq.Author 1&select=*,app_articles(title)&app_articles.order=published_at.desc',
    'app_authors?bio=match.^W',
    'app_comments?article_id=eq.3&order=words',
    'app_notes?order=words',
    'app_notes?words=ilike.*word*',
    'app_cards?category=eq.guide&order=published_at',
    'app_titles?title=ilike.*1*',
    'app_event_days?events=gt.5&order=kind',
  ])('%s', async (path) => {
    const answer = await ask(path, { prefer: 'count=exact' })
    expect(answer.status, answer.text).toBeLessThan(300)
    expect((await askRest(server, path, { method: 'HEAD' })).status).toBe(200)
  })

  it('and gives the rows', async () => {
    const { data, count } = await guest
      .from('app_articles')
      .select('id', { count: 'exact' })
      .eq('category', 'guide')
      .order('views', { ascending: false })
      .limit(2)
    expect([data, count]).toEqual([[{ id: 60 }, { id: 57 }], 20])
  })
})

describe('a small table is protected too from what reads it many times', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => `words.ilike.*x${index}z*`).join(',')

  it('by many patterns', async () => {
    expect((await ask('app_words?select=id&words=ilike.*x0z*')).json).toEqual([])
    expect((await ask(`app_words?select=id&or=(${many(20)})`)).json).toMatchObject(
      refused('app_words', 'searched', 'words'),
    )
    expect(
      (await ask(`app_words?select=id&words=like(any).{${Array(20).fill('x*').join(',')}}`)).status,
    ).toBe(400)
    // Forty patterns on two pages.
    expect((await ask(`app_comments?or=(${many(40)})`)).json).toEqual([])
  })

  it('by words that are found in each text again', async () => {
    expect((await ask('app_words?select=id&words=fts.nowhere')).json).toMatchObject(
      refused('app_words', 'searched', 'words'),
    )
  })

  it('by reading it for each row of another', async () => {
    const path = 'app_parents?select=id,app_children(id)&app_children.words=like.*x*'
    expect((await ask(path)).json).toMatchObject(refused('app_children', 'searched', 'words'))
    await sql`create index on app_children (parent_id)`
    await sql`notify pgrst, 'reload schema'`
    await expect.poll(async () => (await ask(path)).status).toBe(200)
  })
})

describe('a table that no policy gives a guest rows of is answered with nothing, whatever its size', () => {
  it.each(['app_drafts?words=ilike.*w*&order=words', 'app_audit?words=ilike.*w*&order=kind,amount'])(
    '%s',
    async (path) => {
      const answer = await ask(path, { prefer: 'count=exact' })
      expect([answer.status, answer.json, answer.headers.get('content-range')]).toEqual([200, [], '*/0'])
    },
  )

  it('by HEAD with a count of 0', async () => {
    const { count, error, status } = await guest
      .from('app_audit')
      .select('*', { count: 'exact', head: true })
      .eq('kind', 'rare')
    expect([count, error, status]).toEqual([0, null, 200])
  })

  it('and stays so only while no policy does', async () => {
    await sql`create policy few on app_audit to anon using (kind = 'rare')`
    await sql`notify pgrst, 'reload schema'`
    await expect
      .poll(async () => (await ask('app_audit?words=ilike.*w*')).json)
      .toMatchObject(refused('app_audit', 'searched', 'words'))
    await sql`drop policy few on app_audit`
    await sql`notify pgrst, 'reload schema'`
    await expect.poll(async () => (await ask('app_audit?words=ilike.*w*')).json).toEqual([])
  })
})

describe('a table larger than 4 MB', () => {
  it.each([
    ['app_events?kind=eq.rare', 'app_events', 'filtered', 'kind'],
    ['app_events?order=amount.desc&limit=5', 'app_events', 'ordered', 'amount'],
    ['app_events?amount=eq.7&limit=1', 'app_events', 'filtered', 'amount'],
    ['app_events?meta->>lang=eq.xx&limit=1', 'app_events', 'filtered', 'meta'],
    // The planner expects to find the one row early.
    ['app_events?words=ilike.*nowhere*&limit=1', 'app_events', 'searched', 'words'],
    ['app_events?words=match.^a.*b$&limit=1', 'app_events', 'searched', 'words'],
    ['app_event_cards?kind=eq.rare', 'app_event_cards', 'filtered', 'kind'],
    ['app_event_cards?order=amount&limit=5', 'app_event_cards', 'ordered', 'amount'],
    ['app_event_cards?words=ilike.*nowhere*&limit=1', 'app_event_cards', 'searched', 'words'],
    ['app_event_kinds?amount=lt.0', 'app_event_kinds', 'filtered', 'amount'],
  ])('is protected from %s', async (path, table, words, column) => {
    const answer = await ask(path)
    expect([answer.status, answer.json]).toEqual([
      400,
      expect.objectContaining(refused(table, words, column)),
    ])
  })

  it.each([
    'app_events?id=eq.7',
    'app_events?day=eq.7&kind=eq.usual',
    'app_events?day=eq.7&words=like.*8*',
    'app_events?order=day.desc&limit=5',
    // Found early.
    'app_events?kind=eq.usual&limit=5',
    'app_event_cards?id=eq.7',
    'app_event_cards?order=day.desc&limit=5',
    'app_event_cards?kind=eq.usual&limit=5',
  ])('answers what reads little of it: %s', async (path) => {
    const answer = await ask(path)
    expect([answer.status, answer.text.length > 2]).toEqual([200, true])
  })

  it('is protected from a count that reads all of it', async () => {
    const counted = await ask('app_events?kind=eq.usual&limit=5', { prefer: 'count=exact' })
    expect([counted.status, counted.json]).toEqual([
      400,
      expect.objectContaining(refused('app_events', 'filtered', 'kind')),
    ])
  })

  it('is judged by the values too: a common one neither lets a rare one pass, nor is refused for it', async () => {
    const statuses = []
    for (const kind of ['usual', 'rare', 'usual']) {
      statuses.push((await ask(`app_events?select=id,kind&kind=eq.${kind}&limit=20`)).status)
    }
    expect(statuses).toEqual([200, 400, 200])
  })

  it('counts for what is embedded into a small one, and the other way round', async () => {
    await sql`create table app_kinds (name text primary key, words text not null, user_id uuid references auth.users (id))`
    await sql`insert into app_kinds values ('usual', 'x'), ('rare', 'y')`
    await sql`alter table app_events add constraint of_kind foreign key (kind) references app_kinds (name)`
    await sql`notify pgrst, 'reload schema'`
    await expect
      .poll(async () => (await ask('app_events?select=id,app_kinds!inner(words)&app_kinds.words=eq.y')).json)
      .toMatchObject(refused('app_kinds', 'filtered', 'words'))
    expect((await ask('app_kinds?words=eq.y')).json).toHaveLength(1)
  })

  it('has its long values counted where they are read', async () => {
    expect((await ask('app_longs?select=id&kind=eq.usual&order=kind')).status).toBe(200)
    const searched = await ask('app_longs?select=id&words=ilike.*nowhere*')
    expect(searched.json).toMatchObject(refused('app_longs', 'searched', 'words'))
  })

  it('is named to the operator before its filters are refused', async () => {
    const warnings = () => server.log().filter(({ msg }) => msg === 'rest.guest_filter_near_limit')
    for (const letter of ['x', 'y']) {
      expect((await ask(`app_words?select=id&words=like.${letter}*&words=like.*${letter}`)).json).toEqual([])
    }
    await expect
      .poll(warnings)
      .toMatchObject([{ table: 'app_words', what: 'search', column: 'words', most: 5000 }])
  })

  it('reports an error of the statement as its own', async () => {
    const answer = await ask('app_events?select=nothing&kind=eq.rare')
    expect([answer.status, answer.json.code]).toEqual([400, '42703'])
    expect((await ask('app_events?amount=eq.x')).json.code).toBe('22P02')
  })
})

describe('GUEST_FILTERS', { timeout: 60_000 }, () => {
  const sites: TestServer[] = []
  /** Another node of the same site. */
  const start = async (mode: string) => {
    const site = await startServer({ DATABASE_URL: server.adminDatabaseUrl, GUEST_FILTERS: mode })
    sites.push(site)
    return (path: string) => askRest(site, path, {})
  }
  afterAll(async () => {
    for (const site of sites) await site.stop()
  })

  it('indexed: a small table needs an index too, and a view is judged by its cost', async () => {
    const get = await start('indexed')
    expect((await get('app_articles?order=published_at')).json).toMatchObject(
      refused('app_articles', 'ordered', 'published_at'),
    )
    expect((await get('app_articles?id=eq.1')).status).toBe(200)
    expect((await get('app_drafts?words=eq.x')).json).toEqual([])
    expect((await get('app_cards?category=eq.guide')).status).toBe(200)
    expect((await get('app_event_cards?kind=eq.rare')).status).toBe(400)
  })

  it('any: nothing is refused', async () => {
    const get = await start('any')
    for (const path of ['app_events?order=amount&limit=1', 'app_events?words=like.*nowhere*']) {
      expect((await get(path)).status).toBe(200)
    }
  })
})
