// Every file that a document names must exist, so that a move or a rename shows here and not to a reader.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['api', 'app', 'bench', 'docs', 'public', 'scripts', 'server', 'shared', 'supabase', 'tests']
const SOURCE = /\.(tsx?|m?js|css|sql|md)$/

const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules'))
    .map((file) => join(folder, file))
const topLevel = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => entry.name)
const basenames = new Set([...topLevel, ...FOLDERS.flatMap(filesOf).map((file) => basename(file))])

const documents = [
  ...topLevel.filter((file) => file.endsWith('.md')),
  ...FOLDERS.flatMap(filesOf).filter((file) => file.endsWith('.md') && !file.startsWith('supabase/seed/')),
]

describe('the files that a document names exist', () => {
  test('the documents are found', () => {
    expect(documents).toEqual(expect.arrayContaining(['ARCHITECTURE.md', 'api/README.md', 'docs/flows.md']))
  })

  test.each(documents)('in %s', (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    expect(missingFiles(text)).toEqual([])
    expect(brokenLinks(text, dirname(document))).toEqual([])
  })
})

describe('the check itself', () => {
  test('finds a path, a shortened test, a file name and a link that lead nowhere', () => {
    expect(missingFiles('see `api/gone.ts`, api/rest/gone.ts, contract/gone and `nowhere.tsx`')).toEqual([
      'api/gone.ts',
      'api/rest/gone.ts',
      'contract/gone',
      'nowhere.tsx',
    ])
    expect(brokenLinks('[a](gone.md) [b](flows.md#x) [c](https://example.org/gone)', 'docs')).toEqual([
      'gone.md',
    ])
  })

  test('accepts folders, globs, placeholders and tests without their ending', () => {
    const text =
      '`api/rest/`, `api/*/sql`, `supabase/migrations/<date>_x.sql`, contract/auth-user, api/auth/cleanup'
    expect(missingFiles(text)).toEqual([])
  })
})

/** The paths below a top folder, with or without backticks, and the file names in backticks, that do not exist. */
function missingFiles(text: string): string[] {
  const withoutLinks = text.replaceAll(/\[[^\]]*\]\(https?:[^)]*\)|https?:\S+/g, '')
  const prefix = [...FOLDERS, 'contract', 'attacks', 'policies', 'starting', 'e2e'].join('|')
  const paths = [
    ...withoutLinks.matchAll(new RegExp(`(?<![\\w./@*{-])(?:${prefix})/[\\w./@*<>-]*[\\w*/>]`, 'g')),
  ]
  const names = [...withoutLinks.matchAll(/`([\w.-]+\.\w+)`/g)].filter(([, name = '']) => SOURCE.test(name))
  return [
    ...paths.map(([path]) => path).filter((path) => !isThere(path)),
    ...names.map(([, name = '']) => name).filter((name) => !basenames.has(name)),
  ]
}

/** A folder of `tests/` may be named without it, and a test without its ending. */
function isThere(path: string): boolean {
  if (path.includes('<')) return true
  const endings = ['', '.test.ts', '.spec.ts']
  const candidates = ['', 'tests/'].flatMap((root) => endings.map((ending) => root + path + ending))
  return path.includes('*')
    ? candidates.some((pattern) => globSync(pattern, { cwd: ROOT }).length > 0)
    : candidates.some((candidate) => existsSync(join(ROOT, candidate)))
}

function brokenLinks(text: string, folder: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target) && !existsSync(join(ROOT, folder, target)))
}
