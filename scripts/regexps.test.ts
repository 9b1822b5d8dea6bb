import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProblems, problemsOf } from './regexps.ts'

const named = (source: string) => problemsOf('a.ts', source).map(({ line, reason }) => `${line} ${reason}`)

test('no regular expression on the server takes more than linear time without a reason', {
  timeout: 60_000,
}, () => {
  expect(findProblems(join(import.meta.dirname, '..'))).toEqual([])
})

test('names the expression that stopped the site for 21 seconds', () => {
  const cubic = String.raw`text.match(/(?<=[{,])\s*(?:"(?:[^"\\]|\\.)*"|(?:[^",{}\\]|\\.)*)(?=\s*[,}])/gs)`
  expect(named(`const a = 'é'\n${cubic}`)).toEqual(['2 takes quadratic time or more'])
})

test('names what is exponential, quadratic at the end of a text, or put together at run time', () => {
  expect(named('/^(a+)+$/')).toEqual(['1 takes exponential time'])
  expect(named('\n/-+$/')).toEqual(['2 takes quadratic time or more'])
  expect(named('new RegExp(word)')).toEqual(['1 is put together at run time'])
})

test('leaves what is linear, and what has a reason', () => {
  expect(named('/^[a-z]+-[0-9]+$/')).toEqual([])
  expect(named('// Bounded: a name has 30 characters.\n/-+$/')).toEqual([])
  expect(named('// Bounded:\n/-+$/')).toHaveLength(1)
})
