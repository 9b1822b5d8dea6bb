// Guards that each rule of a rate limit stands in one of two lists of one shape, so that docs/limits.md has all of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SITE_RULES } from '../../server/site-limits.ts'
import { RULES } from './rules.ts'

const ROOT = join(import.meta.dirname, '../..')
const LISTS = ['api/limits/rules.ts', 'server/site-limits.ts']

/** What makes a rule, or counts without one. Types let a counter take nothing but a rule that defineRules made. */
const DECLARATIONS: Readonly<Record<string, { code: RegExp; mayBeIn: readonly string[] }>> = {
  'a rule beside the lists': { code: /\bdefineRules\s*[(<]|\bas (?:unknown as )?Rule\b/g, mayBeIn: LISTS },
  'a limiter beside counters.ts': {
    code: /\bnew RateLimiter\w+|\bfrom 'rate-limiter-flexible'/g,
    mayBeIn: ['api/limits/counters.ts'],
  },
  'an amount and a window without a name': {
    code: /\bpoints: [\d_]+|\b(?:milliseconds|windowMs|perMinute|perHour): [\d_]+/g,
    mayBeIn: LISTS,
  },
}

const files = ['api', 'server'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
)

test.each(Object.entries(DECLARATIONS))('there is not %s', (_what, { code, mayBeIn }) => {
  const found = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(code)].map(([written]) => ({ file, written })),
  )
  expect(
    found.filter(({ file }) => !mayBeIn.includes(file)),
    `A rule belongs into ${LISTS.join(', or the site’s own into ')}, from where docs/limits.md has it.`,
  ).toEqual([])
  expect(new Set(found.map(({ file }) => file)), 'the expression still finds the lists').toEqual(
    new Set(mayBeIn),
  )
})

test('no two rules share a name, and so their counters', () => {
  const names = [...Object.keys(RULES), ...Object.keys(SITE_RULES)]
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
