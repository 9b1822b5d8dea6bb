import { expect, test } from 'vitest'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { createThread, profileProblem } from './mutations.ts'

const right = { title: 'कर बचत: 80C 📈', content: '<p>Ten signs, at least.</p>', tags: ['tax'] }

test('a member whose profile could not be created gets an instruction', () => {
  expect(profileProblem({ settled: true, profile: null })).toBe(
    'Profile not found: Please try logging out and back in to create your profile.',
  )
  expect(profileProblem({ settled: false, profile: null })).toBeNull()
  expect(profileProblem({ settled: true, profile: {} })).toBeNull()
})

test.each([
  [401, 'Must be authenticated to create a thread'],
  [400, 'Failed to create thread: no such category'],
])('a start that is refused with %i throws: %s', async (status, message) => {
  const refusal = { code: '23503', message: 'no such category', details: null, hint: null }
  const client = fakeClient(() => Response.json(refusal, { status }))
  const failure = await createThread(client, { id: 'p1', sent: [] }, 'u1', 'c1', right).catch(
    (error: Error) => error,
  )
  expect(failure).toMatchObject({ message, cause: { code: '23503' } })
})
