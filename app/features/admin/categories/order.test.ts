import { expect, test } from 'vitest'
import { moved, publicOrder } from './order-categories.tsx'

test('categories with a place come first, the others by name', () => {
  const order = publicOrder([
    { name: 'Taxation', position: null },
    { name: 'IPOs', position: 2 },
    { name: 'ITR', position: null },
    { name: 'Insurance', position: null },
    { name: 'UPI', position: 1 },
  ])
  expect(order.map(({ name }) => name)).toEqual(['UPI', 'IPOs', 'Insurance', 'ITR', 'Taxation'])
})

test('one moves up or down past its neighbour', () => {
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})
