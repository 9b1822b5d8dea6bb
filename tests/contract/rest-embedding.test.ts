// Embedded resources: how they are resolved, named, filtered, ordered, limited and spread.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '../support/library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library?.stop())

const rows = async (path: string) => {
  const { status, json } = await library.ask(path)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}

describe('relationships', () => {
  it.each([
    [
      'to one, by the name of the table',
      'lib_books?select=lib_publishers(name)&id=eq.1',
      { lib_publishers: { name: 'Banyan' } },
    ],
    [
      'to one, by the foreign key',
      'lib_books?select=by:lib_authors!lib_books_editor_id_fkey(name)&id=eq.1',
      { by: { name: 'Bala' } },
    ],
    ['to one, by the column', 'lib_books?select=author_id(name)&id=eq.1', { author_id: { name: 'Asha' } }],
    [
      'to one, by the column as a hint',
      'lib_books?select=lib_authors!author_id(name)&id=eq.1',
      { lib_authors: { name: 'Asha' } },
    ],
    ['to one that is missing', 'lib_books?select=lib_authors!editor_id(name)&id=eq.3', { lib_authors: null }],
    ['one to one', 'lib_books?select=lib_covers(url)&id=eq.2', { lib_covers: { url: '/c/2.png' } }],
    ['one to one, backwards', 'lib_covers?select=lib_books(id)&book_id=eq.2', { lib_books: { id: 2 } }],
    ['to many', 'lib_publishers?select=lib_books(id)&id=eq.1', { lib_books: [{ id: 1 }, { id: 2 }] }],
    ['to many that are none', 'lib_publishers?select=lib_books(id)&id=eq.3', { lib_books: [] }],
    [
      'many to many',
      'lib_books?select=lib_genres(name)&id=eq.1',
      { lib_genres: [{ name: 'finance' }, { name: 'self-help' }] },
    ],
    [
      'many to many, by the junction',
      'lib_genres?select=lib_books!lib_book_genres(id)&id=eq.2',
      { lib_books: [{ id: 1 }, { id: 3 }] },
    ],
    ['own table, upwards', 'lib_authors?select=mentor:mentor_id(name)&id=eq.2', { mentor: { name: 'Asha' } }],
    [
      'own table, downwards',
      'lib_authors?select=pupils:lib_authors(name)&id=eq.1',
      { pupils: [{ name: 'Bala' }, { name: 'Chitra' }] },
    ],
    ['computed, to many', 'lib_authors?select=long_books(id)&id=eq.1', { long_books: [{ id: 1 }] }],
    ['computed, to one', 'lib_authors?select=house(name)&id=eq.3', { house: { name: 'Neem' } }],
    ['of a view', 'lib_book_list?select=lib_authors(name)&id=eq.1', { lib_authors: { name: 'Asha' } }],
    [
      'into a view',
      'lib_authors?select=lib_book_list(id)&id=eq.1',
      { lib_book_list: [{ id: 1 }, { id: 2 }] },
    ],
  ])('%s', async (_name, path, expected) => {
    expect(await rows(path)).toEqual([expected])
  })

  it('go four levels deep', async () => {
    const path =
      'lib_publishers?select=name,lib_books(id,lib_authors!author_id(name,lib_publishers(name,lib_books(id))))&id=eq.2&lib_books.id=eq.3'
    const author = { name: 'Bala', lib_publishers: { name: 'Banyan', lib_books: [{ id: 1 }, { id: 2 }] } }
    expect(await rows(path)).toEqual([{ name: 'Neem', lib_books: [{ id: 3, lib_authors: author }] }])
    const deeper = await library.ask(
      'lib_publishers?select=lib_books(lib_authors!author_id(lib_publishers(lib_books(lib_genres(id)))))',
    )
    expect([deeper.status, deeper.json.code]).toEqual([400, 'PGRST100'])
  })

  it('are refused when several match, with the list of them', async () => {
    const { status, json } = await library.ask('lib_books?select=lib_authors(name)')
    expect([status, json]).toEqual([
      300,
      {
        code: 'PGRST201',
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'lib_books with lib_authors',
            relationship: 'lib_books_author_id_fkey using lib_books(author_id) and lib_authors(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'lib_books with lib_authors',
            relationship: 'lib_books_editor_id_fkey using lib_books(editor_id) and lib_authors(id)',
          },
        ],
        hint: "Try changing 'lib_authors' to one of the following: 'lib_authors!lib_books_author_id_fkey', 'lib_authors!lib_books_editor_id_fkey'. Find the desired relationship in the 'details' key.",
        message:
          "Could not embed because more than one relationship was found for 'lib_books' and 'lib_authors'",
      },
    ])
  })

  it('are refused when none matches, with the names that were searched for', async () => {
    const { status, json } = await library.ask('lib_books?select=lib_loans(place)')
    expect([status, json]).toEqual([
      400,
      {
        code: 'PGRST200',
        details:
          "Searched for a foreign key relationship between 'lib_books' and 'lib_loans' in the schema 'public', but no matches were found.",
        hint: null,
        message: "Could not find a relationship between 'lib_books' and 'lib_loans' in the schema cache",
      },
    ])
    const hinted = await library.ask('lib_books?select=lib_authors!wrong(name)')
    expect(hinted.json.details).toContain("using the hint 'wrong'")
    expect((await library.ask('lib_books?select=lib_publisher(name)')).json.hint).toBe(
      "Perhaps you meant 'lib_publishers' instead of 'lib_publisher'.",
    )
  })
})

describe('conditions', () => {
  it('filter the embedded rows alone', async () => {
    expect(await rows('lib_publishers?select=id,lib_books(id)&lib_books.pages=gt.200&order=id')).toEqual([
      { id: 1, lib_books: [{ id: 1 }] },
      { id: 2, lib_books: [{ id: 3 }] },
      { id: 3, lib_books: [] },
    ])
  })

  it('filter the parent rows where the resource is inner', async () => {
    expect(await rows('lib_publishers?select=id,lib_books!inner(id)&lib_books.pages=gt.300')).toEqual([
      { id: 1, lib_books: [{ id: 1 }] },
    ])
    expect(
      await rows('lib_books?select=id,author:lib_authors!author_id!inner(name)&author.name=eq.Bala'),
    ).toEqual([{ id: 3, author: { name: 'Bala' } }])
    expect(
      await rows('lib_books?select=id,house:lib_publishers!inner(name)&house.name=eq.Neem&order=id.desc'),
    ).toEqual([
      { id: 4, house: { name: 'Neem' } },
      { id: 3, house: { name: 'Neem' } },
    ])
  })

  it('take and, or and not on an embedded resource', async () => {
    const path = 'lib_publishers?select=id,lib_books(id)&id=eq.1&lib_books.or=(id.eq.2,pages.gt.1000)'
    expect(await rows(path)).toEqual([{ id: 1, lib_books: [{ id: 2 }] }])
    const not = 'lib_publishers?select=id,lib_books(id)&id=eq.1&lib_books.not.and=(id.eq.2,pages.lt.1000)'
    expect(await rows(not)).toEqual([{ id: 1, lib_books: [{ id: 1 }] }])
  })

  it('test for rows with or without an embedded row, also among others', async () => {
    expect(await rows('lib_books?select=id,lib_covers()&lib_covers=is.null&order=id')).toEqual([
      { id: 3 },
      { id: 4 },
    ])
    expect(await rows('lib_books?select=id,lib_covers()&lib_covers=not.is.null&order=id')).toEqual([
      { id: 1 },
      { id: 2 },
    ])
    expect(
      await rows('lib_books?select=id,lib_covers()&or=(lib_covers.not.is.null,id.eq.4)&order=id'),
    ).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }])
    const { json } = await library.ask('lib_books?select=id,lib_covers()&lib_covers=eq.1')
    expect(json.code).toBe('PGRST120')
  })

  it('order and limit the embedded rows', async () => {
    expect(
      await rows('lib_publishers?select=lib_books(id)&id=eq.1&lib_books.order=id.desc&lib_books.limit=1'),
    ).toEqual([{ lib_books: [{ id: 2 }] }])
    expect(
      await rows('lib_publishers?select=lib_books(id)&id=eq.1&lib_books.order=id&lib_books.offset=1'),
    ).toEqual([{ lib_books: [{ id: 2 }] }])
  })

  it('order the parent rows by a to-one resource, selected or not', async () => {
    const order = async (select: string) =>
      (await rows(`lib_books?select=id,${select}&order=lib_publishers(name).desc,id`)).map(
        (row: { id: number }) => row.id,
      )
    expect(await order('lib_publishers(name)')).toEqual([3, 4, 1, 2])
    expect(await order('lib_publishers(id)')).toEqual([3, 4, 1, 2])
    const { json } = await library.ask('lib_publishers?select=id,lib_books(id)&order=lib_books(id)')
    expect([json.code, json.details]).toEqual([
      'PGRST118',
      "'lib_publishers' and 'lib_books' do not form a many-to-one or one-to-one relationship",
    ])
  })

  it('are refused for a resource that is not embedded', async () => {
    for (const query of [
      'lib_genres.name=eq.x',
      'lib_genres.or=(id.eq.1)',
      'lib_genres.limit=1',
      'order=lib_genres(id)',
    ]) {
      const { status, json } = await library.ask(`lib_books?select=id&${query}`)
      expect([status, json.code, json.message]).toEqual([
        400,
        'PGRST108',
        "'lib_genres' is not an embedded resource in this request",
      ])
    }
  })
})

describe('spread', () => {
  it('lifts the columns of a to-one resource', async () => {
    expect(
      await rows('lib_books?select=id,...lib_publishers(house:name,...lib_authors(x:name))&id=eq.4'),
    ).toEqual([{ id: 4, house: 'Neem', x: ['Chitra'] }])
    expect(await rows('lib_covers?select=url,...lib_books(title,lib_genres(id))&book_id=eq.2')).toEqual([
      { url: '/c/2.png', title: 'Dividends', lib_genres: [{ id: 1 }] },
    ])
  })

  it('lifts the columns of a to-many resource as arrays', async () => {
    expect(
      await rows('lib_publishers?select=name,...lib_books(ids:id,title)&id=eq.1&lib_books.order=id'),
    ).toEqual([{ name: 'Banyan', ids: [1, 2], title: ['Compounding', 'Dividends'] }])
  })
})
