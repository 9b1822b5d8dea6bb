import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_JSON_DEPTH, parseUntrustedJson } from './untrusted-json.ts'

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth)

test('JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(parseUntrustedJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('other text than JSON is a SyntaxError', () => {
  for (const text of ['', '{', '[1,]', 'nul', `${' '.repeat(300)}"`, `"${'\\'.repeat(301)}"`]) {
    expect(() => parseUntrustedJson(text)).toThrow(SyntaxError)
  }
})

test('nesting is refused from one level above the limit', () => {
  expect(() => parseUntrustedJson(nested(MAX_JSON_DEPTH))).not.toThrow()
  expect(() => parseUntrustedJson(nested(MAX_JSON_DEPTH + 1))).toThrow(/nested deeper/)
  expect(() => parseUntrustedJson('{"a":'.repeat(50_000))).toThrow(/nested deeper/)
  expect(() => parseUntrustedJson(nested(50_000))).toThrow(/nested deeper/)
})

test('brackets within strings are text', () => {
  const text = JSON.stringify([`"${'['.repeat(1_000)}\\`, `${'{'.repeat(1_000)}\\"`])
  expect(parseUntrustedJson(text)).toEqual(JSON.parse(text))
})

test('siblings do not count as depth', () => {
  const text = `[${Array.from({ length: 1_000 }, () => '[{}]').join()}]`
  expect(parseUntrustedJson(text)).toHaveLength(1_000)
})
