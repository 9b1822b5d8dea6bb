import { expect, test } from 'vitest'
import { KNOWN_NAMES, MENTIONS } from '../tests/cases/mentions.ts'
import { complete, completionsOf, mentions, mentionsIn } from './mentions.ts'

test.each([
  ['@asha.k, look', ['asha.k']],
  ['Ask @asha.k.', ['asha.k']],
  ['asha@example.org and https://x.in/@asha', []],
  ['(@bala) @ba @@bala', ['bala']],
  ['@bala @asha.k', ['bala', 'asha.k']],
  ['@nobody-ji', ['nobody-ji']],
])('in %j are mentioned %j', (text, names) => {
  expect(mentionsIn(text).flatMap(({ name }) => name ?? [])).toEqual(names)
  expect(
    mentionsIn(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test.each(MENTIONS)('written by hand, %j names %j', (text, names) => {
  const pieces = mentionsIn(text, (name) => KNOWN_NAMES.has(name))
  expect(pieces.flatMap(({ name }) => (name && KNOWN_NAMES.has(name.toLowerCase()) ? [name] : []))).toEqual(
    names,
  )
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})

test('a mention does not depend on the case, and a longer name is another', () => {
  const nobody = () => false
  expect(mentions('Thanks @Asha.K!', 'asha.k', nobody)).toBe(true)
  expect(mentions('Thanks @asha.kumar', 'asha.k', nobody)).toBe(false)
  expect(mentions('Thanks @asha-ji', 'asha', nobody)).toBe(true)
  expect(mentions('Thanks @asha.k', 'asha', (name) => name === 'asha.k')).toBe(false)
})

const NAMES = ['asha.k', 'ashok', 'bala', 'a-one', 'a-two', 'a-three', 'a-four']

test.each([
  ['Hello @as', ['asha.k', 'ashok']],
  ['Hello @AS', ['asha.k', 'ashok']],
  ['@', ['asha.k', 'ashok', 'bala', 'a-one', 'a-two']],
  ['Hello @bala', []],
  ['mail@as', []],
  ['cc:@as', ['asha.k', 'ashok']],
  ['@bala/@as', ['asha.k', 'ashok']],
  ['https://x.in/@as', []],
  ['Hello @as ', []],
  ['Hello', []],
])('%j is completed to %j', (text, names) => {
  expect(completionsOf(text, text.length, NAMES)).toEqual(names)
})

test('the name replaces what was typed of it, in the middle of a text too', () => {
  expect(complete('Ask @as', 7, 'asha.k')).toEqual({ text: 'Ask @asha.k ', cursor: 12 })
  expect(complete('Ask @as about it', 7, 'asha.k')).toEqual({ text: 'Ask @asha.k about it', cursor: 12 })
})
