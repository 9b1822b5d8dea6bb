import { expect, test } from 'vitest'
import { healthLines } from './health-words.ts'

const GOOD = {
  milliseconds: 18,
  health: {
    database: { state: 'Healthy', milliseconds: 0.7 },
    storage: { state: 'Normal', milliseconds: 12.4, freeBytes: 25.57 * 1024 ** 3 },
    api: { state: 'Online', uptimeSeconds: 7_260 },
    redis: null,
    backup: { state: 'Made', at: new Date(Date.now() - 5 * 3_600_000).toISOString(), bytes: 12_400_000 },
    walArchive: { state: 'Archived', at: new Date(Date.now() - 90_000).toISOString(), waitingBytes: 0 },
    mail: { refused: 0, complained: 0 },
    push: { devices: 1, delayed: 0 },
  },
}
const words = (lines: ReturnType<typeof healthLines>) =>
  lines.map(({ part, word, isGood }) => `${part} ${word}${isGood ? '' : '!'}`)

test("healthy parts have the specification's words, with the measured values", () => {
  const lines = healthLines(GOOD)
  expect(words(lines)).toEqual([
    'Database Healthy',
    'Storage Normal',
    'API Online',
    'Backup Made',
    'Log archive Archived',
    'Mail Accepted',
    'Push Sent',
  ])
  expect(lines.map(({ detail }) => detail)).toEqual([
    'Answered in 0.7 ms',
    '25.5 GB free, written in 12 ms',
    'Answered in 18 ms, up for 2 h',
    '5 h ago, 12 MB',
    '1 min ago',
    'No member’s address refuses it',
    'On 1 device',
  ])
})

test('an unhealthy part is never called healthy', () => {
  expect(words(healthLines(null))).toEqual(['Database Unknown!', 'Storage Unknown!', 'API Offline!'])
  expect(words(healthLines({ milliseconds: 3_000, health: null }))).toEqual([
    ...['Database Down!', 'Storage Unknown!', 'API Slow!'],
  ])
  const bad = {
    ...GOOD,
    health: {
      ...GOOD.health,
      database: { state: 'Slow', milliseconds: 240 },
      storage: { state: 'Not writable', milliseconds: null, freeBytes: null },
      redis: { state: 'Down' },
      backup: { state: 'None yet', at: null, bytes: null },
      walArchive: { state: 'Failing', at: null, waitingBytes: 32 * 1024 ** 2 },
      mail: { refused: 2, complained: 1 },
      push: { devices: 9, delayed: 2 },
    },
  }
  expect(words(healthLines(bad))).toEqual([
    ...['Database Slow!', 'Storage Not writable!', 'API Online', 'Redis Down!', 'Backup None yet!'],
    ...['Log archive Failing!', 'Mail Refused!', 'Push Delayed!'],
  ])
})
