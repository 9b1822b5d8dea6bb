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
    method === 'POST'
      ? Response.json({ ...ROW, ...JSON.parse(body) }, { status: 201 })
      : Response.json([{ profile: null, is_admin: true }]),
  )
  expect(await firstProfile(client, USER)).toMatchObject({
    profile: { id: 'u1', username: 'asha' },
    isAdmin: true,
  })
})

test('a profile that cannot be fetched or made is logged in the words of the specification', async () => {
  const refusal = { code: '42501', message: 'permission denied', details: null, hint: null }
  const unreadable = fakeClient(() => Response.json(refusal, { status: 400 }))
  expect(await firstProfile(unreadable, USER)).toEqual({
    profile: 'unreadable',
    isAdmin: false,
    sanction: null,
  })
  expect(warn).toHaveBeenLastCalledWith('Failed to verify user profile', expect.objectContaining(refusal))

  const unwritable = fakeClient(({ method, address }) =>
    method === 'POST'
      ? Response.json(refusal, { status: 403 })
      : Response.json(
          address.pathname.endsWith('/me') ? [{ profile: null, is_admin: false, sanction: null }] : [],
        ),
  )
  expect(await firstProfile(unwritable, USER)).toEqual({ profile: null, isAdmin: false, sanction: null })
  expect(warn).toHaveBeenLastCalledWith('Failed to create user profile: permission denied')
})
