// Reads the names of failed tests from the runners' reports. npm test repeats them at its end, so that the last lines of
// its output are enough to see what failed.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The whole error is further up in the output. */
const MAX_LINES = 6

/** The failed tests in Vitest's report, and the files that failed before their first test. */
export function failedTests(files, root) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLines(message)}`]
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLines(test.failureMessages[0])}`)
  })
}

/** The journeys in Playwright's report that failed, needed a retry or were skipped, and the errors outside of them. */
export function failedJourneys({ suites, errors = [] }) {
  const failed = suites.flatMap(journeysIn).filter(({ status }) => status !== 'expected')
  return [
    ...errors.map(({ message }) => firstLines(message)),
    ...failed.map(({ name, status, results }) => {
      const reason = firstLines(results.find(({ error }) => error)?.error?.message)
      const why = { skipped: 'skipped', flaky: `flaky, passed on retry: ${reason}` }[status]
      return `${name}: ${why ?? reason}`
    }),
  ]
}

/** The names of the journeys in Playwright's report that passed on a retry. */
export function flakyJourneys(suites) {
  return suites.flatMap(journeysIn).flatMap(({ name, status }) => (status === 'flaky' ? name : []))
}

function journeysIn({ specs = [], suites = [] }) {
  const journeys = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file} › ${title}`,
      status,
      results,
    })),
  )
  return [...journeys, ...suites.flatMap(journeysIn)]
}

function firstLines(message) {
  const lines = stripVTControlCharacters(message ?? 'no message').split('\n')
  return lines.slice(0, MAX_LINES).join('\n    ')
}
