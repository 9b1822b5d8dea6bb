import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Files, openFiles } from '../support/files.ts'
import { INSTANT, UUID } from '../support/identity.ts'

import { METADATA, withNotes } from '../support/notes.ts'

let files: Files
beforeAll(async () => {
  files = await openFiles()
})
afterAll(() => files.stop())
afterEach(() => files.clear())

describe('list', () => {
  const NAMES = ['b.txt', 'a.txt', 'folder/c.txt', 'folder/d.txt', 'folder/deep/e.txt', 'Abc.txt']

  test('returns folders first, then files by name, in the format of Storage', async () => {
    const notes = await withNotes(files, ...NAMES)
    const { data } = await notes.list()
    expect(data?.map(({ name }) => name)).toEqual(['folder', 'Abc.txt', 'a.txt', 'b.txt'])
    expect(data?.[0]).toEqual({
      name: 'folder',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    })
    expect(data?.[1]).toEqual({
      name: 'Abc.txt',
      id: UUID,
      updated_at: INSTANT,
      created_at: INSTANT,
      last_accessed_at: INSTANT,
      metadata: METADATA,
    })
  })

  test('lists folders, searches, sorts and pages', async () => {
    const notes = await withNotes(files, ...NAMES)
    const names = async (...args: Parameters<typeof notes.list>) =>
      (await notes.list(...args)).data?.map(({ name }) => name)
    expect(await names('folder')).toEqual(['deep', 'c.txt', 'd.txt'])
    expect(await names('folder', { search: 'd' })).toEqual(['deep', 'd.txt'])
    expect(await names('', { search: 'a' })).toEqual(['Abc.txt', 'a.txt'])
    expect(await names('', { search: '%' })).toEqual([])
    expect(await names('', { limit: 2, offset: 1 })).toEqual(['Abc.txt', 'a.txt'])
    expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      ...['folder', 'b.txt', 'a.txt', 'Abc.txt'],
    ])
    expect(await names('', { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      ...['folder', 'b.txt', 'a.txt', 'Abc.txt'],
    ])
  })

  test('returns 100 unless asked otherwise', async () => {
    await withNotes(files)
    await files.sql`insert into storage.objects (bucket_id, name, version, metadata)
      select 'notes', lpad(n::text, 3, '0'), null, '{}' from generate_series(1, 120) n`
    const notes = files.as('service').from('notes')
    expect((await notes.list()).data).toHaveLength(100)
    expect((await notes.list('', { limit: 110 })).data).toHaveLength(110)
  })

  test('returns only files that the caller may see', async () => {
    await withNotes(files, ...NAMES)
    expect(await files.as('asha').from('notes').list()).toEqual({ data: [], error: null })
  })

  test('version 2 pages by a cursor', async () => {
    const notes = await withNotes(files, ...NAMES)
    const first = await notes.listV2({ limit: 2, with_delimiter: true })
    expect(first.data).toMatchObject({ hasNext: true, folders: [], nextCursor: expect.any(String) })
    expect(first.data?.objects.map(({ name }) => name)).toEqual(['Abc.txt', 'a.txt'])
    const cursor = first.data?.nextCursor ?? ''
    const second = await notes.listV2({ limit: 5, with_delimiter: true, cursor })
    expect(second.data).toMatchObject({
      hasNext: false,
      folders: [{ name: 'folder/', key: 'folder' }],
      objects: [{ name: 'b.txt', key: 'b.txt', id: UUID, metadata: METADATA }],
    })
    const deep = await notes.listV2({ prefix: 'folder/', sortBy: { column: 'created_at', order: 'desc' } })
    expect(deep.data?.objects.map(({ name }) => name)).toEqual([
      ...['folder/deep/e.txt', 'folder/d.txt', 'folder/c.txt'],
    ])
  })
})
