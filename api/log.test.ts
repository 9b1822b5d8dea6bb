// docs/operations/logs.md lists every event that the log can contain, and no other.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const CALL = /\blog(?:\[[^\]]+\])?(?:\.(?:info|warn|error|fatal))?\((?:[^()]|\([^()]*\))*\)/g

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

test('every log call names an event that is documented, and every documented event is logged', () => {
  const logged = globSync('{api,server}/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(CALL) ?? [])
    .filter((call) => /^log(?:\[|\.(?:info|warn|error|fatal))/.test(call))
    .map((call) => /'([a-z]+\.[a-z_]+)'\s*,?\s*\)$/.exec(call)?.[1] ?? call)
  const logs = readFileSync(join(ROOT, 'docs/operations/logs.md'), 'utf8')
  const table = logs.slice(logs.indexOf('## Events'))
  const documented = matches(table, /^\| (`.+?) \|/gm).flatMap((cell) => matches(cell, /`([a-z_.]+)`/g))
  expect(logged.length).toBeGreaterThan(50)
  expect([...new Set(logged)].sort()).toEqual(documented.sort())
})
