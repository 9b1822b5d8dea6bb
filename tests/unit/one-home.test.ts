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
  [
    'a request to the API as the member, with what its refusals mean',
    /Bearer/,
    ['app/platform/supabase/member-fetch.ts'],
  ],
  [
    'the guard of a press that is running (useAct, act): no boolean that outlives a rendering is one',
    /useRef(?:<boolean>)?\((?:true|false)\)/,
    [
      'app/features/discussion/thread-not-found.tsx',
      'app/features/notifications/push-on-device.tsx',
      'app/ui/overlays/modal.ts',
    ],
  ],
  [
    'the set of what is running',
    /\b(?:running|under-?way|pending|busy) = new (?:Set|Map)/i,
    ['app/platform/acts/act.ts'],
  ],
  ['a write with its failures (useAct, act), in place of a mutation', /\buseMutation\b/, []],
  ['a press that a double-click must not undo', /\bdetail [<>]/, ['app/ui/single-press.ts']],
  ['a question before an act', /<ConfirmDialog/, ['app/platform/acts/confirm.tsx']],
  [
    'an optimistic update, with its way back',
    /\.cancelQueries\(/,
    [
      'app/domain/reactions/query-options.ts',
      'app/platform/acts/optimistic.ts',
      'app/platform/query/query-client.tsx',
    ],
  ],
]

/** Shortened by hand, a post begins with the words of whom it quotes. */
test('the writer’s own words are found by one function', () => {
  const found = globSync('{app,server,shared}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) =>
      !file.includes('.test.') &&
      /(?<!\w)cut\(\s*plainText\(|plain_excerpt\(|\.content\.slice\(/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
  )
  // What the database shortens comes without markup.
  expect(found.toSorted()).toEqual(['app/domain/threads/queries.ts', 'shared/plain-text.ts'])
})

test.each(HOMES)('%s has one home', (_what, by, homes) => {
  const found = FILES.filter((file) => by.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(found.toSorted()).toEqual([...homes].toSorted())
})
