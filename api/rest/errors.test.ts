import { expect, it } from 'vitest'
import { closestName } from './errors.ts'

it.each([
  ['projectx', 'projects'],
  ['projecxx', 'projects'],
  ['Project', 'projects'],
  ['lib_ad', 'lib_add'],
])('suggests for %s what differs in a quarter of its letters at most', (name, near) => {
  expect(closestName(name, ['Foo', 'collision_test_table', 'lib_add', 'projects'])).toBe(near)
})

it.each(['foozle', 'non_existent_table', 'projexxx', 'p', ''])('suggests nothing for %s', (name) => {
  expect(closestName(name, ['Foo', 'collision_test_table', 'lib_add', 'projects'])).toBeNull()
})

it('compares a name with hundreds of tables within milliseconds, of whatever length', () => {
  const names = Array.from({ length: 500 }, (_, index) => `${'x'.repeat(60)}${index}`)
  const start = performance.now()
  expect(closestName(`${'x'.repeat(60)}y`, names)).toBe(names[0])
  expect(closestName('x'.repeat(50_000), names)).toBeNull()
  expect(performance.now() - start).toBeLessThan(1_000)
})
