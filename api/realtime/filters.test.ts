import { postgresChangesFilter } from '@supabase/supabase-js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conditionSql, FilterError, parseFilter } from './filters.ts'

const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })

describe('a filter', () => {
  test('that the official client builds is read as it was meant, whatever its values', () => {
    fc.assert(
      fc.property(value, fc.array(value, { minLength: 1, maxLength: 5 }), value, (first, list, last) => {
        const text = postgresChangesFilter()
          .eq('a', first)
          .in('b', list)
          .not('c', 'lt', last)
          .is('d', null)
          .build()
        expect(parseFilter(text)).toEqual([
          { column: 'a', operator: 'eq', negated: false, values: [first] },
          { column: 'b', operator: 'in', negated: false, values: [...new Set(list)] },
          { column: 'c', operator: 'lt', negated: true, values: [last] },
          { column: 'd', operator: 'is', negated: false, values: ['null'] },
        ])
      }),
    )
  })

  test('of any text is read or refused, never more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          parseFilter(text)
        } catch (error) {
          expect(error).toBeInstanceOf(FilterError)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('puts no value into SQL', () => {
    const values: unknown[] = []
    const [condition] = parseFilter("a=eq.x' or 1=1")
    expect(condition && conditionSql(condition, 'text', values)).toBe('(t."a" = ($1::text)::text)')
    expect(values).toEqual(["x' or 1=1"])
  })

  test.each([
    'a',
    'a=',
    'a=eq',
    'a=match.x',
    '"a"=eq.1',
    'a=in.1',
    'a=in.(1',
    'a=eq.1,',
    'a=is.5',
    'a=eq."x',
  ])('such as %s is refused', (text) => {
    expect(() => parseFilter(text)).toThrow(FilterError)
  })

  test('has at most a hundred values and ten conditions', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => index).join()
    expect(parseFilter(`a=in.(${list(100)})`)[0]?.values).toHaveLength(100)
    expect(() => parseFilter(`a=in.(${list(101)})`)).toThrow('Maximum 100')
    expect(() => parseFilter(Array.from({ length: 11 }, () => 'a=eq.1').join())).toThrow('more than 10')
  })
})
