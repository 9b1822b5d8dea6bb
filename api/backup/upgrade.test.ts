// `npm run upgrade` where no old server is needed. `npm run faults -- upgrade` runs it with one, killed at each step.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAJOR, majorOf, startEmbedded } from '../database/embedded.ts'
import { createLog } from '../log.ts'
import { upgradeDatabase } from './upgrade.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-upgrade-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const log = createLog('silent')
const upgrade = () => {
  const migrations = { folders: [] }
  return upgradeDatabase({ dataDir, settings: {}, migrations, log, step: () => undefined })
}
const hold = (name: string, major: string) => {
  mkdirSync(join(dataDir, name))
  writeFileSync(join(dataDir, name, 'PG_VERSION'), `${major}\n`)
}

test('an upgrade that was interrupted before its last step is completed, and no server starts before', async () => {
  hold('postgres-new', MAJOR)
  hold('postgres-17-20261123T091628Z', '17')
  await expect(startEmbedded(dataDir, log)).rejects.toThrow('npm run upgrade completes it')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  expect(await upgrade()).toBe(`The upgrade to PostgreSQL ${MAJOR} is complete.`)
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-17-20261123T091628Z'])
  expect(majorOf(join(dataDir, 'postgres'))).toBe(MAJOR)
})

test('files of an interrupted upgrade are deleted, and the database beside them stays', async () => {
  hold('postgres', MAJOR)
  hold('postgres-new', MAJOR)
  hold('upgrade-x1y2z3', MAJOR)
  writeFileSync(join(dataDir, 'postgres/here'), '')
  expect(await upgrade()).toBe(`The database is PostgreSQL ${MAJOR} already.`)
  expect(readdirSync(dataDir)).toEqual(['postgres'])
  expect(existsSync(join(dataDir, 'postgres/here'))).toBe(true)
})

test('a newer database, and a missing one, are left alone', async () => {
  await expect(upgrade()).rejects.toThrow('has no database')
  hold('postgres', '99')
  await expect(upgrade()).rejects.toThrow('PostgreSQL 99 is newer')
  await expect(startEmbedded(dataDir, log)).rejects.toThrow('Start the release that made it')
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})
