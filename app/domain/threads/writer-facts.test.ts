import { expect, test } from 'vitest'
import { SAMPLE_ID_END } from '#shared/sample.ts'
import { writerFacts } from './writer-facts.ts'

const WRITER = {
  id: '0d9e8f7a-1b2c-4d3e-8f4a-5b6c7d8e9f0a',
  username: 'asha',
  full_name: 'Asha Example',
  user_level: 'Regular',
  expert: null,
}
const EXPERT = {
  speciality: 'Mutual Funds',
  verified_at: '2026-05-01T00:00:00Z',
  registration_number: 'NUMBER 1',
  is_sample: false,
}

test('a registered person is named with the number on each post', () => {
  expect(writerFacts({ ...WRITER, expert: EXPERT })).toEqual({
    facts: 'Verified: Mutual Funds · Asha Example, NUMBER 1',
    is_verified: true,
  })
  expect(writerFacts({ ...WRITER, full_name: null, expert: EXPERT }).facts).toContain('asha, NUMBER 1')
  expect(writerFacts({ ...WRITER, expert: { ...EXPERT, registration_number: null } }).facts).toBe(
    'Verified: Mutual Funds',
  )
})

test('who was not verified, waits, or is banned has nothing', () => {
  expect(writerFacts(WRITER)).toEqual({})
  expect(writerFacts({ ...WRITER, expert: { ...EXPERT, verified_at: null } })).toEqual({})
  expect(writerFacts({ ...WRITER, user_level: 'Banned', expert: EXPERT })).toEqual({})
})

test('an invented writer is never verified, and says so', () => {
  const sample = { ...WRITER, id: `0d9e8f7a-1b2c-4d3e-8f4a-${SAMPLE_ID_END}` }
  expect(writerFacts(sample)).toEqual({ facts: 'Sample member' })
  expect(writerFacts({ ...sample, expert: EXPERT })).toEqual({ facts: 'Sample: Mutual Funds' })
  expect(writerFacts({ ...WRITER, expert: { ...EXPERT, is_sample: true } }).is_verified).toBeUndefined()
})
