// npm test: every check and every test, from an empty checkout, ending with 'N passed, N failed'.
import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { failedJourneys, failedTests, flakyJourneys } from './failures.mjs'
import { build, env, install, node, root } from './prepare.mjs'
import { makeRunFolder, runInGroup, temporaryBase } from './process-group.mjs'

const RESULTS = join(root, 'test-results')
/** Journeys that needed a retry once. Remove a line when its cause is fixed. */
const FLAKY = join(root, 'tests/e2e/flaky.txt')
const tally = { passed: 0, failed: 0 }
/** The names of what failed or needed a retry, printed again at the end. */
const failures = []

install()
const browser = chromium()
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

await runChecks([['route types', 'react-router', ['typegen']]])
// Two at a time: they are independent of each other.
await Promise.all([
  runChecks([
    ['format and lint', 'biome', ['check', '.']],
    ['types', 'tsc', []],
  ]),
  runChecks([
    ['imports', 'depcruise', ['api', 'app', 'bench', 'scripts', 'server', 'shared', 'supabase', 'tests']],
    ['unused code and packages', 'knip', []],
  ]),
])
build()
const files = makeRunFolder(process.env.TMPDIR ?? temporaryBase())
await suite(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}/vitest.json`],
  () => {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numTotalTests, testResults } =
      read('vitest.json')
    failures.push(...failedTests(testResults, root))
    return {
      passed: numPassedTests,
      failed: numFailedTests || (numTotalTests === 0 ? 1 : 0),
      brokenFiles: numFailedTestSuites,
    }
  },
)
await suite('playwright', ['test', '--reporter=line,json'], () => {
  const { stats, errors, suites } = read('playwright.json')
  failures.push(...failedJourneys({ suites, errors }))
  const flakyAgain = recordFlaky(flakyJourneys(suites))
  return {
    passed: stats.expected + stats.flaky - flakyAgain,
    failed: stats.unexpected + stats.skipped + flakyAgain,
    brokenFiles: errors.length,
  }
})

await files.remove()
for (const failure of failures) console.log(`\n✗ ${failure}`)
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)

/** Records journeys that were flaky for the first time. @returns how many were recorded before */
function recordFlaky(flaky) {
  const recorded = readFileSync(FLAKY, 'utf8').split('\n')
  const firstTime = flaky.filter((name) => !recorded.includes(name))
  appendFileSync(FLAKY, firstTime.map((name) => `${name}\n`).join(''))
  return flaky.length - firstTime.length
}

/** Runs commands one after another; exit code 0 passes. Prints a command's output when it has ended. */
async function runChecks(checks) {
  for (const [name, command, args] of checks) {
    const { isPassed, output } = await finish(command, args)
    console.log(`\n· ${name}\n${output}`.trimEnd())
    tally[isPassed ? 'passed' : 'failed'] += 1
    if (!isPassed) failures.push(name)
  }
}

function finish(command, args) {
  const maxBuffer = 64 * 1_024 ** 2
  return new Promise((resolve) => {
    execFile(node, [program(command), ...args], { cwd: root, env, maxBuffer }, (error, stdout, stderr) =>
      resolve({ isPassed: error === null, output: stdout + stderr }),
    )
  })
}

/** Runs a test runner and counts its results from its report. A run without a report has failed. */
async function suite(command, args, count) {
  console.log(`\n· ${command}`)
  const { code, signal } = await runTests(command, args)
  if (signal) {
    await files.remove()
    process.exit(1)
  }
  let counted = { passed: 0, failed: 0, brokenFiles: 0 }
  try {
    counted = count()
  } catch (error) {
    failures.push(`${command} left no report: ${error.message}`)
  }
  tally.passed += counted.passed
  tally.failed += counted.failed
  if (code !== 0 && counted.failed === 0) tally.failed += Math.max(1, counted.brokenFiles)
}

function runTests(command, args) {
  const report = join(RESULTS, 'playwright.json')
  return runInGroup(node, [program(command), ...args], {
    cwd: root,
    env: { ...env, TMPDIR: files.path, CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
}

function program(command) {
  return join(root, 'node_modules/.bin', command)
}

function read(file) {
  const path = join(RESULTS, file)
  if (!existsSync(path)) throw new Error(`${file} is missing`)
  return JSON.parse(readFileSync(path, 'utf8'))
}
