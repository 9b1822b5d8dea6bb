// The settings of files for apps from elsewhere: larger files, and buckets that keep pictures as they come (npm run api).
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase, type TestDatabase } from '../support/database.ts'
import { picture } from '../support/pictures.ts'
import { startServer, type TestServer } from '../support/server.ts'

const MIB = 1024 * 1024
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title = 1</script></svg>'

let host: TestDatabase
let api: TestServer
const service = () => createClient(api.url, api.secretKey).storage

beforeAll(async () => {
  host = await startDatabase()
  await host.sql`create database files`
  const address = new URL(host.ownerUrl)
  address.pathname = '/files'
  api = await startServer(
    { DATABASE_URL: address.href, FILE_SIZE_LIMIT: String(60 * MIB), STORE_AS_IS: 'drawings, raw' },
    { entry: 'api' },
  )
  for (const id of ['drawings', 'raw', 'photos']) await service().createBucket(id, { public: true })
})
afterAll(async () => {
  await api?.stop()
  await host?.stop()
})

test('FILE_SIZE_LIMIT bounds every bucket, above 50 MiB too', async () => {
  const photos = service().from('photos')
  expect((await photos.upload('large.bin', Buffer.alloc(55 * MIB))).error).toBeNull()
  expect((await photos.upload('larger.bin', Buffer.alloc(60 * MIB + 1))).error).toMatchObject({
    statusCode: '413',
  })
  await service().updateBucket('raw', { public: true, fileSizeLimit: 100 })
  expect((await service().from('raw').upload('a.bin', Buffer.alloc(101))).error).toMatchObject({
    statusCode: '413',
  })
})

describe('a bucket of STORE_AS_IS', () => {
  test('keeps every byte of a picture, also of kinds that others refuse', async () => {
    const drawings = service().from('drawings')
    const jpeg = Buffer.concat([await picture('jpeg'), Buffer.from('after the end')])
    for (const [name, type, bytes] of [
      ['a.jpg', 'image/jpeg', jpeg],
      ['a.svg', 'image/svg+xml', Buffer.from(SVG)],
      ['a.heic', 'image/heic', Buffer.from('not decoded here')],
    ] as const) {
      expect((await drawings.upload(name, bytes, { contentType: type })).error).toBeNull()
      const { data } = await drawings.download(name)
      expect([
        data?.type,
        Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes),
      ]).toEqual([type, true])
    }
    const refused = await service()
      .from('photos')
      .upload('a.svg', Buffer.from(SVG), { contentType: 'image/svg+xml' })
    expect(refused.error).toMatchObject({ statusCode: '415' })
  })

  test('serves a drawing as a picture of a page, and opened by itself as a sandboxed download', async () => {
    const { headers } = await fetch(`${api.url}/storage/v1/object/public/drawings/a.svg`)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  test('lets none of its pictures into a bucket whose pictures are decoded', async () => {
    const drawings = service().from('drawings')
    const out = { destinationBucket: 'photos' }
    expect((await drawings.copy('a.svg', 'b.svg', out)).error).toMatchObject({ statusCode: '415' })
    expect((await drawings.move('a.jpg', 'b.jpg', out)).error).toMatchObject({ statusCode: '415' })
    expect((await drawings.copy('a.svg', 'b.svg', { destinationBucket: 'drawings' })).error).toBeNull()
    await drawings.upload('words.txt', Buffer.from('words'), { contentType: 'text/plain' })
    expect((await drawings.copy('words.txt', 'words.txt', out)).error).toBeNull()
  })

  test('makes no other size of a drawing, and of a photo it does', async () => {
    const size = async (name: string) =>
      (await fetch(`${api.url}/storage/v1/render/image/public/drawings/${name}?width=8`)).status
    expect([await size('a.jpg'), await size('a.svg')]).toEqual([200, 400])
  })
})

test('the site refuses STORE_AS_IS at its start', async () => {
  const failed = await startServer({ STORE_AS_IS: 'avatars' }).then(
    (started) => started.stop().then(() => 'it started'),
    (error: Error) => error.message,
  )
  expect(failed).toContain('STORE_AS_IS is for the API alone')
})
