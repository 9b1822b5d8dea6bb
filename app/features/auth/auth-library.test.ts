// The errors of the auth library that SPEC.md section 8 describes.
import { AuthClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

function clientOf(status: number, answer: object) {
  return new AuthClient({
    url: 'http://contract.test/auth/v1',
    persistSession: false,
    autoRefreshToken: false,
    fetch: async () => Response.json(answer, { status }),
  })
}

const PERSON = { email: 'asha@example.com', password: 'a wrong guess' }

test.each([
  [400, { code: 'invalid_credentials', message: 'Invalid login credentials' }, 'AuthApiError'],
  [
    422,
    { code: 'weak_password', message: 'x', weak_password: { reasons: ['pwned'] } },
    'AuthWeakPasswordError',
  ],
  [502, {}, 'AuthRetryableFetchError'],
  [503, {}, 'AuthRetryableFetchError'],
  [504, {}, 'AuthRetryableFetchError'],
])('%i %j is told as %s, and no session comes of it', async (status, answer, name) => {
  const { data, error } = await clientOf(status, answer).signInWithPassword(PERSON)
  expect([data.session, error?.name]).toEqual([null, name])
})

test('a session that is missing is told', async () => {
  const { error } = await clientOf(200, {}).updateUser({ password: 'another one' })
  expect(error?.name).toBe('AuthSessionMissingError')
})
