import { expect, test } from 'vitest'
import { type Asked, fakeClient } from '../../../tests/support/fake-client.ts'
import { createThread, profileProblem, threadWords } from './mutations.ts'

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

test.each([
  {
    what: 'text that was changed between two attempts is stored',
    written: { ...right, title: 'कर बचत: 80CCD' },
    changes: 1,
  },
  { what: 'tags that were changed are stored', written: { ...right, tags: ['nps'] }, changes: 1 },
  { what: 'the same text changes nothing', written: right, changes: 0 },
])('of a discussion whose answer was lost, $what', async ({ written, changes }) => {
  const sent: Asked[] = []
  const row = { id: 'p1', ...right, category: { slug: 'tax' }, updated_at: '2026-01-01' }
  const client = fakeClient((asked) => {
    sent.push(asked)
    if (asked.method === 'POST')
      return Response.json(
        { code: '23505', message: 'duplicate key', details: null, hint: null },
        { status: 409 },
      )
    return Response.json(asked.method === 'PATCH' ? [row] : row)
  })
  const posted = await createThread(client, { id: 'p1', sent: [threadWords(right)] }, 'u1', 'c1', written)
  expect(posted).toMatchObject({ id: 'p1', title: written.title })
  const updates = sent.filter(({ method }) => method === 'PATCH')
  expect(updates).toHaveLength(changes)
  for (const { address, body } of updates) {
    expect(JSON.parse(body)).toEqual(written)
    expect(address.searchParams.get('updated_at')).toBe('eq.2026-01-01')
  }
})
