// Rules of app/ that have one home. A file that does by hand what a home does is named here.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FILES = globSync('app/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.includes('.test.'))

const HOMES: readonly [what: string, by: RegExp, homes: readonly string[]][] = [
  ['a realtime line, with its gaps', /\.channel\(/, ['app/platform/live/line.ts']],
  [
    'the storage of the browser, which may be blocked or full',
    /\b(?:localStorage|sessionStorage)[.)]/,
    // The last two are of the inline script, which stores nothing but the marks, and pays for each byte.
    [
      'app/platform/browser/browser-storage.ts',
      'app/shell/first-paint/attributes.ts',
      'app/shell/first-paint/read-marks.ts',
    ],
  ],
  [
    'the switch for keys of one letter',
    /\bLETTER_KEYS_KEY\b/,
    ['app/platform/browser/letter-keys.ts', 'app/routes/site/cookies.tsx'],
  ],
  ['a random id, on a plain-http address too', /crypto\.randomUUID\(/, []],
  [
    'an undo with its seconds',
    /import\('.*acts\/undo|import\('\.\/undo\./,
    ['app/platform/acts/use-undoable.ts'],
  ],
]

test.each(HOMES)('%s has one home', (_what, by, homes) => {
  const found = FILES.filter((file) => by.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(found.toSorted()).toEqual([...homes].toSorted())
})
