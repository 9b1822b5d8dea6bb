import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test, vi } from 'vitest'
import type { Client } from '#app/platform/session/session.ts'
import { countThreads, profileEdit, profileRefusal } from './own-profile.ts'

test('the discussions are those that the member wrote', async () => {
  const asked: URL[] = []
  const client = new PostgrestClient('http://contract.test', {
    fetch: async (input) => {
      asked.push(new URL(input instanceof Request ? input.url : input))
      return new Response(null, { headers: { 'content-range': '*/7' } })
    },
  }) as unknown as Client
  expect(await countThreads(client, 'u1')).toBe(7)
  expect(asked[0]?.searchParams.get('author_id')).toBe('eq.u1')
})

test('an error while counting is logged and read as 0', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const client = new PostgrestClient('http://contract.test', {
    fetch: async () => new Response(null, { status: 400 }),
  }) as unknown as Client
  expect(await countThreads(client, 'u1')).toBe(0)
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})

test('who is not signed in any more saves nothing, and is told so', async () => {
  const refusal = { code: '42501', message: 'permission denied', details: null, hint: null }
  const client = new PostgrestClient('http://contract.test', {
    fetch: async () => Response.json(refusal, { status: 401 }),
  }) as unknown as Client
  const { update } = profileEdit(client, 'u1', { username: 'asha', fullName: '', bio: '' })
  const failure = await update('2026-11-22T00:00:00+00:00').catch((error: unknown) => error)
  expect(profileRefusal(failure)).toEqual({ constraint: null, message: 'Must be authenticated' })
})
