import { expect, test } from 'vitest'
import { hasWord, mutedWord, plainWords } from './muted-words.ts'

test.each([
  ['A Multibagger!', 'multibagger', true],
  ['<p>multi<b>bagger</b></p>', 'multibagger', false],
  ['Multibaggers', 'multibagger', false],
  ['“Sure-shot” tips', 'sure shot', true],
  ['क्या यह पक्का है।', 'पक्का', true],
  ['पक्की बात', 'पक्क', false],
  ['To the 🚀 moon', '🚀 moon', true],
  ['', 'ipo', false],
])('%s has %s: %s', (text, word, has) => {
  expect(hasWord(text, word)).toBe(has)
})

test('a word is stored in one spelling, or refused', () => {
  expect(mutedWord('  Sure-SHOT  ')).toBe('sure shot')
  expect([mutedWord('a'), mutedWord('!?'), mutedWord('x'.repeat(41))]).toEqual([null, null, null])
  expect(plainWords('<script>alert(1)</script>')).toBe('alert 1')
})
