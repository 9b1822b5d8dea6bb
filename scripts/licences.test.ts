import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Lock, notAllowed, packagesOf } from './licences.ts'

test('every package of this release is under a licence that is allowed for its use', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as Lock
  const packages = packagesOf(lock)
  expect(packages.length).toBeGreaterThan(300)
  expect(notAllowed(packages)).toEqual([])
})

test.each([
  ['MIT', false, []],
  ['(MIT AND Zlib)', false, []],
  ['MPL-2.0', false, []],
  ['CC-BY-4.0', true, []],
  ['CC-BY-4.0', false, ['a']],
  ['GPL-3.0-only', true, ['a']],
  ['MIT AND AGPL-3.0-only', false, ['a']],
  ['MIT OR GPL-2.0', false, ['a']],
  [undefined, false, ['a']],
  ['SEE LICENSE IN LICENSE', false, ['a']],
])('a package under %s, for development alone: %s', (license, dev, refused) => {
  const lock = {
    packages: { '': {}, 'node_modules/a': { version: '1.0.0', ...(license ? { license } : {}), dev } },
  }
  expect(notAllowed(packagesOf(lock)).map(({ name }) => name)).toEqual(refused)
})

test('a package that is served somewhere counts as served, in whatever order the lock file has it', () => {
  const served = { version: '1.0.0', license: 'CC-BY-4.0' }
  const paths = ['node_modules/a', 'node_modules/@x/b/node_modules/a']
  for (const [first = '', second = ''] of [paths, paths.toReversed()]) {
    const lock = { packages: { [first]: { ...served, dev: true }, [second]: served } }
    expect(notAllowed(packagesOf(lock))).toHaveLength(1)
  }
})
