import { expect, test } from 'vitest'
import { CONSTRAINT_MESSAGES } from '#shared/limits.ts'
import { problemsFrom, problemsOf } from './writing.ts'

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
