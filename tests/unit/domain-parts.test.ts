// app/domain has data, rules, and parts that two features show. A part that one feature alone shows lives there.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FILES = globSync('app/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.includes('.test.'))
const IMPORT = /(?:from|import|import\()\s*'(#app\/|\.{1,2}\/)([^'?]+)/g

/** The files that import a file, statically or on demand. */
const IMPORTERS = new Map<string, string[]>()
for (const file of FILES) {
  for (const [, start = '', rest = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
    const imported = start === '#app/' ? `app/${rest}` : normalize(join(dirname(file), start + rest))
    IMPORTERS.set(imported, [...(IMPORTERS.get(imported) ?? []), file])
  }
}

/** Who shows a part: features by name, and `app/routes` or `app/shell`; through other parts of domain too. */
function usersOf(part: string): Set<string> {
  const users = new Set<string>()
  const seen = new Set([part])
  for (const file of seen) {
    for (const importer of IMPORTERS.get(file) ?? []) {
      const [, layer, name] = importer.split('/')
      if (layer === 'domain') seen.add(importer)
      else users.add(layer === 'features' ? `${name}` : `app/${layer}`)
    }
  }
  return users
}

/** Buttons of a post, beside the queries that they change at once. */
const BUTTONS = [
  'app/domain/bookmarks/bookmark-button.tsx',
  'app/domain/bookmarks/bookmark-note.tsx',
  'app/domain/reactions/upvote-button.tsx',
]

test('a part that one feature alone shows lives in that feature', () => {
  const parts = FILES.filter((file) => /^app\/domain\/.*\.tsx$/.test(file))
  expect(parts.length).toBeGreaterThan(30)
  const ofOne = parts.filter((part) => {
    const [user, ...others] = usersOf(part)
    return others.length === 0 && user !== undefined && !user.startsWith('app/')
  })
  expect(ofOne.toSorted()).toEqual(BUTTONS)
})
