// Resumable uploads with tus-js-client, as Supabase's documentation sets it up, and raw requests for what it never sends.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DetailedError, type HttpRequest, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectNothingStored, type Files, openFiles } from '../support/files.ts'
import { newMember } from '../support/identity.ts'
import { noise, picture } from '../support/pictures.ts'

const PART = 16 * 1024

let files: Files
beforeAll(async () => {
  files = await openFiles({ RATE_LIMITS: 'off' })
})
afterAll(() => files.stop())
afterEach(async () => {
  for (const name of unfinished()) rmSync(join(files.server.dataDir, 'storage/resumable', name))
  await files.clear()
})

const unfinished = () => readdirSync(join(files.server.dataDir, 'storage/resumable'))
const keys = (token: string | null) => ({
  apikey: files.server.publishableKey,
  authorization: `Bearer ${token ?? files.server.publishableKey}`,
})

type Wish = {
  token: string | null
  name: string
  bucket?: string
  type?: string
  headers?: Record<string, string>
}

function uploadOf(
  bytes: Buffer,
  { token, name, bucket = 'avatars', type = 'image/png', headers }: Wish,
  options: UploadOptions = {},
) {
  let done: (outcome: string) => void
  const outcome = new Promise<string>((resolve) => {
    done = resolve
  })
  const upload = new Upload(bytes, {
    endpoint: `${files.server.url}/storage/v1/upload/resumable`,
    retryDelays: null,
    headers: { ...keys(token), ...headers },
    uploadDataDuringCreation: true,
    removeFingerprintOnSuccess: true,
    metadata: {
      bucketName: bucket,
      objectName: name,
      contentType: type,
      cacheControl: '3600',
      metadata: '{"alt":"x"}',
    },
    chunkSize: PART,
    onError: (error) =>
      done(
        error instanceof DetailedError
          ? `${error.originalResponse?.getStatus()} ${error.originalResponse?.getBody()}`
          : error.message,
      ),
    onSuccess: () => done('done'),
    ...options,
  })
  return { upload, outcome }
}

const send = (bytes: Buffer, wish: Wish, options?: UploadOptions) => {
  const { upload, outcome } = uploadOf(bytes, wish, options)
  upload.start()
  return outcome
}

/** An upload of which the first part has arrived. @returns its address */
async function begun(bytes: Buffer, { token, name }: Wish): Promise<string> {
  const metadata = { bucketName: 'avatars', objectName: name, contentType: 'image/png' }
  const pairs = Object.entries(metadata).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  )
  const answer = await fetch(`${files.server.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    body: new Uint8Array(bytes.subarray(0, PART)),
    headers: {
      ...keys(token),
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': pairs.join(','),
      'content-type': 'application/offset+octet-stream',
    },
  })
  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, String(PART)])
  return answer.headers.get('location') ?? ''
}

const part = (url: string, token: string | null, offset: number, body: Buffer) =>
  fetch(url, {
    method: 'PATCH',
    body: new Uint8Array(body),
    headers: {
      ...keys(token),
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
  })

describe('an upload in parts', () => {
  test('becomes a file of its owner, with type, cache control and metadata, and leaves nothing else', async () => {
    const name = `${files.ids.asha}/a.png`
    expect(await send(await noise(200, 200), { token: files.tokens.asha, name })).toBe('done')
    const { data } = await files.as('asha').from('avatars').info(name)
    expect(data).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'max-age=3600',
      metadata: { alt: 'x' },
    })
    const [row] = await files.sql`select owner_id from storage.objects where name = ${name}`
    expect(row?.owner_id).toBe(files.ids.asha)
    expect(unfinished()).toEqual([])
  })

  test('goes on where it was interrupted', async () => {
    const bytes = await noise(200, 200)
    const wish = { token: files.tokens.asha, name: `${files.ids.asha}/b.png` }
    const url = await begun(bytes, wish)
    expect(url.startsWith(`${files.server.url}/storage/v1/upload/resumable/`)).toBe(true)
    const head = await fetch(url, {
      method: 'HEAD',
      headers: { ...keys(wish.token), 'tus-resumable': '1.0.0' },
    })
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(PART)])
    expect(await send(bytes, wish, { uploadUrl: url })).toBe('done')
    expect((await files.as('asha').from('avatars').exists(wish.name)).data).toBe(true)
  })

  test('takes another file’s place with x-upsert alone', async () => {
    const wish = { token: files.tokens.asha, name: `${files.ids.asha}/c.png` }
    const bytes = await picture('png')
    expect(await send(bytes, wish)).toBe('done')
    expect(await send(bytes, wish)).toMatch(/^409 /)
    expect(await send(bytes, { ...wish, headers: { 'x-upsert': 'true' } })).toBe('done')
  })

  test('whose last answer was lost is known to be complete', async () => {
    const bytes = await noise(200, 200)
    const wish = { token: files.tokens.asha, name: `${files.ids.asha}/e.png` }
    const { upload, outcome } = uploadOf(bytes, wish)
    upload.start()
    expect(await outcome).toBe('done')
    const calls: string[] = []
    const again = {
      uploadUrl: upload.url,
      onBeforeRequest: (request: HttpRequest) => void calls.push(request.getMethod()),
    }
    expect(await send(bytes, wish, again)).toBe('done')
    expect(calls).toEqual(['HEAD'])
    expect((await part(upload.url ?? '', wish.token, bytes.length, Buffer.alloc(0))).status).toBe(404)
  })

  test('is ended by its client, who then finds nothing', async () => {
    const url = await begun(await noise(200, 200), {
      token: files.tokens.asha,
      name: `${files.ids.asha}/d.png`,
    })
    await Upload.terminate(url, { headers: keys(files.tokens.asha) })
    expect(unfinished()).toEqual([])
  })
})

describe('is refused', () => {
  test.each([
    ['a folder of somebody else', async () => ({ name: `${files.ids.bala}/a.png` }), /^403 /],
    ['a bucket that is not there', async () => ({ bucket: 'nowhere' }), /^404 /],
    ['a name that leads elsewhere', async () => ({ name: `${files.ids.asha}/../a.png` }), /^400 /],
    ['a type that the bucket does not take', async () => ({ type: 'text/plain' }), /^415 /],
    ['an SVG', async () => ({ type: 'image/svg+xml' }), /^415 /],
    ['a file that is no picture', async () => ({}), /^(?:400|415) /],
    ['a guest', async () => ({ token: null }), /^403 /],
  ])('%s', async (_what, change, answer) => {
    const wish = { token: files.tokens.asha, name: `${files.ids.asha}/a.png`, ...(await change()) }
    expect(await send(Buffer.from('no picture'.repeat(5_000)), wish)).toMatch(answer)
    await expectNothingStored(files)
  })

  test('what is larger than the bucket takes, before a byte of it', async () => {
    const wish = { token: files.tokens.asha, name: `${files.ids.asha}/a.png` }
    const outcome = await send(Buffer.alloc(6 * 1024 * 1024), wish, { uploadDataDuringCreation: false })
    expect(outcome).toMatch(/^413 /)
    await expectNothingStored(files)
  })

  test('more than was announced, and a part at another offset', async () => {
    const bytes = await noise(200, 200)
    const { asha } = files.tokens
    const url = await begun(bytes, { token: asha, name: `${files.ids.asha}/a.png` })
    expect((await part(url, asha, 1, Buffer.from('x'))).status).toBe(409)
    expect((await part(url, asha, PART, Buffer.alloc(bytes.length))).status).toBe(413)
  })

  test('somebody else’s upload, to whom it is not there', async () => {
    const bytes = await noise(200, 200)
    const url = await begun(bytes, { token: files.tokens.asha, name: `${files.ids.asha}/a.png` })
    for (const token of [files.tokens.bala, null]) {
      for (const method of ['HEAD', 'DELETE']) {
        const answer = await fetch(url, { method, headers: { ...keys(token), 'tus-resumable': '1.0.0' } })
        expect([method, answer.status]).toEqual([method, 404])
      }
      expect((await part(url, token, PART, Buffer.from('x'))).status).toBe(404)
    }
    const own = await fetch(url, {
      method: 'HEAD',
      headers: { ...keys(files.tokens.asha), 'tus-resumable': '1.0.0' },
    })
    expect(own.status).toBe(200)
  })

  test('the next part, once the session that began it has ended', async () => {
    const { user, access_token: token } = await newMember(files.server)
    const url = await begun(await noise(200, 200), { token, name: `${user.id}/a.png` })
    await files.sql`delete from auth.sessions where user_id = ${user.id}`
    expect((await part(url, token, PART, Buffer.from('x'))).status).toBe(401)
  })

  test('the eleventh unfinished upload of one member, while others begin theirs', async () => {
    const bytes = await noise(200, 200)
    const { asha, bala } = files.tokens
    for (let index = 0; index < 10; index += 1) {
      await begun(bytes, { token: asha, name: `${files.ids.asha}/${index}.png` })
    }
    expect(await send(bytes, { token: asha, name: `${files.ids.asha}/a.png` })).toMatch(/^429 /)
    expect(await send(bytes, { token: bala, name: `${files.ids.bala}/a.png` })).toBe('done')
  })
})

test('a page of any site may upload', async () => {
  const answer = await fetch(`${files.server.url}/storage/v1/upload/resumable/x`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'upload-offset',
    },
  })
  expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(answer.headers.get('access-control-allow-headers')).toBe('upload-offset')
})
