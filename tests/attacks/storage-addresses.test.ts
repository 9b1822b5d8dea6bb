// Signed addresses that are forged, altered or expired; invalid ranges; the headers of served files; and limits.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSignatures } from '../../api/storage/objects/signatures.ts'
import { type Files, openFiles } from '../support/files.ts'
import { picture } from '../support/pictures.ts'

let files: Files
beforeAll(async () => {
  files = await openFiles()
  const service = files.as('service')
  await service.createBucket('notes', { public: false })
  await service.from('notes').upload('one.txt', 'first')
  await service.from('notes').upload('two.txt', 'second')
  await service.createBucket('pages', { public: true })
  const png = await picture('png')
  await files.as('asha').from('content').upload(pictureOf(files), png, { contentType: 'image/png' })
})
afterAll(() => files.stop())

const pictureOf = ({ ids }: Files) => `${ids.asha}/a.png`

/** The token of a signed address for notes/one.txt. */
async function signed(): Promise<string> {
  const { data } = await files.as('service').from('notes').createSignedUrl('one.txt', 60)
  return new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const open = (name: string, token: string) => files.ask(`object/sign/notes/${name}?token=${token}`)

describe('a signed address', () => {
  test('the premise: opens its own file', async () => {
    expect(await (await open('one.txt', await signed())).text()).toBe('first')
  })

  test('opens no other file', async () => {
    const answer = await open('two.txt', await signed())
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'InvalidSignature' })
  })

  test('is refused without its signature, or with another algorithm, key or lifetime', async () => {
    const [header = '', payload = '', signature = ''] = (await signed()).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = [
      '',
      `${header}.${payload}.`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, url: 'notes/two.txt' })}.${signature}`,
      `${header}.${encode({ ...claims, exp: claims.exp + 9_999 })}.${signature}`,
      await createSignatures(files.server.publishableKey).sign({ use: 'download', url: 'notes/one.txt' }, 60),
      await createSignatures('').sign({ use: 'download', url: 'notes/one.txt' }, 60),
      files.tokens.asha,
      files.server.secretKey,
    ]
    for (const token of forged) {
      const answer = await open('one.txt', token)
      expect(answer.status, token).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'InvalidJWT' })
    }
  })

  test('for reading cannot be used for writing, nor the reverse, nor as a session', async () => {
    const token = await signed()
    const put = await files.ask(`object/upload/sign/notes/one.txt?token=${token}`, {
      method: 'PUT',
      body: 'overwritten',
      headers: { 'content-type': 'text/plain' },
    })
    expect(await put.json()).toMatchObject({ code: 'InvalidSignature' })
    const upload = await files.as('service').from('notes').createSignedUploadUrl('three.txt')
    const read = await open('three.txt', upload.data?.token ?? '')
    expect(await read.json()).toMatchObject({ code: 'InvalidSignature' })
    const rest = await fetch(`${files.server.url}/rest/v1/profiles`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(rest.status).toBe(401)
  })

  test('for writing stops working when the member who requested it is banned', async () => {
    const name = `${files.ids.bala}/late.png`
    const { data } = await files.as('bala').from('avatars').createSignedUploadUrl(name)
    const send = async () =>
      files.ask(`object/upload/sign/avatars/${name}?token=${data?.token}`, {
        method: 'PUT',
        body: new Uint8Array(await picture('png')),
        headers: { 'content-type': 'image/png' },
      })
    await files.sql`update public.profiles set user_level = 'Banned' where id = ${files.ids.bala}`
    try {
      expect([400, 401]).toContain((await send()).status)
      expect(await files.sql`select 1 from storage.objects where bucket_id = 'avatars'`).toEqual([])
    } finally {
      await files.sql`update public.profiles set user_level = 'Regular' where id = ${files.ids.bala}`
    }
  })

  test('for writing ends with the session that requested it, and works until then', async () => {
    const made = await files.ask(`object/upload/sign/avatars/${files.ids.meera}/late.png`, {
      method: 'POST',
      as: 'meera',
      headers: { 'x-upsert': 'true' },
    })
    const { url } = (await made.json()) as { url: string }
    const send = async () =>
      files.ask(url.slice(1), {
        method: 'PUT',
        body: new Uint8Array(await picture('png')),
        headers: { 'content-type': 'image/png' },
      })
    expect((await send()).status).toBe(200)
    await files.sql`delete from auth.sessions where user_id = ${files.ids.meera}`
    expect([400, 401]).toContain((await send()).status)
  })

  test.each([0, -1, 1.5, '60', null, 1e99])('is refused for %j seconds', async (expiresIn) => {
    const answer = await files.ask('object/sign/notes/one.txt', {
      method: 'POST',
      as: 'service',
      body: JSON.stringify({ expiresIn }),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(expiresIn === 1e99 ? 200 : 400)
  })
})

describe('a range', () => {
  test.each([
    'bytes=0-0,1-1,2-2,'.repeat(500).slice(0, -1),
    'bytes=99999999999999999999999-',
    'bytes=-99999999999999999999999',
    'bytes=4-1',
    'bytes=--1',
    'bytes=a-b',
    'bytes=-',
    'bytes=0x1-0x2',
  ])('that is invalid gets a response and logs no server error: %#', async (range) => {
    const answer = await files.ask('object/notes/one.txt', { as: 'service', headers: { range } })
    expect([200, 416]).toContain(answer.status)
    expect(['first', '']).toContain(await answer.text())
  })

  test('of another version gets the whole file', async () => {
    const headers = { range: 'bytes=0-1', 'if-range': '"another"' }
    const answer = await files.ask('object/notes/one.txt', { as: 'service', headers })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('first')
  })
})

describe('a served file', () => {
  test.each([
    'text/html',
    'application/xhtml+xml',
    'text/xml',
    'application/javascript',
    'TEXT/HTML;charset=x',
  ])('is never a page or a script: %s', async (contentType) => {
    const page = { contentType, upsert: true }
    await files.as('service').from('pages').upload('x.html', '<script>alert(1)</script>', page)
    const answer = await files.ask('object/public/pages/x.html')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('gets no header from the requested download name', async () => {
    const token = await signed()
    const name = encodeURIComponent('x"\r\nSet-Cookie: a=b\r\n\r\n<script>')
    const answer = await files.ask(`object/sign/notes/one.txt?token=${token}&download=${name}%ed%a0%80`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w .()+-]+"; filename\*=UTF-8''[\w%.~-]+$/,
    )
  })

  test.each([
    'width=0',
    'width=2501',
    'height=-1',
    'width=1e3',
    'width=abc',
    'quality=101',
    'resize=blow',
    'format=svg',
  ])('is not resized to an impossible size: %s', async (query) => {
    const answer = await files.ask(`render/image/public/content/${pictureOf(files)}?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'InvalidRequest' })
  })
})

describe('a search', () => {
  test.each(["' or 1=1 --", '%', '_', '\\', '/../', '\u{10ffff}', 'a'.repeat(5_000)])(
    'is literal text, not a pattern: %j',
    async (search) => {
      const answer = await files.as('service').from('notes').list('', { search })
      expect(answer).toEqual({ data: [], error: null })
    },
  )

  test.each([
    { sortBy: { column: 'name; drop table x' } },
    { limit: -1 },
    { limit: 'all' },
    { prefix: 7 },
    [],
  ])('of another shape is refused: %j', async (body) => {
    const answer = await files.ask('object/list/avatars', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(400)
  })
})

describe('with limits on', () => {
  let bounded: Files
  beforeAll(async () => {
    bounded = await openFiles({ RATE_LIMITS: 'on' })
  })
  afterAll(() => bounded.stop())

  test('the 31st upload in half an hour is refused, with a spoofed forwarding header too', async () => {
    const body = new Uint8Array(await picture('png', { width: 4, height: 4 }))
    const send = (index: number) =>
      bounded.ask(`object/avatars/${bounded.ids.asha}/${index}.png`, {
        method: 'POST',
        as: 'asha',
        body,
        headers: { 'content-type': 'image/png', 'x-forwarded-for': `203.0.113.${index}` },
      })
    for (let index = 0; index < 30; index += 1) expect((await send(index)).status).toBe(200)
    const refused = await send(30)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await refused.json()).toEqual({
      statusCode: '429',
      code: 'SlowDown',
      error: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    })
  })

  test('the 61st new image size in a minute is refused to a guest', async () => {
    const name = `${bounded.ids.asha}/0.png`
    const statuses: number[] = []
    for (let width = 1; width <= 61; width += 1) {
      const answer = await bounded.ask(`render/image/public/avatars/${name}?width=${width}`)
      statuses.push(answer.status)
      await answer.arrayBuffer()
    }
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
    expect(statuses[60]).toBe(429)
  })
})
