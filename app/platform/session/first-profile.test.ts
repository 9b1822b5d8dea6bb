import type { User } from '@supabase/supabase-js'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { firstProfile } from './first-profile.ts'

const USER = { id: 'u1', email: 'asha@example.com', user_metadata: {} } as User
const ROW = { id: 'u1', username: 'asha', full_name: null, avatar_url: null, user_level: 'Regular' }

const warn = vi.spyOn(console, 'warn')
beforeEach(() => void warn.mockReset().mockReturnValue())
afterAll(() => warn.mockRestore())

test('a member without a profile row gets one, named after the address', async () => {
  const client = fakeClient(({ method, body }) =>
    method === 'POST' ? Response.json({ ...ROW, ...JSON.parse(body) }, { status: 201 }) : Response.json([]),
  )
  expect(await firstProfile(client, USER)).toMatchObject({ id: 'u1', username: 'asha' })
})

test('a profile that cannot be fetched or made is logged in the words of the specification', async () => {
  const refusal = { code: '42501', message: 'permission denied', details: null, hint: null }
  const unreadable = fakeClient(() => Response.json(refusal, { status: 400 }))
  expect(await firstProfile(unreadable, USER)).toBe('unreadable')
  expect(warn).toHaveBeenLastCalledWith('Failed to verify user profile')

  const unwritable = fakeClient(({ method }) =>
    method === 'POST' ? Response.json(refusal, { status: 403 }) : Response.json([]),
  )
  expect(await firstProfile(unwritable, USER)).toBeNull()
  expect(warn).toHaveBeenLastCalledWith('Failed to create user profile: permission denied')
})
