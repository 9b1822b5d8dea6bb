import { expect, test } from 'vitest'
import { open } from './browser-storage.ts'

test.each([
  [
    'throws',
    () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  ],
  ['is null', () => null],
  [
    'refuses its use',
    () =>
      ({
        getItem: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
      }) as never,
  ],
])('where storage %s, what is stored lasts as long as the page', (_how, get) => {
  const store = open(get)
  store.setItem('a', '1')
  store.setItem('b', '2')
  expect([store.getItem('a'), store.length, store.key(1)]).toEqual(['1', 2, 'b'])
  store.removeItem('a')
  expect([store.getItem('a'), store.length]).toEqual([null, 1])
})
