// What a guest's browser loads to wake a discussion's page, read from the build: bytes don't depend on the machine, so
// the bound holds in every run. `npm run bench` measures the same as it crosses the wire.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const BUILD = join(import.meta.dirname, '../../build/client')
/** What the libraries weigh as published, and 24 kB of ours: docs/decisions/0005. */
const MOST_BYTES = 120_000
const MOST_FILES = 7

type Chunk = { module: string; imports: string[] }
type RouteMap = { entry: Chunk; routes: Record<string, Chunk | undefined> }

function filesOf(...routes: string[]): string[] {
  const map = readdirSync(join(BUILD, 'assets')).find((name) => /^manifest-\w+\.js$/.test(name))
  if (!map) throw new Error('there is no build: npm run build')
  const text = readFileSync(join(BUILD, 'assets', map), 'utf8')
  const { entry, routes: chunks } = JSON.parse(
    text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
  ) as RouteMap
  const wanted = [entry, ...routes.map((route) => chunks[route])].flatMap((chunk) =>
    chunk ? [chunk.module, ...chunk.imports] : [],
  )
  return [...new Set([`/assets/${map}`, ...wanted])]
}

const bytesOf = (file: string) => statSync(join(BUILD, `${file}.br`)).size

test("a discussion's page loads few files, and few bytes", () => {
  const files = filesOf('root', 'routes/forums/thread')
  const weights = Object.fromEntries(files.map((file) => [file, bytesOf(file)]))
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES)
  const total = Object.values(weights).reduce((sum, bytes) => sum + bytes, 0)
  expect(total, JSON.stringify(weights, null, 2)).toBeLessThanOrEqual(MOST_BYTES)
})

test.each(['routes/forums/thread', 'routes/home', 'routes/forums/forums'])(
  'a guest who reads %s does not load what only members ask with',
  (route) => {
    const text = filesOf('root', route).map((file) => readFileSync(join(BUILD, file), 'utf8'))
    expect(text.some((script) => script.includes('No QueryClient set'))).toBe(false)
  },
)
