import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readBegun } from '#app/platform/query/begun-read.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { leavingFetch, memberFetch } from './member-fetch.ts'
import { retryAt } from './retry-after.ts'
import { sendUpload } from './upload-request.ts'

const auth = vi.hoisted(() => ({
  getSession: vi.fn(async () => ({ data: { session: { access_token: 'fresh' } } })),
  refreshSession: vi.fn(async () => ({ error: null })),
  signOut: vi.fn(),
}))
vi.mock('./client-options.ts', () => ({ publishableKey: () => 'publishable' }))
vi.mock('#app/platform/session/session.ts', () => ({
  SESSION_KEY: 'session',
  client: async () => ({ auth }),
  currentSession: () => ({ status: 'member', userId: 'asha' }),
}))
vi.mock('#app/platform/browser/browser-storage.ts', () => ({
  localStore: () => ({ getItem: () => JSON.stringify({ access_token: 'stored' }) }),
}))
vi.mock('./proof-of-work.ts', () => ({
  withProof: async (init: RequestInit) => ({ ...init, headers: { ...init.headers, proof: 'done' } }),
}))

const sent = vi.fn<(path: string, init: RequestInit) => Response>()

beforeEach(() => {
  vi.stubGlobal('window', { location: { origin: 'http://site' } })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => sent(path, init))
  vi.clearAllMocks()
  sent.mockImplementation(() => Response.json({}))
})

const tokenOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('authorization')

test('a request carries the token of the session, renewed if it is old', async () => {
  await memberFetch('/site/v1/health', { method: 'POST', body: '{}' })
  const [path, init] = sent.mock.lastCall ?? []
  expect(path).toBe('/site/v1/health')
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
    apikey: 'publishable',
    authorization: 'Bearer fresh',
    'content-type': 'application/json',
  })
})

test('a request of a page that is being left is sent at once, and outlives it', () => {
  void leavingFetch('/rest/v1/rpc/mark_thread_read', { method: 'POST' })
  expect(sent).toHaveBeenCalledOnce()
  expect(sent.mock.lastCall?.[1].keepalive).toBe(true)
  expect(tokenOf(sent.mock.lastCall?.[1])).toBe('Bearer stored')
})

test.each([memberFetch, leavingFetch])('a refused token is judged: %o', async (request) => {
  sent.mockImplementation(() => new Response(null, { status: 401 }))
  await request('/rest/v1/threads', {})
  await vi.waitFor(() => expect(auth.refreshSession).toHaveBeenCalledOnce())
})

describe('a read that came with the first rows', () => {
  const begin = (
    rows: unknown,
    {
      token = 'fresh',
      path = '/rest/v1/rpc/me',
      at = Date.now(),
    }: { token?: string; path?: string; at?: number } = {},
  ) =>
    vi.stubGlobal('window', {
      location: { origin: 'http://site' },
      ownPart: {
        authorization: `Bearer ${token}`,
        at,
        answer: Promise.resolve(rows === null ? null : { html: '', reads: { [path]: rows } }),
      },
    })

  test('is answered once, without a further request', async () => {
    begin('begun')
    expect(await (await memberFetch('/rest/v1/rpc/me')).json()).toBe('begun')
    expect(sent).not.toHaveBeenCalled()
    expect(await (await memberFetch('/rest/v1/rpc/me')).json()).toEqual({})
    expect(sent).toHaveBeenCalledOnce()
  })

  test('is sent for another member, if it was not answered, and after a while', async () => {
    begin('begun')
    auth.getSession.mockResolvedValueOnce({ data: { session: { access_token: 'of another' } } })
    expect(await (await memberFetch('/rest/v1/rpc/me')).json()).toEqual({})
    begin(null)
    expect(await (await memberFetch('/rest/v1/rpc/me')).json()).toEqual({})
    begin('begun', { at: Date.now() - 11_000 })
    expect(await (await memberFetch('/rest/v1/rpc/me')).json()).toEqual({})
    expect(sent).toHaveBeenCalledTimes(3)
  })

  test('is sent after a write, which may have changed it', async () => {
    begin('begun')
    await memberFetch('/rest/v1/mutes', { method: 'POST' })
    expect(await (await memberFetch('/rest/v1/rpc/me')).json()).toEqual({})
    expect(sent).toHaveBeenCalledTimes(2)
    begin('begun')
    await memberFetch('/rest/v1/rpc/unread_replies', { method: 'POST' })
    expect(await (await memberFetch('/rest/v1/rpc/me')).json(), 'a read that is sent as a POST').toBe('begun')
  })

  test('needs no client, which sends what did not come, or is of another member', async () => {
    const read = async (reader: DbClient) =>
      'from' in reader ? (await reader.from('mutes').select('id').throwOnError()).data : 'of the client'
    const begun = { token: 'stored', path: '/rest/v1/mutes?select=id' }
    begin([{ id: 'begun' }], begun)
    expect(await readBegun(read)).toEqual([{ id: 'begun' }])
    expect(await readBegun(read)).toBe('of the client')
    for (const [rows, other] of [
      [[{ id: 'begun' }], { token: 'of another' }],
      [[{ id: 'begun' }], { path: '/rest/v1/replies?select=id' }],
      [null, {}],
    ] as const) {
      begin(rows, { ...begun, ...other })
      expect(await readBegun(read)).toBe('of the client')
    }
    expect(sent).not.toHaveBeenCalled()
  })
})

test('a required proof of work is computed, and a Retry-After noted', async () => {
  sent.mockImplementationOnce(
    () => new Response('{}', { status: 429, headers: { 'x-sb-error-code': 'captcha_failed' } }),
  )
  expect((await memberFetch('/rest/v1/threads')).status).toBe(200)
  expect(sent).toHaveBeenCalledTimes(2)
  sent.mockImplementation(() => new Response('{}', { status: 429, headers: { 'retry-after': '300' } }))
  expect((await memberFetch('/rest/v1/threads')).status).toBe(429)
  expect(retryAt(0)).toBeGreaterThan(Date.now() + 290_000)
})

/** The parts of XMLHttpRequest that an upload uses. */
class FakeRequest {
  static answer = { status: 200, body: '{}' }
  static headers: Record<string, string> = {}
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload: () => void = () => undefined
  onabort: () => void = () => undefined
  status = 0
  responseText = ''
  open() {
    FakeRequest.headers = {}
  }
  setRequestHeader(name: string, value: string) {
    FakeRequest.headers[name] = value
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\nretry-after: 7\r\n'
  }
  abort() {
    this.onabort()
  }
  send() {
    this.upload.onprogress?.({ loaded: 1, total: 4 })
    this.status = FakeRequest.answer.status
    this.responseText = FakeRequest.answer.body
    if (this.status > 0) this.onload()
  }
}

const picture = { bucket: 'avatars', name: 'asha/1.webp', file: new Blob(['x']), cacheSeconds: '60' }

test('an upload tells its progress, and its refusal is judged like any other', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const shares: number[] = []
  FakeRequest.answer = { status: 200, body: '{}' }
  expect(await sendUpload({ ...picture, onProgress: (share) => shares.push(share) })).toBeNull()
  expect(shares).toEqual([0.25])
  expect(FakeRequest.headers).toMatchObject({ authorization: 'Bearer fresh', 'x-upsert': 'false' })
  FakeRequest.answer = { status: 400, body: '{"statusCode":"413","message":"too large"}' }
  expect(await sendUpload(picture)).toEqual({ statusCode: '413', message: 'too large' })
  FakeRequest.answer = { status: 401, body: '<html>' }
  expect(await sendUpload(picture)).toEqual({ statusCode: '401', message: '' })
  await vi.waitFor(() => expect(auth.refreshSession).toHaveBeenCalledOnce())
})

test('an aborted upload has no answer', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  FakeRequest.answer = { status: 0, body: '' }
  const leave = new AbortController()
  const upload = sendUpload({ ...picture, signal: leave.signal })
  await vi.waitFor(() => expect(FakeRequest.headers).toHaveProperty('authorization'))
  leave.abort()
  expect(await upload).toEqual({ statusCode: '0', message: 'no answer' })
})
