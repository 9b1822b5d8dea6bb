import { expect, test } from 'vitest'
import { excerpt } from './queries.ts'

test('a short text is shown whole, without markup', () => {
  expect(excerpt('<h2>Rule 87A</h2><p>Is the <strong>rebate</strong> there &amp; how?</p>')).toBe(
    'Rule 87A Is the rebate there & how?',
  )
})

test('a long text ends after 150 characters with an ellipsis', () => {
  const text = 'a'.repeat(151)
  expect(excerpt(`<p>${text}</p>`)).toBe(`${'a'.repeat(150)}…`)
  expect(excerpt(`<p>${'a'.repeat(150)}</p>`)).toBe('a'.repeat(150))
})

test('an emoji of many parts counts as one character and is never cut in two', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(excerpt(`<p>${family.repeat(200)}</p>`)).toBe(`${family.repeat(150)}…`)
})
