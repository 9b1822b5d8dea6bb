// Each line that the doctor may say about the database, by facts that a machine rarely has at once.
import { describe, expect, test } from 'vitest'
import { isTransactionPooler } from '../../api/database/requirements.ts'
import { expectRemedies, lines } from '../../tests/support/findings.ts'
import {
  checkBackup,
  checkCollation,
  checkConnections,
  checkExtensions,
  checkMissingKeys,
  checkPending,
  checkQueues,
  checkWalArchive,
} from './database.ts'
import type { Finding } from './finding.ts'

describe('the database', () => {
  const room = { used: 20, own: 11, room: 97 }
  test.each<[string, Finding[], string]>([
    [
      'one order of texts',
      checkCollation({ name: 'C', made: null, now: null }),
      'ok collation: Texts are ordered by C',
    ],
    [
      'an order that changed',
      checkCollation({ name: 'en_IN', made: '2.31', now: '2.36' }),
      'wrong collation: The order of texts (en_IN) changed with the system, from version 2.31 to 2.36: indexes may miss rows',
    ],
    [
      'its extensions',
      checkExtensions([{ name: 'pg_trgm', isInstalled: false, isAvailable: true }]),
      'ok extensions: PostgreSQL has pg_trgm',
    ],
    [
      'an extension too few',
      checkExtensions([{ name: 'pg_trgm', isInstalled: false, isAvailable: false }]),
      'wrong extensions: PostgreSQL does not have the extension pg_trgm',
    ],
    [
      'free connections',
      checkConnections(room, 20),
      'ok connections: 20 of 97 connections are in use, 11 of them by this site; a node needs 20',
    ],
    [
      'nearly all in use',
      checkConnections({ ...room, used: 90 }, 20),
      'warning connections: 90 of 97 connections are in use, 11 of them by this site; a node needs 20',
    ],
    [
      'too few for a start',
      checkConnections({ used: 80, own: 0, room: 97 }, 20),
      'wrong connections: 80 of 97 connections are in use, 0 of them by this site; a node needs 20',
    ],
    ['queues that are worked off', checkQueues([]), 'ok queues: No row of a queue of the jobs fails'],
    [
      'a queue with rows that fail',
      checkQueues([{ queue: 'reply_outbox', failing: 2, attempts: 5, error: 'P0001 This one fails' }]),
      'warning queues: reply_outbox: 2 rows fail, up to 5 times: P0001 This one fails',
    ],
    ['keys to come', checkMissingKeys(false), 'ok keys: There are no keys yet; the first start makes them'],
    [
      'keys that are lost',
      checkMissingKeys(true),
      'wrong keys: The database is in use, and this node has no keys: a start would make others and be refused',
    ],
    ['the whole schema', checkPending([]), 'ok schema: Every migration of this release is applied, unedited'],
    [
      'migrations to come',
      checkPending(['a', 'b', 'c', 'd']),
      'warning schema: 4 migrations of this release are not applied yet (a, b, c, …)',
    ],
    ['no backup', checkBackup(undefined), 'warning backup: No backup was ever made'],
    [
      'an old backup',
      checkBackup({ at: '2020-01-01T00:00:00.000Z', bytes: 1, hasFailed: false }),
      'warning backup: The last backup was made at 2020-01-01T00:00:00.000Z, more than two nights ago',
    ],
    [
      'a failed backup',
      checkBackup({ at: '2020-01-01T00:00:00.000Z', bytes: null, hasFailed: true }),
      'wrong backup: The last backup failed at 2020-01-01T00:00:00.000Z',
    ],
  ])('with %s', (_what, findings, line) => {
    expect(lines(findings)).toEqual([line])
    expectRemedies(findings)
  })

  const WAL = {
    isOn: true,
    archivedAt: null,
    isFailing: false,
    waitingBytes: 48 * 1024 ** 2,
    baseAt: new Date(),
  }
  test.each([
    [{}, 'ok log archive: The log is archived; it took nothing yet'],
    [{ isOn: false }, 'wrong log archive: PostgreSQL runs without the archive that WAL_ARCHIVE_TO names'],
    [
      { isFailing: true },
      'wrong log archive: The archive of the log does not take it: 48 MiB of the log wait for it; it took nothing yet',
    ],
    [
      { waitingBytes: 2 * 1024 ** 3 },
      'wrong log archive: The archive of the log is behind: 2048 MiB of the log wait for it; it took nothing yet',
    ],
    [
      { baseAt: null },
      'wrong log archive: The archive of the log has no base copy, so that nothing can be restored from it',
    ],
    [
      { baseAt: new Date('2020-01-01') },
      'warning log archive: The last base copy was made at 2020-01-01T00:00:00.000Z, more than two nights ago',
    ],
  ])('the archive of the log with %j', (facts, line) => {
    const findings = checkWalArchive({ ...WAL, ...facts })
    expect(lines(findings)).toEqual([line])
    expectRemedies(findings)
  })

  test('a fresh backup is right', () => {
    const at = new Date().toISOString()
    expect(lines(checkBackup({ at, bytes: 1, hasFailed: false }))).toEqual([
      `ok backup: The last backup was made at ${at}`,
    ])
  })

  test.each([
    ['sessions of their own', { first: [1, 1], second: [2, 2] }, false],
    ['one backend for both', { first: [1, 1], second: [1, 1] }, true],
    ['backends in turns', { first: [1, 1], second: [2, 3] }, true],
    ['another one the second time', { first: [1, 4], second: [2, 3] }, true],
  ] as const)('clients that get %s', (_what, served, isPooler) => {
    expect(isTransactionPooler(served)).toBe(isPooler)
  })
})
