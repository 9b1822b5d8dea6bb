import { expect, test } from 'vitest'
import { containing, FILTERS, ROWS } from './content.ts'

test('a search term is literal text', () => {
  expect(containing('100% sure_shot \\o/')).toBe('%100\\% sure\\_shot \\\\o/%')
})

test('the filter has the words of the specification, and the lists its length', () => {
  expect(FILTERS.map(({ label }) => label)).toEqual(['All Content', 'Reported', 'Flagged'])
  expect(ROWS).toBe(50)
})
