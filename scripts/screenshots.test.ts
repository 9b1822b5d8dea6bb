import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../app/routes.ts'

/** The script runs when it is imported, so it is read. */
const SCRIPT = readFileSync(join(import.meta.dirname, 'screenshots.ts'), 'utf8')

function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent
    return entry.children ? pathsOf(entry.children, path) : [path]
  })
}

// '/thread/:reference' only redirects.
const paths = pathsOf(routes).filter((path) => path.includes(':') && !path.endsWith('/thread/:reference'))

test.each(paths)('%s has an example for its picture', (path) => {
  expect(SCRIPT).toContain(`'${path}': `)
})
