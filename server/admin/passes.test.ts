import { describe, expect, test } from 'vitest'
import { createPasses } from './passes.ts'

const NOW = Date.UTC(2026, 10, 21)
const HOUR = 3_600_000
const passes = createPasses('a secret of this site', { secure: true })
const issued = passes.issue(NOW)
const [pair = ''] = issued.split(';')
const holds = (cookie: string, now = NOW) => passes.holds({ headers: { cookie } }, now)

describe('a pass', () => {
  test('is valid for an hour, among other cookies', () => {
    expect(holds(`a=b; ${pair}; c=d`)).toBe(true)
    expect(holds(pair, NOW + HOUR - 1)).toBe(true)
    expect(holds(pair, NOW + HOUR)).toBe(false)
  })

  test('is hidden from scripts and from other sites', () => {
    expect(issued.split('; ').slice(1)).toEqual([
      ...['Path=/', 'Max-Age=3600', 'HttpOnly', 'SameSite=Lax', 'Secure'],
    ])
  })

  test.each([
    ['none', ''],
    ['an empty one', 'maintenance-pass='],
    ['a longer time under the old signature', pair.replace(/=\d+/, '=99999999999')],
    ['another signature', `${pair.slice(0, -1)}${pair.endsWith('A') ? 'B' : 'A'}`],
    ['half a signature', pair.slice(0, -10)],
    ['no number', pair.replace(/=\d+/, '=Infinity')],
    ['a letter beyond ASCII', `${pair.slice(0, -1)}é`],
    ['another site’s', createPasses('another secret', { secure: true }).issue(NOW).split(';')[0] ?? ''],
  ])('does not hold: %s', (_what, cookie) => {
    expect(holds(cookie)).toBe(false)
  })
})
