import { expect, test } from 'vitest'
import { coverDrawing, HEIGHT, WIDTH } from './cover-motifs.ts'

const CATEGORIES = [
  'IPO',
  'Taxation',
  'Cryptocurrency',
  'Payments',
  'Investment – Insurance',
  'Investment – Mutual Funds',
  'Investment – Basics',
  'Investment',
  'शेयर',
]

test('a drawing follows from the article: the same each time, another for another', () => {
  for (const category of CATEGORIES) {
    expect(coverDrawing('one', category)).toEqual(coverDrawing('one', category))
    expect(coverDrawing('one', category)).not.toEqual(coverDrawing('two', category))
  }
})

test('every subject has a hue of its own', () => {
  const known = CATEGORIES.slice(0, -1)
  expect(new Set(known.map((category) => coverDrawing('x', category).hue)).size).toBe(known.length)
})

test('every cover stays within the picture, in whole numbers, for any address', () => {
  const outside: string[] = []
  for (let index = 0; index < 200; index += 1) {
    for (const category of CATEGORIES) {
      for (const { path } of coverDrawing(`article-${index}`, category).strokes) {
        if (/NaN|undefined|\d\.\d/.test(path)) outside.push(path)
        // Upper-case commands have absolute coordinates, lower-case ones relative steps.
        for (const [, x, y] of path.matchAll(/[ML](-?\d+) (-?\d+)/g)) {
          if (Number(x) < 0 || Number(x) > WIDTH || Number(y) < 0 || Number(y) > HEIGHT) outside.push(path)
        }
      }
    }
  }
  expect(outside).toEqual([])
})

test('articles on one subject differ in tint, and stay near its hue', () => {
  const hues = Array.from({ length: 50 }, (_, index) => coverDrawing(`article-${index}`, 'IPO').hue)
  expect(new Set(hues).size).toBeGreaterThan(10)
  expect(Math.max(...hues) - Math.min(...hues)).toBeLessThanOrEqual(36)
})
