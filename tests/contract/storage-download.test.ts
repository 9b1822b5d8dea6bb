import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Files, openFiles } from '../support/files.ts'
import { METADATA, TEXT, withNotes } from '../support/notes.ts'
import { look, picture } from '../support/pictures.ts'

let files: Files
beforeAll(async () => {
  files = await openFiles()
})
afterAll(() => files.stop())
afterEach(() => files.clear())

describe('download', () => {
  test('returns bytes and headers to a caller who may see the file', async () => {
    await withNotes(files, 'a/one.txt')
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

  test('serves a public bucket to everybody, without a key', async () => {
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

  test('does not serve a private bucket as a public one', async () => {
    await withNotes(files, 'one.txt')
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
    await withNotes(files, 'one.txt')
    const answer = await files.ask('object/notes/one.txt', { as: 'service', headers: { range } })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toBe(text)
    expect(answer.headers.get('content-range')).toBe(contentRange)
  })

  test('names the download as asked, and by its own name otherwise', async () => {
    const notes = await withNotes(files, 'one.txt')
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
  test('show one file to their holder until they expire', async () => {
    const notes = await withNotes(files, 'a b/one.txt')
    const [lasting, short] = await Promise.all(
      [600, 1].map(
        async (seconds) => (await notes.createSignedUrl('a b/one.txt', seconds)).data?.signedUrl ?? '',
      ),
    )
    expect(lasting).toMatch(/\/storage\/v1\/object\/sign\/notes\/a%20b\/one\.txt\?token=[\w.-]+$/)
    let late = new Response()
    const look = async () => {
      late = await fetch(short ?? '')
      return late.status
    }
    await expect.poll(look, { interval: 200, timeout: 20_000 }).toBe(400)
    expect(await (await fetch(lasting ?? '')).text()).toBe(TEXT)
    expect(await late.json()).toEqual({
      statusCode: '400',
      code: 'InvalidJWT',
      error: 'InvalidJWT',
      message: 'jwt expired',
    })
  })

  test('can be requested in bulk, each with its own result', async () => {
    const notes = await withNotes(files, 'one.txt')
    const { data } = await notes.createSignedUrls(['one.txt', 'none.txt'], 60)
    expect(data).toEqual([
      {
        error: null,
        path: 'one.txt',
        signedURL: expect.stringMatching(/^\/object\/sign\/notes\/one/),
        signedUrl: expect.stringMatching(/^http/),
      },
      {
        error: 'Either the object does not exist or you do not have access to it',
        path: 'none.txt',
        signedURL: null,
        signedUrl: null,
      },
    ])
  })

  test('are refused for files that the caller cannot see', async () => {
    await withNotes(files, 'one.txt')
    const { error } = await files.as('asha').from('notes').createSignedUrl('one.txt', 60)
    expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Object not found' })
  })

  test('accept one upload, on behalf of the member who asked for them', async () => {
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

  test('for uploads are refused for the folder of another member', async () => {
    const { error } = await files.as('asha').from('avatars').createSignedUploadUrl(`${files.ids.bala}/a.png`)
    expect(error).toMatchObject({ statusCode: '403' })
  })
})

describe('image transformations', () => {
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

  test.each([
    [{ width: 200, height: 200, quality: 60 }, 'height:200,width:200,resizing_type:fill,quality:60'],
    [{ width: 30, resize: 'contain' }, 'width:30,resizing_type:fit'],
    [{ height: 30, resize: 'fill' }, 'height:30,resizing_type:force'],
    [{ quality: 50 }, 'quality:50'],
  ] as const)('say what was made of them: %j', async (transform, told) => {
    const name = await upload()
    const { publicUrl } = files.as('guest').from('content').getPublicUrl(name, { transform }).data
    expect((await fetch(publicUrl)).headers.get('x-transformations')).toBe(told)
  })

  test('return WebP to clients that accept it, unless the original format is requested', async () => {
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

  test('work with the client’s download and with a signed address, at the signed size', async () => {
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
