// docs/specification.md names, for every sentence of the specification, the file that implements it and the test that
// checks it. These tests make sure that each file and each test in its table exists, and that a test of the row reads
// what the sentence quotes.
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

/** Shown while the server itself cannot read the database: a browser cannot bring that about. */
const NOT_IN_A_BROWSER = /^category load failure: /

describe('what a sentence quotes', () => {
  test.each([
    ['is read by a test of its row', DOCUMENT, /./],
    // The messages that users read: what calls throw is not among them.
    [
      'is read on the screen, if it is a message',
      DOCUMENT.split('\n## ').find((part) => part.startsWith('8 Messages')) ?? '',
      /\.spec\.ts$|\.browser\.test\.tsx$/,
    ],
  ])('%s', (_what, part, files) => {
    const isMessage = part !== DOCUMENT
    const unread = rows
      .filter(([sentence = '']) => part.includes(`| ${sentence} |`))
      .filter(
        ([sentence = '']) =>
          !isMessage || !(sentence.startsWith('thrown:') || NOT_IN_A_BROWSER.test(sentence)),
      )
      .flatMap(([sentence = '', , proof = '']) => {
        const read = proof.split(/; /).flatMap((one) => testsOf(one, files))
        return quotesOf(sentence)
          .filter((pieces) => !read.some((text) => pieces.every((piece) => text.includes(piece))))
          .map((pieces) => `'${pieces.join('…')}' (of: ${sentence})`)
      })
    expect(unread).toEqual([])
  })
})

/** The quoted texts of a sentence, each in pieces between its {placeholders}. */
function quotesOf(sentence: string): string[][] {
  return [...sentence.matchAll(/(?<![\w’])'([^']+)'(?!\w)/g)].map(([, text = '']) =>
    text
      .split(/\{[^}]*\}/)
      .map((piece) => normalize(piece).trim())
      .filter((piece) => piece.length > 3),
  )
}

/** The text of each test that a part of a proof names; of its whole file, if it names a group or nothing. */
function testsOf(part: string, files: RegExp): string[] {
  const [, file = '', names = ''] = PROOF.exec(part) ?? []
  const text = sourceOf(file)
  if (text === null || !files.test(file)) return []
  const named = [...names.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => beginningOf(name))
  if (named.length === 0) return [normalize(text)]
  const begins = (chunk: string) => named.some((name) => isTestOf(chunk, name))
  const chunks = text.split(/^(?=\s*(?:test|it|describe)(?:\.\w+)*\()/m)
  return chunks
    .filter((chunk) => begins(normalize(chunk)))
    .map((chunk) => normalize(chunk.trimStart().startsWith('describe') ? text : chunk))
}

/** @param proof as `file: *name*, *name …*; file: *name*` @returns the parts of it that do not exist */
function missingProofs(proof: string): string[] {
  return proof.split(/; /).flatMap((part) => {
    const [, file = '', names = ''] = PROOF.exec(part) ?? []
    const source = sourceOf(file)
    if (source === null) return [`no test file ${file || part}`]
    const text = normalize(source)
    return [...names.matchAll(/\*([^*]+)\*/g)]
      .map(([, name = '']) => beginningOf(name))
      .filter((name) => !isTestOf(text, name))
      .map((name) => `no test '${name}' in ${file}`)
  })
}

/** A part of a proof: a file, and the names of tests. */
const PROOF = /^`?([\w./-]+)`?:?\s*(.*)$/s

/** The name of a test, up to its ellipsis. */
function beginningOf(name: string): string {
  return normalize(name.replace(/\s*….*$/, '').trim())
}

/** Whether a title in `text` begins with `name`. 'at /chat' is one of a file's list of addresses. */
function isTestOf(text: string, name: string): boolean {
  const address = /^at (\/\S*)$/.exec(name)?.[1]
  const begins = (title: string) => ["'", '"', '`'].some((quote) => text.includes(quote + title))
  return address ? begins('at $') && text.includes(`'${address}'`) : begins(name)
}

/** The addresses of all screens have a file of their own. */
function readTests(path: string): string {
  const text = readFileSync(path, 'utf8')
  return text.includes("'./screens.ts'") ? text + readFileSync(join(path, '../screens.ts'), 'utf8') : text
}

/** The text of a test file, named by its path or the end of it, or of all test files of a folder. */
function sourceOf(file: string): string | null {
  const path = join(ROOT, file)
  if (file.includes('/') && existsSync(path)) {
    const files = statSync(path).isDirectory()
      ? tests.filter((one) => one.startsWith(file)).map((one) => join(ROOT, one))
      : [path]
    return files.map(readTests).join('\n')
  }
  const found = tests.filter((one) => one.endsWith(`/${file}`) || basename(one) === file)
  // A file name that occurs twice is ambiguous.
  return found.length === 1 ? readFileSync(join(ROOT, found[0] ?? ''), 'utf8') : null
}

/** Removes differences in quotation marks and white space. */
function normalize(text: string): string {
  return text
    .replaceAll(/[’']/g, "'")
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll(/\s+/g, ' ')
}
