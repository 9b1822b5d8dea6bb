// Guards that api/ knows no table of the site: its code and SQL name none, so that it serves any schema. What the site adds is
// passed to composeApi; .dependency-cruiser.mjs guards the imports.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Names that mean something else to the API: tags of cached pages and of OpenAPI; whether a table is watched. */
const OTHER_MEANING = ['tags', 'watches']

test('the API names no table of the site', () => {
  const types = readFileSync(join(ROOT, 'shared/database.types.ts'), 'utf8')
  const inPublic = types.slice(types.indexOf('public: {'))
  const tables = [...inPublic.slice(0, inPublic.indexOf('Views: {')).matchAll(/^ {6}(\w+): \{/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !OTHER_MEANING.includes(name))
  expect(tables).toEqual(expect.arrayContaining(['threads', 'replies', 'profiles', 'chat_messages']))
  const files = globSync('api/**/*.{ts,sql}', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(190)
  const named = new RegExp(`\\b(?:${tables.join('|')})\\b`, 'g')
  const found = files.flatMap((file) =>
    [...withoutComments(readFileSync(join(ROOT, file), 'utf8')).matchAll(named)].map(
      ([name]) => `${file}: ${name}`,
    ),
  )
  expect(found, 'Pass it from server/ (composeApi).').toEqual([])
})

const withoutComments = (code: string) => code.replaceAll(/^\s*(?:\/\/|\/?\*|--).*$/gm, '')
