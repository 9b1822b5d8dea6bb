import { expect, test } from 'vitest'
import { faceOf } from './avatar.tsx'

test('ids have figures that differ, of all kinds', () => {
  const ids = Array.from(
    { length: 2_000 },
    (_, index) => `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
  )
  const figures = ids.map((id) => Number(faceOf(id, null).figure))
  expect(new Set(figures).size).toBeGreaterThan(1_400)
  // Hues, and three blocks or four.
  expect(new Set(figures.map((figure) => figure % 12)).size).toBe(12)
  expect(new Set(figures.map((figure) => Math.floor(figure / 192) % 5)).size).toBe(5)
  expect(faceOf('a', '/a.webp')).toEqual({ face: '/a.webp', figure: '' })
})
