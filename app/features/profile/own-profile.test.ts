import { expect, test, vi } from 'vitest'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { countThreads, profileEdit, profileRefusal } from './own-profile.ts'
import { profileQueries } from './query-options.ts'

test('the discussions are those that the member wrote', async () => {
  const asked: URL[] = []
  const client = fakeClient(({ address }) => {
    asked.push(address)
    return new Response(null, { headers: { 'content-range': '*/7' } })
  })
  expect(await countThreads(client, 'u1')).toBe(7)
  expect(asked[0]?.searchParams.get('author_id')).toBe('eq.u1')
})

test('an error while counting is logged and read as 0', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const client = fakeClient(() => new Response(null, { status: 400 }))
  expect(await countThreads(client, 'u1')).toBe(0)
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})

test('a member whose session ended saves nothing, and is told so', async () => {
  const refusal = { code: '42501', message: 'permission denied', details: null, hint: null }
  const client = fakeClient(() => Response.json(refusal, { status: 401 }))
  const { update } = profileEdit(client, 'u1', { username: 'asha', fullName: '', bio: '' })
  const failure = await update('2026-11-22T00:00:00+00:00').catch((error: unknown) => error)
  expect(profileRefusal(failure)).toEqual({ constraint: null, message: 'Must be authenticated' })
})

test('a missing profile is asked for after ever longer pauses, for about a minute', () => {
  const pauseAfter = profileQueries.own('u1').refetchInterval as unknown as (query: {
    state: { data: null; dataUpdateCount: number }
  }) => number | false
  const pauses = [1, 2, 3, 4, 5, 6, 7].map((dataUpdateCount) =>
    pauseAfter({ state: { data: null, dataUpdateCount } }),
  )
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, false])
})
