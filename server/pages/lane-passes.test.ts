import { expect, test } from 'vitest'
import { createLanePasses } from './lane-passes.ts'

const NOW = Date.UTC(2026, 10, 21)
const passes = createLanePasses('a secret of this site', { secure: true })
const cookieOf = (issued: string) => issued.split(';')[0] ?? ''
const read = (cookie: string, now = NOW) => passes.read({ headers: { cookie } }, now)

test('a member’s pass is valid for a week, and has one number for each account', () => {
  const [first, again, other] = ['asha', 'asha', 'ravi'].map((id) => cookieOf(passes.forMember(id, NOW)))
  const pass = read(first ?? '')
  expect(pass).toEqual({ of: 'member', id: expect.stringMatching(/^m[\w-]{16}$/) })
  expect(read(again ?? '')).toEqual(pass)
  expect(read(other ?? '')?.id).not.toBe(pass?.id)
  expect(first).not.toContain('asha')
  expect(read(first ?? '', NOW + 7 * 86_400_000)).toBeNull()
})

test('the pass for a proof is valid for ten minutes, and each has a number of its own', () => {
  const [one, two] = [cookieOf(passes.forProof(NOW)), cookieOf(passes.forProof(NOW))]
  expect(read(one)?.of).toBe('proof')
  expect(read(two)?.id).not.toBe(read(one)?.id)
  expect(read(one, NOW + 600_000)).toBeNull()
})

test('no proof makes a member, and a removed pass is none', () => {
  const pair = cookieOf(passes.forProof(NOW))
  expect(read(pair.replace('lane=p', 'lane=m'))).toBeNull()
  expect(read(cookieOf(passes.remove()))).toBeNull()
  expect(passes.remove()).toContain('Max-Age=0')
})

test('of many cookies of that name only the first ones are checked', () => {
  const pair = cookieOf(passes.forProof(NOW))
  const forged = pair.replace('lane=p', 'lane=m')
  expect(read(`${forged}; ${pair}`)?.of).toBe('proof')
  expect(read(`${forged}; ${forged}; ${pair}`)).toBeNull()
})
