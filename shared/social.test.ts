import { expect, test } from 'vitest'
import { socialImagePath, socialSubject } from './social.ts'

test.each([
  ['/', 'site', '', '/social/site.png'],
  ['/terms', 'site', '', '/social/site.png'],
  ['/forums', 'site', '', '/social/site.png'],
  ['/forums/ipos', 'category', 'ipos', '/social/forums/ipos.png'],
  ['/forums/ipos/a-title-1a2b3c4d', 'thread', 'a-title-1a2b3c4d', '/social/forums/ipos/a-title-1a2b3c4d.png'],
  ['/blog/what-is-sip', 'article', 'what-is-sip', '/social/blog/what-is-sip.png'],
  ['/experts/asha.k', 'member', 'asha.k', '/social/experts/asha.k.png'],
  ['/experts/../../etc', 'site', '', '/social/site.png'],
])('%s has the picture of its %s', (path, kind, key, image) => {
  expect(socialSubject(path)).toEqual({ kind, key })
  expect(socialImagePath(path)).toBe(image)
})

test('a numbered page has the picture of the first', () => {
  expect(socialImagePath('/forums/ipos?page=2')).toBe('/social/forums/ipos.png')
})
