// Buckets through the official client: only the service creates, changes and sees them.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Files, openFiles } from '../support/files.ts'
import { INSTANT } from '../support/identity.ts'

let files: Files
beforeAll(async () => {
  files = await openFiles()
})
afterAll(() => files.stop())
afterEach(() => files.clear())

const NOTES = {
  id: 'notes',
  name: 'notes',
  owner: '',
  public: false,
  file_size_limit: null,
  allowed_mime_types: null,
  created_at: INSTANT,
  updated_at: INSTANT,
}
const IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
/** The types of covers: still pictures, so without GIF. */
const COVERS = IMAGES.slice(0, 3)

test('a bucket is made, found, changed and deleted', async () => {
  const service = files.as('service')
  expect(await service.createBucket('notes', { public: false })).toEqual({
    data: { name: 'notes' },
    error: null,
  })
  expect(await service.getBucket('notes')).toEqual({ data: NOTES, error: null })
  const change = { public: true, fileSizeLimit: '2MB', allowedMimeTypes: ['text/plain'] }
  expect((await service.updateBucket('notes', change)).data).toEqual({ message: 'Successfully updated' })
  const changed = {
    ...NOTES,
    public: true,
    file_size_limit: 2_000_000,
    allowed_mime_types: ['text/plain'],
  }
  expect((await service.getBucket('notes')).data).toEqual(changed)
  const { data } = await service.listBuckets({ search: 'notes' })
  expect(data).toEqual([{ ...changed, type: 'STANDARD' }])
  expect((await service.deleteBucket('notes')).data).toEqual({ message: 'Successfully deleted' })
  expect((await service.getBucket('notes')).error).toMatchObject({
    status: 400,
    statusCode: '404',
    code: 'NoSuchBucket',
    message: 'Bucket not found',
  })
})

test('a change keeps the fields that it does not mention', async () => {
  const service = files.as('service')
  const bounds = { fileSizeLimit: 20_000_000, allowedMimeTypes: ['image/jpeg'] }
  await service.createBucket('notes', { public: true, ...bounds })
  const put = async (body: object) => {
    const options = { method: 'PUT', as: 'service' as const, body: JSON.stringify(body) }
    const answer = await files.ask('bucket/notes', {
      ...options,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    const { data } = await service.getBucket('notes')
    return [data?.public, data?.file_size_limit, data?.allowed_mime_types]
  }
  expect(await put({ public: false })).toEqual([false, 20_000_000, ['image/jpeg']])
  expect(await put({ file_size_limit: '1.5MB' })).toEqual([false, 1_500_000, ['image/jpeg']])
  expect(await put({ allowed_mime_types: null })).toEqual([false, 1_500_000, null])
  expect(await put({ public: true, file_size_limit: null })).toEqual([true, null, null])
})

test.each([
  ['20mb', 20_000_000],
  ['3 KB', 3_000],
  ['1.5GB', 1_500_000_000],
  ['7b', 7],
  [12, 12],
])('a size of %s is %d bytes', async (fileSizeLimit, bytes) => {
  const service = files.as('service')
  await service.createBucket('notes', { public: false, fileSizeLimit })
  expect((await service.getBucket('notes')).data?.file_size_limit).toBe(bytes)
})

test('the community has three, within the limits of SAFETY', async () => {
  const { data } = await files.as('service').listBuckets()
  expect(data).toEqual([
    expect.objectContaining({
      id: 'avatars',
      public: true,
      file_size_limit: 5_242_880,
      allowed_mime_types: IMAGES,
    }),
    expect.objectContaining({
      id: 'content',
      public: true,
      file_size_limit: 10_485_760,
      allowed_mime_types: IMAGES,
    }),
    expect.objectContaining({
      id: 'covers',
      public: true,
      file_size_limit: 10_485_760,
      allowed_mime_types: COVERS,
    }),
  ])
})

test('the list is sorted, searched and cut as asked', async () => {
  const service = files.as('service')
  const ids = async (options: Parameters<typeof service.listBuckets>[0]) =>
    (await service.listBuckets(options)).data?.map(({ id }) => id)
  expect(await ids({ sortColumn: 'name', sortOrder: 'desc' })).toEqual(['covers', 'content', 'avatars'])
  expect(await ids({ search: 'CON' })).toEqual(['content'])
  expect(await ids({ limit: 1, offset: 1 })).toEqual(['content'])
})

describe('is refused', () => {
  test('for a second bucket of the same name, and for an invalid name', async () => {
    const service = files.as('service')
    expect((await service.createBucket('avatars')).error).toMatchObject({ status: 400, statusCode: '409' })
    for (const name of ['', 'a/b', '..', ' a', 'ü', 'a'.repeat(101)]) {
      expect((await service.createBucket(name)).error, name).toMatchObject({ message: 'Bucket name invalid' })
    }
  })

  test('for a size that cannot be parsed', async () => {
    const { error } = await files
      .as('service')
      .createBucket('notes', { public: false, fileSizeLimit: 'much' })
    expect(error?.message).toBe('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  })

  test('when a bucket with files is deleted, until it is emptied', async () => {
    const service = files.as('service')
    await service.createBucket('notes', { public: false })
    await service.from('notes').upload('one.txt', 'x')
    expect((await service.deleteBucket('notes')).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    })
    expect((await service.emptyBucket('notes')).data).toEqual({ message: 'Successfully emptied' })
    expect((await service.deleteBucket('notes')).error).toBeNull()
  })

  test.each([
    ['GET', 'bucket/avatars/lifecycle'],
    ['DELETE', 'cdn/avatars/a.png'],
    ['POST', 'upload/resumable/sign'],
    ['GET', 'nothing'],
  ])('for an operation that is not offered: %s /%s', async (method, path) => {
    const answer = await files.ask(path, { method, as: 'service' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      statusCode: '404',
      code: 'InvalidRequest',
      error: 'Not Found',
      message: 'Route not found',
    })
  })

  test('with an invalid key, and with a token that another issuer signed', async () => {
    const key = await files.ask('bucket', { headers: { apikey: 'sb_publishable_wrong' } })
    expect(key.status).toBe(401)
    expect(await key.json()).toEqual({ message: 'Invalid API key' })
    const token = await files.ask('bucket', { headers: { authorization: 'Bearer a.b.c' } })
    expect(token.status).toBe(400)
    expect(await token.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
  })
})

test('a browser of any site may send requests', async () => {
  const answer = await files.ask('object/avatars/x.png', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,apikey,x-upsert,x-client-info,content-type,x-metadata',
    },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(answer.headers.get('access-control-allow-headers')).toContain('x-upsert')
})
