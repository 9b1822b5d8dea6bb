// The names that the page's script, its components, its styles and the server share have one home:
// shared/page-contract.ts. A file that writes one by hand is named here, and one that finds elements by a label, which a
// translation changes.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as contract from '#shared/page-contract.ts'

const ROOT = join(import.meta.dirname, '../..')
const CONTRACT = 'shared/page-contract.ts'
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Code without comments, by file. */
const CODE = new Map(
  globSync('{app,server,shared}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !file.includes('.test.') && !file.endsWith('.d.ts') && file !== CONTRACT)
    .map((file) => [file, read(file).replace(/^\s*\/\/.*$|\s\/\/ .*$|\/\*[\s\S]*?\*\//gm, '')]),
)
const STYLES = globSync('app/styles/*.css', { cwd: ROOT }).map((file) =>
  read(file).replace(/\/\*[\s\S]*?\*\//g, ''),
)

const named = (names: RegExp) =>
  Object.entries(contract).flatMap(([name, value]) =>
    typeof value === 'string' && names.test(name) ? [value] : [],
  )
const ATTRIBUTES = named(/./).filter((value) => value.startsWith('data-'))
const IDS = named(/^(?:MAIN|HEADER_SEARCH|NOTICE|OFFLINE_LINE|SCRIPTS_FAILED|OPENING_ANCHOR)$/)
const QUOTE = `['"\`]`

/** What a file would do by hand, and the files that may. */
const BY_HAND: readonly [what: string, by: RegExp, homes?: readonly string[]][] = [
  ['an attribute of the contract', RegExp(`\\b(?:${ATTRIBUTES.join('|')})\\b`)],
  [
    'an attribute by `dataset`',
    /\bdataset\b/,
    // Attributes of their own, which no other file knows; the last is a page without this script.
    ['app/editor/toolbar.tsx', 'server/pages/moment-page.ts'],
  ],
  [
    'an id of the contract',
    RegExp(`\\bid=${QUOTE}(?:${IDS.join('|')})${QUOTE}|${QUOTE}[^'"\`]*#(?:${IDS.join('|')})\\b`),
  ],
  [
    'an element by an id in a string',
    RegExp(`getElementById\\(\\s*${QUOTE}[a-z]`),
    // Of their own: the button that shows a folded post, and the page of those who wait.
    ['app/features/discussion/muted-posts.tsx', 'server/pages/moment-page.ts'],
  ],
  [
    'an element by a class, an id or an attribute in a string',
    RegExp(
      `\\b(?:querySelector(?:All)?|closest|matches)(?:<\\w+>)?\\(\\s*${QUOTE}[^'"\`]*(?:\\.[a-z]|#[a-z]|\\[data-(?!sonner))`,
    ),
    ['app/editor/toolbar.tsx'],
  ],
  ['an element by its label', /\[aria-label/],
  ['a <meta> by its name in a string', /meta\[name="\w/],
  ['an event of the window', RegExp(`new (?:Custom)?Event\\(\\s*${QUOTE}`)],
  [
    'a storage key in a string',
    RegExp(`\\b(?:(?:get|set|remove)Item\\(|keepItem\\([^,\\n]+,)\\s*${QUOTE}[a-z]`),
  ],
  ['a key of this site', RegExp(`${QUOTE}arthachowk-`)],
]

test.each(BY_HAND)('no file writes by hand: %s', (_what, by, homes = []) => {
  const found = [...CODE].filter(([, code]) => by.test(code)).map(([file]) => file)
  expect(found.toSorted()).toEqual([...homes].toSorted())
})

test('an attribute that two files know is in the contract', () => {
  const known = new Map<string, string[]>()
  for (const [file, code] of CODE) {
    for (const name of new Set(code.match(/(?<!\/)\bdata-[a-z]+(?:-[a-z]+)*\b/g)))
      known.set(name, [...(known.get(name) ?? []), file])
  }
  const shared = [...known].filter(([, files]) => files.length > 1).map(([name]) => name)
  // Of formulas in stored texts: a format of the database, not of the page.
  expect(shared).toEqual(['data-tex'])
})

test('styles name no attribute and no id that nothing sets', () => {
  const set = [...CODE.values(), read(CONTRACT)].join('\n')
  const names = STYLES.flatMap((style) => [
    ...[...style.matchAll(/\[(data-[a-z-]+)/g)].map(([, name = '']) => name),
    ...[...style.matchAll(/#([a-z]+(?:-[a-z]+)+)\b/g)].map(([, id = '']) => id),
  ])
  const camel = (name: string) =>
    name.slice('data-'.length).replace(/-(\w)/g, (_dash, letter) => letter.toUpperCase())
  expect(names.length).toBeGreaterThan(10)
  expect(
    [...new Set(names)].filter((name) => !set.includes(name) && !set.includes(`dataset.${camel(name)}`)),
  ).toEqual([])
})

test('no two names of the contract are equal', () => {
  const values = Object.values(contract).filter((value) => typeof value === 'string')
  expect(values.length).toBeGreaterThan(40)
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
})
