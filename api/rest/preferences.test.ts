import { expect, it } from 'vitest'
import { negotiate } from './media.ts'
import { appliedPreferences, readPreferences } from './preferences.ts'

it('takes the first of a preference given twice, and lists unknown ones', () => {
  const read = readPreferences('return=minimal, return=representation,count=exact , foo=bar, max-affected=9')
  expect(read).toMatchObject({ return: 'minimal', count: 'exact', invalid: ['foo=bar'], maxAffected: 9 })
})

it("lists the applied preferences in upstream's order, max-affected only under handling=strict", () => {
  const all = ['resolution', 'missing', 'return', 'count', 'handling', 'max-affected'] as const
  const lenient = readPreferences('max-affected=1, count=exact, return=minimal')
  expect(appliedPreferences(lenient, all)).toBe('return=minimal, count=exact')
  const strict = readPreferences('max-affected=1, handling=strict')
  expect(appliedPreferences(strict, all)).toBe('handling=strict, max-affected=1')
  expect(appliedPreferences(readPreferences(null), all)).toBeNull()
})

it.each([
  [null, 'array', false],
  ['application/vnd.pgrst.object+json', 'object', false],
  ['application/vnd.pgrst.object+json;nulls=stripped', 'object', true],
  ['application/vnd.pgrst.array+json;nulls=stripped', 'array', true],
  ['text/html, text/csv;q=0.5, application/json;q=0.4', 'csv', false],
])('answers Accept %s as %s', (accept, form, stripNulls) => {
  expect(negotiate(accept)).toMatchObject({ form, stripNulls })
})

it('refuses a form that there is not', () => {
  expect(() => negotiate('image/png')).toThrow('None of these media types are available: image/png')
})
