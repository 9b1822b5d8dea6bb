// Files through the official client: uploading, moving and deleting, with exact statuses and bodies.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Files, openFiles } from '../support/files.ts'
import { INSTANT, UUID } from '../support/identity.ts'
import { METADATA, TEXT, withNotes } from '../support/notes.ts'
import { picture } from '../support/pictures.ts'

let files: Files
beforeAll(async () => {
  files = await openFiles()
})
afterAll(() => files.stop())
afterEach(() => files.clear())

async function fileOf(name: string): Promise<string> {
  const [row] = await files.sql<
    { version: string }[]
  >`select version from storage.objects where name = ${name}`
  const version = row?.version ?? ''
  return join(files.server.dataDir, 'storage/files', version.slice(0, 2), version)
}

describe('upload', () => {
  test('takes a Blob as a form, with cache control and metadata', async () => {
    const name = `${files.ids.asha}/a.png`
    const { data, error } = await files
      .as('asha')
      .from('avatars')
      .upload(name, new Blob([new Uint8Array(await picture('png'))], { type: 'image/png' }), {
        cacheControl: '31536000',
        metadata: { alt: 'Asha' },
      })
    expect({ data, error }).toEqual({
      data: { id: UUID, path: name, fullPath: `avatars/${name}` },
      error: null,
    })
    const info = await files.as('asha').from('avatars').info(name)
    expect(info).toEqual({
      error: null,
      data: {
        id: UUID,
        name,
        version: UUID,
        bucketId: 'avatars',
        size: expect.any(Number),
        contentType: 'image/png',
        cacheControl: 'max-age=31536000',
        etag: METADATA.eTag,
        metadata: { alt: 'Asha' },
        lastModified: INSTANT,
        createdAt: INSTANT,
      },
    })
  })

  test('refuses a member whose quota is used up, without reading the body', async () => {
    const folder = files.ids.asha
    const held = { size: 200 * 1_048_576 }
    await files.sql`
      insert into storage.objects (bucket_id, name, metadata)
      values ('content', ${`${folder}/held.png`}, ${files.sql.json(held)})`
    const { error } = await files
      .as('asha')
      .from('content')
      .upload(`${folder}/one-more.png`, await picture('png'), {
        contentType: 'image/png',
      })
    expect(error).toMatchObject({
      statusCode: '413',
      message: 'You added 200 MB of pictures within 24 hours, which is the limit. Please try again tomorrow',
    })
    const answer = await files.ask(`object/content/${folder}/again.png`, {
      as: 'asha',
      method: 'POST',
      body: new Uint8Array(await picture('png')),
      headers: { 'content-type': 'image/png' },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      statusCode: '413',
      code: 'EntityTooLarge',
      error: 'Payload too large',
    })
    expect(await files.sql`select name from storage.objects`).toEqual([{ name: `${folder}/held.png` }])
    const other = await files
      .as('bala')
      .from('content')
      .upload(`${files.ids.bala}/a.png`, await picture('png'), {
        contentType: 'image/png',
      })
    expect(other.error).toBeNull()
  })

  test.each([
    ['a Buffer', async () => picture('jpeg')],
    ['an ArrayBuffer', async () => new Uint8Array(await picture('jpeg')).buffer],
    ['a stream of Node', async () => Readable.from([await picture('jpeg')])],
    ['a web stream', async () => Readable.toWeb(Readable.from([await picture('jpeg')])) as ReadableStream],
  ])('takes %s unchanged', async (_what, make) => {
    const name = `${files.ids.asha}/raw.jpg`
    const body = (await make()) as Buffer
    const options = { contentType: 'image/jpeg', metadata: { alt: 'raw' } }
    expect((await files.as('asha').from('content').upload(name, body, options)).error).toBeNull()
    const { data } = await files.as('asha').from('content').info(name)
    expect(data).toMatchObject({ contentType: 'image/jpeg', metadata: { alt: 'raw' } })
  })

  test('answers 400 Duplicate for an existing name, and replaces the file with upsert', async () => {
    const notes = await withNotes(files, 'one.txt')
    const { error } = await notes.upload('one.txt', 'again')
    expect(error).toMatchObject({
      status: 400,
      statusCode: '409',
      code: 'KeyAlreadyExists',
      message: 'The resource already exists',
    })
    const before = await fileOf('one.txt')
    expect((await notes.upload('one.txt', 'again', { upsert: true })).error).toBeNull()
    expect(await (await notes.download('one.txt')).data?.text()).toBe('again')
    await expect.poll(() => existsSync(before)).toBe(false)
  })

  test('answers a missing bucket with Storage’s exact body', async () => {
    const answer = await files.ask('object/nowhere/a.txt', { method: 'POST', as: 'service', body: 'x' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      statusCode: '404',
      code: 'NoSuchBucket',
      error: 'Bucket not found',
      message: 'Bucket not found',
    })
  })

  test('answers 403 Unauthorized in the body when row security refuses', async () => {
    const answer = await files.ask(`object/avatars/${files.ids.bala}/a.png`, {
      method: 'POST',
      as: 'asha',
      body: new Uint8Array(await picture('png')),
      headers: { 'content-type': 'image/png' },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      statusCode: '403',
      code: 'AccessDenied',
      error: 'Unauthorized',
      message: 'new row violates row-level security policy',
    })
  })

  test('enforces the types and the size of a bucket', async () => {
    const service = files.as('service')
    await service.createBucket('small', { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['text/*'] })
    const kind = await service.from('small').upload('a.bin', 'x', { contentType: 'application/zip' })
    expect(kind.error).toMatchObject({
      statusCode: '415',
      message: 'mime type application/zip is not supported',
    })
    const size = await service.from('small').upload('a.txt', 'x'.repeat(1001))
    expect(size.error).toMatchObject({
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
    expect((await service.from('small').upload('a.txt', 'x'.repeat(1000))).error).toBeNull()
  })
})

describe('update', () => {
  test('replaces the existing file', async () => {
    const notes = await withNotes(files, 'one.txt')
    const { data, error } = await notes.update('one.txt', 'new words')
    expect({ data, error }).toEqual({
      data: { id: UUID, path: 'one.txt', fullPath: 'notes/one.txt' },
      error: null,
    })
    expect(await (await notes.download('one.txt')).data?.text()).toBe('new words')
  })

  test('answers NoSuchKey for a missing file', async () => {
    const notes = await withNotes(files)
    expect((await notes.update('one.txt', 'x')).error).toMatchObject({ status: 400, code: 'NoSuchKey' })
  })
})

describe('move and copy', () => {
  test('rename a file', async () => {
    const notes = await withNotes(files, 'one.txt')
    const { data } = await notes.move('one.txt', 'folder/two.txt')
    expect(data).toEqual({ message: 'Successfully moved', Id: UUID, Key: 'notes/folder/two.txt' })
    expect((await notes.download('one.txt')).error).not.toBeNull()
    expect(await (await notes.download('folder/two.txt')).data?.text()).toBe(TEXT)
  })

  test('make a second file of the same content, which outlives the first', async () => {
    const notes = await withNotes(files, 'one.txt')
    expect(await notes.copy('one.txt', 'two.txt')).toEqual({ data: { path: 'notes/two.txt' }, error: null })
    await notes.remove(['one.txt'])
    expect(await (await notes.download('two.txt')).data?.text()).toBe(TEXT)
  })

  test('reach into another bucket, within its limits', async () => {
    const notes = await withNotes(files, 'one.txt')
    const service = files.as('service')
    await service.createBucket('other', { public: false })
    expect((await notes.copy('one.txt', 'one.txt', { destinationBucket: 'other' })).error).toBeNull()
    expect(await (await service.from('other').download('one.txt')).data?.text()).toBe(TEXT)
    const refused = await notes.move('one.txt', 'one.txt', { destinationBucket: 'avatars' })
    expect(refused.error).toMatchObject({ statusCode: '415' })
  })

  test('answer NoSuchKey and Duplicate', async () => {
    const notes = await withNotes(files, 'one.txt', 'two.txt')
    expect((await notes.move('none.txt', 'x.txt')).error).toMatchObject({ code: 'NoSuchKey' })
    expect((await notes.copy('none.txt', 'x.txt')).error).toMatchObject({ code: 'NoSuchKey' })
    expect((await notes.move('one.txt', 'two.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await notes.copy('one.txt', 'two.txt')).error).toMatchObject({ statusCode: '409' })
  })
})

describe('remove', () => {
  test('deletes rows and files, and lists them', async () => {
    const notes = await withNotes(files, 'one.txt', 'two.txt')
    const file = await fileOf('one.txt')
    expect(existsSync(file), 'the premise: it is there').toBe(true)
    const { data } = await notes.remove(['one.txt', 'none.txt'])
    expect(data).toEqual([
      {
        name: 'one.txt',
        bucket_id: 'notes',
        owner: '',
        owner_id: null,
        version: UUID,
        id: UUID,
        metadata: METADATA,
        user_metadata: null,
        updated_at: INSTANT,
        created_at: INSTANT,
        last_accessed_at: INSTANT,
      },
    ])
    await expect.poll(() => existsSync(file)).toBe(false)
    expect(existsSync(await fileOf('two.txt'))).toBe(true)
  })

  test('deletes one file by its address', async () => {
    await withNotes(files, 'one.txt')
    const answer = await files.ask('object/notes/one.txt', { method: 'DELETE', as: 'service' })
    expect(await answer.json()).toEqual({ message: 'Successfully deleted' })
    const again = await files.ask('object/notes/one.txt', { method: 'DELETE', as: 'service' })
    expect(await again.json()).toMatchObject({ code: 'NoSuchKey' })
  })
})

test('a file whose row was never stored is deleted once it is due, and not before', async () => {
  const notes = await withNotes(files, 'one.txt')
  const place = (version: string) => join(files.server.dataDir, 'storage/files', version.slice(0, 2), version)
  const [due, young] = [randomUUID(), randomUUID()]
  for (const version of [due, young]) {
    mkdirSync(dirname(place(version)), { recursive: true })
    writeFileSync(place(version), 'a process died here')
  }
  await files.sql`insert into storage.orphans (version, due)
    values (${due}, now() - interval '1 second'), (${young}, now() + interval '1 hour')`
  await notes.remove(['one.txt'])
  await expect.poll(() => existsSync(place(due))).toBe(false)
  expect(existsSync(place(young))).toBe(true)
  await files.sql`delete from storage.orphans`
})

test('exists answers true and false', async () => {
  const notes = await withNotes(files, 'one.txt')
  expect((await notes.exists('one.txt')).data).toBe(true)
  expect((await notes.exists('none.txt')).data).toBe(false)
})
