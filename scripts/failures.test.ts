import { expect, test } from 'vitest'
import { failedJourneys, failedTests, flakyJourneys } from './failures.mjs'

const assertion = (status: string, fullName: string, ...failureMessages: string[]) => ({
  status,
  fullName,
  failureMessages,
})

test('a failed test is listed with its file and the first lines of its error', () => {
  const long = [
    '\u001b[31mexpected 1\u001b[39m',
    ...Array.from({ length: 40 }, (_, line) => `at ${line}`),
  ].join('\n')
  const file = { name: '/site/tests/a.test.ts', status: 'failed', message: '' }
  const results = [assertion('passed', 'a one'), assertion('failed', 'a two', long)]
  const [only, ...others] = failedTests([{ ...file, assertionResults: results }], '/site')
  expect(only).toMatch(/^tests\/a\.test\.ts › a two: expected 1\n {4}at 0\n/)
  expect(only?.split('\n')).toHaveLength(6)
  expect(others).toEqual([])
})

test('a file that failed before its first test is listed itself', () => {
  const file = { name: '/site/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
  expect(failedTests([file], '/site')).toEqual(['b.test.ts: no such module'])
  expect(failedTests([{ ...file, status: 'passed' }], '/site')).toEqual([])
})

test('journeys that failed, were flaky or were skipped are listed, at any depth of suites', () => {
  const journey = (title: string, status: string, ...messages: string[]) => ({
    file: 'chat.spec.ts',
    title,
    tests: [{ projectName: 'phone', status, results: messages.map((message) => ({ error: { message } })) }],
  })
  const inner = { specs: [journey('fails', 'unexpected', 'first try', 'last try')] }
  const specs = [
    journey('passes', 'expected'),
    journey('is flaky', 'flaky', 'once'),
    journey('is skipped', 'skipped'),
  ]
  expect(flakyJourneys([{ suites: [{ specs }] }])).toEqual(['[phone] chat.spec.ts › is flaky'])
  expect(
    failedJourneys({ suites: [{ specs, suites: [inner] }], errors: [{ message: 'no browser' }] }),
  ).toEqual([
    'no browser',
    '[phone] chat.spec.ts › is flaky: flaky, passed on retry: once',
    '[phone] chat.spec.ts › is skipped: skipped',
    '[phone] chat.spec.ts › fails: first try',
  ])
})
