// Which tests the arguments of npm test choose.
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const JOURNEY = /\.spec\.ts$/
const TEST = /\.test\.tsx?$/

/**
 * @param {readonly string[]} args test files, each with an optional `:line`, and `-t <name>`; none: all tests
 * @param {string} root the checkout
 */
export function chosenTests(args, root) {
  const at = args.indexOf('-t')
  const name = at < 0 ? null : (args[at + 1] ?? '')
  const files = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1))
  const chosen = { isAll: args.length === 0, name, tests: [], journeys: [], unknown: [] }
  for (const given of files) {
    const [, path = '', line = ''] = /^(.*?)(:\d+)?$/.exec(given) ?? []
    const file = relative(root, resolve(root, path))
    if (!existsSync(join(root, file))) chosen.unknown.push(given)
    // Playwright takes a regular expression.
    else if (JOURNEY.test(file)) chosen.journeys.push(`${file.replaceAll('.', '\\.')}${line}`)
    else if (TEST.test(file)) chosen.tests.push(`${file}${line}`)
    else chosen.unknown.push(given)
  }
  // A name alone is looked for nowhere: it would start both runners for one test.
  if (!chosen.isAll && files.length === 0) chosen.unknown.push(args.join(' '))
  return chosen
}
