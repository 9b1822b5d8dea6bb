import { expect, test } from 'vitest'
import { mustBeBucketName, mustBeKey, partsBehind } from './names.ts'

test.each(['a.png', 'a/b c/d.png', "it's (1)!.txt", '.hidden', 'a..b', '...'])(
  'a file may be called %j',
  (name) => {
    expect(mustBeKey(name)).toBe(name)
  },
)

test.each([
  '',
  '/',
  '/a',
  'a/',
  'a//b',
  '..',
  '../a',
  'a/../b',
  'a/./b',
  'a\\b',
  'a\0',
  'a\nb',
  'ä',
  'a%2e',
  'a'.repeat(1_025),
])('a file may not be called %j', (name) => {
  expect(() => mustBeKey(name)).toThrow('Invalid key')
})

test.each(['avatars', 'my files', 'a.b-c_d'])('a bucket may be called %j', (name) => {
  expect(mustBeBucketName(name)).toBe(name)
})

test.each(['', ' a', 'a ', '.', '..', 'a/b', 'ä', null, 7, 'a'.repeat(101)])(
  'a bucket may not be called %j',
  (name) => {
    expect(() => mustBeBucketName(name)).toThrow('Bucket name invalid')
  },
)

test('an address is cut into its parts before they are decoded', () => {
  expect(partsBehind('/storage/v1/object/notes/a%20b/c%2Fd', '/storage/v1/object')).toEqual([
    'notes',
    'a b',
    'c/d',
  ])
  expect(() => partsBehind('/x/%ff', '/x')).toThrow('Invalid key')
})
