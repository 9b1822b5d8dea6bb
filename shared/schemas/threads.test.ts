import { expect, test } from 'vitest'
import { CONSTRAINT_MESSAGES } from '../constraint-messages.ts'
import { fieldOfConstraint, problemsOf } from './rules.ts'
import { faultyOption, newThreadSchema, pollSchema, type ThreadFields, threadSchema } from './threads.ts'

const right: ThreadFields = {
  title: 'कर बचत: 80C 📈',
  content: '<p>Ten signs, at least.</p>',
  tags: 'tax',
}
const wrongWith = (given: Partial<ThreadFields>) => problemsOf(threadSchema, { ...right, ...given })

test('a Hindi title with an emoji is right', () => {
  expect(wrongWith({})).toEqual({})
})

test('each bound speaks the words of the database, at its field', () => {
  expect(wrongWith({ title: '  short  ' })).toEqual({
    title: CONSTRAINT_MESSAGES.threads_title_length,
  })
  expect(wrongWith({ title: 'x'.repeat(201) }).title).toBeDefined()
  expect(wrongWith({ title: '📈'.repeat(200) }).title).toBeUndefined()
  expect(wrongWith({ content: '<p><strong>nine char</strong></p>' })).toEqual({
    content: CONSTRAINT_MESSAGES.threads_content_length,
  })
  expect(wrongWith({ content: `<p>${'x'.repeat(50_001)}</p>` }).content).toBeDefined()
  expect(wrongWith({ tags: 'a, b, c, d, e, f' })).toEqual({
    tags: CONSTRAINT_MESSAGES.threads_tags_bounds,
  })
})

test("the database's refusal is about a field, or about none", () => {
  const fieldOf = (constraint: string | null) => fieldOfConstraint(constraint, Object.keys(right))
  expect(fieldOf('threads_title_length')).toBe('title')
  expect(fieldOf('threads_title_visible')).toBe('title')
  expect(fieldOf('threads_content_length')).toBe('content')
  expect(fieldOf('threads_tags_bounds')).toBe('tags')
  expect(fieldOf('threads_tags_visible')).toBe('tags')
  expect(fieldOf('threads_pkey')).toBeNull()
  expect(fieldOf(null)).toBeNull()
})

test('five tags of thirty characters are allowed, a sixth or a longer one is not', () => {
  const longest = 'क'.repeat(30)
  expect(wrongWith({ tags: `a, b, c, d, ${longest}` })).toEqual({})
  expect(wrongWith({ tags: 'a, b, c, d, e, f' }).tags).toMatch(/at most 5 tags/)
  expect(wrongWith({ tags: `${longest}x` }).tags).toMatch(/30 characters/)
})

test('a new discussion hears first, and alone, that something is missing', () => {
  const started = { ...right, categoryId: 'ipos' }
  const wrong = (given: Partial<typeof started>) =>
    Object.keys(problemsOf(newThreadSchema, { ...started, ...given }))
  expect(wrong({})).toEqual([])
  for (const given of [{ title: ' ' }, { content: '<p> </p>' }, { categoryId: '' }])
    expect(wrong({ ...given, tags: 'a, b, c, d, e, f' })).toEqual(['form'])
  expect(wrong({ title: 'short', content: '<p>short</p>' })).toEqual(['title', 'content'])
})

test.each([
  ['the first that is empty, when there are too few', ['Yes', '', ''], 1],
  ['one that was given before', ['Yes', 'No', ' yes '], 2],
  ['one that is too long', ['Yes', 'x'.repeat(1_000), 'No'], 1],
  ['the first, when all are empty', ['', ''], 0],
  ['one of signs that are drawn as nothing', ['Yes', '\u3164\u200d', 'No'], 1],
])('the option of a poll that is wrong is %s', (_what, options, place) => {
  expect(faultyOption(options)).toBe(place)
})

test('a title, a question or an option of signs that are drawn as nothing is none', () => {
  const unseen = '\u3164\u2800\u200d\ufe0f'
  expect(wrongWith({ title: unseen.repeat(5) }).title).toBeDefined()
  const poll = (question: string, options: string[]) =>
    problemsOf(pollSchema, { poll: { question, options, days: '' } }).poll
  expect(poll('Up or down?', ['Up', 'Down'])).toBeUndefined()
  expect(poll(unseen, ['Up', 'Down'])).toBe(CONSTRAINT_MESSAGES.polls_question_length)
  expect(poll('Up or down?', ['Up', unseen])).toBe(CONSTRAINT_MESSAGES.polls_options_bounds)
})
