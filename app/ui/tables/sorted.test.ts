import { expect, test } from 'vitest'
import { sorted } from './sorted.ts'

const byName = (row: { name: string | null }) => row.name
const rows = ['b', null, 'A', 'a10', 'a9'].map((name) => ({ name }))

test('names come as people sort them, what has none last', () => {
  expect(sorted(rows, byName, false).map(byName)).toEqual(['A', 'a9', 'a10', 'b', null])
  expect(sorted(rows, byName, true).map(byName)).toEqual(['b', 'a10', 'a9', 'A', null])
})

test('figures come by size, equal ones as they were', () => {
  const figures = [
    { id: 1, posts: 10 },
    { id: 2, posts: 9 },
    { id: 3, posts: 10 },
  ]
  expect(sorted(figures, ({ posts }) => posts, true).map(({ id }) => id)).toEqual([1, 3, 2])
  expect(figures.map(({ id }) => id)).toEqual([1, 2, 3])
})
