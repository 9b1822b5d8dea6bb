// A night's rotation loses no archive that somebody may need.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Archive, archiveName, archivesAt, rotate } from './rotation.ts'

const OWN = { owner: 'aaaaaaaa', address: '11111111' }
const OTHER = { owner: 'bbbbbbbb', address: '11111111' }
const KEEP = { latest: 7, weeks: 4, months: 6 }
const DAY = 86_400_000
const START = Date.parse('2026-01-01T20:30:00Z')
const night = (day: number, origin = OWN, bytes = 1_000): Archive => ({
  name: archiveName(origin, new Date(START + day * DAY)),
  bytes,
})

/** A year of nights, each followed by its rotation. */
function live(days: number, sizeOf: (day: number) => number = () => 1_000): Archive[] {
  let folder: Archive[] = []
  for (let day = 0; day < days; day += 1) {
    folder.push(night(day, OWN, sizeOf(day)))
    const { expired } = rotate(OWN, folder, KEEP)
    folder = folder.filter(({ name }) => !expired.includes(name))
  }
  return folder
}

test('after a year there are the last seven nights, four weeks and six months', () => {
  const folder = live(365)
  const names = folder.map(({ name }) => name)
  for (let day = 358; day < 365; day += 1) expect(names).toContain(night(day).name)
  expect(folder.length).toBeLessThanOrEqual(7 + 4 + 6)
  const months = new Set(names.map((name) => name.slice(7, 13)))
  expect([...months].toSorted()).toEqual(['202607', '202608', '202609', '202610', '202611', '202612'])
})

test('archives of other sites, of earlier releases and of one’s own naming are left alone', () => {
  const strange = [
    ...[1, 2, 3].map((day) => night(day, OTHER)),
    { name: 'backup-20200101T000000Z.tar.gz', bytes: 1 },
    { name: 'of-my-own.tar.gz', bytes: 1 },
    { name: `${night(4).name}.partial`, bytes: 1 },
  ]
  const { expired, unsigned } = rotate(OWN, [...strange, night(9), night(8)], {
    latest: 1,
    weeks: 0,
    months: 0,
  })
  expect(expired).toEqual([night(8).name])
  expect(unsigned).toEqual(['backup-20200101T000000Z.tar.gz'])
})

test('a site that has lost its rows deletes no archive that has them, however many nights it goes on', () => {
  const folder = live(60, (day) => (day < 30 ? 532_000 : 39_000))
  expect(folder.filter(({ bytes }) => bytes === 532_000).length).toBeGreaterThanOrEqual(7)
  const { larger } = rotate(OWN, folder, KEEP)
  expect(larger.length, 'and says so').toBeGreaterThan(0)
})

test('a site that grows or shrinks a little keeps no more than before', () => {
  expect(live(200, (day) => 1_000 + day * 50).length).toBeLessThanOrEqual(17)
  expect(live(200, (day) => 1_000 - day).length).toBeLessThanOrEqual(17)
})

test('the latest ones stay, whatever else is in the folder', () => {
  const archives = fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: 400 }),
      mine: fc.boolean(),
      bytes: fc.integer({ min: 1, max: 1_000_000 }),
    }),
    // A folder has each name once.
    { maxLength: 40, selector: ({ day, mine }) => `${day} ${mine}` },
  )
  fc.assert(
    fc.property(archives, fc.integer({ min: 1, max: 10 }), (found, latest) => {
      const folder = found.map(({ day, mine, bytes }) => night(day, mine ? OWN : OTHER, bytes))
      const { expired, larger } = rotate(OWN, folder, { latest, weeks: 1, months: 1 })
      const own = [...new Set(folder.map(({ name }) => name).filter((name) => name.includes(OWN.owner)))]
      const stays = own.toSorted().slice(-latest)
      for (const name of stays) expect([...expired, ...larger]).not.toContain(name)
      for (const name of expired) expect(name).toContain(OWN.owner)
    }),
  )
})

test('what was made of a site at one’s own address is found, by whoever', () => {
  const elsewhere = night(1, { owner: 'cccccccc', address: '22222222' })
  expect(archivesAt(OWN, [night(3), night(2, OTHER), elsewhere])).toEqual([
    night(2, OTHER).name,
    night(3).name,
  ])
})
