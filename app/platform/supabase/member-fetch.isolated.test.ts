import { beforeEach, expect, test, vi } from 'vitest'
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
