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
  return [...errors.map(({ message }) => firstLines(message)), ...suites.flatMap(failedIn)]
}

function failedIn({ specs = [], suites = [] }) {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName, status, results }) => {
        const reason = firstLines(results.find(({ error }) => error)?.error?.message)
        const why = { skipped: 'skipped', flaky: `flaky, it passed when tried again: ${reason}` }[status]
        return `[${projectName}] ${file} › ${title}: ${why ?? reason}`
      }),
  )
  return [...failed, ...suites.flatMap(failedIn)]
}

function firstLines(message) {
  const lines = stripVTControlCharacters(message ?? 'no message').split('\n')
  return lines.slice(0, LINES).join('\n    ')
}
