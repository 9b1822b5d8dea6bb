import { expect, test } from 'vitest'
import { createRenderings } from './images.ts'

const rendering = (size: number) => ({ bytes: Buffer.alloc(size), mimetype: 'image/png' })

test('the ones asked for last are kept, within the bound', () => {
  const renderings = createRenderings(10)
  renderings.set('a', rendering(4))
  renderings.set('b', rendering(4))
  expect(renderings.get('a')).toBeDefined()
  renderings.set('c', rendering(4))
  expect(renderings.get('b'), 'the one that nobody asked for').toBeUndefined()
  expect(renderings.get('a')).toBeDefined()
  expect(renderings.get('c')).toBeDefined()
})

test('keeping one again does not count it twice', () => {
  const renderings = createRenderings(10)
  renderings.set('a', rendering(4))
  for (let i = 0; i < 5; i += 1) renderings.set('b', rendering(4))
  expect(renderings.get('a')).toBeDefined()
})

test('one larger than all is not kept', () => {
  const renderings = createRenderings(10)
  renderings.set('a', rendering(11))
  expect(renderings.get('a')).toBeUndefined()
})
