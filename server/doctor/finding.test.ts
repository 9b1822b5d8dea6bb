import { describe, expect, test } from 'vitest'
import { ConfigError } from '../../api/config.ts'
import { asText, checked, ok, withoutSecrets, wrong } from './finding.ts'

describe('a finding', () => {
  test('is made from the error of a check, with the remedy in its message', async () => {
    const fail = (error: Error) => checked('x', 'Do this', () => Promise.reject(error))
    expect(await fail(new Error('no; luck'))).toEqual([wrong('x', 'no; luck', 'Do this')])
    expect(await fail(new ConfigError('one; mend it; so\ntwo'))).toEqual([
      wrong('x', 'one', 'mend it; so'),
      wrong('x', 'two', 'Do this'),
    ])
    expect(await checked('x', 'Do this', () => new Promise(() => undefined), 20)).toEqual([
      wrong('x', 'there was no answer within 0.02 s', 'Do this'),
    ])
  })

  test('shows no secret', () => {
    const findings = [wrong('x', 'no hunter2!! and hunter2!!-long', 'not hunter2!!'), ok('y', 'abc')]
    expect(withoutSecrets(findings, ['hunter2!!', 'hunter2!!-long', 'abc'])).toEqual([
      wrong('x', 'no … and …', 'not …'),
      ok('y', 'abc'),
    ])
  })

  test('is a line, with its remedy below', () => {
    expect(asText([ok('a', 'Good'), wrong('b', 'Bad', 'Mend it')])).toBe(
      'ok       a             Good\nWRONG    b             Bad\n                       → Mend it\n\n1 wrong, 0 to look at, 1 ok\n',
    )
  })
})
