// Views in embedding: as junctions and with keys, self-references of a table, and embedded resources with an empty
// selection.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ask, type Library, openLibrary } from '../support/library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary({ EXTRA_SEARCH_PATH: 'public,stacks' })
  await library.sql
    .unsafe(`
      create schema stacks;
      create schema cellar;
      create table cellar.actors (id int primary key, name text not null);
      create table cellar.films (id int primary key, title text not null);
      create table cellar.roles (
        film_id int references cellar.films (id), actor_id int references cellar.actors (id), part text,
        primary key (film_id, actor_id)
      );
      insert into cellar.actors values (1, 'Asha'), (2, 'Bala');
      insert into cellar.films values (10, 'Monsoon'), (11, 'Dunes');
      insert into cellar.roles values (10, 1, 'lead'), (10, 2, 'aunt'), (11, 2, 'lead');
      create view public.view_actors as select id, name from cellar.actors;
      create view public.view_films as select id, title from cellar.films;
      create view public.view_roles as select film_id, actor_id, part from cellar.roles;
      create view stacks.films as select id as film, title from cellar.films;
      create view public.view_deep as select film, title from stacks.films;
      create view public.view_twice as select film_id as first, film_id as second, part from cellar.roles;
      create table public.view_stamps (id int primary key, parent_id int references public.view_stamps (id));
      insert into public.view_stamps values (1, null), (2, 1), (3, 1);
      grant select, insert, update, delete on public.view_actors, public.view_films, public.view_roles,
        public.view_deep, public.view_twice, public.view_stamps to anon;
      grant usage on schema stacks to anon;
      create function public.view_loud(public.view_films) returns text language sql immutable as $$ select upper($1.title) $$;
    `)
    .simple()
  await library.announce('view_stamps')
}, 90_000)
afterAll(() => library?.stop())

const ask = (path: string, options: Ask = {}) => library.ask(path, options)
const json = async (path: string) => {
  const answer = await ask(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

describe('a view', () => {
  it('is a junction when it shows the key of one', async () => {
    expect(await json('view_actors?select=name,view_films!inner(title)&order=name')).toEqual([
      { name: 'Asha', view_films: [{ title: 'Monsoon' }] },
      { name: 'Bala', view_films: [{ title: 'Monsoon' }, { title: 'Dunes' }] },
    ])
    expect(await json('view_films?select=title,view_actors!view_roles(name)&id=eq.11')).toEqual([
      { title: 'Dunes', view_actors: [{ name: 'Bala' }] },
    ])
  })

  it('is embedded through a view of a schema on the search path that is not exposed', async () => {
    expect(await json('view_roles?select=part,view_deep(title)&part=eq.aunt')).toEqual([
      { part: 'aunt', view_deep: { title: 'Monsoon' } },
    ])
  })

  it('that shows a column twice is embedded by either name', async () => {
    const path = (name: string) => `view_twice?select=${name}:view_films!${name}(title)&part=eq.aunt`
    expect(await json(path('first'))).toEqual([{ first: { title: 'Monsoon' } }])
    expect(await json(path('second'))).toEqual([{ second: { title: 'Monsoon' } }])
    const several = await ask('view_twice?select=view_films(title)')
    expect([several.status, several.json.details]).toEqual([
      300,
      [
        {
          cardinality: 'many-to-one',
          embedding: 'view_twice with view_films',
          relationship: 'roles_film_id_fkey using view_twice(first) and view_films(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'view_twice with view_films',
          relationship: 'roles_film_id_fkey using view_twice(second) and view_films(id)',
        },
      ],
    ])
  })

  it('has the key of its table: for Location, PUT and upsert', async () => {
    const made = await ask('view_films', {
      body: '{"id":12,"title":"Ghats"}',
      headers: { prefer: 'return=headers-only' },
    })
    expect([made.status, made.headers.get('location'), made.headers.get('content-length')]).toEqual([
      201,
      '/view_films?id=eq.12',
      '0',
    ])
    const put = await ask('view_films?id=eq.12', { method: 'PUT', body: '{"id":12,"title":"Plains"}' })
    expect([put.status, put.text]).toEqual([204, ''])
    const merged = await ask('view_films', {
      body: '[{"id":12,"title":"Hills"}]',
      headers: { prefer: 'resolution=merge-duplicates' },
    })
    expect([merged.status, merged.headers.get('preference-applied')]).toEqual([
      200,
      'resolution=merge-duplicates',
    ])
    expect(await json('view_films?id=eq.12')).toEqual([{ id: 12, title: 'Hills' }])
    const options = await ask('view_films', { method: 'OPTIONS' })
    expect([options.headers.get('allow'), options.headers.get('content-length')]).toEqual([
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
      '0',
    ])
  })
})

describe('a table that refers to itself', () => {
  it('returns its children by its name, with or without the column as a hint', async () => {
    const children = [{ id: 1, view_stamps: [{ id: 2 }, { id: 3 }] }]
    expect(await json('view_stamps?select=id,view_stamps(id)&id=eq.1')).toEqual(children)
    expect(await json('view_stamps?select=id,view_stamps!parent_id(id)&id=eq.1')).toEqual(children)
    expect(await json('view_stamps?select=id,parent_id(id)&id=eq.3')).toEqual([
      { id: 3, parent_id: { id: 1 } },
    ])
  })

  it('does not accept a constraint name as a hint', async () => {
    const refused = await ask('view_stamps?select=id,view_stamps!view_stamps_parent_id_fkey(id)')
    expect([refused.status, refused.json.code]).toEqual([400, 'PGRST200'])
  })
})

describe('a selection', () => {
  it('is every column when none is named', async () => {
    expect(await json('view_stamps?select=&id=eq.1')).toEqual([{ id: 1, parent_id: null }])
    const made = await ask('view_stamps?select=', {
      body: '{"id":9}',
      headers: { prefer: 'return=representation' },
    })
    expect([made.status, made.json]).toEqual([201, [{ id: 9, parent_id: null }]])
  })

  it('leaves out resources with an empty selection, however deep', async () => {
    expect(await json('lib_publishers?select=id,lib_books(lib_genres())&id=eq.1')).toEqual([{ id: 1 }])
    expect(await json('lib_publishers?select=id,lib_books(lib_genres(id),lib_covers())&id=eq.3')).toEqual([
      { id: 3, lib_books: [] },
    ])
  })

  it('is empty for a to-one resource beyond its offset', async () => {
    expect(await json('lib_covers?select=url,lib_books(title)&lib_books.offset=1&book_id=eq.1')).toEqual([
      { url: '/c/1.png', lib_books: null },
    ])
    expect(await json('lib_covers?select=url,lib_books(title)&lib_books.limit=1&book_id=eq.1')).toEqual([
      { url: '/c/1.png', lib_books: { title: 'Compounding' } },
    ])
  })

  it('is ordered by the alias of a resource', async () => {
    const path =
      'lib_books?select=id,...lib_publishers(house:name)&order=lib_publishers(house).desc,id&limit=2'
    expect(await json(path)).toEqual([
      { id: 3, house: 'Neem' },
      { id: 4, house: 'Neem' },
    ])
  })
})

it('an ambiguous resource is reported in upstream’s order: by cardinality, then by constraint', async () => {
  const { status, json: body } = await ask('lib_authors?select=lib_books(title)')
  expect(status).toBe(300)
  expect(body.details.map(({ relationship }: { relationship: string }) => relationship)).toEqual([
    'lib_books_author_id_fkey using lib_authors(id) and lib_books(author_id)',
    'lib_books_editor_id_fkey using lib_authors(id) and lib_books(editor_id)',
  ])
})
