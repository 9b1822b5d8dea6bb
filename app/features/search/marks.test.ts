import { expect, test } from 'vitest'
import { isCut, partsOf, unmarked } from './marks.tsx'

test('found words are told from the rest', () => {
  expect(partsOf('How a \u0001fund\u0002 pays \u0001tax\u0002', false)).toEqual([
    { text: 'How a ', isFound: false },
    { text: 'fund', isFound: true },
    { text: ' pays ', isFound: false },
    { text: 'tax', isFound: true },
  ])
  expect(unmarked('How a \u0001fund\u0002 pays')).toBe('How a fund pays')
})

test('entities are decoded, and text that looks like markup stays text', () => {
  expect(partsOf('F&amp;O \u0001tax\u0002 &lt;script&gt; a < b', true)).toEqual([
    { text: 'F&O ', isFound: false },
    { text: 'tax', isFound: true },
    { text: ' <script> a < b', isFound: false },
  ])
})

test('no blank stands before a comma, where markup stood', () => {
  const parts = partsOf('the \u0001allotment\u0002 , block deal . Not .5 %', true)
  expect(parts.map(({ text }) => text).join('')).toBe('the allotment, block deal. Not .5 %')
})

test('a title is not decoded', () => {
  expect(partsOf('&amp; <b>', false)).toEqual([{ text: '&amp; <b>', isFound: false }])
})

test('a mark that is never closed marks nothing but itself', () => {
  expect(partsOf('a \u0001b', true)).toEqual([
    { text: 'a ', isFound: false },
    { text: 'b', isFound: true },
  ])
})

test.each([
  ['Say what you applied for and why, without', true],
  ['ऐप में भाव का', true],
  ['Please say whether you applied.', false],
  ['यह नियम बदल गया है।', false],
  ['as the \u0001circular\u0002 says (2024)', false],
])('%j ends within a sentence: %s', (line, isIt) => {
  expect(isCut(line)).toBe(isIt)
})
