import { describe, expect, it } from 'vitest'
import { inWords } from '#shared/waiting.ts'
import { noteRateLimit, retrySeconds, retryText } from './retry-after.ts'

const NOW = Date.UTC(2026, 10, 21)

describe('when to try again', () => {
  it.each([
    ['45', 45],
    ['0', 1],
    ['1.2', 2],
    [new Date(NOW + 120_000).toUTCString(), 120],
    ['soon', 60],
    [null, 60],
  ])('Retry-After %s means %i seconds', (header, seconds) => {
    expect(retrySeconds(header, NOW)).toBe(seconds)
  })

  it.each([
    [1, 'in 1 second'],
    [89, 'in 89 seconds'],
    [90, 'in 2 minutes'],
    [1_800, 'in 30 minutes'],
    [7_300, 'in 3 hours'],
  ])('%i seconds are said as "%s"', (seconds, text) => {
    expect(inWords(seconds)).toBe(text)
  })

  it('counts down from the refusal', () => {
    noteRateLimit({ headers: new Headers({ 'retry-after': '50' }) }, NOW)
    expect(retryText(NOW + 20_000)).toBe('in 30 seconds')
    expect(retryText(NOW + 90_000)).toBe('in 1 second')
  })
})
