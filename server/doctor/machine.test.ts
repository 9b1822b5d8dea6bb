// Each line that the doctor may say about the machine, by facts that a machine rarely has at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRemedies, lines } from '../../tests/support/findings.ts'
import { checkBuild, checkClock, checkDisk, checkFolder, checkMemory } from './machine.ts'

const folder = mkdtempSync(join(tmpdir(), 'arthachowk-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GIB = 1024 ** 3

describe('the data folder', () => {
  const facts = { dataDir: '/d', uid: 7, folder: { uid: 7, mode: 0o750 }, secrets: { uid: 7, mode: 0o600 } }
  test.each([
    [
      'is in order',
      {},
      'ok data folder: /d belongs to the user that runs this, and nobody else writes to it',
    ],
    ['is missing', { folder: null }, 'warning data folder: /d does not exist yet'],
    [
      'of another user',
      { uid: 0 },
      'wrong data folder: /d belongs to user 7, and user 0 runs this: what the folder holds is not looked at',
    ],
    [
      'that others write to',
      { folder: { uid: 7, mode: 0o777 } },
      'wrong data folder: /d can be written by other users',
    ],
    [
      'with open keys',
      { secrets: { uid: 7, mode: 0o640 } },
      'wrong data folder: secrets.json can be read by other users',
    ],
    [
      'on a system without users',
      { uid: null },
      'ok data folder: /d belongs to the user that runs this, and nobody else writes to it',
    ],
  ])('%s', (_what, changed, line) => {
    const findings = checkFolder({ ...facts, ...changed })
    expect(lines(findings)).toEqual([line])
    expectRemedies(findings)
  })
})

test.each([
  [
    { freeBytes: 50 * GIB, totalBytes: 100 * GIB, freeInodes: 0.9 },
    'ok disk: 50.0 GiB of 100.0 GiB are free where the data folder is',
  ],
  [
    { freeBytes: GIB, totalBytes: 100 * GIB, freeInodes: null },
    'warning disk: 1.0 GiB of 100.0 GiB are free where the data folder is',
  ],
  [
    { freeBytes: 0, totalBytes: 100 * GIB, freeInodes: 0.9 },
    'wrong disk: 0.0 GiB of 100.0 GiB are free where the data folder is',
  ],
  [
    { freeBytes: 50 * GIB, totalBytes: 100 * GIB, freeInodes: 0.01 },
    'warning disk: Fewer than 5 % of the disk’s inodes are free',
  ],
])('disk %j', (facts, line) => {
  const findings = checkDisk(facts)
  expect(lines(findings)).toEqual([line])
  expectRemedies(findings)
})

test.each([
  [{ limit: 2 * GIB, available: GIB, hasDatabase: true }, 'ok'],
  [{ limit: 0.5 * GIB, available: 0.4 * GIB, hasDatabase: true }, 'warning'],
  [{ limit: 0.5 * GIB, available: 0.4 * GIB, hasDatabase: false }, 'ok'],
  [{ limit: 2 * GIB, available: 0.1 * GIB, hasDatabase: true }, 'warning'],
])('memory %j is %s', (facts, level) => {
  const findings = checkMemory(facts)
  expect(findings).toEqual([expect.objectContaining({ check: 'memory', level })])
  expectRemedies(findings)
})

test.each([
  [400, 'ok clock: The clock agrees with the database’s'],
  [-5_000, 'warning clock: The clock is 5.0 s behind the database’s'],
  [31_000, 'wrong clock: The clock is 31.0 s ahead of the database’s'],
])('a clock that is %i ms ahead', (ahead, line) => {
  const findings = checkClock('the database', ahead)
  expect(lines(findings)).toEqual([line])
  expectRemedies(findings)
})

test('a release without its pages', () => {
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}')
  const findings = checkBuild(folder)
  expect(lines(findings)).toEqual(['wrong build: The pages are not built'])
  expectRemedies(findings)
})
