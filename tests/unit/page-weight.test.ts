// What a guest's browser loads to hydrate a discussion's page, read from the build: bytes don't depend on the machine, so
// the bound holds in every run. `npm run bench` measures the same as it crosses the wire.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const BUILDS = join(import.meta.dirname, '../../build')
const BUILD = join(BUILDS, 'client')
const LANGUAGES = readdirSync(join(import.meta.dirname, '../../messages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
/** What the libraries weigh as published, and 24 kB of ours: docs/decisions/0005. */
const MOST_BYTES = 120_000
const MOST_FILES = 8
const MOST_BYTES_OF_MEMBER = 185_000

type Chunk = { module: string; imports: string[] }
type RouteMap = { entry: Chunk; routes: Record<string, Chunk | undefined> }

/** The text of the server's build that `pattern` matches first. */
function inServer(language: string, pattern: RegExp): string | undefined {
  const server = join(BUILDS, language, 'server')
  for (const name of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue
    const [found] = pattern.exec(readFileSync(join(server, name), 'utf8')) ?? []
    if (found) return found
  }
  return undefined
}

function readMap(language: string): { map: string; entry: Chunk; chunks: RouteMap['routes'] } {
  const map = inServer(language, /manifest-\w+\.js/)
  if (!map) throw new Error('there is no build: npm run build')
  const text = readFileSync(join(BUILD, 'assets', map), 'utf8')
  const { entry, routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as RouteMap
  return { map, entry, chunks: routes }
}

/** What a browser loads for a page: its route's files, and those around it. */
function filesOf(language: string, route: string): string[] {
  const { map, entry, chunks } = readMap(language)
  const wanted = [entry, chunks.root, chunks['routes/page'], chunks[route]].flatMap((chunk) => {
    if (!chunk) throw new Error(`the build has no such route: ${route}`)
    return [chunk.module, ...chunk.imports]
  })
  return [...new Set([`/assets/${map}`, ...wanted])]
}

/** What the inline script begins to load for a member (app/shell/first-paint/member.ts). */
function filesOfMembers(language: string): string[] {
  const list = inServer(language, /\[(?:[[\]`"',]*\/assets\/[\w.-]+\.js){5,}/)
  if (!list) throw new Error('the inline script has no list of modules')
  return list.match(/\/assets\/[\w.-]+/g) ?? []
}

const bytesOf = (file: string) => statSync(join(BUILD, `${file}.br`)).size

test.each(LANGUAGES)("a discussion's page loads few files, and few bytes, in %s", (language) => {
  const files = filesOf(language, 'routes/forums/thread')
  const weights = Object.fromEntries(files.map((file) => [file, bytesOf(file)]))
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES)
  const total = Object.values(weights).reduce((sum, bytes) => sum + bytes, 0)
  expect(total, JSON.stringify(weights, null, 2)).toBeLessThanOrEqual(MOST_BYTES)
})

test.each(LANGUAGES)('a member loads few bytes more, in %s, all begun by the inline script', (language) => {
  const files = new Set([...filesOf(language, 'routes/forums/thread'), ...filesOfMembers(language)])
  // A discussion does without them.
  expect([...files].filter((file) => /\/(?:lists|more|forms)-/.test(file))).toEqual([])
  const weights = Object.fromEntries([...files].map((file) => [file, bytesOf(file)]))
  const total = Object.values(weights).reduce((sum, bytes) => sum + bytes, 0)
  expect(total, JSON.stringify(weights, null, 2)).toBeLessThanOrEqual(MOST_BYTES_OF_MEMBER)
  const scripts = [...files].map((file) => readFileSync(join(BUILD, file), 'utf8'))
  // The forms' rules, by a word of the library.
  expect(scripts.some((script) => script.includes('invalid_type'))).toBe(false)
  expect(scripts.some((script) => script.includes('No QueryClient set'))).toBe(true)
})

/** What the scripts of a route say, when a browser has loaded them. */
const scriptsOf = (route: string) =>
  filesOf('en', route).map((file) => readFileSync(join(BUILD, file), 'utf8'))

test.each(['routes/forums/thread', 'routes/home/home', 'routes/forums/forums'])(
  'a guest who reads %s does not load what only members ask with',
  (route) => {
    expect(scriptsOf(route).some((script) => script.includes('No QueryClient set'))).toBe(false)
  },
)

test('the tables of the administration come with it alone', () => {
  const withTables = Object.keys(readMap('en').chunks).filter((route) =>
    scriptsOf(route).some((script) => script.includes('getIsAllRowsSelected')),
  )
  expect(withTables).toContain('routes/admin/users')
  expect(withTables.filter((route) => !route.startsWith('routes/admin/'))).toEqual([])
})
