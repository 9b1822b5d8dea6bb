// What failed, by name, read from the reports that the runners write: npm test says it again at its end, where whoever
// sees only the last lines looks.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** All of an error stands where it happened, further up. */
const LINES = 6

/** The failed tests in Vitest's report, and the files that broke before their first test. */
export function failedTests(files, root) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLines(message)}`]
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLines(test.failureMessages[0])}`)
  })
}

/** The journeys in Playwright's report that failed, needed a second try or were skipped, and what broke outside of them. */
export function failedJourneys({ suites, errors = [] }) {
  const failed = suites.flatMap(journeysIn).filter(({ status }) => status !== 'expected')
  return [
    ...errors.map(({ message }) => firstLines(message)),
    ...failed.map(({ name, status, results }) => {
      const reason = firstLines(results.find(({ error }) => error)?.error?.message)
      const why = { skipped: 'skipped', flaky: `flaky, it passed when tried again: ${reason}` }[status]
      return `${name}: ${why ?? reason}`
    }),
  ]
}

/** The names of the journeys in Playwright's report that passed at their second try. */
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
  return lines.slice(0, LINES).join('\n    ')
}
