import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

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

test('a huge post gives the same excerpt as its beginning', () => {
  const beginning = `<p>${'word '.repeat(40)}</p>`
  expect(excerpt(beginning + '<p>later</p>'.repeat(5_000))).toBe(excerpt(beginning))
})

test('a post that begins with thousands of characters of markup still has an excerpt', () => {
  const link = `<a href="https://example.com/${'x'.repeat(900)}">.</a>`
  expect(excerpt(`<p>${link.repeat(8)} The question itself</p>`)).toBe('. . . . . . . . The question itself')
})

test('a tag cut by the reading limit leaves no trace', () => {
  const text = 'w'.repeat(2_000)
  const html = `<p>${text}${' '.repeat(1_990)}<a href="https://example.com">link</a></p>`
  expect(excerpt(html)).not.toContain('<')
})
