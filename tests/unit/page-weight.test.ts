// What a guest's browser loads to hydrate a discussion's page, read from the build: bytes don't depend on the machine, so
// the bound holds in every run. `npm run bench` measures the same as it crosses the wire.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const BUILD = join(import.meta.dirname, '../../build/client')
/** What the libraries weigh as published, and 24 kB of ours: docs/decisions/0005. */
const MOST_BYTES = 120_000
const MOST_FILES = 8

type Chunk = { module: string; imports: string[] }
type RouteMap = { entry: Chunk; routes: Record<string, Chunk | undefined> }

function readMap(): { map: string; entry: Chunk; chunks: RouteMap['routes'] } {
  const map = readdirSync(join(BUILD, 'assets')).find((name) => /^manifest-\w+\.js$/.test(name))
  if (!map) throw new Error('there is no build: npm run build')
  const text = readFileSync(join(BUILD, 'assets', map), 'utf8')
  const { entry, routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as RouteMap
  return { map, entry, chunks: routes }
}

/** What a browser loads for a page: its route's files, and those around it. */
function filesOf(route: string): string[] {
  const { map, entry, chunks } = readMap()
  const wanted = [entry, chunks.root, chunks['routes/page'], chunks[route]].flatMap((chunk) => {
    if (!chunk) throw new Error(`the build has no such route: ${route}`)
    return [chunk.module, ...chunk.imports]
  })
  return [...new Set([`/assets/${map}`, ...wanted])]
}

const bytesOf = (file: string) => statSync(join(BUILD, `${file}.br`)).size

test("a discussion's page loads few files, and few bytes", () => {
  const files = filesOf('routes/forums/thread')
  const weights = Object.fromEntries(files.map((file) => [file, bytesOf(file)]))
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES)
  const total = Object.values(weights).reduce((sum, bytes) => sum + bytes, 0)
  expect(total, JSON.stringify(weights, null, 2)).toBeLessThanOrEqual(MOST_BYTES)
})

/** What the scripts of a route say, when a browser has loaded them. */
const scriptsOf = (route: string) => filesOf(route).map((file) => readFileSync(join(BUILD, file), 'utf8'))

test.each(['routes/forums/thread', 'routes/home/home', 'routes/forums/forums'])(
  'a guest who reads %s does not load what only members ask with',
  (route) => {
    expect(scriptsOf(route).some((script) => script.includes('No QueryClient set'))).toBe(false)
  },
)

test('the tables of the administration come with it alone', () => {
  const withTables = Object.keys(readMap().chunks).filter((route) =>
    scriptsOf(route).some((script) => script.includes('getIsAllRowsSelected')),
  )
  expect(withTables).toContain('routes/admin/users')
  expect(withTables.filter((route) => !route.startsWith('routes/admin/'))).toEqual([])
})
