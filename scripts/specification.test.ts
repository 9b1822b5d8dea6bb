// docs/specification.md names, for every sentence of the specification, the file that implements it and the test that
// checks it. These tests make sure that each file and each test in its table exists.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')

const FOLDERS = ['api', 'app', 'server', 'shared', 'supabase', 'scripts', 'tests', 'docs']
const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
const tests = FOLDERS.flatMap(filesOf).filter((file) =>
  /\.(test|spec)\.tsx?$|policies\/rules.*\.ts$/.test(file),
)

const rows = DOCUMENT.split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[\s|-]+$/.test(line) && !/^\| sentence/i.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\) \| | \|$|^ /)
      .map((cell) => cell.trim()),
  )
  .map((cells) => cells.filter((cell, index) => cell !== '' || index > 0))

describe('the table of the specification', () => {
  test('has a sentence, a place and a proof in every row, and nothing that is still to come', () => {
    expect(rows.length).toBeGreaterThan(100)
    const short = rows.filter((cells) => cells.length !== 3 || cells.some((cell) => cell === ''))
    expect(short).toEqual([])
    expect(DOCUMENT).not.toMatch(/\bnot yet\b|to be done|TBD/i)
  })

  test('names files that are there', () => {
    const named = [
      ...DOCUMENT.matchAll(/`((?:api|app|server|shared|supabase|scripts|tests|docs)\/[^`\s*{<]+)`/g),
    ]
    const gone = named.map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)))
    expect(gone).toEqual([])
    const short = [...DOCUMENT.matchAll(/`([\w-]+\.(?:tsx?|css|sql|md))`/g)].map(([, name = '']) => name)
    const known = new Set(FOLDERS.flatMap((folder) => filesOf(folder).map((file) => basename(file))))
    expect(short.filter((name) => !known.has(name))).toEqual([])
  })

  test('names tests that are there', () => {
    const missing = rows.flatMap(([sentence, , proof = '']) =>
      missingProofs(proof).map((what) => `${what} (for: ${sentence})`),
    )
    expect(missing).toEqual([])
  })
})

/** @param proof as `file: *name*, *name …*; file: *name*` @returns the parts of it that do not exist */
function missingProofs(proof: string): string[] {
  return proof.split(/; /).flatMap((part) => {
    const [, file = '', names = ''] = /^`?([\w./-]+)`?:?\s*(.*)$/s.exec(part) ?? []
    const text = textOf(file)
    if (text === null) return [`no test file ${file || part}`]
    return [...names.matchAll(/\*([^*]+)\*/g)]
      .map(([, name = '']) => name.replace(/\s*….*$/, '').trim())
      .filter((name) => !isTestOf(text, normalize(name)))
      .map((name) => `no test '${name}' in ${file}`)
  })
}

/** Whether a title in `text` begins with `name`. 'at /chat' is one of a file's list of addresses. */
function isTestOf(text: string, name: string): boolean {
  const address = /^at (\/\S*)$/.exec(name)?.[1]
  const begins = (title: string) => ["'", '"', '`'].some((quote) => text.includes(quote + title))
  return address ? begins('at $') && text.includes(`'${address}'`) : begins(name)
}

/** The text of a test file, named by its path or the end of it, or of all test files of a folder. */
function textOf(file: string): string | null {
  const path = join(ROOT, file)
  if (file.includes('/') && existsSync(path)) {
    const files = statSync(path).isDirectory()
      ? tests.filter((one) => one.startsWith(file)).map((one) => join(ROOT, one))
      : [path]
    return normalize(files.map((one) => readFileSync(one, 'utf8')).join('\n'))
  }
  const found = tests.filter((one) => one.endsWith(`/${file}`) || basename(one) === file)
  // A file name that occurs twice is ambiguous.
  return found.length === 1 ? normalize(readFileSync(join(ROOT, found[0] ?? ''), 'utf8')) : null
}

/** Removes differences in quotation marks and white space. */
function normalize(text: string): string {
  return text.replaceAll(/[’']/g, "'").replaceAll(/\\'/g, "'").replaceAll(/\s+/g, ' ')
}
