import { expect, test } from 'vitest'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { createThread, problemsFrom, problemsOf, profileProblem } from './mutations.ts'

const right = { title: 'कर बचत: 80C 📈', content: '<p>Ten signs, at least.</p>', tags: ['tax'] }

test('a Hindi title with an emoji is right', () => {
  expect(problemsOf(right)).toEqual({})
})

test('each bound speaks the words of the database, at its field', () => {
  expect(problemsOf({ ...right, title: '  short  ' })).toEqual({
    title: CONSTRAINT_MESSAGES.threads_title_length,
  })
  expect(problemsOf({ ...right, title: 'x'.repeat(201) }).title).toBeDefined()
  expect(problemsOf({ ...right, title: '📈'.repeat(200) }).title).toBeUndefined()
  expect(problemsOf({ ...right, content: '<p><strong>nine char</strong></p>' })).toEqual({
    content: CONSTRAINT_MESSAGES.threads_content_length,
  })
  expect(problemsOf({ ...right, content: `<p>${'x'.repeat(50_001)}</p>` }).content).toBeDefined()
  expect(problemsOf({ ...right, tags: ['a', 'b', 'c', 'd', 'e', 'f'] })).toEqual({
    tags: CONSTRAINT_MESSAGES.threads_tags_bounds,
  })
})

test("the database's refusal stands at its field, any other at the form", () => {
  expect(problemsFrom({ constraint: 'threads_title_length', message: 'a' })).toEqual({ title: 'a' })
  expect(problemsFrom({ constraint: null, message: 'Please wait 12 seconds.' })).toEqual({
    form: 'Please wait 12 seconds.',
  })
})

test('a member whose profile could not be made is told what to do', () => {
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
  const failure = await createThread(client, 'p1', 'u1', 'c1', right).catch((error: Error) => error)
  expect(failure).toMatchObject({ message, cause: { code: '23503' } })
})
