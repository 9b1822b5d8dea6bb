// npm run mutants: breaks the code one expression at a time and runs the unit tests that reach it (stryker.config.mjs).
// Prints the score of each area and every break that no test noticed. `npm run mutants -- shared/slugs.ts` breaks these files
// alone; globs and `file:line-line` work too.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { node, root, run } from './prepare.mjs'

type Mutant = {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored'
  mutatorName: string
  replacement?: string
  location: { start: { line: number; column: number }; end: { line: number; column: number } }
}
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }

const chosen = process.argv.slice(2)
run(node, [
  join(root, 'node_modules/.bin/stryker'),
  'run',
  ...(chosen.length > 0 ? ['--mutate', chosen.join(',')] : []),
])
const { files } = JSON.parse(readFileSync(join(root, 'test-results/mutants.json'), 'utf8')) as Report

for (const [file, { source, mutants }] of Object.entries(files)) {
  const lines = source.split('\n')
  for (const { status, mutatorName, replacement = '', location } of mutants) {
    if (status !== 'Survived') continue
    const before = lines[location.start.line - 1]?.trim().slice(0, 100)
    console.log(
      `${file}:${location.start.line} ${mutatorName}: ${before} → ${replacement.split('\n')[0]?.slice(0, 60)}`,
    )
  }
}

const areas = Map.groupBy(Object.entries(files), ([file]) => dirname(file))
console.log(
  '\n| area | breaks that tests reach | noticed | share | reached by no unit test |\n|---|---|---|---|---|',
)
for (const [area, within] of [...areas, ['together', Object.entries(files)] as const]) {
  const count = (...statuses: Mutant['status'][]) =>
    within.flatMap(([, { mutants }]) => mutants).filter(({ status }) => statuses.includes(status)).length
  const noticed = count('Killed', 'Timeout')
  const reached = noticed + count('Survived')
  const share = reached === 0 ? '–' : `${Math.round((100 * noticed) / reached)} %`
  console.log(`| ${area} | ${reached} | ${noticed} | ${share} | ${count('NoCoverage')} |`)
}
