import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EXCERPTS } from '../tests/cases/excerpts.ts'
import { cut } from './cut.ts'
import { cutExcerpt, excerptOf, plainText } from './plain-text.ts'

test('markup goes, its text stays, entities are read', () => {
  expect(plainText('<p>A &amp; B</p><p>C&nbsp;&#8377;5 &lt;b&gt; &unknown;</p>')).toBe(
    'A & B C ₹5 <b> &unknown;',
  )
})

test('a cut text ends in an ellipsis and never splits a letter from its signs', () => {
  expect(cut('abcdef', 3)).toBe('abc…')
  expect(cut('abc', 3)).toBe('abc')
  expect(cut('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 1)).toBe('👨‍👩‍👧‍👦…')
  expect(cut('हिन्दी में', 2)).toBe('हिन्दी…')
})

test('no text is longer than asked, in what a reader counts', () => {
  const letters = new Intl.Segmenter('en')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, length) => {
      expect([...letters.segment(cut(text, length).replace(/…$/, ''))].length).toBeLessThanOrEqual(length)
    }),
  )
})

test('an excerpt of the database is cut to what a list shows, within its quotation marks', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(cutExcerpt('a'.repeat(151), 150)).toBe(`${'a'.repeat(150)}…`)
  expect(cutExcerpt('a'.repeat(150), 150)).toBe('a'.repeat(150))
  expect(cutExcerpt(family.repeat(200), 150)).toBe(`${family.repeat(150)}…`)
  expect(cutExcerpt('“Namaste all”', 7)).toBe('“Namaste…”')
  expect(cutExcerpt('“Namaste” all', 7)).toBe('“Namast…')
})

test('a tag within a sentence parts no word from its sign', () => {
  expect(plainText('<p>At <strong>2:41 pm</strong>. <em>Re</em>done, <code>T+1</code>!</p><p>Then</p>')).toBe(
    'At 2:41 pm. Redone, T+1! Then',
  )
})

test('a sign separates the cells and rows of a table, and nothing else', () => {
  const table =
    '<table><tbody><tr><th scope="col"><p>Fund</p></th><th scope="col"><p>Cost</p></th></tr><tr><td><p>Nifty</p></td><td><p>0.1</p></td></tr></tbody></table>'
  expect(plainText(`<p>Before</p>${table}<p>after</p>`)).toBe('Before Fund · Cost · Nifty · 0.1 after')
})

test('plain letters take a quicker way to the same cut', () => {
  const letters = new Intl.Segmenter('en')
  const unit = fc.constantFrom(
    'a',
    'É',
    '’',
    '₹',
    ' ',
    '\u0301',
    '\u200d',
    '👍',
    '©',
    '\ufe0f',
    'क',
    '्',
    '\u00ad',
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), fc.integer({ min: 1, max: 6 }), (text, length) => {
      const characters = [...letters.segment(text)].map(({ segment }) => segment)
      const expected =
        characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
      expect(cut(text, length)).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
})

test.each(EXCERPTS)('the words of a post are its writer’s: %s', (_name, html, words) => {
  expect(excerptOf(html, 100)).toBe(words)
})

test('no word of a quotation or of code is among them, whatever is around it', () => {
  const block = fc.constantFrom(
    '<p>own</p>',
    '<ul><li>own</li></ul>',
    '<h2>own</h2>',
    '<p>own<br>own</p>',
    '<hr>',
  )
  const quoted = fc.constantFrom(
    '<blockquote><p>quoted</p></blockquote>',
    '<pre><code>quoted</code></pre>',
    '<blockquote><blockquote>quoted</blockquote><pre>quoted</pre><p>quoted</p></blockquote>',
    `<blockquote>${'<p>quoted</p>'.repeat(200)}</blockquote>`,
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(block, quoted), { maxLength: 12 }), (blocks) => {
      const html = blocks.join('')
      const own = html.match(/own/g)?.length ?? 0
      if (own > 0) expect(excerptOf(html, 1_000)).toBe(Array(own).fill('own').join(' '))
      if (own > 3) expect(excerptOf(html, 11)).toBe('own own own…')
    }),
    { numRuns: 1_000 },
  )
})

test('the beginning of a post is the same as that of its whole text', () => {
  const word = fc.constantFrom(
    'allotment',
    '₹5,000',
    'A &amp; B',
    '&#8377;',
    'हिन्दी',
    '👨‍👩‍👧‍👦',
    '<br>',
    ' \n',
    'क्',
    '\u0301',
  )
  const tag = fc.constantFrom('p', 'strong', 'h2', 'li')
  const element = fc
    .tuple(tag, fc.array(word, { maxLength: 6 }))
    .map(([name, words]) => `<${name}>${words.join(' ')}</${name}>`)
  fc.assert(
    fc.property(fc.array(element, { maxLength: 12 }), fc.integer({ min: 1, max: 30 }), (elements, length) => {
      const html = elements.join('')
      expect(excerptOf(html, length)).toBe(cut(plainText(html), length))
    }),
    { numRuns: 2_000 },
  )
})
