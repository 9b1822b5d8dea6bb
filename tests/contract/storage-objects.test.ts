// Files through the official client: what goes in, what comes out, with which statuses, bodies and headers.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Files, openFiles } from '../support/files.ts'
import { INSTANT, UUID } from '../support/identity.ts'
import { look, picture } from '../support/pictures.ts'

let files: Files
beforeAll(async () => {
  files = await openFiles()
})
afterAll(() => files.stop())
afterEach(() => files.clear())

const TEXT = 'a note, twenty-six letters'
const METADATA = {
  eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  size: TEXT.length,
  mimetype: 'text/plain;charset=UTF-8',
  cacheControl: 'max-age=3600',
  lastModified: INSTANT,
  contentLength: TEXT.length,
  httpStatusCode: 200,
}

/** A private bucket of the service's with a text in it, or several. */
async function withNotes(...names: string[]) {
  const service = files.as('service')
  expect((await service.createBucket('notes', { public: false })).error).toBeNull()
  for (const name of names) expect((await service.from('notes').upload(name, TEXT)).error).toBeNull()
  return service.from('notes')
}

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
    const info = await files.as('guest').from('avatars').info(name)
    expect(info).toEqual({
      error: null,
      data: {
        ...{ id: UUID, name, version: UUID, bucketId: 'avatars', size: expect.any(Number) },
        ...{ contentType: 'image/png', cacheControl: 'max-age=31536000', etag: METADATA.eTag },
        ...{ metadata: { alt: 'Asha' }, lastModified: INSTANT, createdAt: INSTANT },
      },
    })
  })

  test.each([
    ['a Buffer', async () => picture('jpeg')],
    ['an ArrayBuffer', async () => new Uint8Array(await picture('jpeg')).buffer],
    ['a stream of Node', async () => Readable.from([await picture('jpeg')])],
    ['a web stream', async () => Readable.toWeb(Readable.from([await picture('jpeg')])) as ReadableStream],
  ])('takes %s as it is', async (_what, make) => {
    const name = `${files.ids.asha}/raw.jpg`
    const body = (await make()) as Buffer
    const options = { contentType: 'image/jpeg', metadata: { alt: 'raw' } }
    expect((await files.as('asha').from('content').upload(name, body, options)).error).toBeNull()
    const { data } = await files.as('guest').from('content').info(name)
    expect(data).toMatchObject({ contentType: 'image/jpeg', metadata: { alt: 'raw' } })
  })

  test('answers 400 Duplicate for a name that is taken, and takes its place with upsert', async () => {
    const notes = await withNotes('one.txt')
    const { error } = await notes.upload('one.txt', 'again')
    expect(error).toMatchObject({
      ...{ status: 400, statusCode: '409', code: 'KeyAlreadyExists' },
      message: 'The resource already exists',
    })
    const before = await fileOf('one.txt')
    expect((await notes.upload('one.txt', 'again', { upsert: true })).error).toBeNull()
    expect(await (await notes.download('one.txt')).data?.text()).toBe('again')
    expect(existsSync(before), 'the file that it replaced').toBe(false)
  })

  test('answers exactly Storage’s body for a bucket that is not there', async () => {
    const answer = await files.ask('object/nowhere/a.txt', { method: 'POST', as: 'service', body: 'x' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      ...{ statusCode: '404', code: 'NoSuchBucket', error: 'Bucket not found', message: 'Bucket not found' },
    })
  })

  test('answers 403 Unauthorized in the body when row security refuses', async () => {
    const answer = await files.ask(`object/avatars/${files.ids.bala}/a.png`, {
      ...{ method: 'POST', as: 'asha', body: new Uint8Array(await picture('png')) },
      headers: { 'content-type': 'image/png' },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      ...{ statusCode: '403', code: 'AccessDenied', error: 'Unauthorized' },
      message: 'new row violates row-level security policy',
    })
  })

  test('holds a bucket to its kinds and its size', async () => {
    const service = files.as('service')
    await service.createBucket('small', { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['text/*'] })
    const kind = await service.from('small').upload('a.bin', 'x', { contentType: 'application/zip' })
    expect(kind.error).toMatchObject({
      statusCode: '415',
      message: 'mime type application/zip is not supported',
    })
    const size = await service.from('small').upload('a.txt', 'x'.repeat(1025))
    expect(size.error).toMatchObject({
      statusCode: '413',
      message: 'The object exceeded the maximum allowed size',
    })
    expect((await service.from('small').upload('a.txt', 'x'.repeat(1024))).error).toBeNull()
  })
})

describe('update', () => {
  test('replaces what is there', async () => {
    const notes = await withNotes('one.txt')
    const { data, error } = await notes.update('one.txt', 'new words')
    expect({ data, error }).toEqual({
      data: { id: UUID, path: 'one.txt', fullPath: 'notes/one.txt' },
      error: null,
    })
    expect(await (await notes.download('one.txt')).data?.text()).toBe('new words')
  })

  test('answers NoSuchKey for what is not', async () => {
    const notes = await withNotes()
    expect((await notes.update('one.txt', 'x')).error).toMatchObject({ status: 400, code: 'NoSuchKey' })
  })
})

describe('download', () => {
  test('gives whoever may see it the bytes and the headers', async () => {
    await withNotes('a/one.txt')
    const answer = await files.ask('object/authenticated/notes/a/one.txt', { as: 'service' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(TEXT)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain;charset=UTF-8',
      'content-length': String(TEXT.length),
      'cache-control': 'private, max-age=3600',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: METADATA.eTag,
    })
    expect((await files.ask('object/authenticated/notes/a/one.txt')).status).toBe(400)
  })

  test('serves a public bucket to anybody, without a key', async () => {
    const name = `${files.ids.asha}/a.png`
    await files
      .as('asha')
      .from('avatars')
      .upload(name, await picture('png'), { contentType: 'image/png' })
    const { publicUrl } = files.as('guest').from('avatars').getPublicUrl(name).data
    const answer = await fetch(publicUrl)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="[0-9a-f-]{36}\.png"$/)
    const again = await fetch(publicUrl, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    const head = await fetch(publicUrl, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(answer.headers.get('content-length'))
    expect(await head.text()).toBe('')
  })

  test('serves no private bucket as a public one', async () => {
    await withNotes('one.txt')
    const answer = await files.ask('object/public/notes/one.txt')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' })
  })

  test.each([
    ['bytes=0-3', 206, 'a no', 'bytes 0-3/26'],
    ['bytes=20-', 206, 'etters', 'bytes 20-25/26'],
    ['bytes=-7', 206, 'letters', 'bytes 19-25/26'],
    ['bytes=20-999', 206, 'etters', 'bytes 20-25/26'],
    ['bytes=26-', 416, '', 'bytes */26'],
    ['bytes=0-1,3-4', 200, TEXT, null],
    ['lines=1-2', 200, TEXT, null],
  ])('answers Range %s with %i', async (range, status, text, contentRange) => {
    await withNotes('one.txt')
    const answer = await files.ask('object/notes/one.txt', { as: 'service', headers: { range } })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toBe(text)
    expect(answer.headers.get('content-range')).toBe(contentRange)
  })

  test('names the download as asked, and by its own name otherwise', async () => {
    const notes = await withNotes('one.txt')
    const { data } = await notes.createSignedUrl('one.txt', 60, { download: true })
    const own = await fetch(data?.signedUrl ?? '')
    expect(own.headers.get('content-disposition')).toBe(
      `attachment; filename="one.txt"; filename*=UTF-8''one.txt`,
    )
    const asked = new URL(data?.signedUrl ?? '')
    asked.searchParams.set('download', 'Ä "1".txt\r\nX: y')
    expect((await fetch(asked)).headers.get('content-disposition')).toBe(
      `attachment; filename="_ _1_.txt__X_ y"; filename*=UTF-8''%C3%84%20%221%22.txt%0D%0AX%3A%20y`,
    )
  })
})

describe('signed addresses', () => {
  test('show one file to whoever holds one, until they expire', async () => {
    const notes = await withNotes('a b/one.txt')
    const { data } = await notes.createSignedUrl('a b/one.txt', 1)
    expect(data?.signedUrl).toMatch(/\/storage\/v1\/object\/sign\/notes\/a%20b\/one\.txt\?token=[\w.-]+$/)
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe(TEXT)
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    const late = await fetch(data?.signedUrl ?? '')
    expect(late.status).toBe(400)
    expect(await late.json()).toEqual({
      ...{ statusCode: '400', code: 'InvalidJWT', error: 'InvalidJWT', message: 'jwt expired' },
    })
  })

  test('come many at once, each with its own answer', async () => {
    const notes = await withNotes('one.txt')
    const { data } = await notes.createSignedUrls(['one.txt', 'none.txt'], 60)
    expect(data).toEqual([
      {
        ...{ error: null, path: 'one.txt', signedURL: expect.stringMatching(/^\/object\/sign\/notes\/one/) },
        signedUrl: expect.stringMatching(/^http/),
      },
      {
        error: 'Either the object does not exist or you do not have access to it',
        ...{ path: 'none.txt', signedURL: null, signedUrl: null },
      },
    ])
  })

  test('are given for nothing that the asker cannot see', async () => {
    await withNotes('one.txt')
    const { error } = await files.as('asha').from('notes').createSignedUrl('one.txt', 60)
    expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Object not found' })
  })

  test('take one upload, as whoever asked for them', async () => {
    const name = `${files.ids.asha}/signed.png`
    const avatars = files.as('asha').from('avatars')
    const { data } = await avatars.createSignedUploadUrl(name)
    expect(data).toEqual({ signedUrl: expect.any(String), token: expect.any(String), path: name })
    const png = new Blob([new Uint8Array(await picture('png'))], { type: 'image/png' })
    const put = () =>
      files
        .as('guest')
        .from('avatars')
        .uploadToSignedUrl(name, data?.token ?? '', png)
    expect(await put()).toEqual({ data: { path: name, fullPath: `avatars/${name}` }, error: null })
    expect((await put()).error).toMatchObject({ statusCode: '409' })
    const [row] = await files.sql`select owner_id from storage.objects where name = ${name}`
    expect(row?.owner_id).toBe(files.ids.asha)
  })

  test('for uploads are given for no folder of another', async () => {
    const { error } = await files.as('asha').from('avatars').createSignedUploadUrl(`${files.ids.bala}/a.png`)
    expect(error).toMatchObject({ statusCode: '403' })
  })
})

describe('list', () => {
  const NAMES = ['b.txt', 'a.txt', 'folder/c.txt', 'folder/d.txt', 'folder/deep/e.txt', 'Abc.txt']

  test('gives folders first, then files by name, as Storage writes them', async () => {
    const notes = await withNotes(...NAMES)
    const { data } = await notes.list()
    expect(data?.map(({ name }) => name)).toEqual(['folder', 'Abc.txt', 'a.txt', 'b.txt'])
    expect(data?.[0]).toEqual({
      ...{ name: 'folder', id: null, updated_at: null, created_at: null, last_accessed_at: null },
      metadata: null,
    })
    expect(data?.[1]).toEqual({
      ...{ name: 'Abc.txt', id: UUID, updated_at: INSTANT, created_at: INSTANT, last_accessed_at: INSTANT },
      metadata: METADATA,
    })
  })

  test('goes into folders, searches, sorts and turns pages', async () => {
    const notes = await withNotes(...NAMES)
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

  test('gives 100 unless asked otherwise', async () => {
    await withNotes()
    await files.sql`insert into storage.objects (bucket_id, name, version, metadata)
      select 'notes', lpad(n::text, 3, '0'), null, '{}' from generate_series(1, 120) n`
    const notes = files.as('service').from('notes')
    expect((await notes.list()).data).toHaveLength(100)
    expect((await notes.list('', { limit: 110 })).data).toHaveLength(110)
  })

  test('shows nobody what they may not see', async () => {
    await withNotes(...NAMES)
    expect(await files.as('asha').from('notes').list()).toEqual({ data: [], error: null })
  })

  test('in its second form turns pages by a cursor', async () => {
    const notes = await withNotes(...NAMES)
    const first = await notes.listV2({ limit: 2, with_delimiter: true })
    expect(first.data).toMatchObject({ hasNext: true, folders: [], nextCursor: expect.any(String) })
    expect(first.data?.objects.map(({ name }) => name)).toEqual(['Abc.txt', 'a.txt'])
    const cursor = first.data?.nextCursor ?? ''
    const second = await notes.listV2({ limit: 5, with_delimiter: true, cursor })
    expect(second.data).toMatchObject({
      hasNext: false,
      folders: [{ name: 'folder/', key: 'folder/' }],
      objects: [{ name: 'b.txt', key: 'b.txt', id: UUID, metadata: METADATA }],
    })
    const deep = await notes.listV2({ prefix: 'folder/', sortBy: { column: 'created_at', order: 'desc' } })
    expect(deep.data?.objects.map(({ name }) => name)).toEqual([
      ...['folder/deep/e.txt', 'folder/d.txt', 'folder/c.txt'],
    ])
  })
})

describe('move and copy', () => {
  test('give a file another name', async () => {
    const notes = await withNotes('one.txt')
    const { data } = await notes.move('one.txt', 'folder/two.txt')
    expect(data).toEqual({ message: 'Successfully moved', Id: UUID, Key: 'notes/folder/two.txt' })
    expect((await notes.download('one.txt')).error).not.toBeNull()
    expect(await (await notes.download('folder/two.txt')).data?.text()).toBe(TEXT)
  })

  test('make a second file of the same content, which outlives the first', async () => {
    const notes = await withNotes('one.txt')
    expect(await notes.copy('one.txt', 'two.txt')).toEqual({ data: { path: 'notes/two.txt' }, error: null })
    await notes.remove(['one.txt'])
    expect(await (await notes.download('two.txt')).data?.text()).toBe(TEXT)
  })

  test('reach into another bucket, within its bounds', async () => {
    const notes = await withNotes('one.txt')
    const service = files.as('service')
    await service.createBucket('other', { public: false })
    expect((await notes.copy('one.txt', 'one.txt', { destinationBucket: 'other' })).error).toBeNull()
    expect(await (await service.from('other').download('one.txt')).data?.text()).toBe(TEXT)
    const refused = await notes.move('one.txt', 'one.txt', { destinationBucket: 'avatars' })
    expect(refused.error).toMatchObject({ statusCode: '415' })
  })

  test('answer NoSuchKey and Duplicate', async () => {
    const notes = await withNotes('one.txt', 'two.txt')
    expect((await notes.move('none.txt', 'x.txt')).error).toMatchObject({ code: 'NoSuchKey' })
    expect((await notes.copy('none.txt', 'x.txt')).error).toMatchObject({ code: 'NoSuchKey' })
    expect((await notes.move('one.txt', 'two.txt')).error).toMatchObject({ statusCode: '409' })
    expect((await notes.copy('one.txt', 'two.txt')).error).toMatchObject({ statusCode: '409' })
  })
})

describe('remove', () => {
  test('takes rows and files away, and says which', async () => {
    const notes = await withNotes('one.txt', 'two.txt')
    const file = await fileOf('one.txt')
    expect(existsSync(file), 'the premise: it is there').toBe(true)
    const { data } = await notes.remove(['one.txt', 'none.txt'])
    expect(data).toEqual([
      {
        ...{ name: 'one.txt', bucket_id: 'notes', owner: '', owner_id: null, version: UUID, id: UUID },
        ...{ metadata: METADATA, user_metadata: null },
        ...{ updated_at: INSTANT, created_at: INSTANT, last_accessed_at: INSTANT },
      },
    ])
    expect(existsSync(file)).toBe(false)
    expect(existsSync(await fileOf('two.txt'))).toBe(true)
  })

  test('takes one by its own address', async () => {
    await withNotes('one.txt')
    const answer = await files.ask('object/notes/one.txt', { method: 'DELETE', as: 'service' })
    expect(await answer.json()).toEqual({ message: 'Successfully deleted' })
    const again = await files.ask('object/notes/one.txt', { method: 'DELETE', as: 'service' })
    expect(await again.json()).toMatchObject({ code: 'NoSuchKey' })
  })
})

test('a file whose row never came to be is deleted once it is due, and not before', async () => {
  const notes = await withNotes('one.txt')
  const place = (version: string) => join(files.server.dataDir, 'storage/files', version.slice(0, 2), version)
  const [due, young] = [randomUUID(), randomUUID()]
  for (const version of [due, young]) {
    mkdirSync(dirname(place(version)), { recursive: true })
    writeFileSync(place(version), 'a process died here')
  }
  await files.sql`insert into storage.orphans (version, due)
    values (${due}, now() - interval '1 second'), (${young}, now() + interval '1 hour')`
  await notes.remove(['one.txt'])
  expect([existsSync(place(due)), existsSync(place(young))]).toEqual([false, true])
  await files.sql`delete from storage.orphans`
})

test('exists says yes and no', async () => {
  const notes = await withNotes('one.txt')
  expect((await notes.exists('one.txt')).data).toBe(true)
  expect((await notes.exists('none.txt')).data).toBe(false)
})

describe('pictures on their way out', () => {
  const upload = async () => {
    const name = `${files.ids.asha}/wide.png`
    const body = await picture('png', { width: 600, height: 400 })
    const { error } = await files.as('asha').from('content').upload(name, body, { contentType: 'image/png' })
    expect(error).toBeNull()
    return name
  }

  test.each([
    [{ width: 90, height: 90 }, 90, 90],
    [{ width: 90 }, 90, 60],
    [{ width: 90, height: 90, resize: 'contain' }, 90, 60],
    [{ width: 90, height: 90, resize: 'fill' }, 90, 90],
    [{ width: 2_000 }, 600, 400],
  ] as const)('are made %j', async (transform, width, height) => {
    const name = await upload()
    const { publicUrl } = files.as('guest').from('content').getPublicUrl(name, { transform }).data
    const answer = await fetch(publicUrl)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(await look(await answer.arrayBuffer())).toMatchObject({ width, height, format: 'png' })
  })

  test('come as WebP to whoever shows it, unless the origin is asked for', async () => {
    const name = await upload()
    const path = `render/image/public/content/${name}?width=90`
    const webp = await files.ask(path, { headers: { accept: 'image/webp,*/*' } })
    expect(webp.headers.get('content-type')).toBe('image/webp')
    expect(webp.headers.get('vary')).toContain('Accept')
    const origin = await files.ask(`${path}&format=origin`, { headers: { accept: 'image/webp,*/*' } })
    expect(origin.headers.get('content-type')).toBe('image/png')
    const known = { 'if-none-match': webp.headers.get('etag') ?? '', accept: 'image/webp' }
    expect((await files.ask(path, { headers: known })).status).toBe(304)
  })

  test('come by the client’s download and by a signed address, at the signed size', async () => {
    const name = await upload()
    const content = files.as('asha').from('content')
    const { data } = await content.download(name, { transform: { width: 30 } })
    expect(await look(await (data as Blob).arrayBuffer())).toMatchObject({ width: 30, height: 20 })
    const signed = await content.createSignedUrl(name, 60, { transform: { width: 60 } })
    expect(signed.data?.signedUrl).toContain('/render/image/sign/')
    const answer = await fetch(`${signed.data?.signedUrl}&width=500`)
    expect(await look(await answer.arrayBuffer())).toMatchObject({ width: 60 })
  })
})
