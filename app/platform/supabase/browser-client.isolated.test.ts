import { beforeEach, expect, test, vi } from 'vitest'
import { openClient } from './browser-client.ts'

const refreshSession = vi.fn()
const signOut = vi.fn()
const auth = {
  onAuthStateChange: () => undefined,
  getSession: async () => ({ data: { session: null } }),
  refreshSession,
  signOut,
}
let ask: typeof fetch

vi.mock('@supabase/supabase-js', () => ({
  createClient: (_url: string, _key: string, options: { global: { fetch: typeof fetch } }) => {
    ask = options.global.fetch
    return { auth }
  },
}))
vi.mock('./client-options.ts', () => ({ CHANNELS: {}, publishableKey: () => 'publishable' }))
vi.mock('#app/platform/session/session.ts', () => ({
  SESSION_KEY: 'session',
  client: async () => ({ auth }),
  currentSession: () => ({ status: 'member', userId: 'asha' }),
  hasStoredSession: () => false,
  endSession: () => undefined,
}))

beforeEach(() => {
  vi.stubGlobal('window', { location: { origin: 'http://site' } })
  vi.stubGlobal('fetch', async () => new Response(null, { status: 401 }))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

const refused = () => ask('/rest/v1/threads', { headers: { authorization: 'Bearer token' } })

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
