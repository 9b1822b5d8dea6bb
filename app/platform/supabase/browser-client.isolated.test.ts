import { beforeEach, expect, test, vi } from 'vitest'
import { openClient } from './browser-client.ts'
import { watchedFetch } from './member-fetch.ts'

const refreshSession = vi.fn()
const signOut = vi.fn()
let tell: (event: string, session: object) => void = () => undefined
const auth = {
  onAuthStateChange: (listener: typeof tell) => {
    tell = listener
  },
  getSession: vi.fn(async (): Promise<{ data: { session: object | null } }> => ({ data: { session: null } })),
  refreshSession,
  signOut,
}
/** Answers when it is told to. */
let answer = Promise.withResolvers<{ data: object[] }>()
const rpc = vi.fn((_name: string) => ({ throwOnError: () => answer.promise }))

vi.mock('./member-client.ts', () => ({ createMemberClient: () => ({ auth, rpc }) }))
vi.mock('./client-options.ts', () => ({ publishableKey: () => 'publishable' }))
vi.mock('#app/platform/session/session.ts', () => ({
  SESSION_KEY: 'session',
  client: async () => ({ auth }),
  currentSession: () => ({ status: 'member', userId: 'asha', settled: false }),
  setSession: () => undefined,
  waitsForSecondStep: () => false,
  hasStoredSession: () => false,
  endSession: () => undefined,
}))

beforeEach(() => {
  vi.stubGlobal('window', { location: { origin: 'http://site' } })
  vi.stubGlobal('fetch', async () => new Response(null, { status: 401 }))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

const refused = () => watchedFetch('/rest/v1/threads', { headers: { authorization: 'Bearer token' } })

test('a refusal is judged, also when judging the one before failed', async () => {
  await openClient()
  refreshSession.mockRejectedValueOnce(new Error('the network is gone'))
  await refused()
  await vi.waitFor(() => expect(refreshSession).toHaveBeenCalledTimes(1))
  expect(signOut).not.toHaveBeenCalled()
  refreshSession.mockResolvedValueOnce({ error: { name: 'AuthApiError' } })
  await refused()
  await vi.waitFor(() => expect(signOut).toHaveBeenCalledWith({ scope: 'local' }))
  expect(refreshSession).toHaveBeenCalledTimes(2)
})

test('a failing server says nothing about the session', async () => {
  refreshSession.mockReset()
  signOut.mockReset()
  await openClient()
  refreshSession.mockResolvedValueOnce({ error: { name: 'AuthRetryableFetchError' } })
  refreshSession.mockResolvedValueOnce({ error: null })
  await refused()
  await vi.waitFor(() => expect(refreshSession).toHaveBeenCalledTimes(1))
  await refused()
  await vi.waitFor(() => expect(refreshSession).toHaveBeenCalledTimes(2))
  expect(signOut).not.toHaveBeenCalled()
})

test('who the member is, is asked once however often the library tells of the session', async () => {
  const user = { id: 'asha', email: 'asha@example.com', user_metadata: {} }
  auth.getSession.mockResolvedValueOnce({ data: { session: { user } } })
  await openClient()
  // Before whoever waits for the client reads anything: their first reads take its parts.
  expect(rpc).toHaveBeenCalledOnce()
  for (const event of ['SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_IN']) tell(event, { user })
  await new Promise((resolve) => setTimeout(resolve, 0))
  tell('USER_UPDATED', { user })
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(rpc.mock.calls.map(([name]) => name)).toEqual(['me'])
  answer.resolve({ data: [{ profile: { id: 'asha' }, is_admin: false }] })
  answer = Promise.withResolvers()
})
