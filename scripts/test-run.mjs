// What npm test runs, ending with 'N passed, N failed': every check and every test, from an empty checkout; or, with names of
// test files, these alone. `-t` chooses tests by their names.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { failedJourneys, failedTests, flakyJourneys } from './failures.mjs'
import { build, env, install, node, root } from './prepare.mjs'
import { makeRunFolder, runInGroup, temporaryBase } from './process-group.mjs'
import { chosenTests } from './test-files.mjs'

const RESULTS = join(root, 'test-results')
/** Journeys that needed a retry once. Remove a line when its cause is fixed. */
const FLAKY = join(root, 'tests/e2e/flaky.txt')
const FINDS_CHROMIUM = join(root, 'scripts/find-chromium.mjs')
const tally = { passed: 0, failed: 0 }
/** The names of what failed or needed a retry, printed again at the end. */
const failures = []
/** By a signal. */
let isEnded = false

const chosen = chosenTests(process.argv.slice(2), root)
// On a new machine each takes most of a minute, and they need nothing of each other.
const browserIsThere = once(spawn(process.execPath, [FINDS_CHROMIUM], { stdio: 'inherit' }), 'exit')
install()
await browserIsThere
const browser = chromium()
const files = makeRunFolder(process.env.TMPDIR ?? temporaryBase())
/** The reports of a whole run are kept. */
const reports = chosen.isAll ? RESULTS : files.path
if (chosen.isAll) {
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS, { recursive: true })
  await runAllChecks()
}
for (const file of chosen.unknown) fail(`${file} is no test file`)
if (chosen.isAll || chosen.tests.length + chosen.journeys.length > 0) build()
if (chosen.isAll) {
  // Side by side: each waits for its servers and browsers a third of its time. Two workers, because the other runner has three.
  await Promise.all([
    runVitest('vitest', projects('node', 'isolated', 'browser')),
    runPlaywright(inTurn(), ['--workers=2']),
  ])
  if (!isEnded) await runVitest('alone', projects('alone'))
} else {
  if (chosen.tests.length > 0) await runVitest('vitest', chosen.tests)
  if (chosen.journeys.length > 0 && !isEnded) await runPlaywright('inherit')
}

await files.remove()
if (isEnded) process.exit(1)
for (const failure of failures) console.log(`\n✗ ${failure}`)
console.log(`\n${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)

async function runAllChecks() {
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
}

function projects(...names) {
  return names.flatMap((name) => ['--project', name])
}

/** A runner's output goes here while another one prints. */
function inTurn() {
  return ['ignore', ...Array(2).fill(openSync(join(reports, 'playwright.log'), 'w'))]
}

function runVitest(report, chosenBy) {
  const args = [
    'run',
    ...chosenBy,
    ...(chosen.name ? ['-t', chosen.name] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports}/${report}.json`,
  ]
  return suite('vitest', args, 'inherit', () => {
    const { testResults, ...counted } = read(`${report}.json`)
    failures.push(...failedTests(testResults, root))
    return {
      passed: counted.numPassedTests,
      failed: counted.numFailedTests || (counted.numTotalTests === 0 ? 1 : 0),
      brokenFiles: counted.numFailedTestSuites,
    }
  })
}

async function runPlaywright(stdio, more = []) {
  const args = [
    'test',
    ...chosen.journeys,
    ...(chosen.name ? ['-g', chosen.name] : []),
    '--reporter=line,json',
    ...(chosen.isAll ? [] : ['--output', join(files.path, 'e2e')]),
    ...more,
  ]
  await suite('playwright', args, stdio, () => {
    const { stats, errors, suites } = read('playwright.json')
    failures.push(...failedJourneys({ suites, errors }))
    const flakyAgain = recordFlaky(flakyJourneys(suites))
    return {
      passed: stats.expected + stats.flaky - flakyAgain,
      failed: stats.unexpected + stats.skipped + flakyAgain,
      brokenFiles: errors.length,
    }
  })
  if (stdio !== 'inherit') console.log(readFileSync(join(reports, 'playwright.log'), 'utf8'))
}

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
    if (isPassed) tally.passed += 1
    else fail(name)
  }
}

function fail(what) {
  tally.failed += 1
  failures.push(what)
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
async function suite(command, args, stdio, count) {
  console.log(`\n· ${command}`)
  const { code, signal } = await runTests(command, args, stdio)
  if (signal) isEnded = true
  if (isEnded) return
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

function runTests(command, args, stdio) {
  return runInGroup(node, [program(command), ...args], {
    cwd: root,
    stdio,
    env: {
      ...env,
      TMPDIR: files.path,
      CHROMIUM: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
    },
  })
}

function program(command) {
  return join(root, 'node_modules/.bin', command)
}

function read(file) {
  const path = join(reports, file)
  if (!existsSync(path)) throw new Error(`${file} is missing`)
  return JSON.parse(readFileSync(path, 'utf8'))
}
