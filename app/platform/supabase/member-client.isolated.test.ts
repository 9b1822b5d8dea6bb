import { beforeEach, expect, test, vi } from 'vitest'
import { createMemberClient } from './member-client.ts'

const getSession = vi.hoisted(() => vi.fn())
const told = vi.hoisted(() => ({ of: (_event: string, _session: object | null): void => undefined }))
const channels = vi.hoisted(() => ({ setAuth: vi.fn() }))
const openRealtime = vi.hoisted(() => vi.fn((_accessToken: () => Promise<string>) => channels))
const sent = vi.hoisted(() => vi.fn(async (_input: unknown, _init: RequestInit) => Response.json([])))

vi.mock('@supabase/auth-js', () => ({
  AuthClient: class {
    getSession = getSession
    onAuthStateChange(listener: typeof told.of) {
      told.of = listener
    }
  },
}))
vi.mock('./client-options.ts', () => ({ publishableKey: () => 'publishable' }))
vi.mock('./open-realtime.ts', () => ({ openRealtime }))
vi.mock('./member-fetch.ts', async (original) => ({ ...(await original<object>()), watchedFetch: sent }))

const signedIn = { data: { session: { access_token: 'mine' } } }

beforeEach(() => {
  vi.stubGlobal('window', { location: { origin: 'http://site' } })
  vi.clearAllMocks()
  getSession.mockResolvedValue(signedIn)
})

const headersOf = ([, init]: [unknown, RequestInit]) => Object.fromEntries(new Headers(init.headers))

test('tables are asked as the member, and after the session as a guest', async () => {
  const client = createMemberClient()
  await client.from('mutes').select('id')
  expect(String(sent.mock.lastCall?.[0])).toBe('http://site/rest/v1/mutes?select=id')
  expect(headersOf(sent.mock.lastCall as [unknown, RequestInit])).toMatchObject({
    apikey: 'publishable',
    authorization: 'Bearer mine',
  })
  getSession.mockResolvedValue({ data: { session: null } })
  await client.rpc('me', undefined, { get: true })
  expect(headersOf(sent.mock.lastCall as [unknown, RequestInit])).toMatchObject({
    authorization: 'Bearer publishable',
  })
})

test('the channels are opened once, with the first that is joined, and get each new token', async () => {
  const client = createMemberClient()
  told.of('INITIAL_SESSION', signedIn.data.session)
  expect(openRealtime).not.toHaveBeenCalled()
  expect(await client.channels()).toBe(await client.channels())
  expect(openRealtime).toHaveBeenCalledOnce()
  expect(await openRealtime.mock.lastCall?.[0]()).toBe('mine')
  told.of('TOKEN_REFRESHED', { access_token: 'fresh' })
  await vi.waitFor(() => expect(channels.setAuth).toHaveBeenCalledWith('fresh'))
  told.of('SIGNED_OUT', null)
  await vi.waitFor(() => expect(channels.setAuth).toHaveBeenLastCalledWith(undefined))
})
