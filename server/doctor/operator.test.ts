import { expect, test } from 'vitest'
import { expectRemedies, lines } from '../../tests/support/findings.ts'
import { checkOperator } from './operator.ts'

test('a public site names its Grievance Officer, and shows no invented members', () => {
  const named = { officer: 'A. Rao', address: '1 Chowk, Pune', hasSample: false }
  expect(lines(checkOperator(named))).toEqual([
    'ok operator: The Grievance Officer has a name and an address',
  ])
  const nobody = checkOperator({ officer: ' ', address: '', hasSample: true })
  expect(lines(nobody)).toEqual([
    'warning operator: The Grievance Officer’s name and address is not set',
    'warning operator: The sample community is on a public site',
  ])
  expectRemedies(nobody)
  expect(lines(checkOperator({ ...named, address: '' }))).toEqual([
    'warning operator: The Grievance Officer’s address is not set',
  ])
})
